/** Keeping rounds ready, taking bets, and the jobs that end a round. */
import { openRound, raceRoundAt, raceTimes } from '#rules/race.ts';
import { toUnits } from '#rules/amounts.ts';
import { DAY_MS } from '#rules/days.ts';
import { RACE_MOST_BET, RACE_ROUND_SECONDS } from '#rules/figures.ts';
import type { Rates } from '#rules/team.ts';
import { raceRanking } from '#draws/race.ts';
import { raceId, roundOf } from '#draws/rounds.ts';
import type { Draw } from '#server/chain/draws/draws.repository.ts';
import type { Draws } from '#server/chain/draws/draws.ts';
import type { Database, Db } from '#server/db/client.ts';
import { type Clock, momentOf } from '#server/jobs/clock.ts';
import { enqueue } from '#server/jobs/queue.ts';
import type { Work } from '#server/jobs/runner.ts';
import { batched } from '#server/http/batches.ts';
import { type Bet, countBatch, dropEmpty, makeRounds, placeBets, settleBatch } from './race.repository.ts';

interface RaceDeps {
  readonly database: Pick<Database, 'kysely' | 'kind'>;
  readonly clock: Clock;
  /** The time of the newest block, from memory. */
  readonly headTime: () => Date | null;
  readonly draws: Pick<Draws, 'prepare' | 'draw'>;
  /** The share of a stake for the three levels above, in rounds whose first bet comes from now on. */
  readonly rates: () => Rates;
  /** Called once a round's state has changed. */
  readonly tellRound: () => void;
  readonly tellBalance: (userId: bigint) => void;
}

/** How many rounds are prepared after the current one. */
const AHEAD = 2;
/** A round without bets is deleted after a day, like its draw. */
const KEPT_ROUNDS = DAY_MS / (RACE_ROUND_SECONDS * 1000);

/** Creates the current round and the next two, with their draws. Queries the database only if a new one is needed. */
export function roundMaker({ database, draws }: Pick<RaceDeps, 'database' | 'draws'>) {
  const db = database.kysely;
  let ready = -1;
  return async (now: Date): Promise<void> => {
    const current = raceRoundAt(now);
    if (ready >= current + AHEAD) return;
    const rounds = Array.from({ length: AHEAD + 1 }, (_, ahead) => current + ahead);
    await draws.prepare(
      db,
      rounds.map((round) => ({ id: raceId(round), drawsAt: raceTimes(round).drawsAt })),
    );
    await makeRounds(db, rounds);
    await dropEmpty(db, current - KEPT_ROUNDS);
    ready = current + AHEAD;
  };
}

/** Takes bets, many per round trip. The clocks decide whether a round is open when its batch is booked. */
export function betTaker(
  { database, clock, headTime, rates }: Pick<RaceDeps, 'database' | 'clock' | 'headTime' | 'rates'>,
  prepare: (now: Date) => Promise<void>,
) {
  return batched<Bet>(async (bets, wait) => {
    await prepare(clock.now());
    const at = momentOf(clock, headTime());
    return placeBets(database.kysely, bets, {
      open: openRound(at.now),
      wait,
      at,
      most: toUnits(RACE_MOST_BET),
      rates: rates(),
    });
  });
}

/** The result of a round's draw: the ranking, or null if all stakes are returned. */
function rankingOf(id: string, draw: Draw | undefined): number[] | null {
  if (draw?.state === 'void') return null;
  if (!draw?.result) throw new Error(`${id} is to be settled and is not drawn`);
  return raceRanking(draw.result.hash);
}

export const SETTLE_JOB = 'race.settle';
export const COUNT_JOB = 'race.count';

/** How many accounts a settlement handles at once, so that no account stays locked for more than half a second. */
const BATCH = { postgres: 6000, pglite: 2000 } as const;

/**
 * Ends a round, one batch of accounts per transaction. Each batch enqueues the next, so a process that dies leaves
 * nothing half done. The next is due when the round was, so rounds end in order.
 */
export const settleRound =
  (deps: Omit<RaceDeps, 'rates' | 'clock' | 'headTime'>, limit: number = BATCH[deps.database.kind]): Work =>
  async (db: Db, job, now) => {
    const { round } = roundOf(job.key) as { round: number };
    const ranking = rankingOf(job.key, await deps.draws.draw(db, job.key));
    const { done, batch, accounts } = await settleBatch(db, { round, ranking, limit, now });
    if (!done) await enqueue(db, { kind: SETTLE_JOB, key: job.key, dueAt: job.dueAt });
    // Due later than the next batch, so winners do not wait for statistics.
    if (batch !== null && ranking)
      await enqueue(db, { kind: COUNT_JOB, key: `${round}/${batch}`, dueAt: now });
    return () => {
      accounts.forEach(deps.tellBalance);
      if (done) deps.tellRound();
    };
  };

/** Counts a batch of a round towards the teams above, in a separate transaction. */
export const countTeams: Work = async (db, job) => {
  const [round = '', batch = ''] = job.key.split('/');
  await countBatch(db, BigInt(round), Number(batch));
};
