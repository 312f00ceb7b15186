/** Coupons by the rules: how a code is read, whether one can be redeemed, who has to wait, what is shown. Pure. */
import { fromUnits } from '#contract/amounts.ts';
import type { Output } from '#contract';

export type Grant = Output<'GET /api/assets/grants'>['items'][number];

const HOUR_MS = 3_600_000;

/** Wrong codes within an hour after which no more are read: of one account, and of all that come from one network. */
export const TRIES = { account: 10, network: 30 } as const;

/** Wrong codes count for an hour from when they were tried. */
export const countedSince = (now: Date): Date => new Date(now.getTime() - HOUR_MS);

/** A code as it is kept, of what somebody typed: without surrounding blanks, in upper case. Null for what cannot be one. */
export function codeOf(text: string): string | null {
  const trimmed = text.trim();
  return /^[A-Za-z0-9-]{1,20}$/.test(trimmed) ? trimmed.toUpperCase() : null;
}

/** What decides whether a coupon can still be redeemed. */
export interface CouponFacts {
  readonly uses_limit: number | null;
  readonly used: number;
  readonly expires_at: Date | null;
  readonly closed_at: Date | null;
}

export type CouponState = 'open' | 'closed' | 'expired' | 'used up';

/** A coupon's state; closing outlasts the rest, and at the moment at which it expires a coupon has expired. */
export function couponState(coupon: CouponFacts, now: Date): CouponState {
  if (coupon.closed_at) return 'closed';
  if (coupon.expires_at && coupon.expires_at <= now) return 'expired';
  return coupon.uses_limit !== null && coupon.used >= coupon.uses_limit ? 'used up' : 'open';
}

/**
 * Seconds until another code may be tried: 0 while fewer than `limit` of the wrong ones are within the hour, else until enough of
 * the oldest are not.
 */
export function secondsToWait(tries: readonly Date[], limit: number, now: Date): number {
  const counted = tries
    .map((at) => at.getTime())
    .filter((at) => at > countedSince(now).getTime())
    .toSorted((a, b) => a - b);
  const oldest = counted.at(-limit);
  return oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest + HOUR_MS - now.getTime()) / 1000));
}

/** What a coupon gives, in smallest units. */
export interface Gift {
  readonly coin: string | null;
  readonly amount: bigint | null;
  readonly hashrate: bigint | null;
}

const text = (units: bigint | null): string | null => (units === null ? null : fromUnits(units));

export const giftView = ({ coin, amount, hashrate }: Gift) => ({
  coin,
  amount: text(amount),
  hashrate: text(hashrate),
});

/** One grant as the database has it; the welcome has no code. */
export interface GrantRow extends Gift {
  readonly id: bigint;
  readonly at: Date;
  readonly code: string | null;
}

export const grantView = (row: GrantRow): Grant => ({
  id: String(row.id),
  time: row.at.toISOString(),
  kind: row.code === null ? 'welcome' : 'coupon',
  code: row.code,
  ...giftView(row),
});
