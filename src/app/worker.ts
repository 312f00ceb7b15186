// The service worker: registered after the page stands; a new version is offered, not forced, and then reloads every tab.
import { atom } from 'jotai';
import { write } from '#lib/store.ts';

/** Set while a new version waits: calling it takes that version. */
export const updateAtom = atom<{ apply: () => void } | null>(null);

async function register(): Promise<void> {
  const { Workbox } = await import('workbox-window');
  const workbox = new Workbox('/sw.js', { scope: '/' });
  let reloading = false;
  workbox.addEventListener('waiting', () => write(updateAtom, { apply: () => workbox.messageSkipWaiting() }));
  workbox.addEventListener('controlling', ({ isUpdate }) => {
    if (!isUpdate || reloading) return;
    reloading = true;
    location.reload();
  });
  await workbox.register();
}

/** Only the built app has a worker; without one (private windows, old browsers) everything but offline use works. */
export function startWorker(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) register().catch(() => undefined);
}
