// Connecting the wallet in the middle of a withdrawal: the sheet returns, filled in, once the connect sheet is
// closed, unless another account has signed in.
import { openPopup, popupAtom } from '#lib/popups.ts';
import { signedInAtom, walletAtom } from '#lib/session.ts';
import { read, store } from '#lib/store.ts';
import { sameAddress } from '#rules/addresses.ts';
import type { Order } from './consent.ts';

export function connectFor(order: Order): void {
  const { address } = read(walletAtom);
  openPopup('connect', {});
  const stop = store.sub(popupAtom, () => {
    const next = read(popupAtom);
    if (next?.name === 'connect') return;
    stop();
    if (!next && read(signedInAtom) && sameAddress(read(walletAtom).address, address))
      openPopup('withdraw', order);
  });
}
