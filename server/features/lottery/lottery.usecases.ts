/** Guessing, and the data of the open round's page. */
import { fromUnits } from '#rules/amounts.ts';
import { MOST_GUESSES } from '#rules/figures.ts';
import { mostPaidPool, lotteryRoundAt } from '#rules/lottery.ts';
import type { Input, Output } from '#contract';
import type { Db } from '#server/db/client.ts';
import { type Clock, momentOf } from '#server/jobs/clock.ts';
import { refuse } from '#server/lib/refusal.ts';
import { lotteryId } from '#draws/rounds.ts';
import {
  addGuess,
  findRound,
  guessedBefore,
  guessesOf,
  isPermanent,
  lockRounds,
  mineOf,
  minersNow,
} from './lottery.repository.ts';
import { type DrawFacts, type Facts, indexView, numberOf } from './lottery.views.ts';

type Index = Output<'GET /api/mining/bet/index'>;

export interface LotteryDeps {
  /** If false, no guesses are taken. */
  readonly open: () => boolean;
  /** Creates the rounds needed at a time if they are missing. Call it outside transactions. */
  readonly prepare: (now: Date) => Promise<void>;
  readonly clock: Pick<Clock, 'now' | 'wall'>;
  /** The time of the newest block, from memory. */
  readonly headTime: () => Date | null;
  readonly draws: {
    readonly rule: Index['rule'];
    draw(db: Db, id: string): Promise<DrawFacts | undefined>;
    draws(db: Db, ids: readonly string[]): Promise<Map<string, DrawFacts>>;
  };
  /** The error data for an account that may not play. */
  readonly playRefusal: (db: Db, userId: bigint, why: 'paused' | 'limit', now: Date) => Promise<object>;
}

/** The data for the view of a moment's open round, for an account or a guest. */
export async function factsOf(
  db: Db,
  deps: LotteryDeps,
  userId: bigint | undefined,
  now: Date,
): Promise<Facts> {
  const open = lotteryRoundAt(now);
  const round = (await findRound(db, open)) ?? refuse('unavailable');
  const previous = await guessedBefore(db, open);
  const mine = await guessesOf(db, userId, [open, ...(previous ? [previous.round] : [])]);
  return {
    round,
    mine: mineOf(mine, round),
    miners: await minersNow(db),
    eligible: userId !== undefined && (await isPermanent(db, userId)),
    draw: await deps.draws.draw(db, lotteryId(open)),
    rule: deps.draws.rule,
    previous: previous ? { round: previous, mine: mineOf(mine, previous) } : null,
    now,
  };
}

/**
 * Takes a guess for the round that was open when the request came, and returns that round. The guess is late if it gets
 * the lock of the round's row, which a close holds, within the margin before 20:00 or later.
 * @throws Refusal betting_closed, official_miner_required, play_paused (data: reason), pool_full (data: maxPaidPool), insufficient_balance
 */
export async function guess(
  db: Db,
  deps: LotteryDeps,
  facts: Facts,
  userId: bigint,
  numbers: Input<'POST /api/mining/bet'>['numbers'],
): Promise<Index> {
  const { round } = facts.round;
  await lockRounds(db, [round]);
  const at = momentOf(deps.clock, deps.headTime());
  const made = await addGuess(db, { userId, round, number: numberOf(numbers), at });
  switch (made) {
    case 'closed':
      return refuse('betting_closed');
    case 'miner':
      return refuse('official_miner_required');
    case 'guesses':
      return refuse('play_paused', { reason: 'guesses', maxGuesses: MOST_GUESSES });
    case 'pool':
      return refuse('pool_full', { maxPaidPool: fromUnits(mostPaidPool()) });
    case 'paused':
    case 'limit':
      return refuse('play_paused', await deps.playRefusal(db, userId, made, at.now));
    default:
      return indexView({
        ...facts,
        round: { ...facts.round, paid: made.roundPaid },
        mine: made,
        eligible: true,
        now: at.now,
      });
  }
}
