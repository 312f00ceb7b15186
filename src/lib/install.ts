// Putting the app on the home screen: the browser's own offer is kept until the person asks for it in the drawer.
import { atom } from 'jotai';
import { write } from './store.ts';

interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** 'offer': the browser can install now; 'manual': only by the browser's share menu (iOS); 'none': installed or not possible. */
export type InstallWay = 'offer' | 'manual' | 'none';

export const isStandalone = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

const isApple = () => /iPhone|iPad|iPod/.test(navigator.userAgent);

export const installAtom = atom<InstallWay>('none');
let offer: InstallOffer | undefined;

export function watchInstall(): void {
  if (isStandalone()) return;
  if (isApple()) write(installAtom, 'manual');
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as InstallOffer;
    write(installAtom, 'offer');
  });
  window.addEventListener('appinstalled', () => write(installAtom, 'none'));
}

export async function install(): Promise<boolean> {
  if (!offer) return false;
  const { outcome } = await offer.prompt();
  offer = undefined;
  write(installAtom, 'none');
  return outcome === 'accepted';
}
