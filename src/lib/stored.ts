// Storage adapters for atoms that survive a reload: the storage argument of `atomWithStorage`.
import { createJSONStorage } from 'jotai/utils';
import { local, session, type TextStorage } from './storage.ts';

/** For `atomWithStorage`: objects as JSON. */
export const sessionJson = <T>() => createJSONStorage<T>(() => session);
export const localJson = <T>() => createJSONStorage<T>(() => local);

/** For `atomWithStorage`: plain text without quotes; null and '' remove the entry. */
export const textStorage = (area: TextStorage) => ({
  getItem: (key: string, initial: string | null) => area.getItem(key) ?? initial,
  setItem: (key: string, value: string | null) => (value ? area.setItem(key, value) : area.removeItem(key)),
  removeItem: (key: string) => area.removeItem(key),
});
