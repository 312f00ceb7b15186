/** A lottery on a test database. The test sets its clock and ends its draws. */
import { isSince, proveAll } from '#tests/support/ledger.ts';
import { randomBytes } from 'node:crypto';
import type { Output } from '#contract';
import { lotteryClose } from '#rules/lottery.ts';
import { type Database, type Db, inTransaction } from '#server/db/client.ts';
import { readDraws } from '#server/chain/draws/draws.repository.ts';
import { lotteryProofs } from '#server/features/lottery/lottery.check.ts';
import { SETTLE_JOB, prepareLottery } from '#server/features/lottery/lottery.rounds.ts';
import { settleLottery } from '#server/features/lottery/lottery.settle.ts';
import { placeGuesses } from '#server/features/lottery/lottery.repository.ts';
import { type LotteryDeps, factsOf } from '#server/features/lottery/lottery.usecases.ts';
import { noteBets } from '#server/features/team/team.changes.ts';
import { type Clock, momentOf } from '#server/jobs/clock.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { startRunner } from '#server/jobs/runner.ts';
import { lotteryId } from '#draws/rounds.ts';
import { quiet } from '#tests/support/databases.ts';
import { onceOf, sessionOf, writtenBy } from '#tests/support/hot-calls.ts';
import { type Account, makeTeam } from '#tests/support/staking.ts';

const RULE = 'validator';
const newHash = () => `0x${randomBytes(32).toString('hex')}`;

/** A hash from which the lottery draws this number. */
const hashOf = (number: number) => `0x${'a'.repeat(61)}${String(number).padStart(3, '0')}`;

async function prepareDraws(db: Db, wanted: readonly { id: string; drawsAt: Date }[]): Promise<void> {
  await db
    .insertInto('draws')
    .values(
      wanted.map(({ id, drawsAt }) => ({
        ...{ id, game: 'lottery' as const, draws_at: drawsAt, rule: RULE },
        ...{ seed_hash: newHash(), sealed_seed: randomBytes(8) },
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Ends a round's draw with a number or as void and queues its settlement, in one transaction like the draw source. */
export const endDraw = (db: Db, round: string, end: number | 'void'): Promise<void> =>
  inTransaction(db, async (tx) => {
    const at = lotteryClose(round);
    const result = {
      ...{ from_block: 1n, block_number: 2n, block_hash: newHash(), tx_hash: newHash(), seed: newHash() },
      hash: end === 'void' ? null : hashOf(end),
    };
    await tx
      .updateTable('draws')
      .set({
        ...(end === 'void' ? {} : result),
        state: end === 'void' ? 'void' : 'drawn',
        finished_at: at,
      })
      .where('id', '=', lotteryId(round))
      .where('state', '=', 'waiting')
      .execute();
    await enqueue(tx, { kind: SETTLE_JOB, key: lotteryId(round), dueAt: at });
  });

/** Creates accounts with `amount` ADIT each and miners that have been permanent since 1970. `inviters` are indexes in the same list. */
export async function makeMiners(
  db: Db,
  inviters: readonly (number | null)[],
  amount: bigint,
): Promise<Account[]> {
  const team = await makeTeam(db, inviters, amount);
  await db
    .insertInto('miners')
    .values(
      team.map(({ id }) => ({
        ...{ user_id: id, kind: 'permanent' as const, state: 'pending_start' as const },
        permanent_at: new Date(0),
      })),
    )
    .execute();
  return team;
}

/** Deletes all lottery data. The pool keeps its balance, which the next round carries over. */
export async function emptyLottery(db: Db): Promise<void> {
  for (const table of [
    'lottery_guesses',
    'lottery_rounds',
    'draws',
    'play_limits',
    'jobs',
    'team_changes',
    'team_counters',
  ])
    await db.deleteFrom(table as 'jobs').execute();
  await db.deleteFrom('miners').execute();
}

/**
 * The machine's clock for a process, a minute ahead of its database, so that the test's clock decides to the
 * millisecond, however long a statement takes.
 */
export const laterWall = () => new Date(Date.now() + 60_000);

export function lotteryFixture(
  open: () => Database,
  time: { now: number },
  options: { batch?: number; open?: boolean; clock?: Clock; headTime?: () => Date | null } = {},
) {
  const db = () => open().kysely;
  const notified: (bigint | 'lottery')[] = [];
  const clock: Clock = options.clock ?? {
    ...{ now: () => new Date(time.now), wall: laterWall, near: () => true },
  };
  const rounds = () => ({
    db: db(),
    open: () => options.open ?? true,
    prepareDraws,
    tellLottery: () => void notified.push('lottery'),
  });
  const tellBalance = (user: bigint) => void notified.push(user);
  let prepare: ((now: Date) => Promise<void>) | undefined;
  const ready = () => (prepare ??= prepareLottery(rounds()))(clock.now());
  const draws = {
    rule: RULE,
    draw: async (tx: Db, id: string) => (await readDraws(tx, [id])).get(id),
    draws: readDraws,
  } as const;
  const deps: LotteryDeps = {
    ...{ clock, draws },
    headTime: options.headTime ?? (() => null),
    prepare: ready,
  };
  const facts = (user?: bigint) => factsOf(db(), deps, user, clock.now());
  const jobs = () => ({
    [SETTLE_JOB]: settleLottery({
      ...rounds(),
      ...{ draw: draws.draw, noteBets, tellBalance },
      batch: options.batch ?? 1000,
    }),
  });
  return {
    notified,
    clock,
    deps,
    /** A server process calls this twice a second. */
    prepare: ready,
    facts,
    jobs,
    /** Guesses as a call of the account: reads the facts first, then runs the transaction. `between` and `held` run in the gaps. */
    async guess(
      user: bigint,
      number: number,
      between: () => unknown = () => undefined,
      held: () => unknown = () => undefined,
    ) {
      const now = clock.now();
      const call = onceOf('POST /api/mining/bet', await sessionOf(db(), user, now), now);
      const known = await facts();
      await between();
      return inTransaction(db(), async (tx) => {
        const at = momentOf(clock, deps.headTime());
        const [outcome] = await placeGuesses(tx, [{ call, number, refused: 'ok' }], {
          facts: known,
          at,
          wait: true,
        });
        const index = writtenBy(outcome) as Output<'POST /api/mining/bet'>;
        await held();
        return index;
      });
    },
    runner: () => startRunner({ database: open(), clock, log: quiet, jobs: jobs(), chores: [] }),
    /** Runs all due jobs. */
    async settle(): Promise<void> {
      const runner = startRunner({ database: open(), clock, log: quiet, jobs: jobs(), chores: [] });
      await runner.settle();
      await runner.stop();
    },
  };
}

/** What the audit finds in the lottery, without accounts older than `team`: the ledger still has entries of earlier tests. */
export async function lotteryDifferences(db: Db, team: readonly Account[]): Promise<string[]> {
  const first = team[0]?.id ?? 0n;
  return (await proveAll(db, ...lotteryProofs)).filter(isSince(first));
}
