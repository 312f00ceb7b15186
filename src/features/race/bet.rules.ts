// A bet while it is made: which lanes, how much on each, what is wrong with it, and what can come of it.
import { fromUnits, readUnits, toUnits } from '#rules/amounts.ts';
import { prizeOf } from '#rules/race.ts';
import { type Bet, betOn, type Config } from './race.rules.ts';

/** Amounts are what was typed; they stay when a race closes meanwhile. */
export interface Draft {
  lanes: readonly number[];
  /** Each lane has its own amount. */
  each: boolean;
  /** On every lane, unless each has its own. */
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

/** Changes the amount of a lane, or of all where they share one. */
export const withAmount = (draft: Draft, lane: number, text: string): Draft =>
  draft.each ? { ...draft, amounts: { ...draft.amounts, [lane]: text } } : { ...draft, amount: text };

/** Own amounts begin with what all had in common, and the other way round with the first lane's. */
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

/** All amounts together, those that cannot be read left out. */
export const totalOf = (bets: readonly Bet[]): string =>
  fromUnits(bets.reduce((sum, { amount }) => sum + (readUnits(amount) ?? 0n), 0n));

/** An amount with a step more; what cannot be read counts as nothing. */
export const stepped = (text: string, step: string): string =>
  fromUnits((readUnits(text) ?? 0n) + toUnits(step));

/** What bounds a bet. Without a session there is no balance to check. */
export interface Bounds {
  balance: string | undefined;
  /** What the account's own limit leaves it today; null without one. */
  leftToday: string | null;
  /** On each lane in this round, for the smallest and for all bets of the account together. */
  config: Pick<Config, 'minBet' | 'maxBet'>;
  /** What the account has in this round already. */
  mine: readonly Bet[];
}

/** What may still be put on a lane in this round. */
export function leftOn(lane: number, { config, mine }: Pick<Bounds, 'config' | 'mine'>): string {
  const left = toUnits(config.maxBet) - toUnits(betOn(mine, lane) ?? '0');
  return fromUnits(left > 0n ? left : 0n);
}

const least = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((small, amount) => (amount < small ? amount : small));

/** What can be bet in all: the balance, or less where the own limit leaves less. Null while nothing bounds it. */
function freeUnits({ balance, leftToday }: Pick<Bounds, 'balance' | 'leftToday'>): bigint | null {
  const bounds = [balance, leftToday].flatMap((amount) => (amount == null ? [] : [toUnits(amount)]));
  return bounds.length === 0 ? null : least(bounds);
}

/** What "All" fills in: the most that balance, own limit and lanes allow, shared evenly where lanes share one amount. Rounded down. */
export function allFor(draft: Draft, lane: number, bounds: Bounds): string {
  const most = freeUnits(bounds) ?? 0n;
  if (draft.each) {
    const others = betsOf(draft).filter((bet) => bet.lane !== lane);
    const free = most - toUnits(totalOf(others));
    return fromUnits(least([free > 0n ? free : 0n, toUnits(leftOn(lane, bounds))]));
  }
  const lanes = draft.lanes.length === 0 ? [lane] : draft.lanes;
  return fromUnits(
    least([most / BigInt(lanes.length), ...lanes.map((each) => toUnits(leftOn(each, bounds)))]),
  );
}

export type Problem =
  | { kind: 'lane' }
  | { kind: 'empty' | 'invalid' | 'low'; lane: number }
  | { kind: 'high'; lane: number; left: string }
  | { kind: 'limit'; lane: number; left: string }
  | { kind: 'balance'; lane: number };

/** The first thing that keeps the bet from being placed; null when nothing does as far as the page knows. */
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

/** What a bet can bring: signed gains in the best and the worst case. Of several lanes at most one wins. */
export function outcomeOf(bets: readonly Bet[], payout: string): { best: string; worst: string } {
  const total = toUnits(totalOf(bets));
  const wins = bets.map(({ amount }) => prizeOf(readUnits(amount) ?? 0n, toUnits(payout)) - total);
  const best = wins.reduce((large, win) => (win > large ? win : large), -total);
  return { best: fromUnits(best), worst: fromUnits(-total) };
}
