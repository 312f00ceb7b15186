// Each migration step runs once, in order and atomically, even when several tabs start at the same time, and changes
// only what it is meant to.
import type { UseStore } from 'idb-keyval';
import { expect, test } from 'vitest';
import { STEPS, migrate, type Step } from './migrations.ts';

/** A store with IndexedDB's semantics: one write transaction at a time, all or nothing. */
function fakeStore(stored: Map<string, unknown>) {
  let turn: Promise<unknown> = Promise.resolve();
  let written = 0;
  const answer = <T>(result: T) => {
    const request = { result } as { result: T; onsuccess?: () => void; oncomplete?: () => void };
    queueMicrotask(() => (request.onsuccess ?? request.oncomplete)?.());
    return request;
  };
  const transaction = (callback: Parameters<UseStore>[1]) => {
    const draft = new Map(stored);
    const commit = () => {
      stored.clear();
      for (const [key, value] of draft) stored.set(key, value);
      written += 1;
    };
    const store = {
      get: (key: string) => answer(draft.get(key)),
      getAllKeys: () => answer([...draft.keys()]),
      getAll: () => answer([...draft.values()]),
      put: (value: unknown, key: string) => void draft.set(key, value),
      delete: (key: string) => void draft.delete(key),
      get transaction() {
        commit();
        return answer(undefined);
      },
    };
    return callback(store as unknown as IDBObjectStore);
  };
  const within = ((mode, callback) => {
    const run = async () => transaction(callback);
    if (mode === 'readonly') return run();
    const mine = turn.then(run);
    turn = mine.catch(() => undefined);
    return mine;
  }) as UseStore;
  return { within, writes: () => written };
}

const add =
  (key: string): Step =>
  (stored) => ({ put: [[key, Number(stored.get(key) ?? 0) + 1]] });

test('runs the steps in order and remembers them', async () => {
  const stored = new Map<string, unknown>([['old', 1]]);
  const { within } = fakeStore(stored);
  await migrate(within, [() => ({ drop: ['old'], put: [['new', 1]] }), add('new')]);
  expect([...stored]).toEqual([
    ['new', 2],
    ['schema', 2],
  ]);
});

test('runs each step once when two tabs and the worker start at the same time', async () => {
  const stored = new Map<string, unknown>();
  const { within, writes } = fakeStore(stored);
  const steps = [add('a'), add('b'), add('a')];
  await Promise.all([migrate(within, steps), migrate(within, steps), migrate(within, steps)]);
  expect(Object.fromEntries(stored)).toEqual({ a: 2, b: 1, schema: 3 });
  expect(writes()).toBe(3);
});

test('runs only the new steps at a later start, and writes nothing when there are none', async () => {
  const stored = new Map<string, unknown>();
  const { within, writes } = fakeStore(stored);
  await migrate(within, [add('a')]);
  await migrate(within, [add('a')]);
  expect(writes()).toBe(1);
  await migrate(within, [add('a'), add('b')]);
  expect(Object.fromEntries(stored)).toEqual({ a: 1, b: 1, schema: 2 });
});

test('leaves data stored by a newer version alone', async () => {
  const stored = new Map<string, unknown>([
    ['schema', 9],
    ['last.2.x', 'new shape'],
  ]);
  await migrate(fakeStore(stored).within);
  expect(stored.get('last.2.x')).toBe('new shape');
  expect(stored.get('schema')).toBe(9);
});

test('changes nothing when a step fails, and retries it at the next start', async () => {
  const stored = new Map<string, unknown>([['a', 1]]);
  const { within } = fakeStore(stored);
  const broken: Step = () => {
    throw new Error('not readable');
  };
  await expect(migrate(within, [add('a'), broken])).rejects.toThrow('not readable');
  expect(Object.fromEntries(stored)).toEqual({ a: 2, schema: 1 });
  await migrate(within, [add('a'), add('b')]);
  expect(Object.fromEntries(stored)).toEqual({ a: 2, b: 1, schema: 2 });
});

test('drops cached answers without a time and a token without an address, and keeps everything else', async () => {
  const stored = new Map<string, unknown>([
    ['last.1.guest.GET /api/links', { at: 1, data: { links: [] } }],
    ['last.2.guest.x', { data: {} }],
    ['last.2.anyone.GET /api/index', { at: 1, data: {} }],
    ['outboxToken', 'abc'],
    ['deposits.0xab', [{ id: 1 }]],
    ['outbox', { v: 1, items: [{ id: 'waits' }] }],
  ]);
  await migrate(fakeStore(stored).within);
  expect([...stored.keys()].sort()).toEqual(
    ['deposits.0xab', 'last.2.anyone.GET /api/index', 'outbox', 'schema'].sort(),
  );
  expect(stored.get('schema')).toBe(STEPS.length);
});
