/**
 * Responsible use as the contract shows it, and the errors that refuse a bet. Pure; amounts are in smallest units. The
 * check itself is in SQL (`play_check`), in the transaction of the bet.
 */
import { fromUnits, readUnits } from '#rules/amounts.ts';
import { type Limits, limitsAt } from '#rules/limits.ts';
import type { Output } from '#contract';
import { refuse } from '#server/lib/refusal.ts';

export interface Play extends Limits {
  readonly spentToday: bigint;
}

/** A limit in the contract's format; "0" is a limit too. @throws Refusal 1302 for more than 18 decimals */
export const readLimit = (text: string): bigint => readUnits(text) ?? refuse('invalid_amount');

const text = (units: bigint | null): string | null => (units === null ? null : fromUnits(units));

/** What the account sees. A pause that has ended is not shown. */
export function limitsView(play: Play, now: Date): Output<'GET /api/user/limits'> {
  const { daily, pending, pendingAt, pausedUntil } = limitsAt(play, now);
  return {
    dailyBetLimit: text(daily),
    pendingLimit: text(pending),
    pendingAt: pendingAt?.toISOString() ?? null,
    pausedUntil: pausedUntil && pausedUntil > now ? pausedUntil.toISOString() : null,
    spentToday: fromUnits(play.spentToday),
  };
}
