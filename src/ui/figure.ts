// Amounts of the token as pages write them. What belongs to everybody is public; what an account has is dots where amounts are hidden.
import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { SHOWN_DECIMALS } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { HIDDEN, hideAmountsAtom } from '#lib/hide-amounts.ts';
import { decimalsOf, shownText } from './amount-shown.ts';

/** Digits for which a card has room. */
const DIGITS = 9;

/** "12.5 ADIT", with all decimals unless told. */
export const adit = (amount: string, language: string, max = 18): string =>
  `${shownText(amount, language, { max })} ${BRAND.symbol}`;

/** "+40 ADIT", "−20 ADIT" with a minus as wide as the plus. */
export const signedAdit = (amount: string, language: string, max = 18): string =>
  `${shownText(amount, language, { max, sign: true }).replace('-', '−')} ${BRAND.symbol}`;

/** Functions that write own amounts, or hide them. */
export function useOwn() {
  const { i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const written =
    (write: typeof adit) =>
    (amount: string, max = Math.min(SHOWN_DECIMALS, decimalsOf(amount, DIGITS))): string =>
      hidden ? `${HIDDEN} ${BRAND.symbol}` : write(amount, i18n.locale, max);
  return { hidden, plain: written(adit), signed: written(signedAdit) };
}

/** Gives a function that writes an amount, or hides it. */
export const useFigure = (): ReturnType<typeof useOwn>['plain'] => useOwn().plain;
