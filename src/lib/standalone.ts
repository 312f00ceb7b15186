// What has to be there from the start for putting the app on the home screen: the browser makes its offer once, early and unasked.
// It is kept until a person asks for it (install.ts).
import { atom } from 'jotai';
import { write } from './store.ts';

interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** The app runs in a window of its own, installed. */
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
