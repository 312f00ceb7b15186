// Whether the user's amounts are replaced with dots, so that nobody nearby can read them. Stored on the device, since
// it says nothing about an account.
//
// Every personal amount is hidden: what users hold, stake, bet, produce, earn, get or owe, their hashrate, their own
// limits, and what their team brings. Formatting an amount hides it by default (`amountText` and everything built on
// it), so a new figure cannot leak; code calls an `open…` function where nothing personal is shown:
// - what everyone sees: prices, rates, fees, rules, pools, funds, totals of a round or of the whole app, other people's
//   results;
// - input being typed, and the terms that follow from it until it is sent, since nobody should agree to something
//   unseen. The balance beside it and the balance after it are personal and hidden.
// Numbers of people, guesses or days, shares and times are not amounts.
import { i18n } from '@lingui/core';
import { atomWithStorage } from 'jotai/utils';
import { read, store } from './store.ts';
import { localJson } from './stored.ts';

export const hideAmountsAtom = atomWithStorage('hideAmounts', false, localJson<boolean>(), {
  getOnInit: true,
});

/** Shown in place of a hidden amount. */
export const HIDDEN = '••••';

export const areAmountsHidden = (): boolean => read(hideAmountsAtom);

// Everything that formats an amount re-renders when the language changes; emitting that event re-renders it when this
// setting changes too.
store.sub(hideAmountsAtom, () => i18n.emit('change'));
