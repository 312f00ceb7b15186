/**
 * What an exchange comes to, and how it is booked. Pure: amounts are in smallest units (10^-18), prices in USDT a coin in the
 * same units, and every rounding is down (product, "Money"). What is lost to rounding stays in the fund that pays.
 */
import type { Line } from '#server/ledger/post.ts';

/** 0.3 % of what is paid out (product, "Exchange"). */
const FEE_PER_MILLE = 3n;
const UNIT = 10n ** 18n;
/** An amount has at most 20 digits before its point (contract, "Every call"), and no column of money holds more. */
const TOO_MUCH = 10n ** 38n;

/** Which fund pays: ADIT is sold to the repurchase fund, everything else comes out of the reserve. */
export type PayingFund = 'buyback' | 'reserve';

/** A pair that is not exchanged: the field that is wrong, and why. */
export interface WrongPair {
  path: 'from' | 'to';
  reason: string;
}

/** The fund that pays for a pair, or what is wrong with the pair. ADIT is exchanged against USDT alone. */
export function payingFund(from: string, to: string, isListed: (coin: string) => boolean) {
  const wrong = (path: WrongPair['path'], reason: string): WrongPair => ({ path, reason });
  if (!isListed(from)) return wrong('from', 'not a listed coin');
  if (!isListed(to)) return wrong('to', 'not a listed coin');
  if (from === to) return wrong('to', 'the same coin');
  if (from === 'ADIT') return to === 'USDT' ? ('buyback' as const) : wrong('to', 'ADIT sells for USDT alone');
  if (to === 'ADIT' && from !== 'USDT') return wrong('from', 'ADIT is bought with USDT alone');
  return 'reserve' as const;
}

export interface ExchangeQuote {
  /** What the fund pays, in `to`: `received` and `fee` together. */
  gross: bigint;
  received: bigint;
  fee: bigint;
  /** `to` a `from` before the fee, in smallest units. */
  rate: bigint;
}

/**
 * What `amount` of a coin brings; null when that is nothing, or more than an amount can say. The fee is what is left of the
 * gross, so that both together are the gross to the last unit.
 */
export function quoteExchange(amount: bigint, priceFrom: bigint, priceTo: bigint): ExchangeQuote | null {
  const gross = (amount * priceFrom) / priceTo;
  const received = (amount * priceFrom * (1000n - FEE_PER_MILLE)) / (priceTo * 1000n);
  if (received === 0n || gross >= TOO_MUCH) return null;
  return { gross, received, fee: gross - received, rate: (priceFrom * UNIT) / priceTo };
}

export interface Exchange extends ExchangeQuote {
  user: bigint;
  from: string;
  to: string;
  amount: bigint;
  fund: PayingFund;
}

/** Of repurchased ADIT half goes to the stakers, rounded down, and the rest to the institution (product, "Token repurchase"). */
export function halvesOf(amount: bigint): { stakers: bigint; institution: bigint } {
  const stakers = amount / 2n;
  return { stakers, institution: amount - stakers };
}

/** The postings of an exchange; those of 0 are left out, as the ledger asks. */
export function exchangeLines({ user, from, to, amount, gross, received, fee, fund }: Exchange): Line[] {
  const { stakers, institution } = halvesOf(amount);
  const taken: Line[] =
    fund === 'reserve'
      ? [{ system: 'reserve', coin: from, amount }]
      : [
          { system: 'staking_rewards', coin: from, amount: stakers },
          { system: 'institution', coin: from, amount: institution },
        ];
  const lines: Line[] = [
    { user, coin: from, amount: -amount },
    { user, coin: to, amount: received },
    { system: 'revenue', coin: to, amount: fee },
    { system: fund, coin: to, amount: -gross },
    ...taken,
  ];
  return lines.filter((line) => line.amount !== 0n);
}
