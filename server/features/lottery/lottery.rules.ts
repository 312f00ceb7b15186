/**
 * The lottery's rules as pure functions: what a guess costs, what a round's pool is and how it is shared, and rounds as the contract
 * shows them. Amounts are in smallest units (10^-18), rounding is down. Three digits are kept as one number, 0 to 999.
 */
import type { Output } from '#contract';
import { fromUnits, toUnits } from '#contract/amounts.ts';
import type { Digits } from '#draws/lottery.ts';

export const RULES = {
  /** ADIT for each guess after the free ones. */
  price: toUnits('2'),
  freeGuesses: 1,
  /** Of one account in one round. */
  maxGuesses: 10,
  /** ADIT that each permanent miner adds to a round at its close, out of issuance. */
  issue: toUnits('2'),
} as const;

/**
 * Guesses that one transaction of a settlement looks at: it holds its locks for less than a second (0.1 to 0.4 s were measured for
 * one of 20,000 of a round of 600,000 on two cores with other work on them).
 */
export const BATCH = { postgres: 20_000, pglite: 2000 } as const;

export const numberOf = ([a, b, c]: readonly [number, number, number]): number => a * 100 + b * 10 + c;

export const digitsOf = (number: number): Digits => [
  Math.floor(number / 100),
  Math.floor(number / 10) % 10,
  number % 10,
];

/** Where a round's pool comes from: what the round before left, what was issued for the miners, and guesses that were paid. */
export interface Sources {
  readonly carried: bigint;
  readonly issued: bigint;
  readonly paid: bigint;
}

export const potOf = ({ carried, issued, paid }: Sources): bigint => carried + issued + paid;

/** What so many permanent miners add to a round. */
export const issueOf = (miners: number): bigint => RULES.issue * BigInt(miners);

/**
 * How a drawn round ends: each winning guess gets the same share, rounded down, and what is left rolls over; all of it where nobody
 * won. Source: product, "Lottery".
 */
export function outcomeOf(pot: bigint, winners: number): { share: bigint; rolled: bigint } {
  if (winners === 0) return { share: 0n, rolled: pot };
  const share = pot / BigInt(winners);
  return { share, rolled: pot - share * BigInt(winners) };
}

export type RoundState = 'open' | 'closed' | 'settled' | 'void';

/** A round as it is kept. */
export interface Round extends Omit<Sources, 'carried'> {
  readonly round: string;
  readonly closesAt: Date;
  readonly state: RoundState;
  /** Null until the round before it is finished. */
  readonly carried: bigint | null;
  readonly guesses: number;
  /** Permanent miners at its close. */
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

/** The newest earlier round with guesses. What it drew is told once all is paid. */
function previousView(round: Round, mine: Mine): NonNullable<Index['previous']> {
  const told = round.state === 'settled';
  return {
    round: round.round,
    state: round.state === 'settled' || round.state === 'void' ? round.state : 'drawing',
    drawn: told && round.drawn !== null ? digitsOf(round.drawn) : null,
    winners: told ? round.winners : 0,
    share: fromUnits(told ? round.share : 0n),
    myGuesses: mine.numbers.map(digitsOf),
    myReward: fromUnits(rewardOf(round, mine)),
  };
}

/** All that the open round's view is made from. */
export interface Facts {
  readonly round: Round;
  readonly mine: Mine;
  /** Permanent miners now. */
  readonly miners: number;
  readonly eligible: boolean;
  readonly draw: { readonly seedHash: string; readonly rule: Index['rule'] } | undefined;
  /** The rule of draws that are prepared now. */
  readonly rule: Index['rule'];
  readonly previous: { readonly round: Round; readonly mine: Mine } | null;
  readonly now: Date;
}

export function indexView(f: Facts): Index {
  const carried = f.round.carried ?? 0n;
  return {
    round: f.round.round,
    closesAt: f.round.closesAt.toISOString(),
    seedHash: f.draw?.seedHash ?? null,
    drawBlock: null,
    pool: fromUnits(potOf({ carried, issued: issueOf(f.miners), paid: f.round.paid })),
    rolledOver: fromUnits(carried),
    miners: f.miners,
    guessPrice: fromUnits(RULES.price),
    freeGuesses: RULES.freeGuesses,
    maxGuesses: RULES.maxGuesses,
    myGuesses: f.mine.numbers.map(digitsOf),
    participationAmount: fromUnits(f.mine.paid),
    eligible: f.eligible,
    rule: f.draw?.rule ?? f.rule,
    previous: f.previous && previousView(f.previous.round, f.previous.mine),
    serverTime: f.now.toISOString(),
  };
}

/** What a list tells of a round's draw; a round without guesses has none, or one that was never drawn. */
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
