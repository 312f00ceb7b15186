// Our only IndexedDB store: outbox, cached figures, install hints. Nothing else in the page or the worker opens it. A
// browser that does not answer is treated as one without storage: no call here waits forever.
import { delMany, entries, get, promisifyRequest, set, type UseStore } from 'idb-keyval';
import { migrate } from './migrations.ts';
import { within } from './within.ts';

const NAME = 'adit';
const TABLE = 'kv';

/** Opening takes a few milliseconds; a browser that has not opened the store by then may never do so. */
export const OPENED_WITHIN_MS = 3000;
/** An open store may have to finish other tabs' transactions first. */
const ANSWERED_WITHIN_MS = 10_000;

const tooSlow = () => new DOMException('the store does not answer', 'TimeoutError');

interface Opening {
  store: Promise<UseStore>;
  /** The same, but rejects after the timeout. */
  inTime: Promise<UseStore>;
}

let opening: Opening | undefined;

/** Another tab or the browser's settings may delete the database under an open page; the next call opens a new one. */
async function connect(gone: () => void): Promise<UseStore> {
  const request = indexedDB.open(NAME);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(TABLE));
  const db = await promisifyRequest(request);
  db.addEventListener('close', gone);
  db.addEventListener('versionchange', () => {
    db.close();
    gone();
  });
  return async (mode, work) => work(db.transaction(TABLE, mode).objectStore(TABLE));
}

/** Migrates stored data before anything reads it. If the device refuses the write, reading still works. */
function open(): Opening {
  const gone = () => {
    if (opening === mine) opening = undefined;
  };
  const store = connect(gone).then(async (opened) => {
    await migrate(opened).catch(() => undefined);
    return opened;
  });
  const mine: Opening = { store, inTime: within(OPENED_WITHIN_MS, store, tooSlow) };
  store.catch(gone);
  return mine;
}

/** An open request that timed out does not block later calls; if it succeeds after all, it is used from then on. */
async function kv(): Promise<UseStore> {
  const mine = (opening ??= open());
  try {
    return await mine.inTime;
  } catch (error) {
    return Promise.race([mine.store, Promise.reject(error as Error)]);
  }
}

/** Where storage is forbidden, opening it throws synchronously, but callers expect a rejection. */
const ask = async <T>(work: (store: UseStore) => Promise<T>): Promise<T> => {
  const store = await kv();
  return within(ANSWERED_WITHIN_MS, work(store), tooSlow);
};

export const kvGet = <T>(key: string) => ask((store) => get<T>(key, store));
export const kvSet = (key: string, value: unknown) => ask((store) => set(key, value, store));
export const kvDeleteMany = (keys: string[]) => ask((store) => delMany(keys, store));
export const kvEntries = <T>() => ask((store) => entries<string, T>(store));

/**
 * Reads, changes and writes in one transaction, so that two tabs never lose each other's change. An unchanged value is
 * not written.
 */
export const kvUpdate = <T>(key: string, change: (old: T | undefined) => T): Promise<void> =>
  ask((given) =>
    given('readwrite', async (store) => {
      const old = await promisifyRequest<T | undefined>(store.get(key));
      const value = change(old);
      if (value !== old) store.put(value, key);
      await promisifyRequest(store.transaction);
    }),
  );

/** Deletes every key that starts with `prefix`, in one transaction: earlier writes are deleted, later ones remain. */
export const kvDeletePrefix = (prefix: string) =>
  ask((given) =>
    given('readwrite', (store) => {
      store.delete(IDBKeyRange.bound(prefix, `${prefix}\uffff`));
      return promisifyRequest(store.transaction);
    }),
  );
