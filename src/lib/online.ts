// Whether the server can be reached. The browser only knows that the device has no network; that a server is away is found out by
// src/api/back.ts, which tells it here.
import { useSyncExternalStore } from 'react';

let serverAway = false;
const listeners = new Set<() => void>();

/** What the browser knows of the device's network; one that cannot tell counts as connected. */
export function hasNetwork(): boolean {
  const { onLine }: { onLine?: boolean } = navigator;
  return onLine ?? true;
}

/** False without a network and while the server is known to be away. */
export const isOnline = (): boolean => hasNetwork() && !serverAway;

/** What a probe has found. */
export function tellServerAway(away: boolean): void {
  if (away === serverAway) return;
  serverAway = away;
  for (const listener of [...listeners]) listener();
}

export function onOnlineChange(changed: () => void): () => void {
  listeners.add(changed);
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    listeners.delete(changed);
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Why nothing can be asked: the device has no network, or the server cannot be reached; null when it can. */
export type Absence = 'offline' | 'unreachable' | null;
const absence = (): Absence => {
  if (!hasNetwork()) return 'offline';
  return serverAway ? 'unreachable' : null;
};
export const useAbsence = (): Absence => useSyncExternalStore(onOnlineChange, absence);

/** `isOnline` as a value of React: what cannot be done without a network is off while it is false. */
export const useOnline = (): boolean => useSyncExternalStore(onOnlineChange, isOnline);
