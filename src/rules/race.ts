/**
 * The race: when rounds run, which coins, what can be bet, what it pays, and what it can cost the bank. ADIT in
 * smallest units (10^-18), rounded down. Round N starts at N × 300 s since the epoch; intervals include their start but
 * not their end.
 */
import { UNIT, fromUnits, readUnits, times, toUnits } from './amounts.ts';
import {
  RACE_BETTING_SECONDS,
  RACE_LANES,
  RACE_LEAST_BET,
  RACE_MOST_BET,
  RACE_PAYOUT,
  RACE_ROUND_SECONDS,
} from './figures.ts';
import { type Rates, commissions } from './team.ts';

const ROUND_MS = RACE_ROUND_SECONDS * 1000;

/** The round at a point in time. It may already be closed to bets. */
export const raceRoundAt = (at: Date): number => Math.floor(at.getTime() / ROUND_MS);

/** When a round opens, stops accepting bets (from exactly then on) and is drawn. */
export function raceTimes(round: number): { opensAt: Date; bettingEndsAt: Date; drawsAt: Date } {
  const opens = round * ROUND_MS;
  return {
    opensAt: new Date(opens),
    bettingEndsAt: new Date(opens + RACE_BETTING_SECONDS * 1000),
    drawsAt: new Date(opens + ROUND_MS),
  };
}

/** The round that accepts bets at a point in time; null in the last seconds before a draw. */
export function openRound(now: Date): number | null {
  const round = raceRoundAt(now);
  return now < raceTimes(round).bettingEndsAt ? round : null;
}

/** Coins that never race: the one used for bets, and the one whose price never moves. */
const NEVER: readonly string[] = ['ADIT', 'USDT'];

export interface Lane {
  readonly lane: number;
  readonly coin: string;
}

/** The lanes: the first coins of the list that have a price, in list order. */
export const lanesOf = (coins: readonly { symbol: string; price: unknown }[]): Lane[] =>
  coins
    .filter(({ symbol, price }) => price !== null && !NEVER.includes(symbol))
    .slice(0, RACE_LANES)
    .map(({ symbol }, at) => ({ lane: at + 1, coin: symbol }));

/** Stakes per lane; null if one is below the minimum, above the maximum, or not an amount. */
export function readBets(bets: readonly { lane: number; amount: string }[]): bigint[] | null {
  const stakes = Array<bigint>(RACE_LANES).fill(0n);
  for (const { lane, amount } of bets) {
    const units = readUnits(amount);
    if (units === null || units < toUnits(RACE_LEAST_BET) || units > toUnits(RACE_MOST_BET)) return null;
    stakes[lane - 1] = units;
  }
  return stakes;
}

/** The sum of all stakes. */
export const totalOf = (stakes: readonly bigint[]): bigint => stakes.reduce((sum, one) => sum + one, 0n);

/** What a stake on the champion pays, including the stake. @param factor in smallest units of 1 */
export const prizeOf = (stake: bigint, factor = BigInt(RACE_PAYOUT) * UNIT): bigint => times(stake, factor);

/** What stakes pay when `champion` wins. */
export const payoutOf = (stakes: readonly bigint[], champion: number): bigint =>
  prizeOf(stakes[champion - 1] ?? 0n);

/**
 * The most that a round can cost the bank: the most expensive lane wins, and every level above is paid for all stakes.
 * Actual payouts are rounded down per account, so they never exceed this.
 */
export function liability(stakes: readonly bigint[], rates: Rates): bigint {
  const total = totalOf(stakes);
  const dearest = stakes.reduce((most, one) => (one > most ? one : most), 0n);
  const worst = prizeOf(dearest) + totalOf(commissions(total, rates)) - total;
  return worst > 0n ? worst : 0n;
}

/**
 * Average share of all stakes that is paid back, as every lane is equally likely to win; in smallest units of 1,
 * rounded down.
 */
export const returnToPlayer = (): bigint => prizeOf(UNIT) / BigInt(RACE_LANES);

/** Of every 100 staked, what is paid back on average and what the house keeps, with two decimals that add up to 100. */
export function edgeOf(returned = returnToPlayer()): { back: string; edge: string } {
  const cents = (returned * 10_000n) / UNIT;
  const text = (part: bigint) => fromUnits((part * UNIT) / 100n);
  return { back: text(cents), edge: text(10_000n - cents) };
}
