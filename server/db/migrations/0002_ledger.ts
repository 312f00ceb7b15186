/**
 * The ledger's tables and the one function that writes them. What must hold is enforced here, whoever writes: a user's
 * balance and the guarded funds never fall below zero, postings of a journal entry sum to zero per coin, and nothing that
 * is written can be changed. Amounts are in smallest units (10^-18).
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A user's account, or one shard of a system account. Guarded: may not be overdrawn.
  await sql`
    create table ledger_accounts (
      id bigint generated always as identity primary key,
      user_id bigint references users (id),
      system text,
      shard int not null default 0,
      coin text not null,
      balance numeric(38,0) not null default 0,
      guarded boolean not null,
      check ((user_id is null) <> (system is null)),
      check (user_id is null or guarded),
      constraint ledger_not_overdrawn check (not guarded or balance >= 0)
    ) with (fillfactor = 70)`.execute(db);
  await sql`create unique index ledger_accounts_user on ledger_accounts (user_id, coin) where user_id is not null`.execute(db);
  await sql`create unique index ledger_accounts_system on ledger_accounts (system, coin, shard) where system is not null`.execute(db);

  await sql`
    create table ledger_journal (
      id bigint generated always as identity primary key,
      kind text not null,
      ref text,
      at timestamptz not null
    )`.execute(db);
  // A reference names what caused the entry (a seed, a chain transaction, a settlement): it is booked once.
  await sql`create unique index ledger_journal_ref on ledger_journal (kind, ref) where ref is not null`.execute(db);

  await sql`
    create table ledger_postings (
      journal_id bigint not null references ledger_journal (id),
      account_id bigint not null references ledger_accounts (id),
      coin text not null,
      amount numeric(38,0) not null check (amount <> 0),
      balance_after numeric(38,0) not null,
      primary key (account_id, journal_id)
    )`.execute(db);
  await sql`create index ledger_postings_by_journal on ledger_postings (journal_id)`.execute(db);

  // Holds against anybody who writes SQL, not only against ledger_post: an entry that does not sum to zero does not commit.
  await sql`
    create function ledger_check_sum() returns trigger language plpgsql as $$
    begin
      if exists (
        select 1 from ledger_postings p where p.journal_id in (select distinct journal_id from written)
        group by p.journal_id, p.coin having sum(p.amount) <> 0
      ) then
        raise exception 'postings of a journal entry must sum to zero per coin';
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

  // Units as the shortest decimal string: 12000000000000000000 is '12'.
  await sql`
    create function amount_text(p numeric) returns text language sql immutable as $$
      select trim_scale(p / 1000000000000000000::numeric)::text
    $$`.execute(db);

  // Accounts that pay users are single guarded rows; the others are spread over 64 rows, since one hot row costs 3 to 7
  // times the throughput.
  await sql`
    create function ledger_is_fund(p_system text) returns boolean language sql immutable as $$
      select p_system in ('buyback', 'lottery_pool', 'race_bank', 'reserve', 'staking_rewards')
    $$`.execute(db);

  await sql`
    create function ledger_account(p_user bigint, p_system text, p_coin text, p_shard int) returns bigint
    language plpgsql as $$
    declare
      found_id bigint;
    begin
      if p_user is not null then
        select id into found_id from ledger_accounts where user_id = p_user and coin = p_coin;
        if found_id is null then
          insert into ledger_accounts (user_id, coin, guarded) values (p_user, p_coin, true)
            on conflict do nothing returning id into found_id;
          if found_id is null then
            select id into found_id from ledger_accounts where user_id = p_user and coin = p_coin;
          end if;
        end if;
      else
        select id into found_id from ledger_accounts where system = p_system and coin = p_coin and shard = p_shard;
        if found_id is null then
          insert into ledger_accounts (system, coin, shard, guarded)
            values (p_system, p_coin, p_shard, ledger_is_fund(p_system))
            on conflict do nothing returning id into found_id;
          if found_id is null then
            select id into found_id from ledger_accounts where system = p_system and coin = p_coin and shard = p_shard;
          end if;
        end if;
      end if;
      return found_id;
    end $$`.execute(db);

  // Line i moves p_amounts[i] of p_coins[i] into the user p_users[i] or the system account p_systems[i] (one of them null).
  // Rows are locked in one order everywhere, users first, funds last, so that entries cannot wait for each other in a circle.
  await sql`
    create function ledger_post(
      p_kind text, p_ref text, p_at timestamptz,
      p_users bigint[], p_systems text[], p_coins text[], p_amounts numeric[]
    ) returns bigint language plpgsql as $$
    declare
      v_journal bigint;
      v_n int := coalesce(array_length(p_amounts, 1), 0);
      v_shard int;
      v_ids bigint[] := '{}';
      v_after numeric[] := array_fill(0::numeric, array[greatest(v_n, 1)]);
      v_balance numeric;
      v_order int[];
      i int;
    begin
      if v_n < 2 then raise exception 'an entry has two postings or more'; end if;
      if exists (
        select 1 from unnest(p_coins, p_amounts) as l(coin, amount)
        group by coin having sum(amount) <> 0 or bool_or(amount is null or amount = 0 or amount <> trunc(amount))
      ) then
        raise exception 'postings of a journal entry must be whole and sum to zero per coin';
      end if;
      insert into ledger_journal (kind, ref, at) values (p_kind, p_ref, p_at) returning id into v_journal;
      v_shard := v_journal % 64;
      for i in 1 .. v_n loop
        v_ids := v_ids || ledger_account(
          p_users[i], p_systems[i], p_coins[i],
          case when p_users[i] is null and not ledger_is_fund(p_systems[i]) then v_shard else 0 end);
      end loop;
      select array_agg(k order by (p_users[k] is null), coalesce(ledger_is_fund(p_systems[k]), false), v_ids[k])
        into v_order from generate_series(1, v_n) as k;
      foreach i in array v_order loop
        update ledger_accounts set balance = balance + p_amounts[i]
          where id = v_ids[i] and (not guarded or balance + p_amounts[i] >= 0) returning balance into v_balance;
        if not found then
          if p_users[i] is null then
            raise exception using errcode = 'AD000', message = 'fund_exhausted',
              detail = json_build_object('coin', p_coins[i])::text;
          end if;
          select balance into v_balance from ledger_accounts where id = v_ids[i];
          raise exception using errcode = 'AD000', message = 'insufficient_balance',
            detail = json_build_object('coin', p_coins[i], 'balance', amount_text(v_balance),
              'amount', amount_text(-p_amounts[i]))::text;
        end if;
        v_after[i] := v_balance;
      end loop;
      insert into ledger_postings (journal_id, account_id, coin, amount, balance_after)
        select v_journal, l.id, l.coin, l.amount, l.after from unnest(v_ids, p_coins, p_amounts, v_after) as l(id, coin, amount, after);
      return v_journal;
    end $$`.execute(db);
}
