// Settling a race round in which everybody bet, with the server's own runner and job, compared with a bare
// insert of the same postings.
import { sql } from 'kysely';
import { pino } from 'pino';
import { toUnits } from '#rules/amounts.ts';
import { raceTimes } from '#rules/race.ts';
import type { Database } from '#server/db/client.ts';
import { raceProof } from '#server/features/race/race.check.ts';
import { COUNT_JOB, SETTLE_JOB, countTeams, settleRound } from '#server/features/race/race.usecases.ts';
import { type Clock, systemClock } from '#server/jobs/clock.ts';
import { type Work, startRunner } from '#server/jobs/runner.ts';
import { audit } from '#server/ledger/audit.ts';
import { proveAll } from '#tests/support/ledger.ts';
import { addToBank, decide, testDraws } from '#tests/support/race.ts';
import { bareInsert } from './bare-insert.ts';
import { median } from './figures.ts';
import { makeAccounts, pay } from './games-rows.ts';
import { type Settled, countPostings } from './settle-orders.ts';

const ROUND = 5_849_201;
/** An amount that no rate divides without a remainder. */
const STAKE = '12345678901234567891';

/** Everybody has bet on one lane; each lane has a sixth of the bets. */
async function betAll(database: Database, accounts: number): Promise<void> {
  await database.kysely.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db);
    await makeAccounts(db, accounts, BigInt(STAKE));
    await pay(
      db,
      'race_bet',
      'race_stakes',
      sql`select id as user_id, -${STAKE}::numeric as amount from users`,
      `${ROUND}/bench`,
    );
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

export interface Raced extends Settled {
  /** Seconds until the teams above had counted it, after everybody was paid. */
  counted: number;
}

/** Pays the round of this many accounts; `settled` counts its accounts as orders. */
export async function settleRace(database: Database, accounts: number): Promise<Raced> {
  const db = database.kysely;
  await betAll(database, accounts);
  const draws = testDraws();
  const { drawsAt } = raceTimes(ROUND);
  await draws.prepare(db, [{ id: `race:${ROUND}`, drawsAt }]);
  await decide(db, ROUND, 3);
  const before = await countPostings(database);
  const now = new Date(drawsAt.getTime() + 1000);
  const clock: Clock = { ...systemClock, now: () => now };
  /** When a transaction of each kind began; it ends, with its commit, when the next one begins. */
  const begun: { kind: string; at: number }[] = [];
  const timed =
    (kind: string, work: Work): Work =>
    (tx, job, at) => {
      begun.push({ kind, at: performance.now() });
      return work(tx, job, at);
    };
  const settle = settleRound({ database, draws, tellRound: () => undefined, tellBalance: () => undefined });
  const runner = startRunner({
    ...{ database, clock, log: pino({ level: 'warn' }), chores: [] },
    jobs: { [SETTLE_JOB]: timed(SETTLE_JOB, settle), [COUNT_JOB]: timed(COUNT_JOB, countTeams) },
  });
  await sql`checkpoint`.execute(db);
  await runner.settle();
  const end = performance.now();
  await runner.stop();
  const lasted = begun.map(({ kind, at }, i) => ({ kind, ms: (begun[i + 1]?.at ?? end) - at }));
  const times = lasted.filter(({ kind }) => kind === SETTLE_JOB).map(({ ms }) => ms);
  const sum = (all: readonly number[]) => all.reduce((x, y) => x + y, 0) / 1000;
  const seconds = sum(times);
  const counted = sum(lasted.filter(({ kind }) => kind === COUNT_JOB).map(({ ms }) => ms));
  const postings = (await countPostings(database)) - before;
  const differences = [...(await audit(db)), ...(await proveAll(db, raceProof))];
  if (differences.length > 0) throw new Error(`the books are not sound: ${differences.join('; ')}`);
  const bares = [];
  for (let n = 0; n < 3; n += 1) bares.push(await bareInsert(database, postings));
  const bare = median(bares) ?? 0;
  const longest = Math.max(...times);
  return { orders: accounts, postings, batches: times.length, seconds, longest, times, bare, counted };
}
