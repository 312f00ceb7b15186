/** `operator race check`: recomputes the race from its entries, and compares it with its rounds and the ledger. It changes nothing. */
import { type RawBuilder, sql } from 'kysely';
import { RACE_PAYOUT } from '#rules/figures.ts';
import { fromUnits } from '#rules/amounts.ts';
import type { Database, Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { systemBalance } from '#server/ledger/read.ts';
import { type Command, CommandError } from '#server/operator/protocol.ts';

interface RaceCheck {
  rounds: bigint;
  entries: bigint;
  /** What unfinished rounds hold, in smallest units. */
  held: bigint;
  /** The differences, one line each. */
  differences: string[];
}

/** At most this many differences of each kind are reported. */
const LIMIT = 100;

/** Entries `e` of accounts that the settlement of their round `r` has already handled. */
const reached = sql`race_entries e join race_rounds r on r.round = e.round and e.user_id <= r.settled_user`;

/**
 * Compares rounds with their entries: stakes by lane, payments so far, and that the bank can pay the worst outcome of
 * open rounds.
 */
async function roundDifferences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ round: bigint; what: string; stored: string; counted: string }>`
    with stakes as materialized (
      select round, array_agg(stake order by lane) as stakes, sum(stake) as total from (
        select e.round, s.lane, sum(s.stake) as stake
        from race_entries e cross join lateral unnest(e.stakes) with ordinality as s (stake, lane) group by 1, 2
      ) lanes group by round
    ), paid as materialized (
      select e.round, sum(case when r.champion is null then e.total else ${RACE_PAYOUT}::numeric * e.stakes[r.champion] end) as paid,
        sum(case when r.champion is null then 0 else
          case when e.ancestor1 is null then 0 else ${fn('times')}(e.total, r.rates[1]) end
          + case when e.ancestor2 is null then 0 else ${fn('times')}(e.total, r.rates[2]) end
          + case when e.ancestor3 is null then 0 else ${fn('times')}(e.total, r.rates[3]) end end) as team
      from ${reached} group by e.round
    )
    select round, c.what, c.stored, c.counted
    from race_rounds r full join stakes s using (round) left join paid p using (round)
    cross join lateral (values
      ('stakes', r.stakes::text, coalesce(s.stakes, '{0,0,0,0,0,0}')::text), ('total', r.total::text, coalesce(s.total, 0)::text),
      ('paid', r.paid::text, coalesce(p.paid, 0)::text), ('team', r.team::text, coalesce(p.team, 0)::text)
    ) as c (what, stored, counted)
    where c.stored is distinct from c.counted order by round, c.what limit ${LIMIT}`.execute(db);
  return rows.map(
    ({ round, what, stored, counted }) =>
      `round ${round}, ${what}: ${stored ?? 'none'} is stored, ${counted} follows`,
  );
}

/** Compares what accounts paid and received, by entries of one kind, with what their bets say. */
async function ledgerDifferences(db: Db, kind: string, derived: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ user: bigint; expected: bigint; booked: bigint }>`
    select coalesce(d.user_id, l.user_id) as user, coalesce(d.sum, 0) as expected, coalesce(l.sum, 0) as booked
    from (${derived}) d full join ${fn('posted_by_kind')}(${kind}) l on l.user_id = d.user_id
    where coalesce(d.sum, 0) <> coalesce(l.sum, 0) order by 1 limit ${LIMIT}`.execute(db);
  return rows.map(
    ({ user, expected, booked }) =>
      `user ${user}, ${kind}: ${fromUnits(expected)} by the bets, ${fromUnits(booked)} in the ledger`,
  );
}

/** What the levels above should have received for these entries. */
const teamOf = (entries: RawBuilder<unknown>) => sql`
  select a.id as user_id, sum(${fn('times')}(e.total, a.rate)) as sum from ${entries}
  cross join lateral (values (e.ancestor1, r.rates[1]), (e.ancestor2, r.rates[2]), (e.ancestor3, r.rates[3])) as a (id, rate)
  where a.id is not null and r.champion is not null group by 1 having sum(${fn('times')}(e.total, a.rate)) > 0`;

/** The expected ledger totals of each kind. */
const KINDS: Readonly<Record<string, RawBuilder<unknown>>> = {
  race_bet: sql`select user_id, -sum(total) as sum from race_entries group by 1`,
  race_payout: sql`
    select e.user_id, ${RACE_PAYOUT}::numeric * sum(e.stakes[r.champion]) as sum from ${reached}
    where r.champion is not null group by 1 having sum(e.stakes[r.champion]) > 0`,
  race_return: sql`select e.user_id, sum(e.total) as sum from ${reached} where r.champion is null group by 1`,
  race_team: teamOf(reached),
};

/** Compares the daily earnings with the batches that teams have counted. */
async function earningDifferences(db: Db): Promise<string[]> {
  const counted = sql`race_batches b join race_rounds r on r.round = b.round
    join race_entries e on e.round = b.round and e.user_id > b.from_user and e.user_id <= b.to_user and b.counted`;
  const { rows } = await sql<{ user: bigint; expected: bigint; stored: bigint }>`
    select coalesce(d.user_id, k.user_id) as user, coalesce(d.sum, 0) as expected, coalesce(k.sum, 0) as stored
    from (${teamOf(counted)}) d
    full join (select user_id, sum(race) as sum from team_earnings group by 1 having sum(race) <> 0) k on k.user_id = d.user_id
    where coalesce(d.sum, 0) <> coalesce(k.sum, 0) order by 1 limit ${LIMIT}`.execute(db);
  return rows.map(
    ({ user, expected, stored }) =>
      `user ${user}, team earnings: ${fromUnits(expected)} by the bets, ${fromUnits(stored)} is stored`,
  );
}

/**
 * Compares rounds, bets, payouts, the team's shares and the ledger in one snapshot. Set-based; may run during normal
 * operation.
 */
export const checkRace = (db: Db): Promise<RaceCheck> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // The statement timeout of requests would be too short here.
      await sql`set local statement_timeout = 0`.execute(tx);
      const { rows } = await sql<{ rounds: bigint; entries: bigint; held: bigint; worst: bigint }>`
        select count(*) filter (where total > 0) as rounds, (select count(*) from race_entries) as entries,
          coalesce(sum(total - paid - team) filter (where finished_at is null), 0) as held,
          coalesce(sum(${fn('race_liability')}(stakes, total, rates, ${RACE_PAYOUT}::numeric)) filter (where finished_at is null), 0) as worst
        from race_rounds`.execute(tx);
      const { rounds, entries, held, worst } = rows[0] ?? { rounds: 0n, entries: 0n, held: 0n, worst: 0n };
      const differences = await roundDifferences(tx);
      const stakes = await systemBalance(tx, 'race_stakes', 'ADIT');
      if (stakes !== held)
        differences.push(`race_stakes: ${fromUnits(held)} by the rounds, ${fromUnits(stakes)} in the ledger`);
      const bank = await systemBalance(tx, 'race_bank', 'ADIT');
      if (bank < worst)
        differences.push(`race_bank: has ${fromUnits(bank)}, open rounds may cost ${fromUnits(worst)}`);
      for (const [kind, derived] of Object.entries(KINDS))
        differences.push(...(await ledgerDifferences(tx, kind, derived)));
      differences.push(...(await earningDifferences(tx)));
      return { rounds, entries, held, differences };
    });

export const raceCommands = (database: Pick<Database, 'kysely'>): Command[] => [
  {
    name: 'race check',
    usage:
      'race check                        recomputes rounds, stakes and payouts and compares them with the ledger',
    async run() {
      const { rounds, entries, held, differences } = await checkRace(database.kysely);
      const head = `${rounds} rounds, ${entries} entries, ${fromUnits(held)} ADIT in rounds that are not ended`;
      if (differences.length > 0) throw new CommandError([`${head}: NOT SOUND`, ...differences].join('\n'));
      return { text: `${head}: all that was paid follows from them` };
    },
  },
];
