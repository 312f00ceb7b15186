/** Recomputes staking from its orders and compares it with the ledger (`operator staking check`). */
import { sql } from 'kysely';
import { fromUnits } from '#rules/amounts.ts';
import type { Database, Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { systemBalance } from '#server/ledger/read.ts';
import { type Command, CommandError } from '#server/operator/protocol.ts';

interface StakingCheck {
  orders: bigint;
  /** ADIT currently staked, in smallest units. */
  active: bigint;
  /** The differences, one per line. */
  differences: string[];
}

/** Maximum number of differences reported per kind. */
const LIMIT = 100;

interface Difference {
  user: bigint;
  expected: bigint;
  booked: bigint;
}

/** Compares what accounts should have got from entries of one kind with what the ledger has. */
async function compare(db: Db, kind: string, derived: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<Difference>`
    select coalesce(d.user_id, l.user_id) as user, coalesce(d.sum, 0) as expected, coalesce(l.sum, 0) as booked
    from (${derived}) d full join ${fn('posted_by_kind')}(${kind}) l on l.user_id = d.user_id
    where coalesce(d.sum, 0) <> coalesce(l.sum, 0) order by 1 limit ${LIMIT}`.execute(db);
  return rows.map(
    ({ user, expected, booked }) =>
      `user ${user}, ${kind}: ${fromUnits(expected)} by the orders, ${fromUnits(booked)} in the ledger`,
  );
}

/**
 * Compares stakes, payouts, team rewards and shares with the ledger, all in one snapshot. Set-based; may run while the
 * system is in use.
 */
export async function checkStaking(db: Db): Promise<StakingCheck> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // The time limit for requests does not apply here.
      await sql`set local statement_timeout = 0`.execute(tx);
      const { rows } = await sql<{ orders: bigint; active: bigint }>`
        select count(*) as orders, coalesce(sum(amount) filter (where redeemed_at is null), 0) as active
        from stake_orders`.execute(tx);
      const { orders, active } = rows[0] ?? { orders: 0n, active: 0n };
      const staked = await systemBalance(tx, 'staked', 'ADIT');
      const differences =
        staked === active
          ? []
          : [`staked: ${fromUnits(active)} by the orders, ${fromUnits(staked)} in the ledger`];
      const own = sql`
        select o.user_id, sum(o.output * ${fn('stake_periods')}(o.staked_at, least(o.redeemed_at, s.settled_at
          - case when o.id > s.settled_id then interval '1 millisecond' else interval '0' end))) as sum
        from stake_orders o, stake_state s group by 1`;
      differences.push(
        ...(await compare(tx, 'staking', own)),
        ...(await compare(
          tx,
          'staking_team',
          sql`select user_id, sum(staking) as sum from team_earnings group by 1`,
        )),
        ...(await compare(
          tx,
          'staking_share',
          sql`select user_id, sum(amount) as sum from stake_shares group by 1`,
        )),
      );
      const sums = await sql<{ rounds: bigint; shares: bigint }>`
        select (select coalesce(sum(paid), 0) from stake_rounds) as rounds,
          (select coalesce(sum(amount), 0) from stake_shares) as shares`.execute(tx);
      const { rounds, shares } = sums.rows[0] ?? { rounds: 0n, shares: 0n };
      if (rounds !== shares)
        differences.push(`shares: rounds have paid ${fromUnits(rounds)}, accounts got ${fromUnits(shares)}`);
      const over = await sql<{ id: bigint }>`
        select id from stake_rounds where paid > amount order by id limit ${LIMIT}`.execute(tx);
      differences.push(...over.rows.map(({ id }) => `round ${id} has paid more than it had`));
      return { orders, active, differences };
    });
}

/** The operator's command; it fails with a list of the differences. */
export const stakingCommands = (database: Database): Command[] => [
  {
    name: 'staking check',
    usage:
      'staking check                     recomputes what orders have paid and compares it with the ledger',
    async run() {
      const { orders, active, differences } = await checkStaking(database.kysely);
      const head = `${orders} orders, ${fromUnits(active)} ADIT staked`;
      if (differences.length > 0) throw new CommandError([`${head}: NOT SOUND`, ...differences].join('\n'));
      return { text: `${head}: all that was paid follows from them` };
    },
  },
];
