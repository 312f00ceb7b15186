// The balance that a claim's celebration counts up to.
import { fromUnits, toUnits } from '#rules/amounts.ts';
import type { Claimed } from '#lib/claimed.ts';

/**
 * The balance with the claim in it; undefined while it is not known. `now` is the balance of the latest coin list: once
 * it differs from the one before the claim, it is the newer figure and may hold more than this claim.
 */
export function balanceAfter({ amount, before }: Claimed, now: string): string | undefined {
  if (before === null) return undefined;
  return now === before ? fromUnits(toUnits(before) + toUnits(amount)) : now;
}
