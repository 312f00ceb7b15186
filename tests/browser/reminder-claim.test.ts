// "Claim" on a reminder: the worker claims once, whatever the page does meanwhile, and the notification shows the
// outcome.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { enter } from '#tests/support/enter.ts';
import { claims, credited, signedInAgain, syncEvent } from '#tests/support/outbox-page.ts';
import { pageIs, pageStarts, playPush, stored, workerOf } from '#tests/support/page-worker.ts';
import { DAY, type Person, skip } from '#tests/support/person.ts';
import { newProfile } from '#tests/support/profile.ts';
import type { Device } from '#tests/support/push-service.ts';
import { arrives } from '#tests/support/reminders.ts';
import { dayPasses, journey, PATIENCE, running } from '#tests/support/reminders-page.ts';

const CLAIMED = {
  title: '12 ADIT claimed',
  body: 'Trial finished. Keep mining with a permanent miner.',
  silent: true,
  actions: [],
};

/** A day has passed: the reminder of a closed app is on display. `watcher` keeps the browser's worker in reach. */
async function reminded(
  { url, page, watcher }: { url: string; page: Page; watcher: Page },
  device: Device,
): Promise<{ person: Person; worker: Awaited<ReturnType<typeof workerOf>> }> {
  const { person } = await running(url, page, device);
  const worker = await workerOf(page, watcher);
  await page.close();
  await skip(url, DAY);
  await worker.push((await arrives(device)).payload);
  await expect.poll(() => worker.notes(), PATIENCE).toMatchObject([{ silent: false, actions: ['Claim'] }]);
  return { person, worker };
}

journey(
  'a closed app: “Claim” claims once from the worker, its notification says the result, and the page only shows it',
  async ({ app, service, guest: { page, context } }) => {
    const watcher = await context.newPage();
    const device = service.device();
    const { person, worker } = await reminded({ url: app.url, page, watcher }, device);
    await Promise.all([worker.tap('claim'), worker.tap('claim')]);
    await expect.poll(() => worker.notes(), PATIENCE).toMatchObject([CLAIMED]);
    await credited(person);
    expect(await claims(person)).toBe(1);

    const next = await context.newPage();
    await playPush(next, device.subscription);
    await enter(next, person);
    await next.goto('/#/pages/mining/index');
    await next.getByRole('button', { name: 'Activate a permanent miner' }).waitFor(PATIENCE);
    await expect.poll(() => stored(next, 'badge'), PATIENCE).toEqual({ claim: 0, queue: 0 });
    expect(await next.getByText(/ claimed\.$/).count()).toBe(0);
    expect(await worker.notes(), 'what nobody has read stays').toMatchObject([CLAIMED]);
  },
);

journey(
  'an open page that nobody sees: it follows a claim from the notification, and does not announce it again',
  async ({ app, service, guest: { page } }) => {
    await running(app.url, page, service.device());
    await page.goto('/#/pages/mining/index');
    const worker = await workerOf(page);
    await Promise.all([pageIs(page, 'hidden'), worker.windowsAre('hidden')]);
    await skip(app.url, DAY);
    await pageStarts(page, 'hidden');
    await page.reload();
    await expect.poll(() => worker.notes(), PATIENCE).toMatchObject([{ actions: ['Claim'] }]);
    await worker.tap('claim');
    await page.getByRole('button', { name: 'Activate a permanent miner' }).waitFor(PATIENCE);
    await expect.poll(() => worker.notes(), PATIENCE).toMatchObject([CLAIMED]);
    await pageIs(page, 'visible');
    await expect.poll(() => stored(page, 'badge'), PATIENCE).toEqual({ claim: 0, queue: 0 });
    expect(await page.getByText(/ claimed\.$/).count()).toBe(0);
  },
);

journey(
  '“Claim” while the page is claiming: one claim, and the page alone says so',
  async ({ app, service, guest: { page } }) => {
    const { person } = await running(app.url, page, service.device());
    const worker = await workerOf(page);
    await Promise.all([pageIs(page, 'hidden'), worker.windowsAre('hidden')]);
    await dayPasses(page);
    await expect.poll(() => worker.notes(), PATIENCE).toMatchObject([{ actions: ['Claim'] }]);
    await Promise.all([pageIs(page, 'visible'), worker.windowsAre('visible')]);
    await page.goto('/#/pages/mining/index');
    const released = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route('**/api/mining/claim', async (route) => {
      asked.resolve();
      await released.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: /^Claim 12/ }).click(PATIENCE);
    await asked.promise;
    await worker.tap('claim');
    released.resolve();
    await page.getByRole('status').getByText('+12 ADIT').waitFor(PATIENCE);
    await expect.poll(() => worker.notes(), PATIENCE).toEqual([]);
    expect(await claims(person)).toBe(1);
  },
);

journey(
  '“Claim” with a revoked token: the notification asks for a sign-in, and after it the claim is sent once',
  async ({ app, service, guest: { page, context } }) => {
    const watcher = await context.newPage();
    const device = service.device();
    const { person, worker } = await reminded({ url: app.url, page, watcher }, device);
    await person.api.call('POST /api/auth/logout', {});
    await worker.tap('claim');
    await expect
      .poll(() => worker.notes(), PATIENCE)
      .toMatchObject([{ title: 'Sign in to claim', silent: true, actions: [] }]);
    const back = await signedInAgain(person, app.url);
    const next = await context.newPage();
    await playPush(next, device.subscription);
    await enter(next, back);
    await next.goto('/#/pages/mining/index');
    await next.getByText('12 ADIT claimed.').first().waitFor(PATIENCE);
    await expect.poll(() => worker.notes(), PATIENCE).toEqual([]);
    expect(await claims(back)).toBe(1);
  },
);

// The browser is killed, because an emulated network loss would not do: a worker that stops in between may stay
// offline, whatever the emulation says later.
journey(
  '“Claim” without a network: queued, and sent by the worker once the browser is back',
  async ({ app, service }) => {
    const profile = await newProfile(app.url);
    try {
      const context = await profile.open();
      const page = await context.newPage();
      const { person } = await running(app.url, page, service.device());
      const worker = await workerOf(page);
      await Promise.all([pageIs(page, 'hidden'), worker.windowsAre('hidden')]);
      await dayPasses(page);
      await expect.poll(() => worker.notes(), PATIENCE).toMatchObject([{ actions: ['Claim'] }]);
      await context.setOffline(true);
      await worker.tap('claim');
      await expect
        .poll(() => worker.notes(), PATIENCE)
        .toMatchObject([
          {
            title: 'Claim saved',
            body: "We'll send it as soon as we can.",
            silent: true,
            actions: [],
          },
        ]);
      await profile.kill();
      expect(await claims(person)).toBe(0);
      await profile.permit();
      const again = await profile.open();
      await syncEvent(again, app.url);
      await credited(person);
      expect(await claims(person)).toBe(1);
      // Not a page of the app, which would send and announce on its own.
      const bystander = await again.newPage();
      await bystander.goto('/verify.html');
      const woken = await workerOf(bystander);
      await expect.poll(() => woken.notes(), PATIENCE).toMatchObject([CLAIMED]);
    } finally {
      await profile.kill();
      await profile.remove();
    }
  },
);
