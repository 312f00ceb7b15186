/**
 * The race's rules as pure functions: lanes, what may be bet, what a round can cost the bank and what it pays. Amounts are in
 * smallest units (10^-18), rounding is down. The server's SQL books by the same rules (race.sql, settle.sql).
 */
import { isAmountText, toUnits } from '#contract/amounts.ts';
import { type Rates, commissions } from '#contract/commission.ts';
import { raceRoundAt, raceTimes } from '#draws/rounds.ts';

export const RULES = {
  /** Times the stake on the champion, the stake among it. */
  payout: 5n,
  /** ADIT on a lane: at least so much in one bet, at most so much in one round. */
  minBet: toUnits('1'),
  maxBet: toUnits('10000'),
  lanes: 6,
} as const;

/** Coins that run no race: what is bet, and what never moves. */
const NEVER: readonly string[] = ['ADIT', 'USDT'];

export interface Lane {
  readonly lane: number;
  readonly coin: string;
}

/** The six lanes: the first priced coins of the list, in its order. */
export const lanesOf = (coins: readonly { symbol: string; price: unknown }[]): Lane[] =>
  coins
    .filter(({ symbol, price }) => price !== null && !NEVER.includes(symbol))
    .slice(0, RULES.lanes)
    .map(({ symbol }, at) => ({ lane: at + 1, coin: symbol }));

/** The round that takes bets at a moment; null in the last seconds before a draw. */
export function openRound(now: Date): number | null {
  const round = raceRoundAt(now);
  return now < raceTimes(round).bettingEndsAt ? round : null;
}

/** Stakes on the six lanes; null when one is less than the minimum, more than the maximum, or has more than 18 decimals. */
export function readBets(bets: readonly { lane: number; amount: string }[]): bigint[] | null {
  const stakes = Array<bigint>(RULES.lanes).fill(0n);
  for (const { lane, amount } of bets) {
    if (!isAmountText(amount) || (amount.split('.')[1]?.length ?? 0) > 18) return null;
    const units = toUnits(amount);
    if (units < RULES.minBet || units > RULES.maxBet) return null;
    stakes[lane - 1] = units;
  }
  return stakes;
}

export const totalOf = (stakes: readonly bigint[]): bigint => stakes.reduce((sum, one) => sum + one, 0n);

/** What stakes bring when `champion` wins. */
export const payoutOf = (stakes: readonly bigint[], champion: number): bigint =>
  RULES.payout * (stakes[champion - 1] ?? 0n);

/**
 * The most that a round can take out of the bank: the lane that costs most wins, and all of the stakes pays every level above.
 * What is paid in the end is rounded down account by account, so it is never more.
 */
export function liability(stakes: readonly bigint[], rates: Rates): bigint {
  const total = totalOf(stakes);
  const dearest = stakes.reduce((most, one) => (one > most ? one : most), 0n);
  const worst = RULES.payout * dearest + totalOf(commissions(total, rates)) - total;
  return worst > 0n ? worst : 0n;
}

export type RoundState = 'open' | 'settling' | 'returning' | 'settled' | 'void';
export type ShownState = 'open' | 'closed' | 'drawing' | 'settled' | 'void';

/** A round's state as it is shown at a moment. */
export function shownState(state: RoundState, round: number, now: Date): ShownState {
  if (state === 'settled' || state === 'void') return state;
  const { bettingEndsAt, drawsAt } = raceTimes(round);
  if (now >= drawsAt) return 'drawing';
  return now < bettingEndsAt ? 'open' : 'closed';
}

/** What came back to an account by a round: its payout, its stakes if the round was void, nothing before the end. */
export function broughtBack(
  stakes: readonly bigint[],
  { state, champion }: { state: RoundState; champion: number | null },
): bigint {
  if (state === 'void') return totalOf(stakes);
  return state === 'settled' && champion !== null ? payoutOf(stakes, champion) : 0n;
}

/** How many accounts a settlement takes at once, so that no account is locked for longer than a second. */
export const BATCH = { postgres: 20_000, pglite: 2000 } as const;
