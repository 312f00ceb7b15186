// The one IndexedDB store: outbox, last figures, install hints. Nothing else opens a database in the page or the worker.
import {
  createStore,
  del,
  delMany,
  entries,
  get,
  promisifyRequest,
  set,
  update,
  type UseStore,
} from 'idb-keyval';

let opened: UseStore | undefined;
const kv = () => (opened ??= createStore('adit', 'kv'));

// All of them are `async`: where storage is forbidden, opening it throws at once, and callers look for a rejection.
export const kvGet = async <T>(key: string) => get<T>(key, kv());
export const kvSet = async (key: string, value: unknown) => set(key, value, kv());
export const kvDelete = async (key: string) => del(key, kv());
export const kvDeleteMany = async (keys: string[]) => delMany(keys, kv());
export const kvEntries = async <T>() => entries<string, T>(kv());

/** Reads, changes and writes in one transaction: two tabs never lose each other's change. */
export const kvUpdate = async <T>(key: string, change: (old: T | undefined) => T) =>
  update<T>(key, change, kv());

/** Deletes every key that starts with `prefix`, in one transaction: what was written before is gone, what is written after stays. */
export const kvDeletePrefix = async (prefix: string) =>
  kv()('readwrite', (store) => {
    store.delete(IDBKeyRange.bound(prefix, `${prefix}\uffff`));
    return promisifyRequest(store.transaction);
  });
