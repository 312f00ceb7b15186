// What the repurchase fund can still pay for, and how what it bought is split. Exact amounts; every rounding is down.
import { fromUnits, toUnits } from '#contract/amounts.ts';
import type { Fund } from './buyback.queries.ts';

/** How much of something a fund can still buy at a price in USDT; null without a price. */
export function payableAmount(fund: string, price: string | null): string | null {
  if (price === null || toUnits(price) === 0n) return null;
  return fromUnits((toUnits(fund) * 10n ** 18n) / toUnits(price));
}

/** Whole hashrate that a fund can still pay for. */
export function payableHashrate(fund: string, resalePrice: string): string {
  const price = toUnits(resalePrice);
  return price === 0n ? '0' : String(toUnits(fund) / price);
}

/** The institution's share of what was bought, 0 to 1; a half while nothing was, as the rule of the split has it. */
export function institutionShare({ institution, stakers }: Pick<Fund, 'institution' | 'stakers'>): number {
  const [one, other] = [toUnits(institution), toUnits(stakers)];
  const all = one + other;
  return all === 0n ? 0.5 : Number((one * 10_000n) / all) / 10_000;
}

/** Less than a cent pays for nothing that anybody would sell. */
export const isEmpty = (fund: string): boolean => toUnits(fund) < toUnits('0.01');
