// Actions taken offline: queued, shown, and sent once, whoever sends them and whatever fails on the way.
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { violations } from '#tests/support/axe.ts';
import { enter } from '#tests/support/enter.ts';
import {
  claimButton,
  claimOffline,
  claims,
  claimWaits,
  credited,
  dialog,
  giveOutboxToken,
  journey,
  miner,
  MINER,
  openClaim,
  PATIENCE,
  signedInAgain,
  startButton,
  startOffline,
  startWaits,
  stored,
  syncEvent,
} from '#tests/support/outbox-page.ts';
import { ask, balance, DAY, skip } from '#tests/support/person.ts';
import { newProfile } from '#tests/support/profile.ts';
import { agree, backOnline, meanwhile, toasted } from '#tests/support/walk.ts';

const RUNNING = 'Nothing to do now.';
const UNSENT = "Nothing was sent. Try again when you're back online.";

async function askedAtSignOut(page: Page) {
  await page.getByRole('button', { name: 'Menu' }).click();
  await dialog(page).getByRole('button', { name: 'Sign out' }).click(PATIENCE);
  const question = page.getByRole('dialog', { name: '1 action has not been sent yet' });
  await question.waitFor(PATIENCE);
  return question;
}

journey(
  'a claim outlives a killed browser, and the next start credits it once',
  async ({ app, claimant }) => {
    const person = claimant();
    const profile = await newProfile(app.url);
    try {
      const first = await (await profile.open()).newPage();
      await openClaim(first, person);
      await giveOutboxToken(first, person);
      await claimOffline(first);
      await profile.kill();
      expect(await balance(person.api)).toBe('0');

      // The session ended with its tab: the outbox token may still send.
      const context = await profile.open();
      const page = await context.newPage();
      await page.goto('/');
      await credited(person);
      expect(await claims(person)).toBe(1);
      await vi.waitFor(async () => expect(await stored(page)).toMatchObject([{ state: 'done' }]), PATIENCE);
      await context.close();
    } finally {
      await profile.kill();
      await profile.remove();
    }
  },
);

journey(
  'a page reloaded before it knows of its stake makes the next one in full, under another key',
  async ({ app, claimant, guest }) => {
    const { page } = guest;
    const person = claimant();
    await ask(person.api, 'POST /api/mining/claim', {});
    await enter(page, person);
    const stake = async (available: RegExp) => {
      await page.goto('/#/pages/pledge/index');
      await page.getByRole('main').getByRole('button', { name: 'Stake ADIT' }).click(PATIENCE);
      await dialog(page).getByText(available).waitFor(PATIENCE);
      await dialog(page).getByRole('textbox').fill('10');
      await dialog(page).locator('button[type=submit]').click(PATIENCE);
      await dialog(page)
        .getByRole('button', { name: /^Stake 10 ADIT/ })
        .click(PATIENCE);
    };
    const orders = async () => (await ask(person.api, 'GET /api/stake/list', {})).items;
    await page.route('**/api/stake/stake', async (route) => void (await route.fetch()), { times: 1 });
    await stake(/^Available 12 /);
    await vi.waitFor(async () => expect(await orders()).toHaveLength(1), PATIENCE);
    await page.reload();
    // Its answer is known before the clock moves, which would refuse a call on its way.
    const isOpen = ({ state }: { state: string }) => state === 'sending' || state === 'pending';
    await vi.waitFor(async () => expect((await stored(page)).filter(isOpen)).toEqual([]), PATIENCE);

    const [first] = await orders();
    await skip(app.url, DAY);
    await ask(person.api, 'POST /api/stake/unstake', { id: first?.id ?? '' });
    await stake(/^Available 12\.01 /);
    await dialog(page).getByRole('button', { name: 'Done' }).waitFor(PATIENCE);
    expect(await orders()).toHaveLength(2);
  },
);

// The browser is killed, because an emulated network loss would not do: a worker that stops in between may stay
// offline, whatever the emulation says later.
journey('the worker sends when the browser is back, without a page', async ({ app, claimant }) => {
  const person = claimant();
  const profile = await newProfile(app.url);
  try {
    const page = await (await profile.open()).newPage();
    await openClaim(page, person);
    await giveOutboxToken(page, person);
    await claimOffline(page);
    await profile.kill();
    await syncEvent(await profile.open(), app.url);
    await credited(person);
    expect(await claims(person)).toBe(1);
  } finally {
    await profile.kill();
    await profile.remove();
  }
});

journey(
  'a session that has ended: the claim waits for a sign-in, then it is sent',
  async ({ claimant, guest, app }) => {
    guest.expectFault(/status of 401/);
    const { page } = guest;
    const person = claimant();
    await openClaim(page, person);
    // A page that learns of it sooner has no button to press.
    await meanwhile(page, '**/api/mining/claim', () => ask(person.api, 'POST /api/auth/logout', {}));
    await claimButton(page).click();
    await page.getByText('1 action needs you to sign in').waitFor(PATIENCE);
    expect(await page.getByText(/your claim/i).count(), 'nothing but the count').toBe(0);
    expect(await violations(page)).toEqual([]);
    const back = await signedInAgain(person, app.url);
    await enter(page, back);
    await page.reload();
    await page.getByText('12 ADIT claimed.').first().waitFor(PATIENCE);
    expect(await claims(back)).toBe(1);
  },
);

journey('a claim that was made elsewhere meanwhile is called that', async ({ claimant, guest }) => {
  guest.expectFault(/status of 409/);
  const { page } = guest;
  const person = claimant();
  await openClaim(page, person);
  await claimOffline(page);
  await person.api.call('POST /api/mining/claim', {});
  await page.context().setOffline(false);
  await page.getByText('Already claimed on another device.').waitFor(PATIENCE);
  expect(await claims(person)).toBe(1);
});

journey(
  'who signs out with a waiting action is asked; the next account neither sees nor sends it',
  async ({ onPage, guest, app, starter }) => {
    const person = await onPage();
    const { page } = person;
    await startOffline(page);
    const question = await askedAtSignOut(page);
    expect(await violations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Keep and sign out' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).waitFor(PATIENCE);
    expect(await page.getByText(/1 action (waiting|needs)/).count()).toBe(0);

    await guest.context.setOffline(false);
    const other = starter();
    await enter(page, other);
    await page.goto(MINER);
    await page.reload();
    await startButton(page).click(PATIENCE);
    await page.getByText(RUNNING).waitFor(PATIENCE);
    await page.goto('/');
    await page.getByText('Your miner is running').first().waitFor(PATIENCE);
    expect(await page.getByText(/1 action (waiting|needs)/).count()).toBe(0);
    const back = await signedInAgain(person, app.url);
    expect([await miner(back), await miner(other)]).toEqual(['pending_start', 'running']);

    await enter(page, back);
    await page.reload();
    await vi.waitFor(async () => expect(await miner(back)).toBe('running'), PATIENCE);
  },
);

journey('the question before a sign-out goes away once everything is sent', async ({ onPage }) => {
  const person = await onPage();
  const { page } = person;
  await startOffline(page);
  const question = await askedAtSignOut(page);
  await page.context().setOffline(false);
  await question.waitFor({ state: 'detached', ...PATIENCE });
  expect(await miner(person)).toBe('running');
});

journey('two tabs show the same waiting start, and it is sent once', async ({ onPage, guest }) => {
  const person = await onPage();
  const { page } = person;
  const second = await guest.context.newPage();
  await enter(second, person);
  await second.goto(MINER);
  await startButton(second).waitFor(PATIENCE);
  let sent = 0;
  guest.context.on('response', (response) => {
    if (response.url().endsWith('/claim1')) sent += 1;
  });
  await startOffline(page);
  await startWaits(second).waitFor(PATIENCE);
  expect(await startButton(second).count()).toBe(0);
  await guest.context.setOffline(false);
  for (const tab of [page, second]) await tab.getByText(RUNNING).waitFor(PATIENCE);
  expect(await miner(person)).toBe('running');
  expect(sent).toBe(1);
});

journey('a full device says at once that nothing was kept', async ({ onPage, guest }) => {
  const person = await onPage();
  const { page } = person;
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await guest.context.setOffline(true);
  await startButton(page).click();
  await page.getByText(UNSENT).waitFor(PATIENCE);
  expect(await startWaits(page).count()).toBe(0);
  await backOnline(page);
  await startButton(page).click();
  await page.getByText(RUNNING).waitFor(PATIENCE);
});

journey(
  'a browser whose store never opens: a start goes out at once, under one key however often it is tried',
  async ({ onPage, guest }) => {
    guest.expectFault(/ERR_FAILED/);
    const { page } = guest;
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
    });
    const person = await onPage();
    const keys: (string | undefined)[] = [];
    await page.route('**/api/mining/claim1', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      await (keys.length === 1 ? route.abort('failed') : route.continue());
    });
    await startButton(page).click();
    await page.getByText(/^No answer, so we can't tell if this went through\./).waitFor(PATIENCE);
    expect(await startWaits(page).count()).toBe(0);
    await startButton(page).click();
    await toasted(page, "Sent now: this browser can't save actions for later.");
    await page.getByText(RUNNING).waitFor(PATIENCE);
    expect(await miner(person)).toBe('running');
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  },
);

journey(
  'a store that is deleted and cleared while a start waits: the open page sends it once',
  async ({ onPage, guest }) => {
    const person = await onPage();
    const { page } = person;
    let sent = 0;
    guest.context.on('response', (response) => {
      if (response.url().endsWith('/claim1')) sent += 1;
    });
    await startOffline(page);
    const deleted = await page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const deleting = indexedDB.deleteDatabase('adit');
          // `blocked` only says that a transaction has to end first.
          for (const type of ['success', 'error']) deleting.addEventListener(type, () => resolve(type));
        }),
    );
    expect(deleted).toBe('success');
    const session = await guest.context.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', {
      origin: new URL(page.url()).origin,
      storageTypes: 'indexeddb',
    });
    await guest.context.setOffline(false);
    await page.getByText(RUNNING).waitFor(PATIENCE);
    expect(await miner(person)).toBe('running');
    expect(sent).toBe(1);
  },
);

journey('a device clock that is days off changes nothing', async ({ guest, claimant }) => {
  const { page } = guest;
  const person = claimant();
  await page.addInitScript(() => {
    const Real = Date;
    const off = -3 * 86_400_000;
    globalThis.Date = class extends Real {
      constructor(...given: []) {
        if (given.length === 0) super(Real.now() + off);
        else super(...given);
      }
      static override now = () => Real.now() + off;
    } as DateConstructor;
  });
  await openClaim(page, person);
  await guest.context.setOffline(true);
  // By the device's clock the cycle has not begun; the server's time, stored earlier, decides.
  await page.reload();
  await claimOffline(page);
  await page.reload();
  await claimWaits(page).waitFor(PATIENCE);
  await page.getByText(/^Offline\. As of /).waitFor(PATIENCE);
  expect(await page.getByText(/miner keeps running/).count(), 'its cycle is over').toBe(0);
  await guest.context.setOffline(false);
  await page.getByText('12 ADIT claimed.').first().waitFor(PATIENCE);
  expect(await claims(person)).toBe(1);
});

journey(
  'a refused start is explained and goes again; one that waits can be taken back',
  async ({ onPage, guest }) => {
    guest.expectFault(/status of 409/);
    const person = await onPage();
    const { page } = person;
    await startOffline(page);
    await page.getByRole('button', { name: "See what's waiting" }).click();
    await dialog(page).getByText('Waiting for a connection').waitFor(PATIENCE);
    expect(await violations(page), 'waiting').toEqual([]);
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await dialog(page).getByText('Nothing waiting').waitFor(PATIENCE);
    await page.keyboard.press('Escape');
    await startButton(page).waitFor(PATIENCE);
    expect(await stored(page)).toEqual([]);

    const message = 'Mining Progress Not Complete, Cannot Start';
    const refusal = { status: 409, json: { code: 1203, message, data: null } };
    await page.route('**/api/mining/claim1', (route) => route.fulfill(refusal), { times: 1 });
    await startOffline(page);
    await guest.context.setOffline(false);
    await page.getByText(`Start miner: ${message}`).waitFor(PATIENCE);
    expect(await miner(person)).toBe('pending_start');
    await page.goto('/');
    await agree(page);
    await page.getByRole('button', { name: '1 action was refused' }).click(PATIENCE);
    await dialog(page).getByText(message).waitFor(PATIENCE);
    expect(await violations(page), 'refused').toEqual([]);
    await dialog(page).getByRole('button', { name: 'Try again' }).click();
    await dialog(page).getByText('The miner has started.').waitFor(PATIENCE);
    expect(await violations(page), 'done').toEqual([]);
    expect(await miner(person)).toBe('running');
    await dialog(page).getByRole('button', { name: 'Close' }).first().click();
    await vi.waitFor(async () => expect(await stored(page)).toEqual([]), PATIENCE);
  },
);
