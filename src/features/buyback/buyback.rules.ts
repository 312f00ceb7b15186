// What the repurchase fund can still pay for, and how its purchases are split. Uses the server's rules; everything is
// rounded down.
import { UNIT, fromUnits, toUnits } from '#rules/amounts.ts';
import * as buyback from '#rules/buyback.ts';
import type { Fund } from './buyback.queries.ts';

/** How much of something a fund can still buy at a price in USDT; null without a price. */
export function payableAmount(fund: string, price: string | null): string | null {
  const payable = price === null ? null : buyback.payableAt(toUnits(fund), toUnits(price));
  return payable === null ? null : fromUnits(payable);
}

/** How much the fund buys from a person today: only what was produced; null without a price. */
export function buyableAmount(mine: Fund['mine'], price: string | null): string | null {
  const payable = payableAmount(mine?.left ?? '0', price);
  return payable !== null && mine && toUnits(mine.produced) < toUnits(payable) ? mine.produced : payable;
}

/** The institution's share of what was bought, 0 to 1; that of the rule until something is bought. */
export function institutionShare({ institution, stakers }: Pick<Fund, 'institution' | 'stakers'>): number {
  const [one, other] = [toUnits(institution), toUnits(stakers)];
  const all = one + other;
  const part = all === 0n ? (buyback.halvesOf(UNIT).institution * 10_000n) / UNIT : (one * 10_000n) / all;
  return Number(part) / 10_000;
}

/** Too little for anything that anyone would sell. */
export const isEmpty = (fund: string): boolean => buyback.isEmpty(toUnits(fund));
