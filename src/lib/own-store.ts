// What the device keeps of an account's figures: in IndexedDB if it stays signed in with that account, otherwise in
// sessionStorage, so that none of them remain once the window is closed.
import { kvDeleteMany, kvDeletePrefix, kvEntries, kvGet, kvSet, kvUpdate } from './kv.ts';
import { deviceAtom, ownDevice } from './session.ts';
import { session } from './storage.ts';
import { store } from './store.ts';

const MARK = 'own.';
/** In characters. Browsers give a window about five million, which its session needs too. */
const WINDOW_AT_MOST = 2_000_000;

const keysHere = (): string[] => session.keys().filter((key) => key.startsWith(MARK));

function readHere(key: string): unknown {
  const text = session.getItem(MARK + key);
  return text === null ? undefined : JSON.parse(text);
}

function writeHere(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  const size = keysHere().reduce((sum, one) => sum + (session.getItem(one)?.length ?? 0), text.length);
  if (size > WINDOW_AT_MOST) forgetHere();
  if (text.length < WINDOW_AT_MOST) session.setItem(MARK + key, text);
}

/** Forgets what only this window stores. */
export function forgetHere(prefix = ''): void {
  for (const key of keysHere()) if (key.startsWith(MARK + prefix)) session.removeItem(key);
}

// Once the device stays signed in, whatever it needs to open without a network outlives the window.
store.sub(deviceAtom, () => {
  if (!ownDevice()) return;
  for (const key of keysHere()) {
    const name = key.slice(MARK.length);
    kvSet(name, readHere(name)).catch(() => undefined);
    session.removeItem(key);
  }
});

export const ownGet = async <T>(key: string): Promise<T | undefined> =>
  ownDevice() ? kvGet<T>(key) : (readHere(key) as T | undefined);

export const ownSet = async (key: string, value: unknown): Promise<void> =>
  ownDevice() ? kvSet(key, value) : writeHere(key, value);

export const ownUpdate = async <T>(key: string, change: (old: T | undefined) => T): Promise<void> =>
  ownDevice() ? kvUpdate(key, change) : writeHere(key, change(readHere(key) as T | undefined));

/** Forgets what is stored in an area under keys other than this one, in either place. */
export async function forgetOthers(area: string, key: string): Promise<void> {
  const others = (keys: string[]) => keys.filter((one) => one.startsWith(area) && one !== key);
  for (const other of others(keysHere().map((one) => one.slice(MARK.length))))
    session.removeItem(MARK + other);
  const found = others((await kvEntries()).map(([one]) => one));
  if (found.length > 0) await kvDeleteMany(found);
}

/** Forgets what is stored under a prefix, in either place. */
export function forgetOwn(prefix: string): Promise<void> {
  forgetHere(prefix);
  return kvDeletePrefix(prefix);
}
