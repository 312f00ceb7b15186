// The app lock on this page: a new window and one that was hidden for too long are covered until the holder is confirmed
// or signs out. Nothing of a page is rendered behind the cover; what runs on every page keeps running.
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { Cover as LockCover } from '#features/lock/cover.tsx';
import { carryDrafts } from '#lib/drafts.ts';
import { AWAY_MS, isBackSoon } from '#lib/lock.ts';
import { deviceAtom, ownDevice, signedInAtom } from '#lib/session.ts';
import { session } from '#lib/storage.ts';
import { read, store, write } from '#lib/store.ts';
import { coverAtom } from './cover.ts';
import { signOut } from '#actions/sign-out.ts';

/** When this window was last seen unlocked. It survives a reload, and a new window does not have it. */
const SEEN = 'seen';

const isCovered = (): boolean => read(coverAtom) !== null;
const isLockOn = (): boolean => ownDevice()?.lock !== undefined;
const uncover = (): void => write(coverAtom, null);
const Cover = () => createElement(LockCover, { onUnlocked: uncover, onLeave: () => signOut() });

function coverIfLate(): void {
  if (!isLockOn() || isCovered() || isBackSoon(session.getItem(SEEN), Date.now())) return;
  session.removeItem(SEEN);
  carryDrafts();
  // A window that comes to the front must not show its page for even one frame.
  flushSync(() => write(coverAtom, { Cover }));
}

let timer: ReturnType<typeof setTimeout> | undefined;

function leave(): void {
  if (!isLockOn() || isCovered()) return;
  session.setItem(SEEN, String(Date.now()));
  clearTimeout(timer);
  timer = setTimeout(coverIfLate, AWAY_MS);
}

function look(): void {
  clearTimeout(timer);
  if (document.hidden) leave();
  else coverIfLate();
}

/** The account signed out, or the lock was switched off, in another window. */
function uncoverIfOpen(): void {
  const isOff = ownDevice() !== undefined && !isLockOn();
  if (isCovered() && (!read(signedInAtom) || isOff)) uncover();
}

/** Another window has ended the device behind this cover: what is left is a session that nobody can unlock. */
export const isStranded = (): boolean => isCovered() && ownDevice() === undefined;

coverIfLate();
document.addEventListener('visibilitychange', look);
window.addEventListener('pagehide', leave);
store.sub(deviceAtom, uncoverIfOpen);
store.sub(signedInAtom, uncoverIfOpen);
