// Code 401, whoever made the call: a toast, the session is forgotten together with its open popups, and after a second
// home is shown (specification, section 8). If the same address signs in again, it returns to its page with its drafts.
import { t } from '@lingui/core/macro';
import { whenSessionExpires } from '#api/errors.ts';
import { findDrafts, leaveDrafts } from '#lib/drafts.ts';
import { go, pathOf } from '#lib/navigate.ts';
import { closePopup, popupAtom } from '#lib/popups.ts';
import { endSession, tokenAtom, walletAtom } from '#lib/session.ts';
import { read, store } from '#lib/store.ts';
import { toast } from '#lib/toast.ts';
import { isEntry } from './routes.tsx';

const HOME_AFTER_MS = 1000;

const here = () => location.hash.slice(1) || '/';
const isHome = () => isEntry(pathOf(here()));

/** Once the connect sheet is closed. A user who has gone to another page meanwhile stays there. */
function goBackTo({ url, reopen }: { url: string; reopen: () => void }): void {
  let stop = () => {};
  const look = () => {
    if (read(popupAtom)) return;
    stop();
    if (read(tokenAtom) !== null && isHome()) void go(url).then(reopen);
  };
  stop = store.sub(popupAtom, look);
  look();
}

export function watchSessionExpiry(): void {
  whenSessionExpires(() => {
    toast(t`Your session has expired. Please sign in again.`, 'error');
    leaveDrafts(here());
    closePopup();
    endSession('expired');
    setTimeout(() => {
      if (read(tokenAtom) === null) void go('/', { replace: true });
    }, HOME_AFTER_MS);
  });
  store.sub(walletAtom, () => {
    const { address } = read(walletAtom);
    const way = address && read(tokenAtom) !== null ? findDrafts(address) : undefined;
    if (way) goBackTo(way);
  });
}
