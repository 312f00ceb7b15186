// Draining against a server that loses answers after committing, is down, refuses, or has a different time.
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { learnServerTime, serverNow } from '#lib/time.ts';
import { type Fate, fakeServer } from '#tests/support/losing-server.ts';
import { device } from '#tests/support/memory-kv.ts';
import { add, cancel, type OutboxItem, SENDABLE_MS, take } from './outbox.rules.ts';
import { changeOutbox, drain, type DrainDeps, editOutbox, readOutbox } from './outbox.ts';

vi.mock('#lib/kv.ts', () => import('#tests/support/memory-kv.ts'));

let made = 0;
const intent = (over: Partial<OutboxItem> = {}): OutboxItem =>
  ({
    id: `id-${++made}`,
    address: '0xa',
    call: 'POST /api/stake/stake',
    input: { amount: '10' },
    createdAt: serverNow(),
    lang: 'zh_CN',
    state: 'pending',
    tries: 0,
    ...over,
  }) as OutboxItem;
const put = (...items: OutboxItem[]) =>
  Promise.all(items.map((item) => changeOutbox((box) => add(box, item))));
const items = async () => (await readOutbox()).items;

interface Overrides extends Partial<DrainDeps> {
  fetch?: typeof globalThis.fetch;
}

/** From now on `fetch` reaches this server. */
function deps(server: ReturnType<typeof fakeServer>, { fetch, ...over }: Overrides = {}): DrainDeps {
  vi.stubGlobal('fetch', fetch ?? server.fetch);
  return { ...depsOfPage, ...over };
}

const depsOfPage: DrainDeps = {
  tokenFor: () => Promise.resolve('good'),
  tokenRefused: () => Promise.resolve(),
  now: serverNow,
  isServerTime: () => true,
  isOnline: () => true,
};

beforeEach(() => device.values.clear());
afterEach(() => {
  device.full = false;
  vi.unstubAllGlobals();
  vi.useRealTimers();
  learnServerTime(Date.now());
});

test('carries out everything once and in order, whatever is lost and whoever dies on the way', async () => {
  const fates = fc.array(fc.constantFrom<Fate>('answer', 'lose', 'cut', 'busy', 'broken', 'portal'), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fates, fc.nat(20), async (count, given, diesAt) => {
      device.values.clear();
      const server = fakeServer();
      server.fates = [...given];
      const all = Array.from({ length: count }, () => intent());
      await put(...all);
      // A sender that dies: its next request never returns, and nothing runs after it.
      let sent = 0;
      const dying = (async (...request: Parameters<typeof fetch>) => {
        sent += 1;
        if (sent === diesAt) {
          await server.fetch(...request).catch(() => undefined);
          device.full = true;
        }
        return server.fetch(...request);
      }) as typeof fetch;
      for (let round = 0; round < 20; round += 1) {
        await drain(deps(server, { fetch: dying })).catch(() => undefined);
        device.full = false;
      }
      const ids = all.map(({ id }) => id);
      expect(server.effects).toEqual(ids);
      expect((await items()).map(({ id, state }) => [id, state])).toEqual(ids.map((id) => [id, 'done']));
    }),
    { numRuns: 150 },
  );
});

test('sends key, token, language and signed input with each request', async () => {
  const server = fakeServer();
  const [one] = [intent()];
  await put(one);
  expect(await drain(deps(server))).toEqual({ stop: 'empty', afterMs: 0 });
  expect(server.asked).toMatchObject([
    { key: one.id, path: '/api/stake/stake', token: 'Bearer good', lang: 'zh_CN', body: { amount: '10' } },
  ]);
  expect(server.asked[0]?.body['sign']).toMatch(/^[0-9a-f]{64}$/);
  expect(await items()).toMatchObject([{ state: 'done', result: { of: one.id }, tries: 1 }]);
});

test('keeps the reason of a refusal and sends the next action', async () => {
  const server = fakeServer();
  const [first, second] = [intent(), intent()];
  server.refuse = ({ key }) => (key === first.id ? 1301 : undefined);
  await put(first, second);
  const ended = vi.fn<(item: OutboxItem) => void>();
  await drain(deps(server, { onEnd: ended }));
  const reason = { code: 1301, name: 'insufficient_balance', message: 'code 1301', data: { of: first.id } };
  expect(await items()).toMatchObject([{ state: 'failed', reason }, { state: 'done' }]);
  expect(ended.mock.calls.map(([item]) => item)).toMatchObject([
    { state: 'failed', reason },
    { id: second.id },
  ]);
});

test.each([
  ['busy', { stop: 'later', afterMs: 7000 }, undefined],
  ['broken', { stop: 'later', afterMs: 0 }, true],
  ['cut', { stop: 'later', afterMs: 0 }, true],
  ['portal', { stop: 'later', afterMs: 0 }, true],
] as const)('stops before the next action when the server is %s', async (fate, stopped, unsure) => {
  const server = fakeServer();
  server.fates = [fate];
  await put(intent(), intent());
  expect(await drain(deps(server))).toEqual(stopped);
  expect(server.asked).toHaveLength(1);
  const [first, second] = await items();
  expect([first?.state, first?.tries, first?.unsure]).toEqual(['pending', 1, unsure]);
  expect(second).toMatchObject({ state: 'pending', tries: 0 });
});

test('tries nothing without a network, so that no outcome is in doubt', async () => {
  const server = fakeServer();
  await put(intent());
  expect((await drain(deps(server, { isOnline: () => false }))).stop).toBe('offline');
  expect(server.asked).toEqual([]);
  expect(await items()).toMatchObject([{ state: 'pending', tries: 0 }]);
});

test('keeps the action when a token is refused, and sends it with another token of the same account', async () => {
  const server = fakeServer();
  const tokens = ['dead', 'good'];
  const refused = vi.fn(() => Promise.resolve(void tokens.shift()));
  await put(intent());
  const account = () => Promise.resolve(tokens[0]);
  expect((await drain(deps(server, { tokenFor: account, tokenRefused: refused }))).stop).toBe('empty');
  expect(refused).toHaveBeenCalledExactlyOnceWith('dead', 'code 401');

  device.values.clear();
  await put(intent());
  const stays = { tokenFor: () => Promise.resolve('dead') };
  expect((await drain(deps(server, stays))).stop).toBe('sign_in');
  expect(await items()).toMatchObject([{ state: 'pending' }]);
});

test('an account without a token waits, but does not hold up another', async () => {
  const server = fakeServer();
  const [mine, theirs] = [intent(), intent({ address: '0xb' })];
  await put(mine, theirs);
  const only = (address: string) => Promise.resolve(address === '0xb' ? 'good' : undefined);
  expect((await drain(deps(server, { tokenFor: only }))).stop).toBe('sign_in');
  expect(server.effects).toEqual([theirs.id]);
});

test('two senders at once carry out each action once', async () => {
  const server = fakeServer();
  await put(intent(), intent(), intent());
  await Promise.all([drain(deps(server)), drain(deps(server))]);
  expect(server.effects).toHaveLength(3);
  expect((await items()).map(({ state }) => state)).toEqual(['done', 'done', 'done']);
});

test('a cancelled action is not sent, and one that is being sent cannot be cancelled', async () => {
  const server = fakeServer();
  const [first, second] = [intent(), intent()];
  await put(first, second);
  const cancelled: boolean[] = [];
  const meanwhile = (async (...request: Parameters<typeof fetch>) => {
    for (const { id } of [first, second]) cancelled.push(await changeOutbox((box) => cancel(box, id)));
    return server.fetch(...request);
  }) as typeof fetch;
  await drain(deps(server, { fetch: meanwhile }));
  expect(cancelled).toEqual([false, true]);
  expect(server.effects).toEqual([first.id]);
});

test('sends again, under its key, what a dead sender left behind', async () => {
  const server = fakeServer();
  const one = intent();
  await put(one);
  await editOutbox((box) => take(box, one.id)[0]);
  await drain(deps(server));
  expect(server.effects).toEqual([one.id]);
  expect(await items()).toMatchObject([{ state: 'done', unsure: true, tries: 2 }]);
});

test.each([-5 * 3_600_000, 30 * 86_400_000])(
  'signs again when the device clock is off by %i ms',
  async (off) => {
    const server = fakeServer();
    server.clock = () => Date.now() - off;
    await put(intent({ createdAt: server.clock() }));
    expect((await drain(deps(server, { isServerTime: () => false }))).stop).toBe('empty');
    expect(server.effects).toHaveLength(1);
  },
);

test('does not send an action that is too old by the server’s clock, and says so', async () => {
  const server = fakeServer();
  await put(intent({ createdAt: serverNow() - SENDABLE_MS }), intent());
  await drain(deps(server));
  expect(server.asked).toHaveLength(1);
  expect(await items()).toMatchObject([{ state: 'failed', reason: { name: 'expired' } }, { state: 'done' }]);
});

test('asks the server for the time when an action is too old only by the device’s clock', async () => {
  vi.useFakeTimers({ now: Date.parse('2027-03-01T00:00:00Z'), toFake: ['Date'] });
  const server = fakeServer();
  server.clock = () => Date.now() - 90 * 86_400_000;
  await put(intent({ createdAt: server.clock() - 3_600_000 }));
  const unsure = { isServerTime: () => false };
  const silent = (() => Promise.reject(new TypeError('network'))) as typeof fetch;
  expect((await drain(deps(server, { ...unsure, fetch: silent }))).stop).toBe('later');
  expect((await drain(deps(server, unsure))).stop).toBe('empty');
  expect(server.effects).toHaveLength(1);
});

test('drops no refusal when the device clock runs days ahead, but drops one notified a week ago by the server’s clock', async () => {
  const server = fakeServer();
  const ended = {
    state: 'failed',
    endedAt: serverNow(),
    reason: { code: 1, name: 'n', message: 'm' },
  } as const;
  await put(intent(ended), intent({ ...ended, told: true }), intent());
  const ahead = () => serverNow() + 30 * 86_400_000;
  await drain(deps(server, { now: ahead, isServerTime: () => false, isOnline: () => false }));
  expect(await items()).toHaveLength(3);
  await drain(deps(server, { now: ahead, isOnline: () => false }));
  expect(await items()).toMatchObject([{ state: 'failed' }, { state: 'pending' }]);
});

test('does not reuse the key of an old action that looks young because the clock was set back', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T00:00:00Z'), toFake: ['Date'] });
  const server = fakeServer();
  server.clock = () => Date.now() + 9 * 86_400_000;
  await put(intent({ createdAt: Date.now() - 3_600_000 }));
  await drain(deps(server, { isServerTime: () => false }));
  expect(server.effects).toEqual([]);
  expect(await items()).toMatchObject([{ state: 'failed', reason: { name: 'expired' } }]);
});

test('dates by the server, and sends, an action made with a clock far behind', async () => {
  const server = fakeServer();
  const late = { createdAt: serverNow() - 3 * SENDABLE_MS, clockUnsure: true };
  await put(intent(late), intent({ ...late, unsure: true }));
  await drain(deps(server));
  expect(server.effects).toHaveLength(1);
  expect(await items()).toMatchObject([
    { state: 'done', clockUnsure: false },
    { state: 'failed', reason: { name: 'expired' } },
  ]);
});

test('counts an action’s age from the server’s time when the clock ran ahead, and does not use its key once it is old', async () => {
  const [start, hour] = [Date.parse('2026-11-21T00:00:00Z'), 3_600_000];
  vi.useFakeTimers({ now: start + 30 * 24 * hour, toFake: ['Date'] });
  learnServerTime(Date.now());
  const server = fakeServer();
  server.clock = () => Date.now() - 30 * 24 * hour;
  server.fates = ['answer', 'lose'];
  await put(intent());
  let heard = false;
  const unsure = { isServerTime: () => heard };
  expect((await drain(deps(server, unsure))).stop).toBe('later');
  expect(server.effects).toHaveLength(1);
  // The middle of the second to which a Date header is cut.
  expect(await items()).toMatchObject([{ state: 'pending', unsure: true, createdAt: start + 500 }]);

  // Nine days later the server no longer knows the key.
  vi.setSystemTime(Date.now() + 9 * 24 * hour);
  server.forget();
  heard = true;
  await drain(deps(server, unsure));
  expect(server.effects).toHaveLength(1);
  expect(await items()).toMatchObject([{ state: 'failed', unsure: true, reason: { name: 'expired' } }]);
});

test.each([
  ['99999999999', 3_600_000],
  ['Infinity', 3_600_000],
  ['-5', 0],
  ['soon', 0],
])('a server that asks for %s s is tried again after %i ms at most', async (asked, ms) => {
  const server = fakeServer();
  const away = (() =>
    Promise.resolve(server.reply(503, 503, null, { 'Retry-After': asked }))) as typeof fetch;
  await put(intent());
  expect(await drain(deps(server, { fetch: away }))).toEqual({ stop: 'later', afterMs: ms });
});

test('reports an outcome that cannot be stored, and asks for it again later', async () => {
  const server = fakeServer();
  const one = intent();
  await put(one);
  const ended = vi.fn<(item: OutboxItem) => void>();
  const filling = (async (...request: Parameters<typeof fetch>) => {
    device.full = true;
    return server.fetch(...request);
  }) as typeof fetch;
  await expect(drain(deps(server, { fetch: filling, onEnd: ended }))).rejects.toThrow('full');
  expect(ended.mock.calls[0]?.[0]).toMatchObject({ id: one.id, state: 'done' });
  device.full = false;
  await drain(deps(server));
  expect(server.effects).toEqual([one.id]);
});

test('neither reads nor overwrites the record of another version', async () => {
  device.values.set('outbox', { v: 2, things: [] });
  await expect(changeOutbox((box) => add(box, intent()))).rejects.toThrow();
  expect(device.values.get('outbox')).toEqual({ v: 2, things: [] });
});
