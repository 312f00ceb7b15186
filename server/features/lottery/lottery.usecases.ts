/** Taking guesses, and the data for the open round's page. */
import { lotteryRoundAt } from '#rules/lottery.ts';
import type { Output } from '#contract';
import type { Db } from '#server/db/client.ts';
import { batched } from '#server/http/batches.ts';
import { type Clock, momentOf } from '#server/jobs/clock.ts';
import { refuse } from '#server/lib/refusal.ts';
import { lotteryId } from '#draws/rounds.ts';
import {
  type Guess,
  findRound,
  guessedBefore,
  guessesOf,
  isPermanent,
  mineOf,
  minersNow,
  placeGuesses,
} from './lottery.repository.ts';
import type { DrawFacts, Facts } from './lottery.views.ts';

type Index = Output<'GET /api/mining/bet/index'>;

export interface LotteryDeps {
  /** Creates the rounds needed at a given time if they are missing. Call it outside transactions. */
  readonly prepare: (now: Date) => Promise<void>;
  readonly clock: Pick<Clock, 'now' | 'wall'>;
  /** The time of the newest block, from memory. */
  readonly headTime: () => Date | null;
  readonly draws: {
    readonly rule: Index['rule'];
    draw(db: Db, id: string): Promise<DrawFacts | undefined>;
    draws(db: Db, ids: readonly string[]): Promise<Map<string, DrawFacts>>;
  };
}

/**
 * The data for viewing the round open at a given moment, for an account or a guest. `db` must not be a transaction:
 * several queries run at the same time.
 */
export async function factsOf(
  db: Db,
  deps: LotteryDeps,
  userId: bigint | undefined,
  now: Date,
): Promise<Facts> {
  const open = lotteryRoundAt(now);
  const [round = refuse('unavailable'), previous, miners, draw] = await Promise.all([
    findRound(db, open),
    guessedBefore(db, open),
    minersNow(db),
    deps.draws.draw(db, lotteryId(open)),
  ]);
  const mine = await guessesOf(db, userId, [open, ...(previous ? [previous.round] : [])]);
  return {
    round,
    mine: mineOf(mine, round),
    miners,
    eligible: userId !== undefined && (await isPermanent(db, userId)),
    draw,
    rule: deps.draws.rule,
    previous: previous ? { round: previous, mine: mineOf(mine, previous) } : null,
    now,
  };
}

/** Takes guesses, many per round trip. The clocks decide whether their round is open when a batch is booked. */
export function guessTaker(db: Db, deps: LotteryDeps) {
  return batched<Guess>(async (guesses, wait) => {
    const asked = new Date(Math.max(...guesses.map(({ call }) => call.now.getTime())));
    await deps.prepare(asked);
    // Read before the round is locked, because everybody who guesses waits for that lock.
    const facts = await factsOf(db, deps, undefined, asked);
    return placeGuesses(db, guesses, { facts, at: momentOf(deps.clock, deps.headTime()), wait });
  });
}
