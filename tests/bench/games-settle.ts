// Settling a race round in which everybody bet, by the runner and the work of the server, beside a bare INSERT … SELECT of as many
// rows into a table like that of the postings.
import { sql } from 'kysely';
import { pino } from 'pino';
import { toUnits } from '#contract/amounts.ts';
import { raceTimes } from '#draws/rounds.ts';
import type { Database } from '#server/db/client.ts';
import { checkRace } from '#server/features/race/race.check.ts';
import { SETTLE_JOB, settleRound } from '#server/features/race/race.usecases.ts';
import { type Clock, systemClock } from '#server/jobs/clock.ts';
import { startRunner } from '#server/jobs/runner.ts';
import { audit, isSound } from '#server/ledger/audit.ts';
import { addToBank, decide, testDraws } from '#tests/support/race.ts';
import { makeAccounts, pay } from './games-rows.ts';
import { type Settled, bareInsert, count } from './settle-orders.ts';

const ROUND = 5_849_201;
/** Units that no share divides without a rest. */
const STAKE = '12345678901234567891';

/** Everybody has bet on one lane, each lane has a sixth of them. */
export async function betAll(database: Database, accounts: number): Promise<void> {
  await database.kysely.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db);
    await makeAccounts(db, accounts, BigInt(STAKE));
    await pay(db, 'race_bet', 'race_stakes', sql`select id as user_id, -${STAKE}::numeric as amount from users`);
    await sql`
      insert into race_entries (user_id, round, stakes, total, bets, ancestor1, ancestor2, ancestor3, placed_at)
      select id, ${ROUND}::bigint, array(select case when lane = 1 + id * 7919 % 6 then ${STAKE}::numeric else 0 end
          from generate_series(1, 6) lane order by lane), ${STAKE}::numeric, 1, ancestor1, ancestor2, ancestor3,
        ${raceTimes(ROUND).opensAt}::timestamptz
      -- in no order of accounts, as they would come
      from users order by md5(id::text)`.execute(db);
    await sql`
      insert into race_rounds (round, stakes, total, rates)
      select ${ROUND}::bigint, array_agg(stake order by lane), sum(stake), array[1e16, 5e15, 3e15]::numeric[] from (
        select lane, sum(stake) as stake from race_entries, unnest(stakes) with ordinality as s (stake, lane) group by lane
      ) lanes`.execute(db);
    for (const table of ['users', 'ledger_accounts', 'ledger_postings', 'race_entries', 'race_rounds'])
      await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
    await sql`reset statement_timeout`.execute(db);
  });
  await addToBank(database.kysely, toUnits('100000000'));
}

/** Pays the round of so many accounts; `settled` counts its accounts as orders. */
export async function settleRace(database: Database, accounts: number): Promise<Settled> {
  const db = database.kysely;
  await betAll(database, accounts);
  const draws = testDraws();
  const { drawsAt } = raceTimes(ROUND);
  await draws.prepare(db, [{ id: `race:${ROUND}`, drawsAt }]);
  await decide(db, ROUND, 3);
  const before = await count(database, 'ledger_postings');
  const clock: Clock = { ...systemClock, now: () => drawsAt };
  const work = settleRound({ database, draws, tellRound: () => undefined, tellBalance: () => undefined });
  const times: number[] = [];
  let begun = 0;
  const runner = startRunner({
    ...{ database, clock, log: pino({ level: 'warn' }), chores: [] },
    works: {
      [SETTLE_JOB]: (tx, job, at) => {
        // From the beginning of one batch's transaction to that of the next: its commit is in it.
        if (begun) times.push(performance.now() - begun);
        begun = performance.now();
        return work(tx, job, at);
      },
    },
  });
  const start = performance.now();
  await runner.settle();
  const seconds = (performance.now() - start) / 1000;
  times.push(performance.now() - begun);
  await runner.stop();
  const postings = (await count(database, 'ledger_postings')) - before;
  const bare = await bareInsert(database, postings);
  const { differences } = await checkRace(db);
  if (!isSound(await audit(db)) || differences.length > 0)
    throw new Error(`the books are not sound: ${differences.join('; ')}`);
  return { orders: accounts, postings, batches: times.length, seconds, longest: Math.max(...times), times, bare };
}
