// What must be in place at startup so that the app can be installed: the browser fires its install prompt event once,
// early and unprompted. The event is kept until the user wants to install (install.ts).
import { atom } from 'jotai';
import { write } from './store.ts';

interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** True when the app runs installed, in its own window. */
export const isStandalone = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

export const installOfferAtom = atom<InstallOffer | null>(null);

export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    write(installOfferAtom, event as InstallOffer);
  });
  window.addEventListener('appinstalled', () => write(installOfferAtom, null));
}
