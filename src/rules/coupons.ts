/** Coupons: how a code is parsed, whether it can be redeemed, and how long to wait after too many wrong tries. */
import { HOUR_MS } from './days.ts';
import { COUPON_LENGTH, COUPON_TRIES, COUPON_TRY_HOURS } from './figures.ts';

const CODE = /^[A-Za-z0-9-]+$/;
const TRY_MS = COUPON_TRY_HOURS * HOUR_MS;

/**
 * How many wrong codes an account may enter. A network is never refused as a whole: a neighbour who enters wrong codes,
 * on however many accounts, leaves everyone else their own tries. Verified accounts keep all of theirs, because nobody
 * who guesses codes gets many such accounts.
 */
export const triesAllowed = ({ crowded, verified }: { crowded: boolean; verified: boolean }): number =>
  crowded && !verified ? COUPON_TRIES.crowded : COUPON_TRIES.account;

/** Wrong codes tried since this time count. */
export const countedSince = (now: Date): Date => new Date(now.getTime() - TRY_MS);

/** A typed code in the form it is stored: trimmed and in upper case. Null for anything that cannot be a code. */
export function codeOf(text: string): string | null {
  const trimmed = text.trim();
  return CODE.test(trimmed) && trimmed.length <= COUPON_LENGTH ? trimmed.toUpperCase() : null;
}

/** The facts that decide whether a coupon can still be redeemed. */
export interface CouponFacts {
  readonly uses_limit: number | null;
  readonly used: number;
  readonly expires_at: Date | null;
  readonly closed_at: Date | null;
}

type CouponState = 'open' | 'closed' | 'expired' | 'used up';

/** A coupon's state. Closed takes precedence over the rest, and at its expiry time a coupon has expired. */
export function couponState(coupon: CouponFacts, now: Date): CouponState {
  if (coupon.closed_at) return 'closed';
  if (coupon.expires_at && coupon.expires_at <= now) return 'expired';
  return coupon.uses_limit !== null && coupon.used >= coupon.uses_limit ? 'used up' : 'open';
}

/**
 * Seconds until another code may be tried: 0 while fewer than `limit` wrong tries count, otherwise the time until
 * enough of the oldest stop counting.
 */
export function secondsToWait(tries: readonly Date[], limit: number, now: Date): number {
  const counted = tries
    .map((at) => at.getTime())
    .filter((at) => at > countedSince(now).getTime())
    .toSorted((a, b) => a - b);
  const oldest = counted.at(-limit);
  return oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest + TRY_MS - now.getTime()) / 1000));
}
