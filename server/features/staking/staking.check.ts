/** Recomputes staking from its orders and compares it with the ledger. */
import { sql } from 'kysely';
import { fromUnits } from '#rules/amounts.ts';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { systemBalance } from '#server/ledger/read.ts';
import { LIMIT, type Proof, against } from '#server/ledger/proof.ts';

interface Difference {
  user: bigint;
  expected: bigint;
  booked: bigint;
}

/**
 * Payments `d` of the settlements `s`: every order with a moment in a settlement's window. Redemptions at or after the
 * moment do not cancel it, and nobody can stake or redeem at a time that has already been paid up to (staking.sql), so
 * a window never changes. The condition on windows is that of `staking_settle`.
 */
const windows = sql`
  join stake_orders o on (o.phase, o.id) > (${fn('stake_phase')}(s.from_at), s.from_id)
    and (o.phase, o.id) <= (${fn('stake_phase')}(s.to_at), s.to_id)
  cross join lateral (
    select date_trunc('day', s.to_at, 'UTC') as day, date_trunc('day', s.to_at, 'UTC') + o.phase * interval '1 millisecond' as moment
  ) d`;
const due = sql`o.staked_at < d.day and (o.redeemed_at is null or o.redeemed_at >= d.moment)`;

/** The cached sums that calls read (server/db/schema/0018_sums.sql), compared with the orders and the settlements. */
async function sumDifferences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select 'user ' || coalesce(l.user_id, k.user_id) || ': staked from ' || coalesce(l.at, k.at) || ' on is stored as '
      || coalesce(${fn('amount_text')}(k.staked), 'nothing') || ', the orders make ' || coalesce(${fn('amount_text')}(l.staked), 'nothing') as line
    from (
      select user_id, at, sum(sum(change)) over (partition by user_id order by at) as staked
      from (
        select user_id, staked_at as at, amount as change from stake_orders
        union all select user_id, redeemed_at, -amount from stake_orders where redeemed_at is not null
      ) changes group by user_id, at
    ) l full join stake_levels k on k.user_id = l.user_id and k.at = l.at where k.staked is distinct from l.staked
    union all
    select 'user ' || coalesce(o.user_id, k.user_id) || ': the output of ' || coalesce(o.day, k.day) || ' is stored as '
      || ${fn('amount_text')}(coalesce(k.amount, 0)) || ', the orders make ' || ${fn('amount_text')}(coalesce(o.sum, 0))
    from (
      select o.user_id, (s.to_at at time zone 'Asia/Singapore')::date as day, sum(o.output)
      from stake_settlements s ${windows} where ${due} group by 1, 2
    ) o full join stake_outputs k on k.user_id = o.user_id and k.day = o.day where coalesce(k.amount, 0) <> coalesce(o.sum, 0)
    order by 1 limit ${LIMIT}`.execute(db);
  return rows.map(({ line }) => line);
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

async function stakingDifferences(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ active: bigint }>`
    select coalesce(sum(amount), 0) as active from stake_orders where redeemed_at is null`.execute(tx);
  const active = rows[0]?.active ?? 0n;
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
    ...(await sumDifferences(tx)),
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
  return differences;
}

const stakes: Proof = {
  kinds: ['stake', 'unstake'],
  entries: sql`
    select j.id as entry, 'stake order ' || o.id as cause,
      o.id || case when j.ref = o.id::text then '' else '/' || ${fn('amount_text')}(o.output) end as ref, o.staked_at as at, a.user_id, a.system, 'ADIT' as coin, a.amount
    from stake_orders o left join entries j on j.kind = 'stake' and split_part(j.ref, '/', 1) = o.id::text
    ${against(sql`o.user_id`, 'staked', sql`-o.amount`)}
    union all
    select j.id, 'the redemption of stake order ' || o.id, o.id::text, o.redeemed_at, a.user_id, a.system, 'ADIT', a.amount
    from stake_orders o left join entries j on j.kind = 'unstake' and j.ref = o.id::text
    ${against(sql`o.user_id`, 'staked', sql`o.amount`)} where o.redeemed_at is not null`,
};

/** The same for the settlements of the entries `j`. */
const paid = (kind: string, journal: ReturnType<typeof sql>) => sql`
  from stake_settlements s left join entries j on j.id = ${journal} and j.kind = ${kind} and j.ref = s.id::text ${windows}`;
const cause = sql`'settlement ' || s.id`;

const payouts: Proof = {
  kinds: ['staking', 'staking_team', 'staking_share'],
  entries: sql`
    select j.id as entry, ${cause} as cause, s.id::text as ref, s.at, a.user_id, a.system, 'ADIT' as coin, a.amount
    ${paid('staking', sql`s.own_journal`)} ${against(sql`o.user_id`, 'issuance', sql`o.output`)} where ${due}
    union all
    select j.id, ${cause}, s.id::text, s.at, a.user_id, a.system, 'ADIT', a.amount
    ${paid('staking_team', sql`s.team_journal`)}
    cross join lateral (values (o.ancestor1, s.rates[1]), (o.ancestor2, s.rates[2]), (o.ancestor3, s.rates[3])) as l (id, rate)
    ${against(sql`l.id`, 'issuance', sql`${fn('times')}(o.output, l.rate)`)} where ${due} and l.id is not null
    union all
    select j.id, ${cause}, s.id::text, s.at, a.user_id, a.system, 'ADIT', a.amount
    ${paid('staking_share', sql`s.share_journal`)}
    join stake_rounds r on r.at > d.moment - interval '24 hours' and r.at <= d.moment
    ${against(sql`o.user_id`, 'staking_rewards', sql`div(o.amount * ${fn('stake_span')}(greatest(r.since, o.staked_at), r.at) * r.amount, r.weight)`)} where ${due}`,
  check: stakingDifferences,
};

export const stakingProofs: readonly Proof[] = [stakes, payouts];
