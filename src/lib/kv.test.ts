// The store over a database that does not answer, answers late, or is taken away: nobody waits for ever, and nothing stays broken.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { kvGet, kvUpdate, OPENED_WITHIN_MS } from './kv.ts';

interface Request {
  result?: unknown;
  onsuccess?: () => void;
}
interface Database {
  onclose?: () => void;
  onversionchange?: () => void;
  close: () => void;
  transaction: () => unknown;
}

/** Every database that was opened, and what it does with a read. */
let opened: Request[] = [];

function answer(result: unknown): Request {
  const request: Request = { result };
  queueMicrotask(() => request.onsuccess?.());
  return request;
}

/** Has the last opening succeed, with a database that holds `values`. */
function arrive(values: Record<string, unknown>): Database {
  const request = opened.at(-1);
  if (!request) throw new Error('nobody has opened it');
  const store = { get: (key: string) => answer(values[key]) };
  const db: Database = { close: vi.fn(), transaction: () => ({ objectStore: () => store }) };
  request.result = db;
  request.onsuccess?.();
  return db;
}

const KEPT = { schema: 9, a: 1 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  opened = [];
  vi.stubGlobal('indexedDB', { open: () => (opened.push({}), opened.at(-1)) });
});
afterEach(() => vi.useRealTimers());

test('a database that never opens is given up after a while, then at once, and works when it opens after all', async () => {
  const first = expect(kvGet('a')).rejects.toThrow('does not answer');
  const meanwhile = expect(kvUpdate('a', () => 2)).rejects.toThrow('does not answer');
  await vi.advanceTimersByTimeAsync(OPENED_WITHIN_MS - 1);
  const late = expect(kvGet('a')).rejects.toThrow('does not answer');
  await vi.advanceTimersByTimeAsync(1);
  await Promise.all([first, meanwhile, late]);
  await expect(kvGet('a')).rejects.toThrow('does not answer');
  const db = arrive(KEPT);
  await vi.advanceTimersByTimeAsync(0);
  expect(await kvGet('a')).toBe(1);
  expect(opened).toHaveLength(1);
  db.onclose?.();
});

test('a database that is deleted or closed under the page is let go, and opened anew', async () => {
  const before = kvGet('a');
  const db = arrive(KEPT);
  expect(await before).toBe(1);
  db.onversionchange?.();
  expect(db.close).toHaveBeenCalled();
  const after = kvGet('a');
  const next = arrive({ schema: 9 });
  expect(await after).toBeUndefined();
  next.onclose?.();
  expect(opened).toHaveLength(2);
  const last = kvGet('a');
  const end = arrive(KEPT);
  await last;
  end.onclose?.();
});

test('a browser that forbids storage is told of at once, each time', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('forbidden', 'SecurityError');
    },
  });
  await expect(kvGet('a')).rejects.toThrow('forbidden');
  await expect(kvGet('a')).rejects.toThrow('forbidden');
});
