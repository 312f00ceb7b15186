/**
 * `operator lottery check`: recomputes the lottery from its guesses, and compares it with its rounds and the ledger. It
 * changes nothing.
 */
import { sql } from 'kysely';
import { fromUnits } from '#rules/amounts.ts';
import { issueOf } from '#rules/lottery.ts';
import type { Database, Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { systemBalance } from '#server/ledger/read.ts';
import { type Command, CommandError } from '#server/operator/protocol.ts';

interface LotteryCheck {
  rounds: number;
  guesses: number;
  /** What the pool holds, in smallest units. */
  pool: bigint;
  /** The differences, one line each. */
  differences: string[];
}

/** At most this many differences of each kind are reported. */
const LIMIT = 100;

/** Compares rounds with their guesses and neighbours, and checks that each is consistent. */
async function roundDifferences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ round: string; what: string; stored: bigint; counted: bigint }>`
    with g as materialized (
      select round, count(*) as guesses, sum(paid) as paid from lottery_guesses group by round
    )
    select r.round, c.what, c.stored, c.counted
    from lottery_rounds r left join g using (round)
    left join lottery_rounds before on before.round = r.round - 1
    left join lateral (
      select count(*) as winners from lottery_guesses w where w.round = r.round and w.number = r.drawn
    ) w on true
    cross join lateral (values
      ('guesses', r.guesses::numeric, coalesce(g.guesses, 0)::numeric), ('paid', r.paid, coalesce(g.paid, 0)),
      ('winners', r.winners::numeric, case when r.drawn is null then 0 else w.winners end::numeric),
      ('carried', r.carried, case when before.round is null then r.carried else before.rolled end),
      ('issued', r.issued, case when r.state = 'open' or (r.issued = 0 and r.guesses = 0) then 0
        else r.miners * ${issueOf(1)}::numeric end)
    ) as c (what, stored, counted)
    where c.stored is distinct from c.counted order by r.round, c.what limit ${LIMIT}`.execute(db);
  const shown = (what: string, value: bigint | null) =>
    value === null ? 'unknown' : what === 'guesses' || what === 'winners' ? String(value) : fromUnits(value);
  return rows.map(
    ({ round, what, stored, counted }) =>
      `round ${round}, ${what}: ${shown(what, stored)} is stored, ${shown(what, counted)} follows`,
  );
}

/** Compares what accounts paid and received, by entries of one kind, with what their guesses say. */
async function ledgerDifferences(db: Db, kind: string, derived: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ user: bigint; expected: bigint; booked: bigint }>`
    select coalesce(d.user_id, l.user_id) as user, coalesce(d.sum, 0) as expected, coalesce(l.sum, 0) as booked
    from (${derived}) d full join ${fn('posted_by_kind')}(${kind}) l on l.user_id = d.user_id
    where coalesce(d.sum, 0) <> coalesce(l.sum, 0) order by 1 limit ${LIMIT}`.execute(db);
  return rows.map(
    ({ user, expected, booked }) =>
      `user ${user}, ${kind}: ${fromUnits(expected)} by the guesses, ${fromUnits(booked)} in the ledger`,
  );
}

/** Guesses `g` of rounds `r` that are settled or refunded, as far as their batches have got. */
const settled = sql`lottery_guesses g join lottery_rounds r on r.round = g.round and g.user_id <= r.settled_to`;

/** The expected balance of the pool: what unfinished rounds have, less what was already paid out of them. */
async function poolExpected(db: Db): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(coalesce(carried, 0) + issued + paid), 0) - (
      select coalesce(sum(case when r.drawn is null then g.paid when g.number = r.drawn then r.share else 0 end), 0)
      from ${settled} where r.state = 'closed'
    ) as sum from lottery_rounds where state in ('open', 'closed')`.execute(db);
  return rows[0]?.sum ?? 0n;
}

/** Compares rounds, guesses, pool and ledger in one snapshot. Set-based; may run during normal operation. */
export const checkLottery = (db: Db): Promise<LotteryCheck> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // The statement timeout of requests would be too short here.
      await sql`set local statement_timeout = 0`.execute(tx);
      const { rows } = await sql<{ rounds: number; guesses: number }>`
        select count(*)::int as rounds, coalesce(sum(guesses), 0)::int as guesses from lottery_rounds`.execute(
        tx,
      );
      const pool = await systemBalance(tx, 'lottery_pool', 'ADIT');
      const expected = rows[0]?.rounds ? await poolExpected(tx) : pool;
      const differences = await roundDifferences(tx);
      if (pool !== expected)
        differences.push(`pool: ${fromUnits(expected)} by the rounds, ${fromUnits(pool)} in the ledger`);
      const prizes = sql`
        select g.user_id, sum(r.share) as sum from ${settled}
        where r.drawn = g.number and r.state in ('closed', 'settled') group by 1`;
      const returns = sql`
        select g.user_id, sum(g.paid) as sum from ${settled}
        where r.drawn is null and r.state in ('closed', 'void') group by 1`;
      differences.push(
        ...(await ledgerDifferences(
          tx,
          'lottery_guess',
          sql`select user_id, -sum(paid) as sum from lottery_guesses group by 1`,
        )),
        ...(await ledgerDifferences(tx, 'lottery_prize', prizes)),
        ...(await ledgerDifferences(tx, 'lottery_return', returns)),
      );
      return { rounds: 0, guesses: 0, ...rows[0], pool, differences };
    });

export const lotteryCommands = (database: Database): Command[] => [
  {
    name: 'lottery check',
    usage:
      'lottery check                     recomputes rounds, pool and prizes and compares them with the ledger',
    async run() {
      const { rounds, guesses, pool, differences } = await checkLottery(database.kysely);
      const head = `${rounds} rounds, ${guesses} guesses, ${fromUnits(pool)} ADIT in the pool`;
      if (differences.length > 0) throw new CommandError([`${head}: NOT SOUND`, ...differences].join('\n'));
      return { text: `${head}: all that was paid follows from them` };
    },
  },
];
