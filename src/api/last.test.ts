// Cached answers: found by the account that made the request, by nobody else, and by nobody once the session has ended.
import { i18n } from '@lingui/core';
import { beforeEach, expect, test, vi } from 'vitest';
import { endSession, keepDevice, startSession } from '#lib/session.ts';
import { session } from '#lib/storage.ts';
import { transportError, refusal } from './errors.ts';
import { lastOfAnyone, lastUnder, orLast } from './last.ts';

const stored = vi.hoisted(() => new Map<string, unknown>());

/** A database like the browser's: requests are processed in order. */
vi.mock('#lib/kv.ts', () => {
  let queue = Promise.resolve<unknown>(undefined);
  const inTurn = <T>(work: () => T): Promise<T> => {
    const done = queue.then(work);
    queue = done;
    return done;
  };
  return {
    kvGet: (key: string) => inTurn(() => structuredClone(stored.get(key))),
    kvSet: (key: string, value: unknown) => inTurn(() => void stored.set(key, structuredClone(value))),
    kvEntries: () => inTurn(() => [...stored.entries()]),
    kvDeleteMany: (keys: string[]) => inTurn(() => keys.forEach((key) => stored.delete(key))),
    kvDeletePrefix: (prefix: string) =>
      inTurn(() =>
        [...stored.keys()].filter((key) => key.startsWith(prefix)).forEach((key) => stored.delete(key)),
      ),
  };
});

const ALICE = '0xAbCdEf0000000000000000000000000000000001';
const BOB = '0x0000000000000000000000000000000000000002';
const arrive = (address: string) => startSession(`token of ${address}`, { address });

/** Storage that ends with the window. */
const window = () => session.keys().filter((key) => key.startsWith('own.'));

vi.stubGlobal('navigator', { onLine: true });
i18n.loadAndActivate({ locale: 'en', messages: {} });

beforeEach(() => {
  endSession();
  for (const key of window()) session.removeItem(key);
  stored.clear();
});

test('finds an answer after a reload, whatever the case of the address', async () => {
  arrive(ALICE);
  await lastUnder('list').keep({ balance: '12' });
  expect(await lastUnder('list').recall()).toEqual({ balance: '12' });
  expect(await lastUnder('records').recall()).toBeUndefined();
});

test('shows another account none of it', async () => {
  arrive(ALICE);
  await lastUnder('list').keep({ balance: '12' });
  // As in a separate tab: the first session continues elsewhere.
  startSession('another', { address: BOB });
  expect(await lastUnder('list').recall()).toBeUndefined();
});

test('shows a guest none of it either, and keeps a guest’s own answers across sessions', async () => {
  await lastUnder('list').keep({ balance: '0' });
  arrive(ALICE);
  expect(await lastUnder('list').recall()).toBeUndefined();
  await lastUnder('list').keep({ balance: '12' });
  endSession();
  expect(await lastUnder('list').recall()).toEqual({ balance: '0' });
});

test('deletes a session’s answers when it ends', async () => {
  arrive(ALICE);
  keepDevice({ id: 'here', address: ALICE });
  await lastUnder('list').keep({ balance: '12' });
  expect(stored.size).toBe(1);
  endSession();
  await vi.waitFor(() => expect([...stored.keys()]).toEqual([]));
  arrive(ALICE);
  expect(await lastUnder('list').recall()).toBeUndefined();
});

test('an account’s answers outlive the window only where the device stays signed in', async () => {
  arrive(ALICE);
  await lastUnder('list').keep({ balance: '12' });
  await lastUnder('records').keep({ items: [] });
  expect([...stored.keys()]).toEqual([]);
  // What was cached before has to be there when the app is opened without a network.
  keepDevice({ id: 'here', address: ALICE });
  await vi.waitFor(() => expect(stored.size).toBe(2));
  expect(await lastUnder('list').recall()).toEqual({ balance: '12' });
  expect(window()).toEqual([]);
  // Another account in another tab.
  startSession('another', { address: BOB });
  await lastUnder('list').keep({ balance: '7' });
  expect([...stored.keys()].join()).not.toContain(BOB.slice(2));
  expect(window()).toHaveLength(1);
});

test('a window that keeps much begins anew, so that its session always finds room', async () => {
  arrive(ALICE);
  for (let n = 0; n < 30; n++) await lastUnder(`list ${n}`).keep('x'.repeat(100_000));
  expect(window().length).toBeLessThan(20);
  expect(await lastUnder('list 29').recall()).toHaveLength(100_000);
});

test('does not cache an answer that was in flight when the session ended', async () => {
  arrive(ALICE);
  const late = lastUnder('list');
  endSession();
  await late.keep({ balance: '12' });
  arrive(ALICE);
  await late.keep({ balance: '12' });
  expect(await lastUnder('list').recall()).toBeUndefined();
  expect([stored.size, window()]).toEqual([0, []]);
});

test('deletes an answer that was being written when the session ended', async () => {
  arrive(ALICE);
  keepDevice({ id: 'here', address: ALICE });
  const writing = lastUnder('list').keep({ balance: '12' });
  endSession();
  await writing;
  await vi.waitFor(() => expect([stored.size, window()]).toEqual([0, []]));
});

test('does not show what was read for a session that has since ended', async () => {
  arrive(ALICE);
  await lastUnder('list').keep({ balance: '12' });
  const recalling = lastUnder('list').recall();
  startSession('another', { address: BOB });
  expect(await recalling).toBeUndefined();
});

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => ({ at: Date.now() - days * DAY_MS, data: 1 });
/** As after a reload, when the first answer cached triggers the clean-up. */
async function tidied(): Promise<string[]> {
  vi.resetModules();
  const fresh = await import('./last.ts');
  await fresh.lastUnder('list').keep({ balance: '0' });
  return [...stored.keys()].toSorted();
}

test('drops what is older than any session and what an older version left behind', async () => {
  stored.set('last.1.0xhere.list', daysAgo(0));
  stored.set('last.3.0xgone.list', daysAgo(8));
  stored.set('last.3.0xhere.list', daysAgo(1));
  stored.set('outbox', { at: 0 });
  expect(await tidied()).toEqual(['last.3.0xhere.list', 'last.3.guest.list', 'outbox']);
});

test('lets everyone find public answers, and keeps them across sessions', async () => {
  arrive(ALICE);
  await lastOfAnyone('article 1').keep({ title: 'New galleries' });
  endSession();
  expect(await lastOfAnyone('article 1').recall()).toEqual({ title: 'New galleries' });
  arrive(BOB);
  expect(await lastOfAnyone('article 1').recall()).toEqual({ title: 'New galleries' });
  expect(JSON.stringify([...stored.keys()])).not.toContain('0x');
});

test('keeps only the newest 200 public answers of the last 90 days', async () => {
  for (let n = 1; n <= 210; n++) stored.set(`last.3.anyone.${n}`, daysAgo(n / 4));
  stored.set('last.3.anyone.old', daysAgo(91));
  const left = (await tidied()).filter((key) => key.startsWith('last.3.anyone.'));
  expect(left).toHaveLength(200);
  expect(left).not.toContain('last.3.anyone.old');
  expect(left).not.toContain('last.3.anyone.201');
  expect(left).toContain('last.3.anyone.200');
});

test('shows the cached answer when a call is lost, and reports the loss', async () => {
  const show = vi.fn();
  await lastUnder('list').keep(1);
  const lost = () => Promise.reject(transportError('offline'));
  await expect(orLast(lost, lastUnder('list'), show)).rejects.toThrow();
  expect(show).toHaveBeenCalledWith(1);
});

test('treats a database that is down as a lost call too', async () => {
  const show = vi.fn();
  await lastUnder('list').keep(1);
  const away = () => Promise.reject(refusal(503, 'away', null));
  await expect(orLast(away, lastUnder('list'), show)).rejects.toThrow();
  expect(show).toHaveBeenCalledWith(1);
});

test('shows nothing old beside an answer, a refusal or an abort', async () => {
  const show = vi.fn();
  await lastUnder('list').keep(1);
  expect(await orLast(() => Promise.resolve(2), lastUnder('list'), show)).toBe(2);
  for (const error of [refusal(403, 'no', null), transportError('aborted')])
    await expect(orLast(() => Promise.reject(error), lastUnder('list'), show)).rejects.toThrow();
  expect(show).not.toHaveBeenCalled();
});

test('shows the cached answer while a silent network is waited for', async () => {
  vi.useFakeTimers();
  const show = vi.fn();
  await lastUnder('list').keep(1);
  let answer: (value: number) => void = () => undefined;
  const asked = orLast(() => new Promise<number>((resolve) => (answer = resolve)), lastUnder('list'), show);
  await vi.advanceTimersByTimeAsync(1400);
  expect(show).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(show).toHaveBeenCalledWith(1);
  answer(2);
  expect(await asked).toBe(2);
  vi.useRealTimers();
});

test('shows the cached answer at once without a network', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const show = vi.fn();
  await lastUnder('list').keep(1);
  void orLast(() => new Promise(() => undefined), lastUnder('list'), show);
  await vi.waitFor(() => expect(show).toHaveBeenCalledWith(1), { timeout: 500 });
  vi.stubGlobal('navigator', { onLine: true });
});
