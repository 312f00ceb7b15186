-- What the ledger is asked: histories, balances of the past, and sums. `read.ts` and the features call it.

-- What a user received and paid in one coin through entries of some kinds, after an entry. `upto` is the last of them,
-- or p_after. No later read finds an entry at or before it: an account's entries get their ids under its lock.
create function adit.ledger_since(
  p_user bigint, p_coin text, p_kinds text[], p_after bigint, out upto bigint, out received numeric, out paid numeric
) language sql stable set enable_seqscan = off as $$
  select coalesce(max(p.journal_id), p_after), coalesce(sum(p.amount) filter (where p.amount > 0), 0),
    coalesce(-sum(p.amount) filter (where p.amount < 0), 0)
  from ledger_accounts a cross join unnest(p_kinds) as k (kind)
  join ledger_postings p on p.account_id = a.id and p.kind = k.kind and -p.journal_id < -p_after
  where a.user_id = p_user and a.coin = p_coin
$$;

-- What a user received in one coin through entries of one kind, after an entry and up to another, with their references.
create function adit.ledger_received(p_user bigint, p_coin text, p_kind text, p_after bigint, p_upto bigint)
returns table (ref text, amount numeric) language sql stable set enable_seqscan = off as $$
  select j.ref, p.amount from ledger_accounts a
  join ledger_postings p on p.account_id = a.id and p.kind = p_kind and -p.journal_id < -p_after and -p.journal_id >= -p_upto
  cross join lateral (select e.ref from ledger_journal e where e.id = p.journal_id offset 0) j
  where a.user_id = p_user and a.coin = p_coin and p.amount > 0
$$;

-- An id such that the entries up to it were made by then, and those after it were not. Entries are in the order of time, but
-- for the differences between the clocks of servers. Halves the ids that are left, since no index has the time.
create function adit.ledger_entry_by(p_then timestamptz) returns bigint language plpgsql stable as $$
declare
  v_low bigint := 0;
  v_high bigint := coalesce((select max(id) from ledger_journal), 0);
  v_middle bigint;
  v_entry record;
begin
  while v_low < v_high loop
    v_middle := (v_low + v_high + 1) / 2;
    select id, at into v_entry from ledger_journal where id <= v_middle order by id desc limit 1;
    if not found or v_entry.at <= p_then then v_low := v_middle;
    else v_high := v_entry.id - 1;
    end if;
  end loop;
  return v_low;
end $$;

-- What a user held of each coin at some moments; a coin not yet held then is missing.
create function adit.ledger_balances_at(p_user bigint, p_moments timestamptz[])
returns table (moment timestamptz, coin text, balance numeric) language sql stable set enable_seqscan = off as $$
  with upto as materialized (
    select at, adit.ledger_entry_by(at) as entry from unnest(p_moments) as m (at)
  )
  select u.at, a.coin, p.balance_after from upto u
  cross join ledger_accounts a
  cross join lateral (
    select balance_after from ledger_postings q
    where (q.account_id, q.journal_id) <= (a.id, u.entry) and q.account_id >= a.id
    order by q.account_id desc, q.journal_id desc limit 1
  ) p
  where a.user_id = p_user
$$;

-- An account's latest movements after entry p_low and up to p_upto: all, those of one kind, or those of one kind that lists show
-- as one amount (ledger_shown). Always walks one index in its order: a bitmap scan, which some statistics suggest, would
-- first read everything in the range. Hence also the columns of the key as a row and the id with its sign reversed: written
-- plainly ("account 7, by id"), the index of entries would fit too, and a plan might read everybody's entries to find those of a
-- rarely used account. p_low is compared last, since an index does not stop at the second column of a row.
create function adit.ledger_latest(
  p_account bigint, p_kind text, p_shown numeric, p_low bigint, p_upto bigint, p_limit int
) returns table (entry bigint, kind text, coin text, amount numeric, after numeric) language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set plan_cache_mode = force_generic_plan as $$
begin
  if p_kind is null then
    return query select l.* from (
      select p.journal_id, p.kind, p.coin, p.amount, p.balance_after from ledger_postings p
      where (p.account_id, p.journal_id) <= (p_account, p_upto) and p.account_id >= p_account
      order by p.account_id desc, p.journal_id desc limit p_limit
    ) l where l.journal_id > p_low;
  elsif p_shown is null then
    return query select l.* from (
      select p.journal_id, p.kind, p.coin, p.amount, p.balance_after from ledger_postings p
      where p.account_id = p_account and p.kind = p_kind and -p.journal_id >= -p_upto
      order by -p.journal_id limit p_limit
    ) l where l.journal_id > p_low;
  else
    return query select l.* from (
      select p.journal_id, p.kind, p.coin, p.amount, p.balance_after from ledger_postings p
      where p.account_id = p_account and ledger_shown(p.amount) = p_shown and p.kind = p_kind and -p.journal_id >= -p_upto
      order by -p.journal_id limit p_limit
    ) l where l.journal_id > p_low;
  end if;
end $$;

-- What users received or paid through entries of one kind: for checks that compare a feature's records with the ledger.
create function adit.posted_by_kind(p_kind text) returns table (user_id bigint, coin text, sum numeric) language sql stable as $$
  select a.user_id, p.coin, sum(p.amount) from ledger_postings p join ledger_accounts a on a.id = p.account_id
  where p.kind = p_kind group by 1, 2
$$;

-- All holdings, one row per user with any: coins in alphabetical order, in the format of sums in the tree over all
-- balances.
create function adit.user_holdings() returns table (user_id bigint, sums text) language sql stable as $$
  select a.user_id, string_agg(a.coin || '=' || a.balance, ';' order by a.coin collate "C")
  from ledger_accounts a where a.user_id is not null and a.balance > 0 group by a.user_id
$$;

-- The coins that a user has an account of.
create function adit.ledger_coins(p_user bigint) returns text[] language sql stable as $$
  select array(select coin from ledger_accounts where user_id = p_user)
$$;
