// Putting the app on the home screen: which way there is, the browser's own prompt, and the moment at which it is offered.
import { atom } from 'jotai';
import { installWay, isOfferDue, type Asked } from './install.rules.ts';
import { kvUpdate } from './kv.ts';
import { openPopup, popupAtom } from './popups.ts';
import { installOfferAtom, isStandalone } from './standalone.ts';
import { read, write } from './store.ts';

export const installWayAtom = atom((get) =>
  installWay({
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    standalone: isStandalone(),
    offered: get(installOfferAtom) !== null,
  }),
);

/** Shows the browser's own prompt, which needs a tap and can be shown once. True when the person agreed. */
export async function install(): Promise<boolean> {
  const offer = read(installOfferAtom);
  if (!offer) return false;
  write(installOfferAtom, null);
  return (await offer.prompt()).outcome === 'accepted';
}

const KEY = 'install';
const NEVER: Asked = { claims: 0, asked: 0, askedAt: 0 };

/** What a claim has brought is looked at first. */
const LOOK_MS = 2500;

/** Called after each claim that was carried out while the person looked on; offers to install at the first one, and once later. */
export async function offerInstall(): Promise<void> {
  let known = NEVER;
  await kvUpdate<Asked>(KEY, (old = NEVER) => (known = { ...old, claims: old.claims + 1 }));
  if (!isOfferDue(known, read(installWayAtom))) return;
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  // Nothing that is open is pushed aside; the next claim asks then.
  if (document.hidden || read(popupAtom) !== null) return;
  await kvUpdate<Asked>(KEY, (old = NEVER) => ({ ...old, asked: old.asked + 1, askedAt: old.claims }));
  openPopup('install', {});
}
