// What is refetched after an action or an event: once, what the contract says, and never less.
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ReadName } from '#contract';
import { endSession, startSession } from '#lib/session.ts';
import { acting, balanceMoved, changed, ended, listening, notified, stale } from './changes.ts';
import { queryClient, remember } from './queries.ts';

const MINER = 'GET /api/mining/index';
const LIST = 'GET /api/assets/list';
const RECORDS = 'GET /api/assets/records';
const STAKING = 'GET /api/stake/index';
const USER = 'GET /api/user/info';
const OPENING = 'GET /api/game/opening';
const CLAIM = 'POST /api/mining/claim';

/** Requests, in order. */
let asked: string[] = [];
/** Delay of answers, in milliseconds. */
let slow = 0;
let leave: (() => void)[] = [];

/** Mounts a component that shows this answer. */
function show(name: ReadName, input: object = {}) {
  const observer = new QueryObserver(queryClient, {
    queryKey: [name, input],
    queryFn: async ({ signal }) => {
      asked.push(name);
      await new Promise((resolve) => setTimeout(resolve, slow));
      signal.throwIfAborted();
      return { of: asked.length };
    },
  });
  leave.push(observer.subscribe(() => undefined));
  return observer;
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Requests since the last call. */
function news(): string[] {
  const now = asked.toSorted();
  asked = [];
  return now;
}
/** A claim as `useOneAtATime` makes it; its answer takes 20 ms and includes the miner. */
async function claim() {
  const answered = acting(CLAIM);
  await pass(20);
  answered(() => remember(MINER, { state: 'running' } as never));
  await pass(slow);
}

beforeEach(async () => {
  vi.useFakeTimers();
  startSession('secret', { address: '0x1' });
  slow = 0;
  asked = [];
  for (const name of [MINER, LIST, STAKING, USER, OPENING] as const) show(name);
  show(RECORDS, { limit: '4' });
  show(RECORDS, { category: 'mining' });
  await pass(10);
  expect(news()).toHaveLength(7);
});
afterEach(() => {
  for (const stop of leave) stop();
  leave = [];
  endSession();
  queryClient.clear();
  vi.useRealTimers();
});

test('refetches what an action changes wherever it is shown, with any input', async () => {
  void changed(CLAIM);
  await pass(0);
  expect(news()).toEqual([LIST, RECORDS, RECORDS, MINER].toSorted());
  void changed('POST /api/user/kyc', CLAIM);
  await pass(0);
  expect(news()).toEqual([LIST, RECORDS, RECORDS, MINER, USER].toSorted());
  void changed('POST /api/push/test');
  await pass(0);
  expect(news()).toEqual([]);
});

test('makes everything stale when the account or the time changes', async () => {
  void changed('POST /api/demo/skip');
  await pass(0);
  expect(news()).toHaveLength(7);
  listening(true);
  await pass(0);
  expect(news()).toHaveLength(7);
});

test('refetches single reads by name', async () => {
  void stale(USER, STAKING);
  await pass(0);
  expect(news()).toEqual([STAKING, USER].toSorted());
});

describe('an answer that was asked for before the change', () => {
  test('does not count, even if it is the first one', async () => {
    slow = 100;
    const list = show('GET /api/stake/list');
    await pass(50);
    void stale('GET /api/stake/list');
    await pass(60);
    expect(list.getCurrentResult().data).toBeUndefined();
    await pass(50);
    expect(list.getCurrentResult().data).toEqual({ of: 2 });
  });

  test('does not count either if nothing on screen waits for it yet', async () => {
    let at = 'before';
    const queryKey = ['GET /api/stake/list', {}];
    const queryFn = async () => {
      const now = at;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return now;
    };
    const ahead = queryClient.query({ queryKey, queryFn });
    await pass(50);
    at = 'after';
    void stale('GET /api/stake/list');
    await pass(100);
    expect(await ahead).toBe('after');
    expect(queryClient.getQueryData(queryKey)).toBe('after');
  });

  test('is shown while others change it every second', async () => {
    const opening = show(OPENING);
    await pass(10);
    slow = 1200;
    for (let second = 0; second < 20; second += 1) {
      notified('race');
      await pass(1000);
    }
    expect(Date.now() - opening.getCurrentResult().dataUpdatedAt).toBeLessThan(2 * slow);
  });

  test.each(['an event to everybody', 'a new event stream'])(
    'is asked for again after %s, once',
    async (what) => {
      const name = 'GET /api/mining/bet/index';
      const requests = () => news().filter((asked) => asked === name);
      slow = 1000;
      const lottery = show(name);
      await pass(500);
      if (what === 'a new event stream') listening(true);
      else notified('lottery');
      notified('lottery');
      await pass(499);
      expect([requests(), lottery.getCurrentResult().data]).toEqual([[name], undefined]);
      await pass(2);
      expect(requests()).toEqual([name]);
      expect(lottery.getCurrentResult().data).toBeDefined();
      await pass(60_000);
      expect(requests()).toEqual([]);
    },
  );
});

describe('an action of this page', () => {
  test('caches the data in its answer, refetches once what else it changes, and ignores its own event', async () => {
    await claim();
    expect(news()).toEqual([LIST, RECORDS, RECORDS].toSorted());
    await pass(50);
    notified('balance');
    await pass(1000);
    expect(news()).toEqual([]);
    expect(queryClient.getQueryData([MINER, {}])).toMatchObject({ state: 'running' });
  });

  test('refetches once when it was queued and has ended; an event of a refused action never comes', async () => {
    void ended([CLAIM], []);
    await pass(50);
    notified('balance');
    await pass(1000);
    expect(news()).toEqual([LIST, RECORDS, RECORDS, MINER].toSorted());
    await pass(2000);
    void ended([], [CLAIM]);
    await pass(10);
    news();
    notified('balance');
    await pass(10);
    expect(news()).toHaveLength(5);
  });

  test.each([
    ['after', 20],
    ['before', -20],
  ])('that was queued asks once for each read, also where its event comes %s its end', async (_, ms) => {
    slow = 200;
    if (ms < 0) notified('balance');
    await pass(Math.abs(ms));
    void ended([CLAIM], []);
    await pass(Math.abs(ms));
    if (ms > 0) notified('balance');
    await pass(1000);
    expect(news().filter((name) => name !== STAKING)).toEqual([LIST, RECORDS, RECORDS, MINER].toSorted());
    notified('balance');
    await pass(1000);
    expect(news()).toHaveLength(5);
  });

  test('that was queued takes one event for its own: the next action asks for itself', async () => {
    notified('balance');
    await pass(10);
    expect(news()).toHaveLength(5);
    void ended([CLAIM], []);
    await pass(10);
    expect(news()).toEqual([]);
    void ended([CLAIM, CLAIM], []);
    await pass(10);
    expect(news()).toEqual([LIST, RECORDS, RECORDS, MINER].toSorted());
    notified('balance');
    notified('balance');
    await pass(10);
    expect(news()).toEqual([]);
  });

  test('does not hide another device’s action, however close together they are', async () => {
    await claim();
    news();
    await pass(50);
    notified('balance');
    notified('balance');
    await pass(0);
    expect(news()).toEqual([MINER, LIST, RECORDS, RECORDS, STAKING].toSorted());
    notified('balance');
    await pass(0);
    expect(news()).toHaveLength(5);
  });

  test('listens to everything again after two seconds, even if its event was lost', async () => {
    await claim();
    news();
    await pass(2000);
    notified('balance');
    await pass(0);
    expect(news()).toHaveLength(5);
  });

  test('refetches only once if its event arrives before its answer, and reacts to the next event', async () => {
    slow = 200;
    const answered = acting(CLAIM);
    await pass(20);
    notified('balance');
    await pass(20);
    answered(() => remember(MINER, { state: 'running' } as never));
    await pass(500);
    expect(news()).toEqual([LIST, RECORDS, RECORDS].toSorted());
    notified('balance');
    await pass(500);
    expect(news()).toHaveLength(5);
  });

  test('holds events back for a second at most, and releases them if it ends without an answer', async () => {
    const answered = acting(CLAIM);
    notified('balance');
    await pass(999);
    expect(news()).toEqual([]);
    await pass(1);
    expect(news()).toHaveLength(5);
    notified('balance');
    await pass(0);
    expect(news()).toHaveLength(5);
    await pass(1);
    answered(() => undefined);
    await pass(0);
    expect(news()).toHaveLength(4);
    notified('balance');
    await pass(0);
    expect(news()).toHaveLength(5);
    const failed = acting(CLAIM);
    notified('balance');
    failed();
    failed(() => undefined);
    await pass(0);
    expect(news()).toHaveLength(5);
  });

  test('keeps the data of its answer despite requests sent earlier', async () => {
    slow = 200;
    void stale(MINER);
    await pass(50);
    await claim();
    await pass(500);
    expect(queryClient.getQueryData([MINER, {}])).toMatchObject({ state: 'running' });
  });

  test('refetches what was requested before its answer', async () => {
    slow = 200;
    void stale(LIST);
    await pass(50);
    await claim();
    expect(news()).toEqual([LIST, LIST, RECORDS, RECORDS].toSorted());
  });

  test('reacts to events sent to everybody too, which also announce others’ changes', async () => {
    const answered = acting('POST /api/game/coining');
    answered(() => undefined);
    await pass(0);
    expect(news()).toEqual([LIST, RECORDS, RECORDS, OPENING].toSorted());
    notified('race');
    notified('balance');
    await pass(0);
    expect(news()).toEqual([OPENING]);
  });

  test('is forgotten when the session ends', async () => {
    await claim();
    endSession();
    startSession('another', { address: '0x2' });
    show(LIST);
    await pass(10);
    news();
    notified('balance');
    await pass(10);
    expect(news()).toEqual([LIST]);
  });

  test.each([true, false])('expects no event after a new stream has opened (missed: %s)', async (missed) => {
    await claim();
    listening(missed);
    await pass(0);
    expect(news().length > 4).toBe(missed);
    notified('balance');
    await pass(0);
    expect(news()).toHaveLength(5);
  });
});

describe('the first stream', () => {
  test('refetches what others may have changed since it was read, and nothing else', async () => {
    show('GET /api/user/limits');
    await pass(10);
    news();
    listening(false);
    await pass(0);
    expect(news()).toEqual([OPENING]);
    listening(true);
    await pass(0);
    expect(news()).toContain('GET /api/user/limits');
  });

  test('asks neither again for what is under way, nor for what nobody shows', async () => {
    for (const stop of leave) stop();
    leave = [];
    queryClient.clear();
    news();
    slow = 50;
    show(OPENING);
    await pass(20);
    listening(false);
    await pass(100);
    expect(news()).toEqual([OPENING]);
    for (const stop of leave) stop();
    listening(false);
    await pass(100);
    expect(news()).toEqual([]);
  });
});

test('an answer that shows moved money refetches what is older than itself', async () => {
  await pass(5000);
  void stale(STAKING, LIST);
  await pass(10);
  news();
  void balanceMoved(queryClient.getQueryState([STAKING, {}])?.dataUpdatedAt);
  await pass(0);
  expect(news()).toEqual([MINER, RECORDS, RECORDS].toSorted());
});
