/**
 * Staking: orders, the watermark up to which all is paid, and the functions that pay. A moment is a time at which an order
 * pays: its start and whole 24 h after it. Moments stand in the order of (moment, order id); all up to the watermark are paid.
 * Amounts are in smallest units (10^-18); times are whole milliseconds.
 */
import { sql, type Kysely } from 'kysely';
import { roundFunction, settleFunction } from './0012_staking.settle.ts';

/** Held by whoever stakes or redeems, and alone by a payout: what a payout has decided stays true after it. */
const LOCK = sql.raw(`hashtextextended('staking', 4)`);
const DAY = sql.raw(`interval '24 hours'`);
const MS = sql.raw(`interval '1 millisecond'`);

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ledger_accounts drop constraint ledger_accounts_system_check`.execute(db);
  await sql`
    alter table ledger_accounts add constraint ledger_accounts_system_check check (system in (
      'issuance', 'custody', 'revenue', 'institution', 'payouts', 'unclaimed', 'staked',
      'buyback', 'lottery_pool', 'race_bank', 'reserve', 'staking_rewards'))`.execute(db);
  await ledgerFunctions(db);
  await tables(db);
  await timeFunctions(db);
  await roundFunction(db);
  await settleFunction(db, LOCK);
}

async function ledgerFunctions(db: Kysely<unknown>): Promise<void> {
  // What a level gets of a base at a rate (smallest units of 1), rounded down.
  await sql`
    create function commission(p_base numeric, p_rate numeric) returns numeric language sql immutable as $$
      select div(p_base * p_rate, 1000000000000000000)
    $$`.execute(db);

  // Takes the totals of entries out of their system accounts, funds last. A fund pays what it holds and no more.
  await sql`
    create function ledger_debits(
      p_journals bigint[], p_systems text[], p_coin text, p_totals numeric[],
      out journal bigint, out account bigint, out total numeric, out after numeric
    ) returns setof record language plpgsql set enable_seqscan = off set jit = off as $$
    declare
      v_system text;
      v_fund boolean;
      v_shard int;
    begin
      for journal, v_system, total, v_fund in
        select e.j, e.s, e.t, ledger_is_fund(e.s) from unnest(p_journals, p_systems, p_totals) as e (j, s, t)
        where e.j is not null order by 4, 1
      loop
        v_shard := case when v_fund then 0 else journal % 64 end;
        loop
          update ledger_accounts a set balance = a.balance - total
            where a.system = v_system and a.coin = p_coin and a.shard = v_shard and (not v_fund or a.balance >= total)
            returning a.id, case when v_fund then a.balance end into account, after;
          exit when found;
          if v_fund then perform ledger_refuse(null, p_coin, -total); end if;
          insert into ledger_accounts (system, coin, shard) values (v_system, p_coin, v_shard) on conflict do nothing;
        end loop;
        return next;
      end loop;
    end $$`.execute(db);

  // Makes the users' accounts that are missing. One that is made is locked like one that is changed: where one is missing all of
  // them are locked in one pass over the users, made or not, so that nobody waits for us in a circle. Nested loops alone: another
  // join would read the index of all accounts for a few thousand users (measured: 0.1 s of a batch beside a million accounts).
  await sql`
    create function ledger_open(p_coin text, p_users bigint[]) returns void language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
    begin
      if exists (
        select 1 from unnest(p_users) as w (u)
        where not exists (select 1 from ledger_accounts a where a.user_id = w.u and a.coin = p_coin)
      ) then
        insert into ledger_accounts as a (user_id, coin)
          select distinct u, p_coin from unnest(p_users) as w (u) order by u
          on conflict (user_id, coin) where user_id is not null do update set balance = a.balance where false;
      end if;
    end $$`.execute(db);

  // Up to three entries that pay many users at once: entry n is of p_kinds[n] and paid by p_systems[n]; user i gets the i-th of
  // p_firsts by the first entry and so on, or nothing where that is null. Returns their journal ids; an entry that pays nobody
  // is not booked, and its id is null.
  //
  // Users' accounts are made and changed in the order of ids, as everywhere, then the system accounts: those wait for the sums
  // of what was changed. Nested loops over the sorted list alone, so that the order holds and no large table is read as a whole.
  // Entries get their ids when the users' accounts are locked, as in ledger_post: an account's history is in the order of ids.
  // An account is changed once for all of its entries: a row's second change in a transaction looks its user up again and costs
  // three times as much (measured on PostgreSQL 15).
  await sql`
    create function ledger_pay(
      p_kinds text[], p_systems text[], p_ref text, p_at timestamptz, p_coin text,
      p_users bigint[], p_firsts numeric[], p_seconds numeric[], p_thirds numeric[]
    ) returns bigint[] language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
    declare
      v_good boolean;
      v_journals bigint[];
      v_paid bigint;
    begin
      select bool_and((u is not null and coalesce(a, b, c) is not null
          and coalesce(a > 0 and a = trunc(a), true) and coalesce(b > 0 and b = trunc(b), true)
          and coalesce(c > 0 and c = trunc(c), true)) is true)
        into v_good from unnest(p_users, p_firsts, p_seconds, p_thirds) as line (u, a, b, c);
      if v_good is not true then
        raise exception 'a bulk entry names users and amounts above zero in whole smallest units';
      end if;
      perform ledger_open(p_coin, p_users);

      with moved as (
        update ledger_accounts m set balance = m.balance + coalesce(w.a, 0) + coalesce(w.b, 0) + coalesce(w.c, 0)
        from (
          select u, a, b, c from unnest(p_users, p_firsts, p_seconds, p_thirds) as line (u, a, b, c) order by u
        ) w
        where m.user_id = w.u and m.coin = p_coin
        returning m.id, w.a, w.b, w.c, m.balance
      ), totals as materialized (
        select array[sum(a), sum(b), sum(c)] as all, count(*) as users from moved
      ), booked as (
        insert into ledger_journal (kind, ref, at)
          select e.kind, p_ref, p_at
          from totals cross join lateral unnest(p_kinds, totals.all) with ordinality as e (kind, total, n)
          where e.total is not null order by e.n
          returning id, kind
      ), journals as materialized (
        select array(select (select id from booked where kind = e.kind)
          from unnest(p_kinds) with ordinality as e (kind, n) order by e.n) as ids
      ), posted as (
        insert into ledger_postings (journal_id, account_id, coin, amount, balance_after, kind)
          select ids[1], id, p_coin, a, balance - coalesce(b, 0) - coalesce(c, 0), p_kinds[1]
            from journals, moved where a is not null
          union all
          select ids[2], id, p_coin, b, balance - coalesce(c, 0), p_kinds[2] from journals, moved where b is not null
          union all
          select ids[3], id, p_coin, c, balance, p_kinds[3] from journals, moved where c is not null
          union all
          select d.journal, d.account, p_coin, -d.total, d.after, null
          from totals, journals cross join lateral ledger_debits(ids, p_systems, p_coin, totals.all) d
      )
      select ids, users into v_journals, v_paid from journals, totals;
      if v_paid <> cardinality(p_users) then raise exception 'a bulk entry names each user once'; end if;
      return v_journals;
    end $$`.execute(db);

  await sql`
    create function ledger_post_bulk(
      p_kind text, p_ref text, p_at timestamptz, p_coin text, p_users bigint[], p_amounts numeric[], p_system text
    ) returns bigint language plpgsql as $$
    begin
      return (ledger_pay(array[p_kind], array[p_system], p_ref, p_at, p_coin, p_users, p_amounts, null, null))[1];
    end $$`.execute(db);

  // What users got or gave by entries of one kind: for checks that compare a feature's own records with the ledger.
  await sql`
    create function posted_by_kind(p_kind text) returns table (user_id bigint, coin text, sum numeric) language sql stable as $$
      select a.user_id, p.coin, sum(p.amount) from ledger_postings p join ledger_accounts a on a.id = p.account_id
      where p.kind = p_kind group by 1, 2
    $$`.execute(db);
}

async function tables(db: Kysely<unknown>): Promise<void> {
  // Payouts do not write here: what an order has paid follows from its times and the watermark.
  await sql`
    create table stake_orders (
      id bigint generated always as identity primary key,
      user_id bigint not null references users (id),
      -- as in users, where they never change
      ancestor1 bigint,
      ancestor2 bigint,
      ancestor3 bigint,
      amount numeric(38,0) not null check (amount > 0),
      -- what it pays every 24 h, fixed when it was staked
      output numeric(38,0) not null check (output >= 0),
      -- the millisecond of the UTC day at which it pays
      phase int not null check (phase between 0 and 86399999),
      staked_at timestamptz not null,
      redeemed_at timestamptz check (redeemed_at >= staked_at),
      -- redeemed, and nothing of it is to be paid any more
      settled boolean not null default false check (not settled or redeemed_at is not null)
    )`.execute(db);
  await sql`create index stake_orders_due on stake_orders (phase, id) where not settled`.execute(db);
  await sql`create index stake_orders_by_user on stake_orders (user_id, id)`.execute(db);
  // What somebody has staked now, for the coin list and the members of a team, however much was redeemed before.
  await sql`create index stake_orders_active on stake_orders (user_id) where redeemed_at is null`.execute(db);
  await sql`create index stake_orders_by_ancestor1 on stake_orders (ancestor1, phase, id) where ancestor1 is not null`.execute(
    db,
  );
  await sql`create index stake_orders_by_ancestor2 on stake_orders (ancestor2, phase, id) where ancestor2 is not null`.execute(
    db,
  );
  await sql`create index stake_orders_by_ancestor3 on stake_orders (ancestor3, phase, id) where ancestor3 is not null`.execute(
    db,
  );
  await sql`create index stake_orders_leaving on stake_orders (redeemed_at) where redeemed_at is not null and not settled`.execute(
    db,
  );

  // The watermark. 1970 until the first payout.
  await sql`
    create table stake_state (
      one int primary key default 1 check (one = 1),
      settled_at timestamptz not null default 'epoch',
      settled_id bigint not null default 0
    )`.execute(db);
  await sql`insert into stake_state default values`.execute(db);

  // What a payout has paid: the moments after (from_at, from_id) up to and with (to_at, to_id), all of one UTC day and of one
  // day of Singapore, at these rates of the three levels.
  await sql`
    create table stake_settlements (
      id bigint generated by default as identity primary key,
      from_at timestamptz not null,
      from_id bigint not null,
      to_at timestamptz not null,
      to_id bigint not null,
      at timestamptz not null,
      orders int not null,
      rates numeric[] not null,
      own_journal bigint,
      team_journal bigint,
      share_journal bigint
    )`.execute(db);
  await sql`create unique index stake_settlements_by_team on stake_settlements (team_journal) where team_journal is not null`.execute(
    db,
  );

  // Repurchased ADIT that is shared: order X gets amount × X / staked, at its next moment within 24 h.
  await sql`
    create table stake_rounds (
      id bigint generated always as identity primary key,
      at timestamptz not null unique,
      amount numeric(38,0) not null check (amount > 0),
      staked numeric(38,0) not null check (staked > 0),
      paid numeric(38,0) not null default 0 check (paid between 0 and amount)
    )`.execute(db);

  // By day of Singapore, so that totals and charts are sums of some hundred rows.
  await sql`
    create table team_earnings (
      user_id bigint not null,
      day date not null,
      staking numeric(38,0) not null default 0,
      race numeric(38,0) not null default 0,
      primary key (user_id, day)
    )`.execute(db);
  await sql`
    create table stake_shares (
      user_id bigint not null,
      day date not null,
      amount numeric(38,0) not null,
      primary key (user_id, day)
    )`.execute(db);
}

async function timeFunctions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function stake_phase(p_at timestamptz) returns int language sql stable as $$
      select ((extract(epoch from p_at) * 1000)::bigint % 86400000)::int
    $$`.execute(db);

  // Whole 24 h up to p_end.
  await sql`
    create function stake_periods(p_staked_at timestamptz, p_end timestamptz) returns numeric language sql immutable as $$
      select greatest(0, div(extract(epoch from p_end - p_staked_at), 86400))
    $$`.execute(db);

  // The time of a stake or of its redemption: now, and never before what is paid already. Whoever asks keeps payouts out
  // until the transaction ends. A function of several statements, so that the watermark is read after the lock was got.
  await sql`
    create function stake_moment(p_now timestamptz) returns timestamptz language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(${LOCK});
      return (select greatest(date_trunc('milliseconds', p_now), settled_at) from stake_state where one = 1);
    end $$`.execute(db);

  // The moment that follows a place in the order of moments; null without orders. That of an order which is redeemed, or was
  // staked a moment ago, may be named as well: looking there costs nothing.
  await sql`
    create function staking_next(p_at timestamptz, p_id bigint) returns timestamptz
    language plpgsql stable set enable_seqscan = off set jit = off as $$
    declare
      v_day timestamptz := date_trunc('day', p_at, 'UTC');
      v_phase int;
    begin
      select phase into v_phase from stake_orders where not settled and (phase, id) > (stake_phase(p_at), p_id)
        order by phase, id limit 1;
      if not found then
        v_day := v_day + ${DAY};
        select phase into v_phase from stake_orders where not settled order by phase, id limit 1;
      end if;
      return v_day + v_phase * ${MS};
    end $$`.execute(db);
}
