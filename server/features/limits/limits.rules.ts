/**
 * Responsible use, as pure decisions (product, "Responsible use"): a daily limit of bets that is lowered at once and raised after
 * 24 hours, and a pause that is never shortened. Amounts are in smallest units; what a bet does about them stands in SQL
 * (`play_check`), in the transaction of the bet.
 */
import { fromUnits, toUnits } from '#contract/amounts.ts';
import type { Output } from '#contract';
import { refuse } from '#server/refusal.ts';

const DAY_MS = 86_400_000;

export interface Limits {
  /** Null: none. */
  readonly daily: bigint | null;
  /** What the limit becomes at `pendingAt`; null with a time: none. */
  readonly pending: bigint | null;
  readonly pendingAt: Date | null;
  readonly pausedUntil: Date | null;
}

export interface Play extends Limits {
  readonly spentToday: bigint;
}

export const NO_LIMITS: Limits = { daily: null, pending: null, pendingAt: null, pausedUntil: null };

const later = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS);

/** What holds now: a raise whose time has come is the limit. */
export function limitsAt(limits: Limits, now: Date): Limits {
  const { pending, pendingAt } = limits;
  if (pendingAt === null || pendingAt > now) return limits;
  return { ...limits, daily: pending, pending: null, pendingAt: null };
}

/** The limits after somebody asked for another daily one; null asks for none. A first one, and a lower one, hold at once. */
export function askLimit(limits: Limits, wanted: bigint | null, now: Date): Limits {
  const standing = limitsAt(limits, now);
  const { daily } = standing;
  if (daily === null || (wanted !== null && wanted <= daily))
    return { ...standing, daily: wanted, pending: null, pendingAt: null };
  return { ...standing, pending: wanted, pendingAt: later(now, 1) };
}

/** The limits after somebody asked for a pause of some days of 24 hours; one that lasts longer already stays. */
export function askPause(limits: Limits, days: number, now: Date): Limits {
  const until = later(now, days);
  const standing = limits.pausedUntil;
  return { ...limits, pausedUntil: standing !== null && standing > until ? standing : until };
}

/** A limit as it is written on the wire; "0" is one. @throws Refusal 1302 with more than 18 decimals */
export function readLimit(text: string): bigint {
  try {
    return toUnits(text);
  } catch {
    return refuse('invalid_amount');
  }
}

const text = (units: bigint | null): string | null => (units === null ? null : fromUnits(units));

/** What the account is shown. A pause that is over is none. */
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

/** Why an account may not bet, as `data` of 1504. */
export type PlayRefusal =
  | { readonly reason: 'paused'; readonly pausedUntil: string }
  | { readonly reason: 'limit'; readonly dailyBetLimit: string; readonly spentToday: string };

/** The reason that `play_check` gave, with its figures. */
export function refusalOf(reason: 'paused' | 'limit', play: Play, now: Date): PlayRefusal {
  const { daily, pausedUntil } = limitsAt(play, now);
  if (reason === 'paused') return { reason, pausedUntil: (pausedUntil ?? now).toISOString() };
  return { reason, dailyBetLimit: fromUnits(daily ?? 0n), spentToday: fromUnits(play.spentToday) };
}
