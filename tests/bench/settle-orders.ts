// Paying every stake order once, with the server's own runner and job, compared with a bare insert of the same postings.
import { sql } from 'kysely';
import { pino } from 'pino';
import { ratesOf } from '#rules/team.ts';
import type { Database } from '#server/db/client.ts';
import { stakingProofs } from '#server/features/staking/staking.check.ts';
import { PAYOUT_JOB, payOut, startPayouts } from '#server/features/staking/staking.usecases.ts';
import { type Clock, systemClock } from '#server/jobs/clock.ts';
import { startRunner } from '#server/jobs/runner.ts';
import { audit } from '#server/ledger/audit.ts';
import { proveAll } from '#tests/support/ledger.ts';
import { bareInsert } from './bare-insert.ts';
import { STAKED_ON, stakeOrders } from './stake-orders.ts';

const DAY_MS = 86_400_000;

export interface Settled {
  orders: number;
  postings: number;
  batches: number;
  /** Seconds for all batches, and milliseconds of the longest one. */
  seconds: number;
  longest: number;
  /** Milliseconds of each. */
  times: number[];
  /** Seconds of the bare insert. */
  bare: number;
}

export const countPostings = async (database: Database): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ledger_postings`.execute(
    database.kysely,
  );
  return rows[0]?.n ?? 0;
};

export async function settleOrders(database: Database, orders: number): Promise<Settled> {
  await database.kysely.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db);
    await stakeOrders(db, orders);
    await sql`reset statement_timeout`.execute(db);
  });
  const before = await countPostings(database);
  // Every order is due for its first payment, and none for its second.
  const now = new Date(Date.parse(STAKED_ON) + 2 * DAY_MS - 1);
  const clock: Clock = { ...systemClock, now: () => now };
  const work = payOut({ database, clock, rates: () => ratesOf('staking'), tellBalance: () => undefined });
  const times: number[] = [];
  let begun = 0;
  const runner = startRunner({
    database,
    clock,
    log: pino({ level: 'warn' }),
    jobs: {
      [PAYOUT_JOB]: (db, job, at) => {
        // From the beginning of one batch's transaction to that of the next, including its commit.
        if (begun) times.push(performance.now() - begun);
        begun = performance.now();
        return work(db, job, at);
      },
    },
    chores: [],
  });
  await startPayouts(database.kysely, now);
  await sql`checkpoint`.execute(database.kysely);
  const start = performance.now();
  await runner.settle();
  const seconds = (performance.now() - start) / 1000;
  times.push(performance.now() - begun);
  await runner.stop();
  const postings = (await countPostings(database)) - before;
  const differences = [
    ...(await audit(database.kysely)),
    ...(await proveAll(database.kysely, ...stakingProofs)),
  ];
  if (differences.length > 0) throw new Error(`the books are not sound: ${differences.join('; ')}`);
  const bare = await bareInsert(database, postings);
  return { orders, postings, batches: times.length, seconds, longest: Math.max(...times), times, bare };
}
