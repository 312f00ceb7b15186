/**
 * Grows what a server holds, set-based: rows of other accounts, and everything of one account that can grow without
 * limit.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import { lengthenHistory } from '#tests/support/long-history.ts';

/** The latest of one's rows are this old, so that they make nothing due. */
const PAST = sql`now() - interval '90 days'`;
const UNITS = sql`10::numeric ^ 18`;

/** Adds `rows` of each kind; `user` is below `inviter`, if given. Later calls continue earlier ones. */
export async function growTo(db: Db, user: bigint, from: number, to: number): Promise<void> {
  const run = (statement: RawBuilder<unknown>) => statement.execute(db);
  const n = sql`generate_series(${from + 1}::int, ${to}::int) n`;
  // Members on all three levels, each with a balance, a miner and a stake.
  await run(sql`
    with made as (
      insert into users (address, invite_code, invited_by, ancestor1, ancestor2, ancestor3, kyc, created_at)
      select '0x' || md5('many' || n) || left(md5(n::text), 8), 'M' || n, own.inviter, own.inviter,
        case when n % 3 = 1 then ${user}::bigint end, case when n % 3 = 2 then ${user}::bigint end, 'approved', ${PAST}
      from ${n}, lateral (select case when n % 3 = 0 then ${user}::bigint end as inviter) own returning *
    ), held as (
      insert into ledger_accounts (user_id, coin) select id, coin from made, unnest(array['ADIT', 'USDT']) coin
    ), mining as (
      insert into miners (user_id, kind, state, gifted, permanent_at) select id, 'permanent', 'pending_start', ${UNITS}, '2010-01-01' from made
    )
    insert into stake_orders (user_id, ancestor1, ancestor2, ancestor3, amount, output, phase, staked_at)
    select id, ancestor1, ancestor2, ancestor3, 100 * ${UNITS}, 0, id * 7919 % 86400000,
      date_trunc('day', ${PAST}, 'UTC') + id * 7919 % 86400000 * interval '1 millisecond' from made`);
  // One's own rows, in order: a level inserted in the past would change all later ones.
  await run(sql`
    insert into stake_orders (user_id, amount, output, phase, staked_at, redeemed_at, settled)
    select ${user}, 100 * ${UNITS}, 0, (extract(epoch from at) * 1000)::bigint % 86400000, at,
      case when n % 4 = 0 then at + interval '1 second' end, n % 4 = 0
    from (select n, date_trunc('day', ${PAST}, 'UTC') - interval '3 days' + n * interval '5 seconds' as at from ${n}) made order by n`);
  await run(sql`
    insert into mining_cycles (user_id, claimed_at, journal_id, output)
    select ${user}, ${PAST} - n * interval '24 hours', -n, ${UNITS} from ${n}`);
  await run(sql`
    insert into race_rounds (round, state, stakes, total, rates, ranking, champion, leaders, finished_at)
    select n, 'settled', '{1,0,0,0,0,0}', 1, '{0,0,0}', '123456', 1, array[${user}::bigint], ${PAST} from ${n}`);
  await run(sql`
    insert into race_entries (user_id, round, stakes, total, bets, placed_at)
    select ${user}, n, '{1,0,0,0,0,0}'::numeric[], 1, 1, ${PAST} from ${n}
    union all select id, 1 + id % ${to}::int, '{1,0,0,0,0,0}', 1, 1, ${PAST} from users where id > ${user}
    on conflict do nothing`);
  await run(sql`
    insert into lottery_rounds (round, closes_at, state, guesses, carried, rolled, finished_at)
    select '2020-01-01'::date - n, '2020-01-01'::date - n, 'void', 1, 0, 0, ${PAST} from ${n}`);
  await run(sql`
    insert into lottery_guesses (round, user_id, n, number, paid, placed_at)
    select '2020-01-01'::date - n, ${user}, 1, 7, 0, ${PAST} from ${n}`);
  await run(sql`
    insert into repurchases (journal_id, at, kind, amount, paid, institution, stakers, bought_total, institution_total, stakers_total, paid_total)
    select -n, ${PAST}, 'hashrate', 1, 1, 0, 0, 0, 0, 0, 0 from ${n}`);
  await run(sql`
    insert into stake_settlements (from_at, from_id, to_at, to_id, at, orders, rates)
    select at, 0, at, 0, at, 0, '{}' from (select ${PAST} - n * interval '1 hour' as at from ${n}) made`);
  await lengthenHistory(db, user, to - from);
  // As autovacuum does.
  await run(sql`vacuum analyze`);
}
