// Amounts of the token as pages format them. Public amounts are always shown; personal ones become dots while amounts
// are hidden.
import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { fittingDecimals, SHOWN_DECIMALS } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { openShown, shownText } from './amount-shown.ts';

/** Number of digits that fit in a card. */
const DIGITS = 9;

/** Decimals of an amount in a list or a card. */
export const usualDecimals = (amount: string): number =>
  Math.min(SHOWN_DECIMALS, fittingDecimals(amount, DIGITS));

/** "12.5 ADIT", with all decimals by default. */
export const openAdit = (amount: string, language: string, max = Infinity): string =>
  `${openShown(amount, language, { max })} ${BRAND.symbol}`;

/** "+40 ADIT", "−20 ADIT" with a minus as wide as the plus. */
export const openSigned = (amount: string, language: string, max = Infinity): string =>
  `${openShown(amount, language, { max, sign: true }).replace('-', '−')} ${BRAND.symbol}`;

/** The same for personal amounts. */
export const adit = (amount: string, language: string, max = Infinity): string =>
  `${shownText(amount, language, { max })} ${BRAND.symbol}`;

const signedAdit = (amount: string, language: string, max = Infinity): string =>
  `${shownText(amount, language, { max, sign: true }).replace('-', '−')} ${BRAND.symbol}`;

/** The only text for too little money; `held` includes its symbol. */
export const tooLittleText = (held: string): string => t`Insufficient balance: you have ${held}.`;

/** Functions that format personal amounts to fit in a card. */
export function useOwn() {
  const { i18n } = useLingui();
  const written =
    (write: typeof adit) =>
    (amount: string, max = usualDecimals(amount)): string =>
      write(amount, i18n.locale, max);
  return { plain: written(adit), signed: written(signedAdit) };
}

/** Returns a function that formats a personal amount. */
export const useFigure = (): ReturnType<typeof useOwn>['plain'] => useOwn().plain;
