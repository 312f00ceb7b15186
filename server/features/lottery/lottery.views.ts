/**
 * Lottery rounds as stored and as the contract shows them. Pure; amounts are in smallest units (10^-18). Three digits
 * are stored as one number, 0 to 999.
 */
import type { Output } from '#contract';
import { fromUnits } from '#rules/amounts.ts';
import { FREE_GUESSES, GUESS_PRICE, MOST_GUESSES } from '#rules/figures.ts';
import { type Sources, mostPaidPool, guessesUntil, issueOf, potOf } from '#rules/lottery.ts';
import type { Digits } from '#draws/lottery.ts';

export const numberOf = ([a, b, c]: readonly [number, number, number]): number => a * 100 + b * 10 + c;

export const digitsOf = (number: number): Digits => [
  Math.floor(number / 100),
  Math.floor(number / 10) % 10,
  number % 10,
];

type RoundState = 'open' | 'closed' | 'settled' | 'void';

/** A stored round. */
export interface Round extends Omit<Sources, 'carried'> {
  readonly round: string;
  readonly closesAt: Date;
  readonly state: RoundState;
  /** Null until the round before it is finished. */
  readonly carried: bigint | null;
  readonly guesses: number;
  /** Permanent miners at the round's close. */
  readonly miners: number;
  readonly drawn: number | null;
  readonly winners: number;
  readonly share: bigint;
  readonly rolled: bigint | null;
}

/** What one account has in a round. */
export interface Mine {
  readonly numbers: readonly number[];
  readonly paid: bigint;
}

export const NOTHING: Mine = { numbers: [], paid: 0n };

/** What an account's guesses have won. */
export const rewardOf = ({ state, drawn, share }: Round, { numbers }: Mine): bigint =>
  state === 'settled' ? share * BigInt(numbers.filter((number) => number === drawn).length) : 0n;

type Index = Output<'GET /api/mining/bet/index'>;
type Finished = Output<'GET /api/mining/bet/list'>['items'][number];

/** The most recent earlier round with guesses. Its draw is shown once everything has been paid. */
function previousView(round: Round, mine: Mine): NonNullable<Index['previous']> {
  const shown = round.state === 'settled';
  return {
    round: round.round,
    state: round.state === 'settled' || round.state === 'void' ? round.state : 'drawing',
    drawn: shown && round.drawn !== null ? digitsOf(round.drawn) : null,
    winners: shown ? round.winners : 0,
    share: fromUnits(shown ? round.share : 0n),
    myGuesses: mine.numbers.map(digitsOf),
    myReward: fromUnits(rewardOf(round, mine)),
  };
}

/** All data for the open round's view. */
export interface Facts {
  readonly round: Round;
  readonly mine: Mine;
  /** Current number of permanent miners. */
  readonly miners: number;
  readonly eligible: boolean;
  readonly draw: { readonly seedHash: string; readonly rule: Index['rule'] } | undefined;
  /** The rule of the draws that are being prepared. */
  readonly rule: Index['rule'];
  readonly previous: { readonly round: Round; readonly mine: Mine } | null;
  readonly now: Date;
}

export function indexView(f: Facts): Index {
  const carried = f.round.carried ?? 0n;
  return {
    round: f.round.round,
    closesAt: f.round.closesAt.toISOString(),
    guessesUntil: guessesUntil(f.round.round).toISOString(),
    seedHash: f.draw?.seedHash ?? null,
    drawBlock: null,
    pool: fromUnits(potOf({ carried, issued: issueOf(f.miners), paid: f.round.paid })),
    rolledOver: fromUnits(carried),
    maxPaidPool: fromUnits(mostPaidPool()),
    miners: f.miners,
    guessPrice: GUESS_PRICE,
    freeGuesses: FREE_GUESSES,
    maxGuesses: MOST_GUESSES,
    myGuesses: f.mine.numbers.map(digitsOf),
    participationAmount: fromUnits(f.mine.paid),
    eligible: f.eligible,
    rule: f.draw?.rule ?? f.rule,
    previous: f.previous && previousView(f.previous.round, f.previous.mine),
    serverTime: f.now.toISOString(),
  };
}

/** What a list shows of a round's draw; null for a round without guesses, or one that was never drawn. */
export interface DrawFacts {
  readonly seedHash: string;
  readonly rule: Index['rule'];
  readonly result: {
    readonly blockNumber: number;
    readonly blockHash: string;
    readonly txHash: string;
    readonly seed: string;
    readonly hash: string;
  } | null;
}

export function finishedView(
  round: Round,
  mine: Mine,
  draw: DrawFacts | undefined,
  rule: Index['rule'],
): Finished {
  const { carried, issued, paid, rolled, drawn } = round;
  const result = draw?.result ?? null;
  return {
    round: round.round,
    state: round.state === 'void' ? 'void' : 'settled',
    hash: result?.hash ?? null,
    txHash: result?.txHash ?? null,
    blockNumber: result?.blockNumber ?? null,
    blockHash: result?.blockHash ?? null,
    seed: result?.seed ?? null,
    seedHash: draw?.seedHash ?? null,
    drawn: drawn === null ? null : digitsOf(drawn),
    closesAt: round.closesAt.toISOString(),
    rule: draw?.rule ?? rule,
    pool: fromUnits(potOf({ carried: carried ?? 0n, issued, paid })),
    carried: fromUnits(carried ?? 0n),
    issued: fromUnits(issued),
    paid: fromUnits(paid),
    rolledOver: fromUnits(rolled ?? 0n),
    guesses: round.guesses,
    winners: round.winners,
    share: fromUnits(round.share),
    myGuesses: mine.numbers.map(digitsOf),
    myReward: fromUnits(rewardOf(round, mine)),
  };
}
