// Opens the sheets that move money. Users who cannot use them now are told why instead of getting a sheet that refuses.
import { t } from '@lingui/core/macro';
import { useAtomValue } from 'jotai';
import { transportError } from '#api/errors.ts';
import { openPopup } from '#lib/popups.ts';
import { signedInAtom } from '#lib/session.ts';
import { toast } from '#lib/toast.ts';
import type { MoneyAction } from './assets.rules.ts';

/**
 * Returns a function that opens the sheet of an action with the coin preselected; `away` while there is no connection.
 */
export function useMoney(away: boolean): (action: MoneyAction, coin?: string) => void {
  const signedIn = useAtomValue(signedInAtom);
  return (action, coin) => {
    if (!signedIn) {
      toast(t`Please connect your wallet first`);
      return openPopup('connect', {});
    }
    // A stake can wait for the network; its sheet says so.
    if (action === 'stake') return openPopup('stake', {});
    if (away) return toast(transportError('offline').message);
    if (action === 'exchange') return openPopup('exchange', coin === undefined ? {} : { from: coin });
    return openPopup(action, coin === undefined ? {} : { coin });
  };
}
