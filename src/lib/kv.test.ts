// The store when its database does not answer, answers late or is deleted: no call hangs forever, and the store
// recovers.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { kvGet, kvUpdate, OPENED_WITHIN_MS } from './kv.ts';

interface Request {
  result?: unknown;
  addEventListener?: () => void;
  onsuccess?: () => void;
}
/** The page's event listeners, by event type. */
type Listeners = Record<string, () => void>;
interface Database {
  listeners: Listeners;
  close: () => void;
}

/** Every database that was opened, and how it responds to a read. */
let opened: Request[] = [];

function answer(result: unknown): Request {
  const request: Request = { result };
  queueMicrotask(() => request.onsuccess?.());
  return request;
}

/** Lets the last open request succeed, with a database that holds `values`. */
function arrive(values: Record<string, unknown>): Database {
  const request = opened.at(-1);
  if (!request) throw new Error('nobody has opened it');
  const store = { get: (key: string) => answer(values[key]) };
  const db = {
    listeners: {} as Listeners,
    addEventListener: (type: string, run: () => void) => (db.listeners[type] = run),
    close: vi.fn(),
    transaction: () => ({ objectStore: () => store }),
  };
  request.result = db;
  request.onsuccess?.();
  return db;
}

const SILENT = 'the store does not answer';
const failure = (asked: Promise<unknown>): Promise<unknown> => asked.catch((error: Error) => error.message);

const STORED = { schema: 9, a: 1 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  opened = [];
  vi.stubGlobal('indexedDB', {
    open: () => (opened.push({ addEventListener: () => undefined }), opened.at(-1)),
  });
});
afterEach(() => vi.useRealTimers());

test('gives up on a database that never opens, fails at once from then on, and works if the database opens after all', async () => {
  const first = failure(kvGet('a'));
  const meanwhile = failure(kvUpdate('a', () => 2));
  await vi.advanceTimersByTimeAsync(OPENED_WITHIN_MS - 1);
  const late = failure(kvGet('a'));
  await vi.advanceTimersByTimeAsync(1);
  for (const each of [first, meanwhile, late]) expect(await each).toBe(SILENT);
  expect(await failure(kvGet('a'))).toBe(SILENT);
  const db = arrive(STORED);
  await vi.advanceTimersByTimeAsync(0);
  expect(await kvGet('a')).toBe(1);
  expect(opened).toHaveLength(1);
  db.listeners['close']?.();
});

test('drops a database that is deleted or closed under the page, and opens a new one', async () => {
  const before = kvGet('a');
  const db = arrive(STORED);
  expect(await before).toBe(1);
  db.listeners['versionchange']?.();
  expect(db.close).toHaveBeenCalled();
  const after = kvGet('a');
  const next = arrive({ schema: 9 });
  expect(await after).toBeUndefined();
  next.listeners['close']?.();
  expect(opened).toHaveLength(2);
  const last = kvGet('a');
  const end = arrive(STORED);
  await last;
  end.listeners['close']?.();
});

test('reports on every call, at once, that the browser forbids storage', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('forbidden', 'SecurityError');
    },
  });
  await expect(kvGet('a')).rejects.toThrow('forbidden');
  await expect(kvGet('a')).rejects.toThrow('forbidden');
});
