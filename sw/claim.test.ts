// A reminder's claim against a fake server: it counts once, whoever else claims and whatever is lost or dies, and the
// notification shows the outcome.
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { add, type OutboxItem } from '#api/outbox.rules.ts';
import { changeOutbox, drain, readOutbox } from '#api/outbox.ts';
import { type ClaimOf, reminderTag } from '#lib/reminded.ts';
import { learnServerTime, serverNow } from '#lib/time.ts';
import { type Fate, fakeServer } from '#tests/support/losing-server.ts';
import { device } from '#tests/support/memory-kv.ts';
import { claimItem, claimKey } from './claim.rules.ts';
import { claimFromReminder } from './claim.ts';
import { send } from './send.ts';

vi.mock('#lib/kv.ts', () => import('#tests/support/memory-kv.ts'));

const ENDS_AT = Date.parse('2026-11-21T12:00:00Z');
const CLAIM: ClaimOf = { address: '0xa', endsAt: ENDS_AT, lang: 'en' };
const RESULT = { title: '0 ADIT claimed', after: 'result', silent: true };
const BEFORE = { title: 'Already claimed', after: 'result', silent: true };
const INCOMPLETE = 1203;

interface Note {
  title: string;
  body?: string;
  silent: boolean;
  after?: string;
}

/** What is on display, by tag. */
let notes: Map<string, Note>;
let server: ReturnType<typeof fakeServer>;
let isVisible: boolean;
let isOnline: boolean;
/** Whether the browser will wake the worker; null: it does not answer. */
let wakes: boolean | null;
let denied: boolean;
/** Resolves when a tap has queued its claim, or found it queued: the next thing it does is ask to be woken. */
let tapQueued: PromiseWithResolvers<void>;

const registration = {
  showNotification: async (
    title: string,
    options: { body: string; tag: string; silent: boolean; data: object },
  ) => {
    if (denied) throw new TypeError('No notification permission has been granted');
    notes.set(options.tag, { title, body: options.body, silent: options.silent, ...options.data });
  },
  getNotifications: async ({ tag }: { tag: string }) =>
    [...notes].filter(([each]) => each === tag).map(([, data]) => ({ data, close: () => notes.delete(tag) })),
  sync: {
    register: () => {
      tapQueued.resolve();
      if (wakes === null) return new Promise(() => undefined);
      return wakes ? Promise.resolve() : Promise.reject(new Error('no'));
    },
  },
};

/** The server's miner is in a cycle that began after the claim. */
const claimedMiner = () =>
  server.reply(200, 0, {
    state: 'running',
    nextMiningTime: new Date(ENDS_AT + 86_400_000).toISOString(),
    serverTime: new Date(serverNow()).toISOString(),
  });

beforeEach(() => {
  device.values.clear();
  device.values.set('outboxToken', { token: 'good', address: '0xA' });
  notes = new Map([[reminderTag(ENDS_AT), { title: 'Your miner has finished', silent: false }]]);
  [isVisible, isOnline, wakes, denied] = [false, true, true, false];
  tapQueued = Promise.withResolvers();
  server = fakeServer();
  vi.stubGlobal('fetch', async (url: unknown, init?: RequestInit) =>
    String(url).endsWith('/mining/index') ? claimedMiner() : server.fetch(url, init),
  );
  vi.stubGlobal('navigator', {
    locks: navigator.locks,
    get onLine() {
      return isOnline;
    },
  });
  vi.stubGlobal('self', {
    registration,
    clients: {
      matchAll: async () => (isVisible ? [{ url: 'https://a.example/', visibilityState: 'visible' }] : []),
    },
  });
});
afterEach(() => {
  device.full = false;
  vi.unstubAllGlobals();
  learnServerTime(Date.now());
});

const note = () => notes.get(reminderTag(ENDS_AT));
const items = async () => (await readOutbox()).items;
const keys = () => new Set(server.asked.map(({ key }) => key));
const queue = async () =>
  changeOutbox((box) => add(box, claimItem('p', { ...CLAIM, endsAt: 0 }, serverNow(), true)));

describe('a tap', () => {
  test('claims, shows the result in place of the reminder, and leaves nothing for the page to say', async () => {
    await claimFromReminder(CLAIM);
    expect(server.effects).toEqual([await claimKey(CLAIM)]);
    expect(note()).toMatchObject(RESULT);
    expect(await items()).toMatchObject([{ state: 'done', told: true }]);
    expect(device.values.get('badge')).toEqual({ claim: 0, queue: 0 });
  });

  test('twice at once and again later claims once, and shows the same', async () => {
    await Promise.all([claimFromReminder(CLAIM), claimFromReminder(CLAIM)]);
    await claimFromReminder(CLAIM);
    expect(server.effects).toHaveLength(1);
    expect(server.asked).toHaveLength(1);
    expect(note()).toMatchObject(RESULT);
  });

  test('again after the device has forgotten the first gets the same answer from the server', async () => {
    await claimFromReminder(CLAIM);
    device.values.delete('outbox');
    await claimFromReminder(CLAIM);
    expect(server.effects).toHaveLength(1);
    expect(note()).toMatchObject(RESULT);
  });

  test('is sent although the browser does not answer whether it will wake the worker', async () => {
    wakes = null;
    await claimFromReminder(CLAIM);
    expect(server.effects).toHaveLength(1);
    expect(note()).toMatchObject(RESULT);
  });

  test('on a device that cannot store it fails, and sends nothing', async () => {
    device.full = true;
    await expect(claimFromReminder(CLAIM)).rejects.toThrow('full');
    expect(server.asked).toEqual([]);
  });

  test('leaves the outcome to the page when notifications are no longer allowed', async () => {
    denied = true;
    await claimFromReminder(CLAIM).catch(() => undefined);
    expect(server.effects).toHaveLength(1);
    expect((await items()).map(({ state, told }) => [state, told])).toEqual([['done', undefined]]);
  });
});

describe('a cycle that was claimed before', () => {
  beforeEach(() => (server.refuse = () => INCOMPLETE));

  test.each([false, true])('is said plainly and leaves no refusal behind (page in front: %s)', async (is) => {
    isVisible = is;
    await claimFromReminder(CLAIM);
    expect(note()).toMatchObject(BEFORE);
    expect(await items()).toEqual([]);
    expect(device.values.get('badge')).toEqual({ claim: 0, queue: 0 });
  });
});

describe('a page that claims at the same moment', () => {
  /** The page sends its own claim under the lock while the tap waits for the lock, and shows the answer itself. */
  const pageSends = () =>
    drain({
      tokenFor: () => tapQueued.promise.then(() => 'good'),
      tokenRefused: async () => undefined,
      now: serverNow,
      isServerTime: () => true,
      isOnline: () => true,
      isAwaited: () => true,
    });
  const pageItem = async () => {
    await queue();
    await changeOutbox((box) => [
      { ...box, items: box.items.map(({ remindedOf: _, ...item }) => item as OutboxItem) },
      undefined,
    ]);
  };

  test('is the only one that claims, and a page in front the only one that says so', async () => {
    await pageItem();
    isVisible = true;
    await Promise.all([pageSends(), claimFromReminder(CLAIM)]);
    expect([...keys()]).toEqual(['p']);
    expect(server.effects).toEqual(['p']);
    expect(note()).toBeUndefined();
    expect(await items()).toEqual([]);
  });

  test('says so in the notification too once nobody sees the page', async () => {
    await pageItem();
    await Promise.all([pageSends(), claimFromReminder(CLAIM)]);
    expect(server.effects).toEqual(['p']);
    expect(note()).toMatchObject(BEFORE);
  });

  test('had queued its claim: the tap sends that one, and shows its result', async () => {
    await pageItem();
    await claimFromReminder(CLAIM);
    expect(server.effects).toEqual(['p']);
    expect(note()).toMatchObject(RESULT);
    expect(await items()).toMatchObject([{ id: 'p', state: 'done', told: true }]);
  });

  test('had queued its claim without a network: the result follows in the notification', async () => {
    await pageItem();
    isOnline = false;
    await claimFromReminder(CLAIM);
    isOnline = true;
    await send();
    expect(server.effects).toEqual(['p']);
    expect(note()).toMatchObject(RESULT);
  });
});

describe('a claim that cannot be sent now', () => {
  test('waits for a network, and its result follows', async () => {
    isOnline = false;
    await claimFromReminder(CLAIM);
    expect(note()).toMatchObject({ title: 'Claim saved', after: 'waiting', silent: true });
    expect(await items()).toMatchObject([{ state: 'pending' }]);
    isOnline = true;
    await send();
    expect(server.effects).toHaveLength(1);
    expect(note()).toMatchObject(RESULT);
  });

  test('says so when the browser will not wake the worker', async () => {
    [isOnline, wakes] = [false, false];
    await claimFromReminder(CLAIM);
    expect(note()).toMatchObject({ body: "We'll send it when you open Adit." });
  });

  test('is left to a page, which then announces it', async () => {
    isOnline = false;
    await claimFromReminder(CLAIM);
    await drain({
      tokenFor: async () => 'good',
      tokenRefused: async () => undefined,
      now: serverNow,
      isServerTime: () => true,
      isOnline: () => true,
    });
    isVisible = true;
    await claimFromReminder(CLAIM);
    expect((await items()).map(({ state, told }) => [state, told])).toEqual([['done', undefined]]);
    expect(note(), 'the page in front says it').toBeUndefined();
  });

  test.each([['dead'], [undefined]])(
    'waits for a sign-in when the token (%s) is worth nothing',
    async (token) => {
      if (token === undefined) device.values.delete('outboxToken');
      else device.values.set('outboxToken', { token, address: '0xa' });
      await claimFromReminder(CLAIM);
      expect(note()).toMatchObject({ title: 'Sign in to claim', after: 'waiting' });
      expect(server.effects).toEqual([]);
      expect(await items()).toMatchObject([{ state: 'pending' }]);
    },
  );

  test('that a worker has queued before it was killed is sent by the next one, which says so', async () => {
    const id = await claimKey(CLAIM);
    await changeOutbox((box) => add(box, claimItem(id, CLAIM, serverNow(), true)));
    await send();
    expect(server.effects).toEqual([id]);
    expect(note()).toMatchObject(RESULT);
    expect(await items()).toMatchObject([{ state: 'done', told: true }]);
  });
});

test('counts once and says so, whatever is lost on the way and however often it is tapped', async () => {
  const fates = fc.array(fc.constantFrom<Fate>('answer', 'lose', 'cut', 'busy', 'broken', 'portal'), {
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(
      fates,
      fc.array(fc.constantFrom('tap', 'send'), { maxLength: 6 }),
      async (given, all) => {
        device.values.delete('outbox');
        server = fakeServer();
        server.fates = [...given];
        await claimFromReminder(CLAIM);
        for (const step of all) await (step === 'tap' ? claimFromReminder(CLAIM) : send());
        server.fates = [];
        await send();
        expect(server.effects).toEqual([await claimKey(CLAIM)]);
        expect(note()).toMatchObject(RESULT);
      },
    ),
    { numRuns: 60 },
  );
});
