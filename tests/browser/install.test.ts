// The app is installable according to the browser's own list of errors, with everything that the manifest names;
// offered at a good moment and never on load; and with instructions where the browser has no prompt of its own.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Locator, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { violations } from '#tests/support/axe.ts';
import { STARTUP } from '#app/startup.ts';
import { CHROMIUM_FLAGS } from '#tests/support/browser.ts';
import { storedAt } from '#tests/support/device.ts';
import { enter } from '#tests/support/enter.ts';
import { journey } from '#tests/support/journey.ts';
import { DAY, ask, newcomer, skip, verify } from '#tests/support/person.ts';
import { findChromium } from '#tests/support/tools.ts';
import { agree } from '#tests/support/walk.ts';

interface Picture {
  src: string;
  sizes: string;
}

interface Manifest {
  icons: Picture[];
  screenshots: Picture[];
  shortcuts: { url: string; icons: Picture[]; name_localized: Record<string, string> }[];
}

/** What a stubbed launch queue leaves on the page. */
interface Launched {
  consumer?: (launch: { targetURL: string }) => void;
}

/** Pictures that are missing or whose size differs from the manifest. */
const wrongPictures = (page: Page, pictures: Picture[]): Promise<string[]> =>
  page.evaluate(async (all) => {
    const look = ({ src, sizes }: Picture) =>
      new Promise<string | null>((resolve) => {
        const picture = new Image();
        picture.addEventListener('load', () => {
          const found = `${picture.naturalWidth}x${picture.naturalHeight}`;
          resolve(found === sizes ? null : `${src} is ${found}`);
        });
        picture.addEventListener('error', () => resolve(`${src} is missing`));
        picture.src = src;
      });
    return (await Promise.all(all.map(look))).filter((wrong) => wrong !== null);
  }, pictures);

journey(
  'the browser finds nothing that keeps the app from being installed, and everything that its manifest names',
  async ({ app }) => {
    // An incognito profile is never installable.
    const profile = await mkdtemp(join(tmpdir(), 'adit-profile-'));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: findChromium() ?? '',
      args: CHROMIUM_FLAGS,
    });
    try {
      const page = await context.newPage();
      await page.goto(app.url);
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      const session = await context.newCDPSession(page);
      expect((await session.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
      const { errors, data } = await session.send('Page.getAppManifest');
      expect(errors).toEqual([]);
      const manifest = JSON.parse(data ?? '{}') as Manifest;
      expect(manifest).toMatchObject({ id: '/', display: 'standalone', start_url: '/', lang: 'en' });
      expect(manifest).toMatchObject({
        orientation: 'any',
        launch_handler: { client_mode: 'focus-existing' },
      });
      const others = LANGUAGES.filter((lang) => lang !== 'en');
      expect(Object.keys((manifest as unknown as { name_localized: object }).name_localized)).toEqual(others);
      expect(manifest.shortcuts.map(({ url }) => url)).toEqual([
        '/#/pages/mining/index',
        '/#/pages/asset/index',
        '/#/pages/main/main',
      ]);
      for (const { name_localized } of manifest.shortcuts)
        expect(Object.keys(name_localized)).toEqual(others);
      expect(manifest.screenshots).toHaveLength(5);
      const { icons, screenshots, shortcuts } = manifest;
      const pictures = [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons)];
      const startup = await page.locator('link[rel="apple-touch-startup-image"]').evaluateAll((links) =>
        links.map((link) => {
          const src = link.getAttribute('href') ?? '';
          return { src, sizes: /\d+x\d+/.exec(src)?.[0] ?? '' };
        }),
      );
      expect(startup).toHaveLength(STARTUP.length);
      expect(await wrongPictures(page, [...pictures, ...startup])).toEqual([]);
      // Another shortcut opens in this window and launches nothing new; the app's icon leaves the page as is.
      const { origin } = new URL(app.url);
      const launchedBy = (target: string) =>
        page.evaluate((targetURL) => {
          const { consumer } = globalThis as unknown as Launched;
          consumer?.({ targetURL });
        }, target);
      await page.addInitScript((first) => {
        const setConsumer = (consumer: NonNullable<Launched['consumer']>) => {
          Object.assign(globalThis, { consumer });
          consumer({ targetURL: first });
        };
        Object.defineProperty(globalThis, 'launchQueue', { value: { setConsumer } });
      }, `${origin}/#/pages/main/main`);
      await page.reload();
      await page.waitForFunction(() => 'consumer' in globalThis);
      expect(new URL(page.url()).hash).not.toContain('main');
      await launchedBy(`${origin}/#/pages/mining/index`);
      await page.getByRole('heading', { level: 1, name: 'Miner Management' }).waitFor();
      await launchedBy(`${origin}/`);
      await launchedBy('https://elsewhere.example/#/pages/asset/index');
      expect(new URL(page.url()).hash).toBe('#/pages/mining/index');
    } finally {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    }
  },
);

/** The event that Chromium fires when it can install; `prompted` counts the prompts shown. */
const offer = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    const prompt = async () => {
      document.documentElement.dataset['prompted'] = 'yes';
      return { outcome: 'accepted' };
    };
    window.dispatchEvent(Object.assign(event, { prompt }));
  });

journey(
  'the browser’s offer is passed on after a claim, never on load, and “not now” is remembered',
  async ({ app, guest: { page } }) => {
    const person = await newcomer(app.url);
    await verify(person.api);
    await ask(person.api, 'POST /api/mining/claim1', {});
    await skip(app.url, DAY);
    await enter(page, person);
    await page.goto('/');
    await agree(page);
    const claim = page.getByRole('main').getByRole('button', { name: 'Claim 12 ADIT' });
    await claim.waitFor();
    await offer(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await claim.click();
    const sheet = page.getByRole('dialog', { name: 'Install Adit' });
    await sheet.waitFor();
    expect(await violations(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Not now' }).click();
    await sheet.waitFor({ state: 'detached' });
    expect(await storedAt(page, 'install')).toMatchObject({ claims: 1, asked: 1 });

    await page.getByRole('button', { name: 'Menu' }).first().click();
    await page.getByRole('button', { name: 'Install the app' }).click();
    await sheet.getByRole('button', { name: 'Install', exact: true }).click();
    await sheet.waitFor({ state: 'detached' });
    expect(await page.locator('html').getAttribute('data-prompted')).toBe('yes');
    await page.getByRole('button', { name: 'Menu' }).first().click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(await page.getByRole('button', { name: 'Install the app' }).count()).toBe(0);
  },
);

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

async function openSheet(page: Page): Promise<Locator> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu' }).first().click();
  await page.getByRole('button', { name: 'Install the app' }).click();
  const sheet = page.getByRole('dialog', { name: 'Install Adit' });
  await sheet.waitFor();
  return sheet;
}

journey(
  'on iPhone the sheet shows the steps, and inside a wallet it says that this is not the place',
  async ({ visit }) => {
    const safari = await visit({ userAgent: `${IPHONE} Version/18.0 Mobile/15E148 Safari/604.1` });
    const steps = (await openSheet(safari.page)).getByRole('listitem');
    expect(await steps.count()).toBe(6);
    await safari.page.getByText('“Add to Home Screen”').waitFor();
    expect(await violations(safari.page)).toEqual([]);

    const wallet = await visit({ userAgent: `${IPHONE} Mobile/15E148 MetaMaskMobile` });
    const sheet = await openSheet(wallet.page);
    await wallet.page.getByText(/open this link in your own browser/).waitFor();
    expect(await sheet.getByText(new URL(wallet.page.url()).origin).count()).toBe(1);
  },
);
