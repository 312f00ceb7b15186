// Connecting the wallet in the middle of a withdrawal: the sheet returns, filled in, once the connect sheet is
// closed, unless another account has signed in.
import { openThen } from '#lib/open-then.ts';
import { openPopup } from '#lib/popups.ts';
import { signedInAtom, walletAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { sameAddress } from '#rules/addresses.ts';
import type { Order } from './consent.ts';

export function connectFor(order: Order): void {
  const { address } = read(walletAtom);
  openThen('connect', {}, () => {
    if (read(signedInAtom) && sameAddress(read(walletAtom).address, address)) openPopup('withdraw', order);
  });
}
