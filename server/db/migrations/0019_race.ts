/**
 * The race: rounds, what accounts have bet in them, and the function that books many bets at once. Lanes are 1 to 6, stakes are
 * arrays in their order. Amounts are in smallest units (10^-18).
 */
import { sql, type Kysely } from 'kysely';
import { betsFunction } from './0019_race.bets.ts';
import { settleFunction } from './0019_race.settle.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await tables(db);
  await collectFunction(db);
  await betsFunction(db);
  await settleFunction(db);
}

async function tables(db: Kysely<unknown>): Promise<void> {
  // Half of each page stays free: the open round's row is written by every batch of bets, and so stays on its page.
  await sql`
    create table race_rounds (
      -- epoch seconds / 300
      round bigint primary key,
      -- settling, returning: some of its accounts have been paid, or have their stakes back
      state text not null default 'open' check (state in ('open', 'settling', 'returning', 'settled', 'void')),
      stakes numeric(38,0)[] not null default '{0,0,0,0,0,0}' check (cardinality(stakes) = 6),
      total numeric(38,0) not null default 0
        check (total = stakes[1] + stakes[2] + stakes[3] + stakes[4] + stakes[5] + stakes[6]),
      -- of the three levels above an account, in smallest units of 1; fixed by the round's first bet
      rates numeric(38,0)[] not null default '{0,0,0}' check (cardinality(rates) = 3),
      -- the lanes as they came in, '316245'
      ranking text check (ranking ~ '^[1-6]{6}$'),
      champion smallint check (champion = left(ranking, 1)::smallint),
      -- accounts up to this one are paid, in so many batches
      settled_user bigint not null default 0,
      batches int not null default 0,
      -- payouts, or stakes that were returned; and what the levels above got
      paid numeric(38,0) not null default 0,
      team numeric(38,0) not null default 0,
      -- accounts with the largest payouts so far, at most ten, the largest first
      leaders bigint[] not null default '{}',
      finished_at timestamptz,
      check ((state in ('settling', 'settled')) = (champion is not null)),
      check ((state in ('settled', 'void')) = (finished_at is not null))
    ) with (fillfactor = 50)`.execute(db);
  await sql`create index race_rounds_unfinished on race_rounds (round) where state in ('open', 'settling', 'returning')`.execute(
    db,
  );

  // Written by bets alone, which hold the round: a settlement changes nothing here. Without foreign keys, which would lock the
  // account's row at each bet.
  await sql`
    create table race_entries (
      user_id bigint not null,
      round bigint not null,
      stakes numeric(38,0)[] not null check (cardinality(stakes) = 6),
      total numeric(38,0) not null check (total > 0),
      -- how many bets they came from
      bets int not null,
      -- as in users, where they never change
      ancestor1 bigint,
      ancestor2 bigint,
      ancestor3 bigint,
      -- the last of them; a round lies within one day of Singapore
      placed_at timestamptz not null,
      primary key (user_id, round)
    ) with (fillfactor = 80)`.execute(db);
  await sql`create index race_entries_by_round on race_entries (round, user_id)`.execute(db);

  // Which accounts of a round a batch of its settlement has paid: after from_user up to and with to_user. The entries that it
  // booked have the reference 'round/batch'. `counted`: teams know of it, or have nothing to know (returned stakes).
  await sql`
    create table race_batches (
      round bigint not null,
      batch int not null,
      from_user bigint not null,
      to_user bigint not null,
      paid_at timestamptz not null,
      counted boolean not null,
      primary key (round, batch)
    )`.execute(db);

  // A row is written by every round of its day: with room on its page none of the indexes is.
  await sql`alter table team_earnings set (fillfactor = 70)`.execute(db);

  // The most that a round can take out of the bank: the lane that costs most wins, and every level above is paid. What is paid
  // in the end is rounded down account by account, so it is never more.
  await sql`
    create function race_liability(p_stakes numeric[], p_total numeric, p_rates numeric[]) returns numeric
    language sql immutable as $$
      select greatest(0,
        5 * greatest(p_stakes[1], p_stakes[2], p_stakes[3], p_stakes[4], p_stakes[5], p_stakes[6]) - p_total
          + commission(p_total, p_rates[1]) + commission(p_total, p_rates[2]) + commission(p_total, p_rates[3]))
    $$`.execute(db);
}

async function collectFunction(db: Kysely<unknown>): Promise<void> {
  // One entry a line: user i pays p_amounts[i] into a spread account, referred to as p_refs[i]. Users are locked in the order of
  // ids, the system account last, once for all: entries of one call share a shard. An account's history stays in the order of
  // entries, since ids are taken when the accounts are locked. Who holds too little ends the whole call.
  await sql`
    create function ledger_collect(
      p_kind text, p_refs text[], p_at timestamptz, p_coin text, p_users bigint[], p_amounts numeric[], p_system text
    ) returns void language plpgsql set enable_seqscan = off set jit = off as $$
    declare
      l record;
      v_id bigint;
      v_after numeric;
      v_system bigint;
      v_shard int;
      v_total numeric := 0;
      v_ids bigint[] := '{}';
      v_refs text[] := '{}';
      v_amounts numeric[] := '{}';
      v_afters numeric[] := '{}';
      v_journals bigint[];
    begin
      if ledger_is_fund(p_system) then raise exception 'a fund is not collected into'; end if;
      for l in select u, a, ref from unnest(p_users, p_amounts, p_refs) as line (u, a, ref) order by u loop
        if (l.a > 0 and l.a = trunc(l.a)) is not true then
          raise exception 'a line names an amount above zero in whole smallest units';
        end if;
        update ledger_accounts set balance = balance - l.a
          where user_id = l.u and coin = p_coin and balance >= l.a returning id, balance into v_id, v_after;
        if not found then perform ledger_refuse(l.u, p_coin, -l.a); end if;
        v_ids := v_ids || v_id;
        v_refs := v_refs || l.ref;
        v_amounts := v_amounts || l.a;
        v_afters := v_afters || v_after;
        v_total := v_total + l.a;
      end loop;
      v_journals := array(select nextval(pg_get_serial_sequence('ledger_journal', 'id')) from generate_series(1, cardinality(v_ids)));
      v_shard := v_journals[1] % 64;
      loop
        update ledger_accounts set balance = balance + v_total
          where system = p_system and coin = p_coin and shard = v_shard returning id into v_system;
        exit when found;
        insert into ledger_accounts (system, coin, shard) values (p_system, p_coin, v_shard) on conflict do nothing;
      end loop;
      insert into ledger_journal (id, kind, ref, at) overriding system value
        select j, p_kind, ref, p_at from unnest(v_journals, v_refs) as made (j, ref);
      insert into ledger_postings (journal_id, account_id, coin, amount, balance_after, kind)
        select j, id, p_coin, -a, after, p_kind from unnest(v_journals, v_ids, v_amounts, v_afters) as made (j, id, a, after)
        union all select j, v_system, p_coin, a, null, null from unnest(v_journals, v_amounts) as made (j, a);
    end $$`.execute(db);
}
