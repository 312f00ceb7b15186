// Amounts of the token as pages write them: as dots where amounts are hidden.
import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { amountText, SHOWN_DECIMALS } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { HIDDEN, hideAmountsAtom } from '#lib/hide-amounts.ts';

/** "12.5 ADIT", with all decimals unless told. */
export const adit = (amount: string, language: string, max = 18): string =>
  `${amountText(amount, language, { max })} ${BRAND.symbol}`;

/** Gives a function that writes an amount, or hides it. */
export function useFigure(): (amount: string, max?: number) => string {
  const { i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  return (amount, max = SHOWN_DECIMALS) =>
    `${hidden ? HIDDEN : amountText(amount, i18n.locale, { max })} ${BRAND.symbol}`;
}
