// Whether the person's amounts are replaced by dots, for eyes beside them; kept on the device, since it says nothing about an account.
//
// Hidden is every amount of the person: what they hold, stake, bet, produce, earn, get or owe, their hashrate, their own limits, and
// what their team brings. Whatever writes an amount hides it by default (`amountText` and all that is built on it), so that a new
// figure cannot leak; a place says `open…` where there is nothing personal to hide:
// - what everybody sees: prices, rates, fees, rules, pools, funds, totals of a round or of the whole app, results of others;
// - what is being typed, and the terms that follow from it until it is sent, since nobody should agree blindly. What is held beside
//   it and what is left after it are the person's and hidden.
// Numbers of people, guesses or days, shares and times are no amounts.
import { i18n } from '@lingui/core';
import { atomWithStorage, createJSONStorage } from 'jotai/utils';
import { local } from './storage.ts';
import { read, store } from './store.ts';

export const hideAmountsAtom = atomWithStorage(
  'hideAmounts',
  false,
  createJSONStorage<boolean>(() => local),
  { getOnInit: true },
);

/** Stands for an amount that is not to be seen. */
export const HIDDEN = '••••';

export const areAmountsHidden = (): boolean => read(hideAmountsAtom);

// Whoever writes an amount asks for the reader's language, and is drawn anew when that changes: so it is when this does.
store.sub(hideAmountsAtom, () => i18n.emit('change'));
