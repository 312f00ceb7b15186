// Whether this device may remind: the person's wish (kept here) and the browser's permission must both be given.
import { atom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { localJson } from './stored.ts';
import { read, write } from './store.ts';

export const canNotify = (): boolean => 'Notification' in globalThis && 'serviceWorker' in navigator;
const allowed = () => canNotify() && Notification.permission === 'granted';

const wishAtom = atomWithStorage<boolean>('notify', false, localJson(), { getOnInit: true });
const permissionAtom = atom(allowed());

/** True when reminders are wanted and allowed. */
export const notifyAtom = atom((get) => get(wishAtom) && get(permissionAtom));

/** Asks for the permission where needed; gives what holds afterwards. Only ever called from a tap. */
export async function setNotify(wanted: boolean): Promise<'on' | 'off' | 'denied' | 'unsupported'> {
  if (!wanted) {
    write(wishAtom, false);
    return 'off';
  }
  if (!canNotify()) return 'unsupported';
  const permission = await Notification.requestPermission();
  write(permissionAtom, permission === 'granted');
  write(wishAtom, permission === 'granted');
  return read(notifyAtom) ? 'on' : 'denied';
}
