// The balance that a claim's celebration counts up to.
import { fromUnits, toUnits } from '#rules/amounts.ts';
import type { Claimed } from '#lib/claimed.ts';

/**
 * The balance with the claim in it; undefined while it is not known. `now` is the balance of the latest coin list, null
 * while none has arrived since the claim. Once it differs from the one before the claim, it is the newer figure and may
 * hold more than this claim. Without one before, a list that cannot hold the claim yet was asked for earlier.
 */
export function balanceAfter({ amount, before }: Claimed, now: string | null): string | undefined {
  if (before === null) return now !== null && toUnits(now) >= toUnits(amount) ? now : undefined;
  if (now === null) return fromUnits(toUnits(before) + toUnits(amount));
  return now === before ? fromUnits(toUnits(before) + toUnits(amount)) : now;
}
