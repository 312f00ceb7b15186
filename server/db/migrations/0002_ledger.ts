/**
 * The ledger's tables and the one function that writes them. What must hold is enforced here, whoever writes: a user's
 * balance and the funds never fall below zero, the postings of an entry sum to zero per coin, and nothing that is written
 * can be changed. Amounts are in smallest units (10^-18).
 */
import { sql, type Kysely } from 'kysely';

/** Written out in the constraints: those with a function in them are parsed anew by each statement (a tenth of a claim). */
const FUNDS = sql.raw(`('buyback', 'lottery_pool', 'race_bank', 'reserve', 'staking_rewards')`);

export async function up(db: Kysely<unknown>): Promise<void> {
  // Accounts that pay users: single rows that cannot be overdrawn. The other system accounts are spread over 64 rows,
  // since one hot row costs 3 to 7 times the throughput.
  await sql`
    create function ledger_is_fund(p_system text) returns boolean language sql immutable as $$
      select p_system in ${FUNDS}
    $$`.execute(db);

  // A user's account, or one shard of a system account. A third of each page stays free, so that changed balances stay on it.
  await sql`
    create table ledger_accounts (
      id bigint generated always as identity primary key,
      user_id bigint references users (id),
      system text check (system in ('issuance', 'custody', 'revenue', 'institution') or system in ${FUNDS}),
      shard int not null default 0 check (shard between 0 and 63),
      coin text not null,
      balance numeric(38,0) not null default 0,
      guarded boolean not null generated always as (user_id is not null or system in ${FUNDS}) stored,
      check ((user_id is null) <> (system is null)),
      check (shard = 0 or not guarded),
      constraint ledger_not_overdrawn check (not guarded or balance >= 0)
    ) with (fillfactor = 70)`.execute(db);
  await sql`create unique index ledger_accounts_user on ledger_accounts (user_id, coin) where user_id is not null`.execute(
    db,
  );
  await sql`create unique index ledger_accounts_system on ledger_accounts (system, coin, shard) where system is not null`.execute(
    db,
  );

  await sql`
    create table ledger_journal (
      id bigint generated always as identity primary key,
      kind text not null,
      ref text,
      at timestamptz not null
    )`.execute(db);
  // A reference names what caused the entry (a seed, a chain transaction, a settlement): it is booked once.
  await sql`create unique index ledger_journal_ref on ledger_journal (kind, ref) where ref is not null`.execute(
    db,
  );

  // The balance after a posting is told for users and funds; of a shard it would say nothing. Without foreign keys, which
  // cost a seventh of an entry (CPU, measured on PostgreSQL 15) for ids that the one writer has just read: the audit looks.
  await sql`
    create table ledger_postings (
      journal_id bigint not null,
      account_id bigint not null,
      coin text not null,
      amount numeric(38,0) not null check (amount <> 0),
      balance_after numeric(38,0),
      primary key (account_id, journal_id)
    )`.execute(db);
  await sql`create index ledger_postings_by_journal on ledger_postings (journal_id)`.execute(db);

  // Holds against anybody who writes SQL, not only against ledger_post. An entry is written by one statement, so that the
  // new rows alone tell whether it is whole: nothing is read from disk for the check, a tenth of an entry's CPU.
  await sql`
    create function ledger_check_sum() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from written group by journal_id, coin having sum(amount) <> 0) then
        raise exception 'postings of an entry must sum to zero per coin';
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger ledger_sum after insert on ledger_postings
      referencing new table as written for each statement execute function ledger_check_sum()`.execute(db);

  await sql`
    create function ledger_immutable() returns trigger language plpgsql as $$
    begin
      raise exception 'the ledger is append-only';
    end $$`.execute(db);
  for (const table of ['ledger_journal', 'ledger_postings']) {
    await sql`
      create trigger ${sql.ref(`${table}_fixed`)} before update or delete or truncate on ${sql.table(table)}
        for each statement execute function ledger_immutable()`.execute(db);
  }

  // Units as the shortest decimal string: 12000000000000000000 is '12'. A product is exact where a quotient is rounded.
  await sql`
    create function amount_text(p_units numeric) returns text language sql immutable as $$
      select trim_scale(p_units * 0.000000000000000001)::text
    $$`.execute(db);

  // Says why a line could not be booked: a user holds too little, or a fund cannot pay.
  await sql`
    create function ledger_refuse(p_user bigint, p_coin text, p_amount numeric) returns void language plpgsql as $$
    declare
      v_balance numeric;
    begin
      if p_user is null then
        raise exception using errcode = 'AD000', message = 'fund_exhausted', detail = json_build_object('coin', p_coin)::text;
      end if;
      select balance into v_balance from ledger_accounts where user_id = p_user and coin = p_coin;
      raise exception using errcode = 'AD000', message = 'insufficient_balance', detail = json_build_object(
        'coin', p_coin, 'balance', amount_text(coalesce(v_balance, 0)), 'amount', amount_text(-p_amount))::text;
    end $$`.execute(db);

  // Line i moves p_amounts[i] of p_coins[i] into the user p_users[i] or the system account p_systems[i] (the other is null).
  // Accounts are made and locked in one order everywhere (users, spread accounts, funds last; each by owner and coin), so
  // that entries cannot wait for each other in a circle. A guarded row is changed only where it stays at zero or above:
  // the condition is looked at again after waiting for its lock. Nothing is caught, so that no subtransaction is made.
  // Sessions keep a function's plans: one made while a table was empty would read all of it later (4 ms instead of 0.2),
  // hence enable_seqscan.
  await sql`
    create function ledger_post(
      p_kind text, p_ref text, p_at timestamptz,
      p_users bigint[], p_systems text[], p_coins text[], p_amounts numeric[]
    ) returns bigint language plpgsql set enable_seqscan = off as $$
    declare
      v_journal bigint;
      v_shard int;
      l record;
      v_id bigint;
      v_after numeric;
      v_ids bigint[] := '{}';
      v_coins text[] := '{}';
      v_amounts numeric[] := '{}';
      v_afters numeric[] := '{}';
    begin
      insert into ledger_journal (kind, ref, at) values (p_kind, p_ref, p_at) returning id into v_journal;
      for l in
        select u, s, c, a, ledger_is_fund(s) as fund
        from unnest(p_users, p_systems, p_coins, p_amounts) as line (u, s, c, a) order by fund nulls first, u, s, c
      loop
        if ((l.u is null) <> (l.s is null) and l.a = trunc(l.a)) is not true then
          raise exception 'a line names one owner and an amount in whole smallest units';
        end if;
        loop
          if l.u is not null then
            update ledger_accounts set balance = balance + l.a
              where user_id = l.u and coin = l.c and balance + l.a >= 0 returning id, balance into v_id, v_after;
          elsif l.fund then
            update ledger_accounts set balance = balance + l.a
              where system = l.s and coin = l.c and shard = 0 and balance + l.a >= 0 returning id, balance into v_id, v_after;
          else
            v_shard := v_journal % 64;
            v_after := null;
            update ledger_accounts set balance = balance + l.a
              where system = l.s and coin = l.c and shard = v_shard returning id into v_id;
          end if;
          exit when found;
          -- No such account yet, or too little on it. One that is new and empty cannot pay either.
          if l.a < 0 and coalesce(l.fund, true) then perform ledger_refuse(l.u, l.c, l.a); end if;
          insert into ledger_accounts (user_id, system, coin, shard)
            values (l.u, l.s, l.c, case when l.fund is false then v_shard else 0 end) on conflict do nothing;
        end loop;
        v_ids := v_ids || v_id;
        v_coins := v_coins || l.c;
        v_amounts := v_amounts || l.a;
        v_afters := v_afters || v_after;
      end loop;
      if cardinality(v_ids) < 2 then raise exception 'an entry has two postings or more'; end if;
      insert into ledger_postings (journal_id, account_id, coin, amount, balance_after)
        select v_journal, * from unnest(v_ids, v_coins, v_amounts, v_afters);
      return v_journal;
    end $$`.execute(db);

  // The same for an entry that is tried again (a seed at every start, a settlement): null when its reference is booked
  // already. A second caller waits here until the first has committed, and then finds its entry.
  await sql`
    create function ledger_post_once(
      p_kind text, p_ref text, p_at timestamptz,
      p_users bigint[], p_systems text[], p_coins text[], p_amounts numeric[]
    ) returns bigint language plpgsql set enable_seqscan = off as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended(p_kind || '/' || p_ref, 2));
      if exists (select 1 from ledger_journal where kind = p_kind and ref = p_ref) then return null; end if;
      return ledger_post(p_kind, p_ref, p_at, p_users, p_systems, p_coins, p_amounts);
    end $$`.execute(db);
}
