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
import { migrate } from './migrations.ts';

let opened: Promise<UseStore> | undefined;

/** Nothing is read before what older versions kept has its present shape; a device that refuses the change still reads. */
async function open(): Promise<UseStore> {
  const store = createStore('adit', 'kv');
  await migrate(store).catch(() => undefined);
  return store;
}

const kv = () => (opened ??= open());

// All of them are `async`: where storage is forbidden, opening it throws at once, and callers look for a rejection.
export const kvGet = async <T>(key: string) => get<T>(key, await kv());
export const kvSet = async (key: string, value: unknown) => set(key, value, await kv());
export const kvDelete = async (key: string) => del(key, await kv());
export const kvDeleteMany = async (keys: string[]) => delMany(keys, await kv());
export const kvEntries = async <T>() => entries<string, T>(await kv());

/** Reads, changes and writes in one transaction: two tabs never lose each other's change. */
export const kvUpdate = async <T>(key: string, change: (old: T | undefined) => T) =>
  update<T>(key, change, await kv());

/** Deletes every key that starts with `prefix`, in one transaction: what was written before is gone, what is written after stays. */
export const kvDeletePrefix = async (prefix: string) =>
  (await kv())('readwrite', (store) => {
    store.delete(IDBKeyRange.bound(prefix, `${prefix}\uffff`));
    return promisifyRequest(store.transaction);
  });
