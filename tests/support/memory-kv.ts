// An in-memory version of the device's key-value store, for tests without a browser. Transactions run one at a time, as in the browser.
// Install it with `vi.mock('#lib/kv.ts', () => import('#tests/support/memory-kv.ts'))`.

/** The stored values. With `full`, writes fail with a quota error. */
export const device = { values: new Map<string, unknown>(), full: false };

let queue = Promise.resolve<unknown>(undefined);

function inTurn<T>(work: () => T): Promise<T> {
  const done = queue.then(work);
  queue = done.catch(() => undefined);
  return done;
}

export const kvGet = (key: string) => inTurn(() => structuredClone(device.values.get(key)));

export const kvUpdate = (key: string, change: (old: unknown) => unknown) =>
  inTurn(() => {
    const old = structuredClone(device.values.get(key));
    const value = change(old);
    if (value === old) return;
    if (device.full) throw new DOMException('full', 'QuotaExceededError');
    device.values.set(key, structuredClone(value));
  });
