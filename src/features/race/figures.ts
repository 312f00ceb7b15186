// Amounts of the token as the race writes them. What everybody staked is public; what an account has is hidden where amounts are.
import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { amountText, SHOWN_DECIMALS } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { HIDDEN, hideAmountsAtom } from '#lib/hide-amounts.ts';

/** "12.5 ADIT", with all decimals unless told. */
export const adit = (amount: string, language: string, max = 18): string =>
  `${amountText(amount, language, { max })} ${BRAND.symbol}`;

/** "+40 ADIT", "−20 ADIT" with a minus as wide as the plus. */
export const signedAdit = (amount: string, language: string, max = 18): string =>
  `${amountText(amount, language, { max, sign: true }).replace('-', '−')} ${BRAND.symbol}`;

/** Functions that write own amounts, or hide them. */
export function useOwn() {
  const { i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const dots = `${HIDDEN} ${BRAND.symbol}`;
  return {
    hidden,
    plain: (amount: string, max = SHOWN_DECIMALS) => (hidden ? dots : adit(amount, i18n.locale, max)),
    signed: (amount: string, max = SHOWN_DECIMALS) => (hidden ? dots : signedAdit(amount, i18n.locale, max)),
  };
}
