// What users do and what they are told: the answer goes to whoever made the request, an action has one key however it
// is sent, and what could not be sent is retried automatically.
import { i18n } from '@lingui/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CODES } from '#contract/codes.ts';
import { endSession, startSession } from '#lib/session.ts';
import { session } from '#lib/storage.ts';
import { learnServerTime } from '#lib/time.ts';
import { whenSessionExpires } from './errors.ts';
import { actOnce } from './act.ts';
import { act, drainNow, drainSoon, leaveOutbox, takeBack } from './outbox-page.ts';
import {
  dropOutboxToken,
  editOutbox,
  outboxOwner,
  outboxTokenFor,
  readOutbox,
  storeOutboxToken,
} from './outbox.ts';

/**
 * `full`: nothing can be written. `breaks`: it is written, but an error is reported. `stuck`: writes wait for this
 * promise.
 */
const stored = vi.hoisted(() => ({
  values: new Map<string, unknown>(),
  full: false,
  breaks: false,
  stuck: undefined as Promise<unknown> | undefined,
  /** States of the outbox's items after each write. */
  writes: [] as string[][],
  asked: [] as string[],
}));

/** A database like the browser's: one transaction after another. */
vi.mock('#lib/kv.ts', () => {
  let queue = Promise.resolve<unknown>(undefined);
  const inTurn = <T>(work: () => T): Promise<T> => {
    const done = queue.then(() => stored.stuck).then(work);
    queue = done.catch(() => undefined);
    return done;
  };
  const put = (key: string, value: unknown) => {
    if (stored.full) throw new DOMException('full', 'QuotaExceededError');
    stored.values.set(key, structuredClone(value));
    const { items = [] } = value as { items?: { state: string }[] };
    if (key === 'outbox') stored.writes.push(items.map(({ state }) => state));
    if (stored.breaks) throw new DOMException('the connection was lost', 'UnknownError');
  };
  const get = (key: string) => structuredClone(stored.values.get(key));
  return {
    kvGet: (key: string) => inTurn(() => get(key)),
    kvSet: (key: string, value: unknown) => inTurn(() => put(key, value)),
    kvUpdate: (key: string, change: (old: unknown) => unknown) =>
      inTurn(() => {
        const old = get(key);
        const value = change(old);
        if (value !== old) put(key, value);
      }),
    kvDeletePrefix: () => inTurn(() => undefined),
  };
});

vi.mock('#lib/persist.ts', () => ({ keepForGood: async (why: string) => void stored.asked.push(why) }));

type Fetch = (url: string, init: RequestInit & { headers: Record<string, string> }) => Promise<Response>;
const fetched = vi.fn<Fetch>();
const reply = (code: number, data: unknown = null) =>
  new Response(JSON.stringify({ code, message: '', data }));
const keys = () => fetched.mock.calls.map(([, { headers }]) => headers['Idempotency-Key']);

const [ALICE, BOB] = ['0xa', '0xb'];
const arrive = (address: string) => startSession(`token of ${address}`, { address });
const items = async () => (await readOutbox()).items;
const CLAIM = 'POST /api/mining/claim';

vi.stubGlobal('navigator', { onLine: true });
vi.stubGlobal('fetch', fetched);
i18n.loadAndActivate({ locale: 'en', messages: {} });

beforeEach(() => {
  fetched.mockReset();
  stored.values.clear();
  stored.writes.length = 0;
  learnServerTime(Date.now());
  arrive(ALICE);
});
afterEach(async () => {
  stored.full = false;
  vi.useRealTimers();
  whenSessionExpires(() => undefined);
  await editOutbox((box) => ({ ...box, items: [] }));
  endSession();
});

test('keeps an answer for the account that asked when another one has signed in meanwhile', async () => {
  const answered = Promise.withResolvers<Response>();
  fetched.mockReturnValue(answered.promise);
  const acted = act(CLAIM, {});
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
  await leaveOutbox();
  endSession();
  arrive(BOB);
  answered.resolve(reply(0, { claimed: '12' }));
  expect(await acted).toEqual({ kind: 'left' });
  expect(await items()).toMatchObject([{ address: ALICE, state: 'done', result: { claimed: '12' } }]);
});

test('carries the action out but shows nothing when the session has ended meanwhile', async () => {
  await storeOutboxToken({ token: 'outbox', address: ALICE });
  whenSessionExpires(() => endSession());
  fetched.mockImplementation((_, { headers }) =>
    Promise.resolve(
      headers['Authorization'] === 'Bearer outbox'
        ? reply(0, { claimed: '12' })
        : reply(CODES.session_expired.code),
    ),
  );
  expect(await act(CLAIM, {})).toEqual({ kind: 'left' });
  expect(new Set(keys()).size).toBe(1);
  expect(await items()).toMatchObject([{ address: ALICE, state: 'done' }]);
});

test('stores nothing for a guest', async () => {
  endSession();
  expect(await act(CLAIM, {})).toEqual({ kind: 'not_stored' });
  expect(await items()).toEqual([]);
});

test('sends automatically once a device that was briefly full has room again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fetched.mockImplementation(() => Promise.resolve(reply(0, {})));
  fetched.mockImplementationOnce(() => Promise.reject(new TypeError('network')));
  expect(await act(CLAIM, {})).toMatchObject({ kind: 'queued' });
  stored.full = true;
  await drainNow().catch(() => undefined);
  stored.full = false;
  await vi.advanceTimersByTimeAsync(10_000);
  await vi.waitFor(async () => expect(await items()).toMatchObject([{ state: 'done' }]));
});

test('signing out in one tab does not remove the token of another account in the next tab', async () => {
  await storeOutboxToken({ token: 'of Bob', address: BOB });
  await leaveOutbox();
  expect(await outboxOwner()).toBe(BOB);
  await storeOutboxToken({ token: 'of Alice', address: ALICE });
  await leaveOutbox();
  expect(await outboxOwner()).toBeUndefined();
});

test('a token in another format belongs to nobody and blocks nobody', async () => {
  for (const other of ['of an older version', null, 7, { token: 'without an owner' }]) {
    stored.values.set('outboxToken', other);
    expect(await outboxOwner()).toBeUndefined();
    expect(await outboxTokenFor(ALICE)).toBeUndefined();
    await dropOutboxToken('of an older version');
    await leaveOutbox();
  }
});

test('sends one intent under one key on a device that stores things only sometimes', async () => {
  const stake = (input: unknown) => actOnce('POST /api/stake/stake', input);
  const input = { amount: '10' };
  stored.full = true;
  fetched.mockImplementation(() => Promise.reject(new TypeError('network')));
  expect(await stake(input)).toEqual({ kind: 'not_stored', unsure: true });
  expect(await stake(input)).toEqual({ kind: 'not_stored', unsure: true });
  stored.full = false;
  expect(await stake(input)).toMatchObject({ kind: 'queued' });
  fetched.mockImplementation(() => Promise.resolve(reply(0, {})));
  await drainNow();
  expect(await items()).toMatchObject([{ state: 'done' }]);
  expect(new Set(keys()).size).toBe(1);

  // Once the answer is known, the next one is a new intent, and so is another amount.
  const before = keys().length;
  expect(await stake(input)).toMatchObject({ kind: 'done' });
  expect(await stake({ amount: '11' })).toMatchObject({ kind: 'done' });
  expect(new Set(keys()).size).toBe(3);
  expect(keys()).toHaveLength(before + 2);
});

test('while the outbox has an action, the window keeps no key that a reload would give to the next one', async () => {
  const answered = Promise.withResolvers<Response>();
  fetched.mockReturnValue(answered.promise);
  const acted = actOnce(CLAIM, {});
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
  expect(session.getItem('openKeys') ?? '{}').toBe('{}');
  answered.resolve(reply(0, { claimed: '12' }));
  expect(await acted).toMatchObject({ kind: 'done' });
});

test('uses one key even when the action was stored although the device reported an error', async () => {
  const stake = (input: unknown) => actOnce('POST /api/stake/stake', input);
  // The stored action cannot be dropped after the answer either.
  fetched.mockImplementation(() => {
    stored.full = true;
    return Promise.resolve(reply(0, {}));
  });
  stored.breaks = true;
  expect(await stake({ amount: '10' })).toMatchObject({ kind: 'done', direct: true });
  stored.breaks = false;
  expect(await items()).toMatchObject([{ state: 'sending' }]);
  stored.full = false;
  fetched.mockImplementation(() => Promise.resolve(reply(0, {})));
  await drainNow();
  expect(await items()).toMatchObject([{ state: 'done' }]);
  expect(keys()).toHaveLength(2);
  expect(new Set(keys()).size).toBe(1);
});

test('sends directly when the device does not get round to writing, and does not send again when it finally does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fetched.mockImplementation(() => Promise.resolve(reply(0, { state: 'running' })));
  const stuck = Promise.withResolvers<void>();
  stored.stuck = stuck.promise;
  const started = actOnce('POST /api/mining/claim1', {});
  await vi.advanceTimersByTimeAsync(2999);
  expect(fetched).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await started).toEqual({ kind: 'done', data: { state: 'running' }, direct: true });
  stuck.resolve();
  stored.stuck = undefined;
  expect(await items()).toEqual([]);
  await drainNow();
  expect(keys()).toHaveLength(1);
});

test('puts back what the browser cleared under an open page, with its key, and sends it once', async () => {
  fetched.mockImplementation(() => Promise.reject(new TypeError('network')));
  const acted = await act(CLAIM, {});
  expect(acted).toMatchObject({ kind: 'queued' });
  stored.values.clear();
  expect(await items(), 'what is shown').toMatchObject([{ state: 'pending' }]);
  fetched.mockImplementation(() => Promise.resolve(reply(0, {})));
  await drainNow();
  expect(await items()).toMatchObject([{ state: 'done' }]);
  expect(stored.values.get('outbox')).toMatchObject({ items: [{ state: 'done' }] });
  expect(new Set(keys()).size).toBe(1);

  // What was cancelled before stays gone.
  fetched.mockImplementation(() => Promise.reject(new TypeError('network')));
  const other = await act('POST /api/mining/claim1', {});
  if (other.kind !== 'queued') throw new Error(other.kind);
  expect(await takeBack(other.id)).toBe(true);
  stored.values.clear();
  expect(await items()).toMatchObject([{ call: CLAIM }]);
});

test('asks the browser for persistent storage at the first queued action', async () => {
  fetched.mockImplementation(() => Promise.resolve(reply(0, {})));
  stored.asked.length = 0;
  await act(CLAIM, {});
  expect(stored.asked).toEqual(['queued']);
});

test('sends nothing without a network on a device that stores nothing', async () => {
  stored.full = true;
  vi.stubGlobal('navigator', { onLine: false });
  expect(await actOnce(CLAIM, {})).toEqual({ kind: 'not_stored' });
  vi.stubGlobal('navigator', { onLine: true });
  expect(fetched).not.toHaveBeenCalled();
});

test('writes an online claim twice: as it is added and sent, and as it is settled and forgotten', async () => {
  fetched.mockImplementation(() => Promise.resolve(reply(0, { claimed: '12' })));
  expect(await act(CLAIM, {})).toMatchObject({ kind: 'done' });
  expect(stored.writes).toEqual([['sending'], []]);

  await drainNow();
  stored.writes.length = 0;
  fetched.mockImplementation(() => Promise.resolve(reply(1203)));
  expect(await act(CLAIM, {})).toMatchObject({ kind: 'refused' });
  expect(stored.writes).toEqual([['sending'], []]);
});

test('writes a queued claim once without a network, and twice when it is sent', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const acted = await act(CLAIM, {});
  vi.stubGlobal('navigator', { onLine: true });
  expect(acted).toMatchObject({ kind: 'queued' });
  expect(stored.writes).toEqual([['pending']]);
  fetched.mockImplementation(() => Promise.resolve(reply(0, {})));
  await drainNow();
  await drainNow();
  expect(stored.writes).toEqual([['pending'], ['sending'], ['done']]);
});

test('sends an action after the queued ones before it', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  await act('POST /api/stake/stake', { amount: '10' });
  vi.stubGlobal('navigator', { onLine: true });
  fetched.mockImplementation(() => Promise.resolve(reply(0, {})));
  expect(await act('POST /api/stake/stake', { amount: '11' })).toMatchObject({ kind: 'done' });
  const amounts = fetched.mock.calls.map(
    ([, { body }]) => (JSON.parse(body as string) as { amount: string }).amount,
  );
  expect(amounts).toEqual(['10', '11']);
});

test('an action waits for its turn while another tab is sending', async () => {
  const free = Promise.withResolvers<void>();
  const asked = vi.fn((_: string, ...rest: unknown[]) => {
    const work = rest.at(-1) as (lock: object | null) => unknown;
    return rest.length > 1 ? Promise.resolve(work(null)) : free.promise.then(() => work({}));
  });
  vi.stubGlobal('navigator', { onLine: true, locks: { request: asked } });
  fetched.mockImplementation(() => Promise.resolve(reply(0, {})));
  const acted = act(CLAIM, {});
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  expect(stored.writes).toEqual([['pending']]);
  expect(fetched).not.toHaveBeenCalled();
  free.resolve();
  expect(await acted).toMatchObject({ kind: 'done' });
  vi.stubGlobal('navigator', { onLine: true });
  expect(stored.writes).toEqual([['pending'], ['sending'], []]);
});

test.each(['before it is sent', 'before its answer is stored'])(
  'a browser killed %s leaves one effect under one key',
  async (moment) => {
    const effects = new Set<string>();
    const answered = Promise.withResolvers<Response>();
    fetched.mockImplementation((_, { headers }) => {
      if (moment !== 'before it is sent') effects.add(headers['Idempotency-Key'] ?? '');
      return answered.promise;
    });
    const acted = act(CLAIM, {});
    await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
    expect(await items()).toMatchObject([{ state: 'sending', tries: 1 }]);
    const left = stored.values.get('outbox');
    // Another browser on the same profile: now the only sender, it finds what the dead one left behind.
    vi.resetModules();
    const { drain } = await import('./outbox.ts');
    stored.values.set('outbox', left);
    fetched.mockImplementation((_, { headers }) => {
      effects.add(headers['Idempotency-Key'] ?? '');
      return Promise.resolve(reply(0, {}));
    });
    await drain({
      now: Date.now,
      isServerTime: () => true,
      isOnline: () => true,
      tokenFor: () => Promise.resolve('token'),
      tokenRefused: () => Promise.resolve(),
    });
    expect(effects.size).toBe(1);
    expect(stored.values.get('outbox')).toMatchObject({ items: [{ state: 'done', tries: 2, unsure: true }] });
    answered.resolve(reply(0, {}));
    await acted;
    await drainNow();
  },
);

test('sends when the server’s wait is over, although the network was lost and found meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const body = JSON.stringify({ code: CODES.too_many_requests.code, message: '', data: null });
  fetched.mockResolvedValue(new Response(body, { status: 429, headers: { 'Retry-After': '30' } }));
  expect(await act(CLAIM, {})).toMatchObject({ kind: 'queued' });
  await vi.advanceTimersByTimeAsync(5000);
  vi.stubGlobal('navigator', { onLine: false });
  expect(await act('POST /api/stake/stake', { amount: '10' })).toMatchObject({ kind: 'queued' });
  vi.stubGlobal('navigator', { onLine: true });
  fetched.mockClear();
  fetched.mockImplementation(async () => reply(0, {}));
  drainSoon();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(keys()).toEqual([]);
  await vi.advanceTimersByTimeAsync(20_000);
  await vi.waitFor(() => expect(keys()).toHaveLength(2));
});
