/**
 * The lottery: when rounds close, what a guess costs, what is in a round's pool and how it is shared. ADIT in smallest
 * units (10^-18), rounded down. A round is named after the Singapore date of its close, YYYY-MM-DD.
 */
import { toUnits } from './amounts.ts';
import { DAY_MS, HOUR_MS } from './days.ts';
import {
  FREE_GUESSES,
  GUESS_PRICE,
  LOTTERY_CLOSE_HOUR,
  LOTTERY_DIGITS,
  LOTTERY_MARGIN_SECONDS,
  MINER_ADDS,
  MOST_GUESSES,
  SINGAPORE_HOURS,
} from './figures.ts';

/** Time of a round's close, from the start of its date in UTC. */
const CLOSE_MS = (LOTTERY_CLOSE_HOUR - SINGAPORE_HOURS) * HOUR_MS;

const startOf = (round: string): number => Date.parse(`${round}T00:00:00Z`);
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A guess wins one time in this many. */
export const LOTTERY_ODDS = 10 ** LOTTERY_DIGITS;

/** Whether a text is a calendar date from the year 1 on, YYYY-MM-DD: the name of a lottery round. */
export function isLotteryRound(text: string): boolean {
  const start = DATE.test(text) && text >= '0001' ? startOf(text) : Number.NaN;
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(text);
}

/**
 * When a round closes and is drawn, and the next one opens.
 * @throws RangeError when the text is not a date as YYYY-MM-DD
 */
export function lotteryClose(round: string): Date {
  if (!isLotteryRound(round)) throw new RangeError(`not a lottery round: ${round}`);
  return new Date(startOf(round) + CLOSE_MS);
}

/**
 * When a round stops accepting guesses (from exactly then on). The time from then until its close is a margin for clock
 * differences.
 * @throws RangeError when the text is not a date as YYYY-MM-DD
 */
export const guessesUntil = (round: string): Date =>
  new Date(lotteryClose(round).getTime() - LOTTERY_MARGIN_SECONDS * 1000);

/** The round open at a point in time: the Singapore date of the next close. */
export const lotteryRoundAt = (at: Date): string =>
  new Date(at.getTime() - CLOSE_MS + DAY_MS).toISOString().slice(0, 10);

/** The round that opens when this one closes. @throws RangeError when the text is not a date as YYYY-MM-DD */
export const lotteryAfter = (round: string): string => lotteryRoundAt(lotteryClose(round));

/** ADIT for the next guess of an account that has made `made` in the round. */
export const guessPrice = (made: number, free = FREE_GUESSES, price = toUnits(GUESS_PRICE)): bigint =>
  made < free ? 0n : price;

/**
 * Where a round's pool comes from: the previous round's remainder, what was issued for the miners, and paid guesses.
 */
export interface Sources {
  readonly carried: bigint;
  readonly issued: bigint;
  readonly paid: bigint;
}

/**
 * The highest that paid guesses may bring a pool to: the cost of guessing all numbers for accounts that use all their
 * guesses, including the free ones. Up to this, anyone buying all numbers pays at least what the pool gives back.
 */
export const mostPaidPool = (): bigint =>
  (toUnits(GUESS_PRICE) * BigInt(LOTTERY_ODDS * (MOST_GUESSES - FREE_GUESSES))) / BigInt(MOST_GUESSES);

/** A round's whole pool. */
export const potOf = ({ carried, issued, paid }: Sources): bigint => carried + issued + paid;

/**
 * How much of `part`, an amount from a round's pool, was issued rather than paid by players: its share of the pool's
 * issued ADIT, rounded down, so that parts of one pool never contain more than was issued. Of what was carried over,
 * `carriedIssued` was issued. Guesses may be paid with bought ADIT, so only the issued part of a prize counts as
 * produced: otherwise, winning back one's payment would turn bought ADIT into produced ADIT.
 */
export function issuedPartOf(part: bigint, pool: Sources & { readonly carriedIssued: bigint }): bigint {
  const pot = potOf(pool);
  return pot === 0n ? 0n : (part * (pool.carriedIssued + pool.issued)) / pot;
}

/** What a number of permanent miners adds to a round. */
export const issueOf = (miners: number): bigint => toUnits(MINER_ADDS) * BigInt(miners);

/**
 * The outcome of a drawn round: each winning guess gets the same share, rounded down, and the remainder rolls over; the
 * whole pool does if nobody won.
 */
export function outcomeOf(pot: bigint, winners: number): { share: bigint; rolled: bigint } {
  if (winners === 0) return { share: 0n, rolled: pot };
  const share = pot / BigInt(winners);
  return { share, rolled: pot - share * BigInt(winners) };
}
