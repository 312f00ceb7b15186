// Last answers: found again by who asked, by nobody else, and by nobody once the session has ended.
import { i18n } from '@lingui/core';
import { beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '#lib/session.ts';
import { transportError, refusal } from './errors.ts';
import { lastOfAnyone, lastUnder, orLast } from './last.ts';

const stored = vi.hoisted(() => new Map<string, unknown>());

/** A database as the browser's: what is asked for first is done first. */
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

vi.stubGlobal('navigator', { onLine: true });
i18n.loadAndActivate({ locale: 'en', messages: {} });

beforeEach(() => {
  endSession();
  stored.clear();
});

test('an answer is found again after a reload, whatever the case of the address', async () => {
  arrive(ALICE);
  await lastUnder('list').keep({ balance: '12' });
  expect(await lastUnder('list').recall()).toEqual({ balance: '12' });
  expect(await lastUnder('records').recall()).toBeUndefined();
});

test('another account sees none of it', async () => {
  arrive(ALICE);
  await lastUnder('list').keep({ balance: '12' });
  // As in a tab of its own: the first session goes on elsewhere.
  startSession('another', { address: BOB });
  expect(await lastUnder('list').recall()).toBeUndefined();
});

test('nor does a guest, whose own answers outlive sessions', async () => {
  await lastUnder('list').keep({ balance: '0' });
  arrive(ALICE);
  expect(await lastUnder('list').recall()).toBeUndefined();
  await lastUnder('list').keep({ balance: '12' });
  endSession();
  expect(await lastUnder('list').recall()).toEqual({ balance: '0' });
});

test("the session's end deletes what was kept for it", async () => {
  arrive(ALICE);
  await lastUnder('list').keep({ balance: '12' });
  endSession();
  await vi.waitFor(() => expect([...stored.keys()]).toEqual([]));
  arrive(ALICE);
  expect(await lastUnder('list').recall()).toBeUndefined();
});

test('an answer in flight at the end of the session is not kept afterwards', async () => {
  arrive(ALICE);
  const late = lastUnder('list');
  endSession();
  await late.keep({ balance: '12' });
  arrive(ALICE);
  await late.keep({ balance: '12' });
  expect(await lastUnder('list').recall()).toBeUndefined();
  expect(stored.size).toBe(0);
});

test('an answer that is being written when the session ends is deleted with it', async () => {
  arrive(ALICE);
  const writing = lastUnder('list').keep({ balance: '12' });
  endSession();
  await writing;
  await vi.waitFor(() => expect(stored.size).toBe(0));
});

test('what was recalled for a session that has ended meanwhile is not shown', async () => {
  arrive(ALICE);
  await lastUnder('list').keep({ balance: '12' });
  const recalling = lastUnder('list').recall();
  startSession('another', { address: BOB });
  expect(await recalling).toBeUndefined();
});

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => ({ at: Date.now() - days * DAY_MS, data: 1 });
/** As after a reload, when the first answer that is kept looks for what can go. */
async function tidied(): Promise<string[]> {
  vi.resetModules();
  const fresh = await import('./last.ts');
  await fresh.lastUnder('list').keep({ balance: '0' });
  return [...stored.keys()].toSorted();
}

test('what is older than any session is dropped, and what an older version has left', async () => {
  stored.set('last.1.0xhere.list', daysAgo(0));
  stored.set('last.3.0xgone.list', daysAgo(8));
  stored.set('last.3.0xhere.list', daysAgo(1));
  stored.set('outbox', { at: 0 });
  expect(await tidied()).toEqual(['last.3.0xhere.list', 'last.3.guest.list', 'outbox']);
});

test("what is everybody's is found by everybody, and outlives sessions", async () => {
  arrive(ALICE);
  await lastOfAnyone('article 1').keep({ title: 'New galleries' });
  endSession();
  expect(await lastOfAnyone('article 1').recall()).toEqual({ title: 'New galleries' });
  arrive(BOB);
  expect(await lastOfAnyone('article 1').recall()).toEqual({ title: 'New galleries' });
  expect(JSON.stringify([...stored.keys()])).not.toContain('0x');
});

test("of everybody's answers the newest 200 of the last 90 days stay", async () => {
  for (let n = 1; n <= 210; n++) stored.set(`last.3.anyone.${n}`, daysAgo(n / 4));
  stored.set('last.3.anyone.old', daysAgo(91));
  const left = (await tidied()).filter((key) => key.startsWith('last.3.anyone.'));
  expect(left).toHaveLength(200);
  expect(left).not.toContain('last.3.anyone.old');
  expect(left).not.toContain('last.3.anyone.201');
  expect(left).toContain('last.3.anyone.200');
});

test('the last answer is shown when a call is lost, and the loss is told', async () => {
  const show = vi.fn();
  await lastUnder('list').keep(1);
  const lost = () => Promise.reject(transportError('offline'));
  await expect(orLast(lost, lastUnder('list'), show)).rejects.toThrow();
  expect(show).toHaveBeenCalledWith(1);
});

test('a database that is away counts as lost too', async () => {
  const show = vi.fn();
  await lastUnder('list').keep(1);
  const away = () => Promise.reject(refusal(503, 'away', null));
  await expect(orLast(away, lastUnder('list'), show)).rejects.toThrow();
  expect(show).toHaveBeenCalledWith(1);
});

test('nothing old is shown beside an answer, a refusal or a stop', async () => {
  const show = vi.fn();
  await lastUnder('list').keep(1);
  expect(await orLast(() => Promise.resolve(2), lastUnder('list'), show)).toBe(2);
  for (const error of [refusal(403, 'no', null), transportError('aborted')])
    await expect(orLast(() => Promise.reject(error), lastUnder('list'), show)).rejects.toThrow();
  expect(show).not.toHaveBeenCalled();
});

test('a network that stays silent shows the last answer while it is waited for', async () => {
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

test('without a network the last answer is there at once', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const show = vi.fn();
  await lastUnder('list').keep(1);
  void orLast(() => new Promise(() => undefined), lastUnder('list'), show);
  await vi.waitFor(() => expect(show).toHaveBeenCalledWith(1), { timeout: 500 });
  vi.stubGlobal('navigator', { onLine: true });
});
