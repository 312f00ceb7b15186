// Connecting the wallet in the middle of a deposit or withdrawal: the sheet returns, filled in, once the connect sheet
// is closed, unless another account has signed in.
import { openThen } from '#lib/open-then.ts';
import { signedInAtom, walletAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { sameAddress } from '#rules/addresses.ts';

export function connectThen(reopen: () => void): void {
  const { address } = read(walletAtom);
  openThen('connect', {}, () => {
    if (read(signedInAtom) && sameAddress(read(walletAtom).address, address)) reopen();
  });
}
