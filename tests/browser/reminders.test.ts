// Reminders at the end of a cycle, by page, periodic sync or push: shown once, whichever comes first; and the sheet
// that states honestly what works.
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { enter } from '#tests/support/enter.ts';
import { allow, pageIs, playPush, put, stored, workerOf } from '#tests/support/page-worker.ts';
import { DAY, ask, skip } from '#tests/support/person.ts';
import { arrives } from '#tests/support/reminders.ts';
import { dayPasses, journey, miner, PATIENCE, running } from '#tests/support/reminders-page.ts';
import { toasted } from '#tests/support/walk.ts';

const HINT = '12 ADIT are ready';

journey(
  'a page that nobody sees: one notification for the three of them, and a tap leads to the miner',
  async ({ app, service, guest: { page } }) => {
    const device = service.device();
    const { waits } = await running(app.url, page, device);
    const worker = await workerOf(page);
    await Promise.all([pageIs(page, 'hidden'), worker.windowsAre('hidden')]);
    await dayPasses(page);
    const tag = `miner-${waits.endsAt}`;
    await expect
      .poll(() => worker.notes(), PATIENCE)
      .toMatchObject([{ title: waits.title, body: waits.body, tag, silent: false }]);
    await worker.periodicSync();
    const { payload } = await arrives(device);
    await worker.push(payload);
    await expect
      .poll(() => worker.notes(), PATIENCE)
      .toMatchObject([{ title: payload.title, tag, silent: true }]);
    expect(await stored(page, 'badge')).toMatchObject({ claim: 1 });

    await Promise.all([pageIs(page, 'visible'), worker.windowsAre('visible')]);
    const loaded = await page.evaluate(() => performance.timeOrigin);
    await worker.tap();
    await page.waitForURL(/#\/pages\/mining\/index/);
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded);
    expect(await worker.notes()).toEqual([]);
    const claim = page.getByRole('button', { name: /^Claim 12/ });
    await claim.waitFor(PATIENCE);
    expect(await page.getByText(HINT).count()).toBe(0);

    // A reminder that nobody tapped is replaced silently, without amounts if the device hides them, and removed by the
    // claim.
    await worker.windowsAre('hidden');
    await worker.leave(tag);
    await put(page, 'reminder', { ...waits, body: 'It produced ••• ADIT.', hidesAmounts: true });
    await worker.push(payload);
    await expect
      .poll(() => worker.notes(), PATIENCE)
      .toMatchObject([{ title: waits.title, body: 'It produced ••• ADIT.', tag, silent: true }]);
    await claim.click();
    await expect.poll(() => stored(page, 'reminder'), PATIENCE).toBeUndefined();
    await expect.poll(() => worker.notes(), PATIENCE).toEqual([]);
    expect(await stored(page, 'badge')).toMatchObject({ claim: 0 });
  },
);

journey('a page in front: its popup, and nothing besides', async ({ app, service, guest: { page } }) => {
  const device = service.device();
  await running(app.url, page, device);
  const worker = await workerOf(page);
  await dayPasses(page);
  await page.getByText(HINT).waitFor(PATIENCE);
  await worker.push((await arrives(device)).payload);
  await worker.periodicSync();
  await page.getByRole('button', { name: 'Go to start' }).click();
  // Until the hint is gone, its own claim button is there besides the page's.
  await page.getByRole('dialog').waitFor({ state: 'detached', ...PATIENCE });
  await page.getByRole('button', { name: /^Claim 12/ }).waitFor(PATIENCE);
  expect(await worker.notes()).toEqual([]);
});

journey(
  'a closed app: the push is what reminds, in the language of the page',
  async ({ app, service, visit }) => {
    const { page, context } = await visit({ locale: 'th-TH' });
    const watcher = await context.newPage();
    const device = service.device();
    const { waits, person } = await running(app.url, page, device);
    const texts = await readFile('src/locales/th.po', 'utf8');
    expect(texts).toContain(`msgid "Your miner has finished"\nmsgstr "${waits.title}"`);
    const worker = await workerOf(page, watcher);
    await page.close();
    await skip(app.url, DAY);
    const { payload } = await arrives(device);
    expect(payload.title).toMatch(/[\u0e00-\u0e7f]/);
    await worker.push(payload);
    await expect
      .poll(() => worker.notes(), PATIENCE)
      .toMatchObject([{ title: payload.title, silent: false, actions: ['รับ'] }]);
    await worker.periodicSync();

    // Opened by hand, the page knows that the reminder was shown.
    const next = await context.newPage();
    await playPush(next, device.subscription);
    await enter(next, person);
    await next.goto('/#/pages/mining/index');
    await expect
      .poll(() => next.evaluate(() => sessionStorage.getItem('timer')), PATIENCE)
      .toMatch(`"nextMiningTime":${waits.endsAt},"showPopup":false,"earning":"12","isTriggered":true`);
    expect(await worker.notes()).toHaveLength(1);
  },
);

journey(
  'claimed on another device: nothing says that it can be claimed, whichever file of ours is open',
  async ({ app, service, guest }) => {
    const { page, context } = guest;
    const device = service.device();
    const { waits, person } = await running(app.url, page, device);
    const offlinePage = await context.newPage();
    await workerOf(page);
    await context.setOffline(true);
    await offlinePage.goto('/verify.html');
    await offlinePage.getByRole('textbox').first().waitFor(PATIENCE);
    const worker = await workerOf(page, offlinePage);
    await page.close();
    await skip(app.url, DAY);
    const { payload } = await arrives(device);
    // A closed page has not learned of the skip.
    await put(offlinePage, 'reminder', { ...waits, offset: waits.offset + DAY * 1000 });

    // The worker cannot ask: it promises nothing, but still shows the push.
    await worker.periodicSync();
    expect(await worker.notes()).toEqual([]);
    await worker.push(payload);
    await expect
      .poll(() => worker.notes(), PATIENCE)
      .toMatchObject([{ title: 'Check on your miner', tag: `miner-${waits.endsAt}`, silent: false }]);

    await ask(person.api, 'POST /api/mining/claim', {});
    await context.setOffline(false);
    await worker.periodicSync();
    await expect.poll(() => worker.notes(), PATIENCE).toEqual([]);
    await worker.push(payload);
    await expect.poll(() => stored(offlinePage, 'reminder'), PATIENCE).toBeUndefined();
    expect(await stored(offlinePage, 'badge')).toMatchObject({ claim: 0 });
    expect(await worker.notes()).toEqual([]);
  },
);

journey(
  'offered after the first start, switched on, tested by the server, and taken away at sign-out',
  async ({ app, service, guest: { page, context } }) => {
    const device = service.device();
    await allow(context);
    await playPush(page, device.subscription);
    await enter(page, await miner(app.url));
    await page.goto('/#/pages/mining/index');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('button', { name: 'Remind me' }).click(PATIENCE);
    await toasted(page, 'Reminders are on');

    await page.getByRole('button', { name: /^Reminders/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Reminders' });
    await sheet.getByText('On, even when the app is closed.').waitFor(PATIENCE);
    const worker = await workerOf(page);
    await sheet.getByRole('button', { name: 'Send a test' }).click();
    const { payload } = await arrives(device);
    expect(payload.kind).toBe('test');
    await worker.push(payload);
    await expect.poll(() => worker.notes(), PATIENCE).toMatchObject([{ title: payload.title }]);

    const reported = page.waitForRequest('**/api/push/subscription');
    await sheet.getByRole('switch', { name: 'Quiet hours' }).click();
    expect((await reported).postDataJSON()).toMatchObject({
      quiet: { from: '22:00', to: '07:00' },
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      subscription: { endpoint: device.subscription.endpoint },
    });

    const asked = () =>
      page.waitForRequest('**/api/push/subscription').then((sent) => sent.postDataJSON() as object);
    const moved = asked();
    await page.evaluate((to) => localStorage.setItem('played-endpoint', to), `${service.origin}/moved`);
    await worker.subscriptionChanged();
    expect(await moved).toMatchObject({ subscription: { endpoint: `${service.origin}/moved` } });

    const off = asked();
    await sheet.getByRole('switch', { name: 'Reminders on this device' }).click();
    expect(await off).toMatchObject({ subscription: null });
    const on = asked();
    await sheet.getByRole('switch', { name: 'Reminders on this device' }).click();
    expect(await on).toMatchObject({ subscription: {} });

    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu' }).click();
    const left = asked();
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect(await left).toMatchObject({ subscription: null });
    await expect.poll(() => page.evaluate(() => localStorage.getItem('played-push')), PATIENCE).toBeNull();
    await expect.poll(() => stored(page, 'reminder'), PATIENCE).toBeUndefined();
  },
);

journey(
  'a browser that blocks says so, and the calendar reminds instead',
  async ({ app, guest: { page } }) => {
    const person = await miner(app.url);
    const { nextMiningTime } = await ask(person.api, 'POST /api/mining/claim1', {});
    await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'denied' }));
    await enter(page, person);
    await page.goto('/#/pages/mining/index');
    await page.getByRole('button', { name: /^Reminders.*Blocked/s }).click(PATIENCE);
    const sheet = page.getByRole('dialog', { name: 'Reminders' });
    await sheet.getByText(/Notifications are blocked/).waitFor();
    expect(await sheet.getByRole('switch').isDisabled()).toBe(true);
    const saving = page.waitForEvent('download');
    await sheet.getByRole('button', { name: 'Save to calendar' }).click();
    const file = await readFile(await (await saving).path(), 'utf8');
    const begins = (nextMiningTime ?? '').replaceAll(/[-:]|\.\d+/g, '');
    expect(file).toContain(`\r\nDTSTART:${begins}\r\n`);
    expect(file).toMatch(/^BEGIN:VCALENDAR\r\n[^]*TRIGGER:PT0S\r\n[^]*END:VCALENDAR\r\n$/);
  },
);
