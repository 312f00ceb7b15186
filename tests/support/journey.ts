// `journey(...)` is vitest's `test` with a running app and a fresh visitor. Any page fault that the journey did not announce fails it.
// On failure it prints what the pages say, and writes screenshots, the faults and the end of the server's log to
// tests/screens/out/.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeUser } from '#tests/screens/user.ts';
import { startApp, type App } from '#tests/support/app.ts';
import { launchShell, visitor, type Fault, type Visitor } from '#tests/support/browser.ts';
import { devnetOf } from '#tests/support/money.ts';
import { ROOT } from '#tests/support/steps.ts';

const OUT = join(ROOT, 'tests/screens/out');
const fileName = (title: string): string => title.replace(/[^\w-]+/g, '-').slice(0, 80);

async function leavePictures(title: string, open: Visitor[], faults: Fault[], app: App): Promise<void> {
  await mkdir(OUT, { recursive: true });
  const name = join(OUT, `failed-${fileName(title)}`);
  for (const [index, { page }] of open.entries()) {
    await page.screenshot({ path: `${name}-${index}.png` }).catch(() => undefined);
    const text = await page.innerText('body', { timeout: 5000 }).catch(String);
    process.stderr.write(`${title}: ${page.url()}\n${text.replace(/\n+/g, ' | ')}\n`);
  }
  await writeFile(`${name}.log`, `${JSON.stringify(faults, null, 1)}\n${app.logs().slice(-20_000)}`);
}

export const journey = test
  .extend('app', { scope: 'file' }, async ({}, { onCleanup }) => {
    // Long enough to see the pending state, shorter than the default of 3 s.
    const app = await startApp({ env: { KYC_AUTO_APPROVE_SECONDS: '1' } });
    onCleanup(async () => void (await app.stop()));
    return app;
  })
  .extend('devnet', { scope: 'file' }, async ({ app }, { onCleanup }) => {
    const devnet = await devnetOf(app);
    onCleanup(() => devnet.close());
    return devnet;
  })
  /** The user of the pictures, who has some of everything. */
  .extend('session', { scope: 'file' }, ({ app }) => makeUser(app))
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await launchShell();
    onCleanup(() => browser.close());
    return browser;
  })
  /** Blocked by default: the service worker costs each fresh profile half a second of CPU. */
  .extend('worker', 'block' as 'block' | 'allow')
  /** Opens more visitors: a second person, another language or another screen size. */
  .extend('visit', async ({ app, browser, worker, task }, { onCleanup }) => {
    const open: Visitor[] = [];
    onCleanup(async () => {
      const faults = open.flatMap((each) => each.faults());
      if (faults.length || task.result?.errors?.length) await leavePictures(task.name, open, faults, app);
      await Promise.all(open.map((each) => each.close()));
      expect(faults, 'faults on the page that the journey did not announce').toEqual([]);
    });
    return async (options?: BrowserContextOptions): Promise<Visitor> => {
      const guest = await visitor(browser, app.url, { serviceWorkers: worker, ...options });
      open.push(guest);
      return guest;
    };
  })
  .extend('guest', ({ visit }) => visit());

/** A journey with the service worker, for tests of offline use, reminders and upgrades. */
export const journeyWithWorker = journey.extend('worker', 'allow');
