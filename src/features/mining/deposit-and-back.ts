// From a sheet with too low a balance to the deposit sheet and back, unless the user has gone elsewhere meanwhile.
import { openThen } from '#lib/open-then.ts';
import { openPopup, type PopupInputs, type PopupName } from '#lib/popups.ts';
import { tokenAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';

/** Opens the deposit sheet for this much USDT; once it is closed, `name` opens again with `input`. */
export function depositAndBack<K extends PopupName>(amount: string, name: K, input: PopupInputs[K]): void {
  const [page, token] = [location.hash, read(tokenAtom)];
  openThen('deposit', { coin: 'USDT', amount }, () => {
    if (location.hash === page && read(tokenAtom) === token) openPopup(name, input);
  });
}
