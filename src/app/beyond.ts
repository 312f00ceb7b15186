// The foundation of everything but the first screen, loaded right after it: queries, the pages' stylesheet, and the
// work of an app start.
import './pages.css';
import { type Atom, atom } from 'jotai';
import { Queries } from '#api/provider.tsx';
import { forgetOpen, resumeBy, signedIn } from '#api/client.ts';
import { cached, queryClient } from '#api/queries.ts';
import {
  DEVICE,
  endSession,
  ownDevice,
  patchWallet,
  rereadDevice,
  tokenAtom,
  walletAtom,
} from '#lib/session.ts';
import { local } from '#lib/storage.ts';
import { t } from '@lingui/core/macro';
import { whenSessionExpires } from '#api/errors.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { walletAsksAtom } from '#lib/connected-wallet.ts';
import { findDrafts, leaveDrafts } from '#lib/drafts.ts';
import { switchLanguage } from '#lib/switch-language.ts';
import { hideAmountsAtom } from '#lib/hide-amounts.ts';
import { go, pathOf } from '#lib/navigate.ts';
import { closePopup, popupAtom } from '#lib/popups.ts';
import { read, store, write } from '#lib/store.ts';
import { toast } from '#lib/toast.ts';
import { isStranded } from './lock.ts';
import { isEntry } from './routes.tsx';

// Code 401, whoever made the call: a toast, the session is forgotten together with its open popups, and one second
// later home is shown (specification, section 8); but nothing is taken from under a user who is just answering the
// wallet. If the same address signs in again, it returns to its page with its drafts.

const HOME_AFTER_MS = 1000;

const here = () => location.hash.slice(1) || '/';
const isHome = () => isEntry(pathOf(here()));

/** Runs as soon as the atom holds nothing. */
function onceFree(busy: Atom<unknown>, run: () => void): void {
  let stop = () => {};
  const look = () => {
    if (read(busy)) return;
    stop();
    run();
  };
  stop = store.sub(busy, look);
  look();
}

/** The user answers a request in the wallet, with the sheet that explains it still open. */
const signingAtom = atom((get) => get(walletAsksAtom) && get(popupAtom) !== null);

function forgetSession(): void {
  toast(
    forgetOpen('POST /api/user/delete')
      ? t`Your account was probably deleted. Signing in again creates a new one.`
      : t`Your session has expired. Sign in again.`,
    'error',
  );
  leaveDrafts(here());
  closePopup();
  endSession('expired');
  setTimeout(() => {
    // Someone who is already connecting stays here until that is over.
    onceFree(popupAtom, () => {
      if (read(tokenAtom) === null) void go('/', { replace: true });
    });
  }, HOME_AFTER_MS);
}

function watchSessionExpiry(): void {
  whenSessionExpires(() => {
    // The device signs in again on its own.
    if (ownDevice()) {
      write(tokenAtom, '');
      signedIn().catch(() => undefined);
      return;
    }
    const expired = read(tokenAtom);
    onceFree(signingAtom, () => {
      if (read(tokenAtom) === expired) forgetSession();
    });
  });
  store.sub(walletAtom, () => {
    const { address } = read(walletAtom);
    const way = address && read(tokenAtom) !== null ? findDrafts(address) : undefined;
    if (!way) return;
    // A user who has gone to another page before the connect sheet is closed stays there.
    onceFree(popupAtom, () => {
      if (read(tokenAtom) !== null && isHome()) void go(way.url).then(way.reopen);
    });
  });
}

// The pages' stylesheet contains every rule in one order. The first screen's comes later in the document, where its few
// rules would override the others (`m-0` over `mt-5`); it adds nothing, so it is removed.
document.body.querySelector('link[rel="stylesheet"]')?.remove();

/**
 * Another tab has signed out on this device, or signed in with another account: a tab waiting for the old one is now
 * a guest's. Or another language was chosen there, or amounts were hidden or shown.
 */
function watchOtherTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    const lang = key === 'lang' && LANGUAGES.find((each) => each === newValue);
    if (lang) switchLanguage(lang).catch(() => undefined);
    if (key === 'hideAmounts') write(hideAmountsAtom, newValue === 'true');
    if (key !== DEVICE && key !== null) return;
    rereadDevice();
    if ((read(tokenAtom) === '' && !ownDevice()) || isStranded()) endSession();
  });
}

resumeBy(async () => (await import('#api/device.ts')).resume());
watchSessionExpiry();
watchOtherTabs();

const STARTED = 'started';

/**
 * App start marks the first run on this device (specification, section 7). A sign-in then says whether it is the
 * account's first.
 */
patchWallet({ isFirst: local.getItem(STARTED) === null });
local.setItem(STARTED, 'yes');

/** App start loads the link list (specification, section 7); without a network, the last one is kept. */
const loadLinks = (): Promise<void> =>
  queryClient.query(cached('GET /api/links')).then(
    ({ links }) => patchWallet({ linkList: links }),
    () => undefined,
  );

export { loadLinks, Queries };
