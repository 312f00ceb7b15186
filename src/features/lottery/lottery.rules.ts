// What the lottery's pages derive from the server's figures and the three drums: prices, remaining balance, obstacles
// to a guess.
import type { Output } from '#contract';
import { allowanceAt, type Limits, pausedAt } from '#api/limits.rules.ts';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { DAY_MS } from '#rules/days.ts';
import { guessPrice as priceOf, issueOf } from '#rules/lottery.ts';

export type Lottery = Output<'GET /api/mining/bet/index'>;
export type Round = Output<'GET /api/mining/bet/list'>['items'][number];
export type Digits = Lottery['myGuesses'][number];

/** Three drums, each on a digit or not set yet. */
export type Drums = readonly [number | null, number | null, number | null];
export const EMPTY: Drums = [null, null, null];

/** The three digits, once all are set. */
export function digitsOf([first, second, third]: Drums): Digits | null {
  return first === null || second === null || third === null ? null : [first, second, third];
}

/**
 * Whether digits are missing: there is nothing to guess yet, or a guess has been begun that there is room for. It must
 * not be left out silently.
 */
export const wantsDigits = (drums: Drums, picks: readonly Digits[], room: number): boolean =>
  drums.includes(null) && (picks.length === 0 || (room > 0 && drums.some((digit) => digit !== null)));

/** The drums with one of them turned. */
export const turned = (drums: Drums, place: number, digit: number | null): Drums =>
  drums.map((old, at) => (at === place ? digit : old)) as unknown as Drums;

/** Steps forward, or back if negative; a drum that is not set starts at 0, or backwards at 9. */
export const stepped = (digit: number | null, by: number): number =>
  ((((digit ?? (by > 0 ? -1 : 10)) + by) % 10) + 10) % 10;

/** The nearest turn of a drum that shows the digit; turns continue beyond 9 and below 0. */
export function nearestTurn(turn: number, digit: number): number {
  const away = (((digit - turn) % 10) + 10) % 10;
  return away > 5 ? turn + away - 10 : turn + away;
}

/** The digit that a drum shows when it rests at a turn. */
export const digitAt = (turn: number): number => ((Math.round(turn) % 10) + 10) % 10;

/**
 * Three digits from random bytes; bytes from 250 upwards are discarded, so that every digit is equally likely. Null:
 * too few were left.
 */
export function digitsFrom(bytes: Uint8Array): Digits | null {
  const [first, second, third] = [...bytes].filter((byte) => byte < 250).map((byte) => byte % 10);
  return first === undefined || second === undefined || third === undefined ? null : [first, second, third];
}

export const sameDigits = (one: Digits, other: Digits): boolean =>
  one.every((digit, at) => digit === other[at]);

/** How many digits are right in their place. */
export const rightDigits = (one: Digits, other: Digits): number =>
  one.filter((digit, at) => digit === other[at]).length;

export const hasGuess = (guesses: readonly Digits[], digits: Digits): boolean =>
  guesses.some((guess) => sameDigits(guess, digits));

type Guessing = Pick<Lottery, 'myGuesses' | 'freeGuesses' | 'maxGuesses' | 'guessPrice'>;

export const guessesLeft = ({ maxGuesses, myGuesses }: Pick<Guessing, 'maxGuesses' | 'myGuesses'>): number =>
  Math.max(0, maxGuesses - myGuesses.length);

/** The price of the next guess: the first ones of a round are free. */
export const nextPrice = ({ myGuesses, freeGuesses, guessPrice }: Omit<Guessing, 'maxGuesses'>): string =>
  fromUnits(priceOf(myGuesses.length, freeGuesses, toUnits(guessPrice)));

/** What the next guesses cost in total. */
export function costOf(
  { myGuesses, freeGuesses, guessPrice }: Omit<Guessing, 'maxGuesses'>,
  count: number,
): string {
  const prices = Array.from({ length: count }, (_, at) =>
    priceOf(myGuesses.length + at, freeGuesses, toUnits(guessPrice)),
  );
  return fromUnits(prices.reduce((sum, price) => sum + price, 0n));
}

type Room = Guessing & Pick<Lottery, 'pool' | 'maxPaidPool'>;

/**
 * How many more guesses this round, the balance, the pool and the account's own limit allow. A bound that is unknown or
 * absent is null.
 */
export function mostGuesses(lottery: Room, bounds: readonly (string | null)[]): number {
  const room = toUnits(lottery.maxPaidPool) - toUnits(lottery.pool);
  const least = bounds.reduce(
    (small, bound) => (bound !== null && toUnits(bound) < small ? toUnits(bound) : small),
    room,
  );
  let most = guessesLeft(lottery);
  while (most > 0 && toUnits(costOf(lottery, most)) > least && costOf(lottery, most) !== '0') most -= 1;
  return most;
}

/** Random guesses that differ from each other and from those taken. `draw` returns three random digits. */
export function randomGuesses(count: number, taken: readonly Digits[], draw: () => Digits): Digits[] {
  const picked: Digits[] = [];
  while (picked.length < count) {
    const digits = draw();
    if (!hasGuess([...taken, ...picked], digits)) picked.push(digits);
  }
  return picked;
}

/** The balance after paying; null when it is too low. */
export function balanceAfter(balance: string, price: string): string | null {
  const rest = toUnits(balance) - toUnits(price);
  return rest < 0n ? null : fromUnits(rest);
}

/** Where the pool comes from. Paid guesses are the remainder. */
export function sourcesOf({ pool, rolledOver, miners }: Pick<Lottery, 'pool' | 'rolledOver' | 'miners'>) {
  const issued = issueOf(miners);
  const paid = toUnits(pool) - toUnits(rolledOver) - issued;
  return { issued: fromUnits(issued), paid: fromUnits(paid < 0n ? 0n : paid) };
}

/** Why no guess can be made now. */
export type Obstacle =
  | { kind: 'guest' }
  | { kind: 'paused'; until: string }
  | { kind: 'miner' }
  | { kind: 'closed' }
  | { kind: 'full' }
  | { kind: 'pool' }
  | { kind: 'limit'; limit: string; spent: string }
  | { kind: 'balance' };

/** A pause or a limit that the user has chosen. */
export type OwnRestraint = Extract<Obstacle, { kind: 'paused' | 'limit' }>;
export const isRestraint = (obstacle: Obstacle | null): obstacle is OwnRestraint =>
  obstacle?.kind === 'paused' || obstacle?.kind === 'limit';

/** Whether the round takes no more guesses, at a time on the server's clock. It is drawn some seconds later. */
export const isClosed = ({ guessesUntil }: Pick<Lottery, 'guessesUntil'>, now: number): boolean =>
  now >= Date.parse(guessesUntil);

interface Standing {
  signedIn: boolean;
  lottery: Lottery;
  /** Undefined while they are unknown: the server then refuses. */
  limits: Limits | undefined;
  balance: string | undefined;
  /** Milliseconds on the server's clock. */
  now: number;
}

export function obstacleOf({ signedIn, lottery, limits, balance, now }: Standing): Obstacle | null {
  if (!signedIn) return { kind: 'guest' };
  const until = limits ? pausedAt(limits, now) : null;
  if (until !== null) return { kind: 'paused', until };
  if (!lottery.eligible) return { kind: 'miner' };
  if (isClosed(lottery, now)) return { kind: 'closed' };
  if (guessesLeft(lottery) === 0) return { kind: 'full' };
  const price = toUnits(nextPrice(lottery));
  if (price === 0n) return null;
  if (toUnits(lottery.pool) + price > toUnits(lottery.maxPaidPool)) return { kind: 'pool' };
  const allowance = limits ? allowanceAt(limits, now) : null;
  if (allowance && price > toUnits(allowance.left))
    return { kind: 'limit', limit: allowance.limit, spent: allowance.spent };
  return balance !== undefined && toUnits(balance) < price ? { kind: 'balance' } : null;
}

/** The server's reason for a refused play (1504); null if it gives none that is known here. */
export function refusedPlay(data: unknown): Obstacle | null {
  if (typeof data !== 'object' || data === null) return null;
  const { reason, pausedUntil, dailyBetLimit, spentToday } = data as Record<string, unknown>;
  if (reason === 'paused' && typeof pausedUntil === 'string') return { kind: 'paused', until: pausedUntil };
  if (reason === 'limit' && typeof dailyBetLimit === 'string' && typeof spentToday === 'string')
    return { kind: 'limit', limit: dailyBetLimit, spent: spentToday };
  return reason === 'guesses' ? { kind: 'full' } : null;
}

/** The elapsed share of the round, 0..1; it lasts a day. */
export const passedShare = (closesAt: string, now: number): number =>
  Math.min(1, Math.max(0, 1 - (Date.parse(closesAt) - now) / DAY_MS));

/** The outcome of a finished round. */
export type Fate = 'void' | 'idle' | 'won' | 'rolled';

export function fateOf({ state, drawn, winners }: Pick<Round, 'state' | 'drawn' | 'winners'>): Fate {
  if (state === 'void') return 'void';
  if (drawn === null) return 'idle';
  return winners > 0 ? 'won' : 'rolled';
}

export const proofAddress = (round: string): string => `/pages/main/result?round=lottery:${round}`;
