// Installing the app on the home screen: which way is available, the browser's own prompt, and when to offer it.
import { atom } from 'jotai';
import { installWay, isOfferDue, type Asked } from './install.rules.ts';
import { kvUpdate } from './kv.ts';
import { isCovered, openPopup } from './popups.ts';
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

/** Shows the browser's own prompt, which requires a tap and works only once. True if the user accepted. */
export async function install(): Promise<boolean> {
  const offer = read(installOfferAtom);
  if (!offer) return false;
  write(installOfferAtom, null);
  return (await offer.prompt()).outcome === 'accepted';
}

const KEY = 'install';
const NEVER: Asked = { claims: 0, asked: 0, askedAt: 0 };

/** Leaves time to look at the claim's result first. */
const LOOK_MS = 2500;

/**
 * Called after each claim made while the user was watching. Offers installation after the first one, and once more
 * later.
 */
export async function offerInstall(): Promise<void> {
  let known = NEVER;
  await kvUpdate<Asked>(KEY, (old = NEVER) => (known = { ...old, claims: old.claims + 1 }));
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  // The browser's own prompt may have appeared meanwhile.
  if (!isOfferDue(known, read(installWayAtom))) return;
  // If not now, it is offered after the next claim.
  if (document.hidden || isCovered()) return;
  await kvUpdate<Asked>(KEY, (old = NEVER) => ({ ...old, asked: old.asked + 1, askedAt: old.claims }));
  openPopup('install', {});
}
