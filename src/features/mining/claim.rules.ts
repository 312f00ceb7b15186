// The balance that a claim's celebration counts up to.
import { fromUnits, toUnits } from '#rules/amounts.ts';
import type { Claimed } from '#lib/claimed.ts';

/**
 * The balance including the claim; undefined while it is not known. `now` is the balance of the latest coin list,
 * null while none has arrived since the claim. Once it differs from the balance before the claim, it is newer and may
 * include more than this claim. Without a balance from before, a list that shows less than the claim was requested
 * before it.
 */
export function balanceAfter({ amount, before }: Claimed, now: string | null): string | undefined {
  if (before === null) return now !== null && toUnits(now) >= toUnits(amount) ? now : undefined;
  if (now === null) return fromUnits(toUnits(before) + toUnits(amount));
  return now === before ? fromUnits(toUnits(before) + toUnits(amount)) : now;
}
