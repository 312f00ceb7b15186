// A bet being prepared: which lanes, how much on each, what is wrong with it, and its possible outcomes.
import { fromUnits, readUnits, toUnits, wholeSteps } from '#rules/amounts.ts';
import { prizeOf } from '#rules/race.ts';
import { type Bet, betOn, type Config } from './race.rules.ts';

/** Amounts as typed; they are kept if a race closes meanwhile. */
export interface Draft {
  lanes: readonly number[];
  /** Each lane has its own amount. */
  each: boolean;
  /** The amount on every lane, unless each has its own. */
  amount: string;
  amounts: Readonly<Record<number, string>>;
}

export const EMPTY: Draft = { lanes: [], each: false, amount: '', amounts: {} };

export function toggled(draft: Draft, lane: number): Draft {
  const lanes = draft.lanes.includes(lane)
    ? draft.lanes.filter((other) => other !== lane)
    : [...draft.lanes, lane].toSorted((a, b) => a - b);
  return { ...draft, lanes };
}

export const amountOf = ({ each, amount, amounts }: Draft, lane: number): string =>
  each ? (amounts[lane] ?? '') : amount;

/** Changes the amount of a lane, or of all if they share one. */
export const withAmount = (draft: Draft, lane: number, text: string): Draft =>
  draft.each ? { ...draft, amounts: { ...draft.amounts, [lane]: text } } : { ...draft, amount: text };

/** Separate amounts start with the common one; the common amount starts with the first lane's. */
export function withEach(draft: Draft, each: boolean): Draft {
  if (each === draft.each) return draft;
  if (each) {
    const amounts = Object.fromEntries(draft.lanes.map((lane) => [lane, draft.amount]));
    return { ...draft, each, amounts };
  }
  return { ...draft, each, amount: draft.amounts[draft.lanes[0] ?? 0] ?? '' };
}

export const betsOf = (draft: Draft): Bet[] =>
  draft.lanes.map((lane) => ({ lane, amount: amountOf(draft, lane) }));

/** The sum of all amounts, ignoring unreadable ones. */
export const totalOf = (bets: readonly Bet[]): string =>
  fromUnits(bets.reduce((sum, { amount }) => sum + (readUnits(amount) ?? 0n), 0n));

/** An amount plus one step; an unreadable one counts as zero. */
export const stepped = (text: string, step: string): string =>
  fromUnits((readUnits(text) ?? 0n) + toUnits(step));

/** The limits of a bet. Without a session there is no balance to check. */
export interface Bounds {
  balance: string | undefined;
  /** What the account's own limit leaves for today; null without one. */
  leftToday: string | null;
  /** Per lane in this round: the minimum of a bet, and the maximum of all the account's bets combined. */
  config: Pick<Config, 'minBet' | 'maxBet'>;
  /** The account's bets in this round so far. */
  mine: readonly Bet[];
}

/** What may still be bet on a lane in this round. */
function leftOn(lane: number, { config, mine }: Pick<Bounds, 'config' | 'mine'>): string {
  const left = toUnits(config.maxBet) - toUnits(betOn(mine, lane) ?? '0');
  return fromUnits(left > 0n ? left : 0n);
}

const least = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((small, amount) => (amount < small ? amount : small));

/** What can be bet in total: the balance, or less if the user's own limit leaves less. Null if there is no bound. */
function freeUnits({ balance, leftToday }: Pick<Bounds, 'balance' | 'leftToday'>): bigint | null {
  const bounds = [balance, leftToday].flatMap((amount) => (amount == null ? [] : [toUnits(amount)]));
  return bounds.length === 0 ? null : least(bounds);
}

/**
 * What "All" fills in: the most that balance, own limit and lanes allow, divided evenly if lanes share one amount.
 * Rounded down, to two decimals if it cannot be divided evenly: nobody wants to bet 2,326.333333333333333333.
 */
export function allFor(draft: Draft, lane: number, bounds: Bounds): string {
  const most = freeUnits(bounds) ?? 0n;
  if (draft.each) {
    const others = betsOf(draft).filter((bet) => bet.lane !== lane);
    const free = most - toUnits(totalOf(others));
    return fromUnits(least([free > 0n ? free : 0n, toUnits(leftOn(lane, bounds))]));
  }
  const lanes = draft.lanes.length === 0 ? [lane] : draft.lanes;
  const count = BigInt(lanes.length);
  const share = most % count === 0n ? most / count : wholeSteps(most / count, 2);
  return fromUnits(least([share, ...lanes.map((each) => toUnits(leftOn(each, bounds)))]));
}

export type Problem =
  | { kind: 'lane' }
  | { kind: 'empty' | 'invalid' | 'low'; lane: number }
  | { kind: 'high'; lane: number; left: string }
  | { kind: 'limit'; lane: number; left: string }
  | { kind: 'balance'; lane: number };

/** The first reason why the bet cannot be placed; null if the page knows none. */
export function problemOf(draft: Draft, bounds: Bounds): Problem | null {
  const bets = betsOf(draft);
  if (bets.length === 0) return { kind: 'lane' };
  for (const { lane, amount } of bets) {
    const units = readUnits(amount);
    if (amount === '') return { kind: 'empty', lane };
    if (units === null || units === 0n) return { kind: 'invalid', lane };
    if (units < toUnits(bounds.config.minBet)) return { kind: 'low', lane };
    const left = leftOn(lane, bounds);
    if (units > toUnits(left)) return { kind: 'high', lane, left };
  }
  const total = toUnits(totalOf(bets));
  const last = bets.at(-1)?.lane ?? 0;
  const free = freeUnits(bounds);
  if (free === null || total <= free) return null;
  const { leftToday: left } = bounds;
  return left !== null && free === toUnits(left)
    ? { kind: 'limit', lane: last, left }
    : { kind: 'balance', lane: last };
}

/** There is less than the smallest bet, or than this one. The daily limit is a separate matter. */
export const needsMore = (balance: string | undefined, least: string, problem: Problem | null): boolean =>
  balance !== undefined && (toUnits(balance) < toUnits(least) || problem?.kind === 'balance');

/** The possible results of a bet, as signed gains. */
export interface Outcome {
  /** If one of its lanes wins: for the least and the most favourable lane. At most one wins. */
  won: { least: string; most: string };
  /** If none of them wins; null for a bet on every lane. */
  lost: string | null;
}

export function outcomeOf(
  bets: readonly Bet[],
  { payout, lanes }: Pick<Config, 'payout' | 'lanes'>,
): Outcome {
  const total = toUnits(totalOf(bets));
  const gains = bets.map(({ amount }) => prizeOf(readUnits(amount) ?? 0n, toUnits(payout)) - total);
  const lowest = gains.length === 0 ? 0n : least(gains);
  const highest = gains.reduce((large, gain) => (gain > large ? gain : large), lowest);
  return {
    won: { least: fromUnits(lowest), most: fromUnits(highest) },
    lost: bets.length < lanes.length ? fromUnits(-total) : null,
  };
}
