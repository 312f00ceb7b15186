// Whether the server can be reached. The browser knows only whether the device has a network; src/api/back.ts detects
// that the server is down and reports it here.
import { useSyncExternalStore } from 'react';

let serverAway = false;
const listeners = new Set<() => void>();

/** The browser's view of the device's network; a browser that cannot tell counts as connected. */
export function hasNetwork(): boolean {
  const { onLine }: { onLine?: boolean } = navigator;
  return onLine ?? true;
}

/** False without a network and while the server is known to be down. */
export const isOnline = (): boolean => hasNetwork() && !serverAway;

/** Reports the result of a probe. */
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

/** Why no request can be made: the device has no network, or the server cannot be reached; null if requests work. */
type Absence = 'offline' | 'unreachable' | null;
const absence = (): Absence => {
  if (!hasNetwork()) return 'offline';
  return serverAway ? 'unreachable' : null;
};
export const useAbsence = (): Absence => useSyncExternalStore(onOnlineChange, absence);

/** `isOnline` as a React hook: actions that need a network are disabled while it is false. */
export const useOnline = (): boolean => useSyncExternalStore(onOnlineChange, isOnline);
