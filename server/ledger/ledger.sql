-- The only code that writes the ledger's tables. Amounts are in smallest units (10^-18).
-- Accounts are created and locked in one order everywhere (users, sharded accounts, funds last; each by owner and
-- coin), so that entries cannot deadlock. Sessions cache a function's plans: one made while a table was empty would
-- later scan all of it (4 ms instead of 0.2), hence enable_seqscan.

-- Accounts that pay users: single rows that cannot be overdrawn. The other system accounts are spread over 64 rows. The
-- constraints of ledger_accounts list the same names.
create function adit.ledger_is_fund(p_system text) returns boolean language sql immutable as $$
  select p_system in ('buyback', 'lottery_pool', 'race_bank', 'resale', 'reserve', 'staking_rewards')
$$;

-- Smallest units as the shortest decimal string: 12000000000000000000 is '12'. Multiplication is exact where division
-- would round.
create function adit.amount_text(p_units numeric) returns text language sql immutable as $$
  select trim_scale(p_units * 0.000000000000000001)::text
$$;

-- `times` of src/rules/amounts.ts: both factors and the product have 18 decimals; rounded down.
create function adit.times(p_a numeric, p_b numeric) returns numeric language sql immutable as $$
  select div(p_a * p_b, 1000000000000000000)
$$;

-- The data of insufficient_balance.
create function adit.lack_text(p_coin text, p_balance numeric, p_amount numeric) returns text language sql immutable as $$
  select json_build_object('coin', p_coin, 'balance', adit.amount_text(p_balance), 'amount', adit.amount_text(p_amount))::text
$$;

-- Raises the reason why a posting failed: a user's balance is too low, or a fund cannot pay.
create function adit.ledger_refuse(p_user bigint, p_coin text, p_amount numeric) returns void language plpgsql as $$
declare
  v_balance numeric;
begin
  if p_user is null then
    raise exception using errcode = 'AD000', message = 'fund_exhausted', detail = json_build_object('coin', p_coin)::text;
  end if;
  select balance into v_balance from ledger_accounts where user_id = p_user and coin = p_coin;
  raise exception using errcode = 'AD000', message = 'insufficient_balance',
    detail = adit.lack_text(p_coin, coalesce(v_balance, 0), -p_amount);
end $$;

-- Books entries, each in the place of its number. Line n belongs to entry p_entries[n], counted from 1, and moves p_amounts[n] of
-- p_coins[n] to the user p_users[n] or the system account p_systems[n] (the other one is null). Each account is locked and changed
-- once, in one order for all entries, and sharded ones in the same shard; balances after entries are recorded as if these had come
-- one by one. A guarded row is updated only if none of them leaves it below zero (`low` is the lowest that it would change by); the
-- condition is checked again after waiting for its lock. No exception is caught, so that no subtransaction is created.
-- Entries get their ids once all accounts are locked: whoever waits for an account comes later in its history, so
-- that balances after entries are in the order of ids, for funds as well, and no entry ever appears below one that has
-- already been read. Users' postings alone get the kind.
create function adit.ledger_entries(
  p_kinds text[], p_refs text[], p_at timestamptz, p_traces uuid[],
  p_entries int[], p_users bigint[], p_systems text[], p_coins text[], p_amounts numeric[]
) returns bigint[] language plpgsql set enable_seqscan = off as $$
declare
  v_sequence regclass := pg_get_serial_sequence('ledger_journal', 'id');
  v_shard int := floor(random() * 64);
  l record;
  v_id bigint;
  v_after numeric;
  v_journals bigint[];
  v_entries int[] := '{}';
  v_kinds text[] := '{}';
  v_ids bigint[] := '{}';
  v_coins text[] := '{}';
  v_amounts numeric[] := '{}';
  v_afters numeric[] := '{}';
  n int;
begin
  for l in
    select u, s, c, sum(a) as a, min(upto) as low, adit.ledger_is_fund(s) as fund,
      bool_and(((u is null) <> (s is null) and a = trunc(a)) is true) as good,
      array_agg(e order by e) as entries, array_agg(a order by e) as amounts, array_agg(upto order by e) as changes
    from (
      select e, u, s, c, a, sum(a) over (partition by u, s, c order by e) as upto
      from unnest(p_entries, p_users, p_systems, p_coins, p_amounts) as line (e, u, s, c, a)
    ) lines group by u, s, c order by fund nulls first, u, s, c
  loop
    if not l.good then raise exception 'a line names one owner and an amount in whole smallest units'; end if;
    loop
      if l.u is not null then
        update ledger_accounts set balance = balance + l.a
          where user_id = l.u and coin = l.c and balance + l.low >= 0 returning id, balance into v_id, v_after;
      elsif l.fund then
        update ledger_accounts set balance = balance + l.a
          where system = l.s and coin = l.c and shard = 0 and balance + l.low >= coalesce(promised, 0)
          returning id, balance into v_id, v_after;
      else
        v_after := null;
        update ledger_accounts set balance = balance + l.a
          where system = l.s and coin = l.c and shard = v_shard returning id into v_id;
      end if;
      exit when found;
      -- The account does not exist yet, or its balance is too low. A new, empty account cannot pay either.
      if l.low < 0 and coalesce(l.fund, true) then perform adit.ledger_refuse(l.u, l.c, l.low); end if;
      insert into ledger_accounts (user_id, system, coin, shard)
        values (l.u, l.s, l.c, case when l.fund is false then v_shard else 0 end) on conflict do nothing;
    end loop;
    for n in 1 .. cardinality(l.entries) loop
      v_entries := v_entries || l.entries[n];
      v_kinds := v_kinds || case when l.u is not null then p_kinds[l.entries[n]] end;
      v_ids := v_ids || v_id;
      v_coins := v_coins || l.c;
      v_amounts := v_amounts || l.amounts[n];
      v_afters := v_afters || v_after - l.a + l.changes[n];
    end loop;
  end loop;
  if (select count(*) from (select from unnest(v_entries) e group by e having count(*) > 1) whole) < cardinality(p_kinds) then
    raise exception 'an entry has two postings or more';
  end if;
  v_journals := array(select nextval(v_sequence) from generate_series(1, cardinality(p_kinds)));
  insert into ledger_journal (id, kind, ref, at, trace) overriding system value
    select j, kind, ref, p_at, trace from unnest(v_journals, p_kinds, p_refs, p_traces) as made (j, kind, ref, trace);
  insert into ledger_postings (journal_id, account_id, coin, amount, balance_after, kind)
    select v_journals[e], id, coin, amount, after, kind
    from unnest(v_entries, v_ids, v_coins, v_amounts, v_afters, v_kinds) as made (e, id, coin, amount, after, kind);
  return v_journals;
end $$;

-- The same for one entry.
create function adit.ledger_post(
  p_kind text, p_ref text, p_at timestamptz,
  p_users bigint[], p_systems text[], p_coins text[], p_amounts numeric[]
) returns bigint language plpgsql as $$
begin
  return (adit.ledger_entries(array[p_kind], array[p_ref], p_at, array[nullif(current_setting('adit.trace', true), '')::uuid],
    array_fill(1, array[cardinality(p_amounts)]), p_users, p_systems, p_coins, p_amounts))[1];
end $$;

-- The same for an entry that may be retried (a seed at every start, a settlement): null if its reference has already
-- been booked. A second caller waits here until the first has committed, and then finds its entry.
create function adit.ledger_post_once(
  p_kind text, p_ref text, p_at timestamptz,
  p_users bigint[], p_systems text[], p_coins text[], p_amounts numeric[]
) returns bigint language plpgsql set enable_seqscan = off as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_kind || '/' || p_ref, 2));
  if exists (select 1 from ledger_journal where kind = p_kind and ref = p_ref) then return null; end if;
  return adit.ledger_post(p_kind, p_ref, p_at, p_users, p_systems, p_coins, p_amounts);
end $$;

-- Raises what a fund has promised, or lowers it if negative. The fund keeps at least that much (a constraint).
create function adit.ledger_promise(p_system text, p_coin text, p_change numeric) returns void language plpgsql
set enable_seqscan = off as $$
begin
  update ledger_accounts set promised = coalesce(promised, 0) + p_change
    where system = p_system and coin = p_coin and shard = 0;
  if not found then raise exception '% has no % to promise', p_system, p_coin; end if;
end $$;

-- Debits the totals of entries, numbered from 1, from their system accounts, funds last. A fund cannot pay more than it
-- holds. Raises no_data_found unless p_found: a user of the entries has no account.
create function adit.ledger_debits(
  p_systems text[], p_coin text, p_totals numeric[], p_found boolean,
  out entry int, out account bigint, out total numeric, out after numeric
) returns setof record language plpgsql set enable_seqscan = off set jit = off as $$
declare
  v_system text;
  v_fund boolean;
  v_spread int := floor(random() * 64);
  v_shard int;
begin
  if not p_found then raise no_data_found; end if;
  for entry, v_system, total, v_fund in
    select e.n, e.s, e.t, adit.ledger_is_fund(e.s) from unnest(p_systems, p_totals) with ordinality as e (s, t, n)
    where e.t is not null order by 4, 2, 1
  loop
    v_shard := case when v_fund then 0 else v_spread end;
    loop
      update ledger_accounts a set balance = a.balance - total
        where a.system = v_system and a.coin = p_coin and a.shard = v_shard and (not v_fund or a.balance >= total)
        returning a.id, case when v_fund then a.balance end into account, after;
      exit when found;
      if v_fund then perform adit.ledger_refuse(null, p_coin, -total); end if;
      insert into ledger_accounts (system, coin, shard) values (v_system, p_coin, v_shard) on conflict do nothing;
    end loop;
    return next;
  end loop;
end $$;

-- Creates missing user accounts. A created account is locked like an updated one: if one is missing, all are locked in
-- one pass over the users, created or not, so that nobody can deadlock with us. Each is looked up by itself: joins would
-- read the index of all accounts for a few thousand users (measured: 0.1 s per batch beside a million accounts).
create function adit.ledger_open(p_coin text, p_users bigint[]) returns void language plpgsql
set enable_seqscan = off set jit = off as $$
begin
  if exists (
    select 1 from unnest(p_users) as w (u)
    where (select a.id from ledger_accounts a where a.user_id = w.u and a.coin = p_coin) is null
  ) then
    insert into ledger_accounts as a (user_id, coin)
      select distinct u, p_coin from unnest(p_users) as w (u) order by u
      on conflict (user_id, coin) where user_id is not null do update set balance = a.balance where false;
  end if;
end $$;

-- Up to three entries that each pay many users at once: entry n has p_kinds[n] and is paid by p_systems[n]; user i gets
-- the i-th of p_firsts from the first entry and so on, or nothing if that is null. Returns their journal ids; an entry
-- that pays nobody is not booked, and its id is null.
-- Users' accounts are created and updated in id order, as everywhere, then the system accounts, which need the sums of
-- the updates. Only nested loops, so that no large table is scanned: over the sorted list or, if there are few accounts,
-- over their index, which is in the same order. A bitmap scan would lock them in the order they are stored in. Entries
-- get their ids once all accounts are locked, as in ledger_post. An account is updated once for all its entries:
-- a second update of a row in a transaction looks its user up again and costs three times as much (measured on
-- PostgreSQL 15).
-- Nearly all users have an account, and looking first whether they do cost a tenth of an entry. So it is found out by
-- the update; if one is missing, the subtransaction undoes it, releasing its locks, and accounts are created first.
create function adit.ledger_pay(
  p_kinds text[], p_systems text[], p_ref text, p_at timestamptz, p_coin text,
  p_users bigint[], p_firsts numeric[], p_seconds numeric[], p_thirds numeric[]
) returns bigint[] language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  v_good boolean;
  v_journals bigint[];
begin
  for v_try in 1 .. 2 loop
    begin
      with moved as (
        update ledger_accounts m set balance = m.balance + coalesce(w.a, 0) + coalesce(w.b, 0) + coalesce(w.c, 0)
        from (
          select u, a, b, c from unnest(p_users, p_firsts, p_seconds, p_thirds) as line (u, a, b, c) order by u
        ) w
        where m.user_id = w.u and m.coin = p_coin
        returning m.id, w.a, w.b, w.c, m.balance
      ), totals as materialized (
        select array[sum(a), sum(b), sum(c)] as all, count(*) = cardinality(p_users) as found,
          bool_and((least(a, b, c) > 0 and coalesce(a = trunc(a), true) and coalesce(b = trunc(b), true)
            and coalesce(c = trunc(c), true)) is true) as good
        from moved
      ), debited as materialized (
        select d.* from totals cross join lateral adit.ledger_debits(p_systems, p_coin, totals.all, totals.found) d
      ), booked as (
        insert into ledger_journal (kind, ref, at)
          select e.kind, p_ref, p_at
          from totals cross join (select count(*) from debited) locked cross join lateral unnest(p_kinds, totals.all) with ordinality as e (kind, total, n)
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
          select ids[d.entry], d.account, p_coin, -d.total, d.after, null from journals, debited d
      )
      select ids, good into v_journals, v_good from journals, totals;
      exit;
    exception when no_data_found then
      if v_try = 2 then raise exception 'a bulk entry names each user once'; end if;
      perform adit.ledger_open(p_coin, p_users);
    end;
  end loop;
  if v_good is not true then
    raise exception 'a bulk entry names users and amounts above zero in whole smallest units';
  end if;
  return v_journals;
end $$;

-- One such entry.
create function adit.ledger_post_bulk(
  p_kind text, p_ref text, p_at timestamptz, p_coin text, p_users bigint[], p_amounts numeric[], p_system text
) returns bigint language plpgsql as $$
begin
  return (adit.ledger_pay(array[p_kind], array[p_system], p_ref, p_at, p_coin, p_users, p_amounts, null, null))[1];
end $$;

-- One entry per user, in one pass: user i gets p_amounts[i] from a system account, or pays it there if it is negative; its
-- kind is p_kinds[i], its reference p_refs[i], its trace p_traces[i]. Users are locked in id order, as in ledger_pay, the system
-- account last and only once: all entries of one call share a shard. A fund is only paid into; its balance after each entry is
-- recorded as if they had come one by one. Ids are assigned once the accounts are locked. One user with too low a balance aborts
-- the whole call. Returns the journal ids in the order of the users given. Nothing is joined to the accounts: of a plan made while
-- they were few, the planner would keep the order in which it reads all of them for each user (measured: 49 ms for 64 users).
create function adit.ledger_each(
  p_kinds text[], p_refs text[], p_at timestamptz, p_coin text, p_users bigint[], p_amounts numeric[], p_system text,
  p_traces uuid[]
) returns bigint[] language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  v_good boolean;
  v_fund boolean := adit.ledger_is_fund(p_system);
  v_shard int := case when v_fund then 0 else floor(random() * 64) end;
  v_sequence regclass := pg_get_serial_sequence('ledger_journal', 'id');
  v_held bigint[];
  v_ids bigint[];
  v_afters numeric[];
  v_total numeric;
  v_system bigint;
  v_after numeric;
  v_journals bigint[];
begin
  select bool_and((u is not null and a <> 0 and a = trunc(a)) is true), sum(a) into v_good, v_total
    from unnest(p_users, p_amounts) as line (u, a);
  if v_good is not true then
    raise exception 'a line names a user and an amount other than zero in whole smallest units';
  end if;
  if v_fund and 0 < any(p_amounts) then raise exception 'a fund is a single row, and is only paid into here'; end if;
  perform adit.ledger_open(p_coin, p_users);
  select array_agg(user_id), array_agg(id), array_agg(balance) into v_held, v_ids, v_afters from (
    select user_id, id, balance from ledger_accounts where user_id = any(p_users) and coin = p_coin
      order by user_id for no key update) held;
  if cardinality(v_held) <> cardinality(p_users) then raise exception 'one entry per user names each user once'; end if;
  select array_agg(v_ids[place] order by n), array_agg(v_afters[place] + a order by n) into v_ids, v_afters
    from unnest(p_users, p_amounts) with ordinality as line (u, a, n) cross join lateral array_position(v_held, u) place;
  if 0 > any(v_afters) then
    perform adit.ledger_refuse(u, p_coin, a) from unnest(p_users, p_amounts, v_afters) as line (u, a, after)
      where after < 0 order by u limit 1;
  end if;
  update ledger_accounts set balance = v_afters[array_position(p_users, user_id)]
    where user_id = any(p_users) and coin = p_coin;
  loop
    update ledger_accounts set balance = balance - v_total
      where system = p_system and coin = p_coin and shard = v_shard returning id, balance into v_system, v_after;
    exit when found;
    insert into ledger_accounts (system, coin, shard) values (p_system, p_coin, v_shard) on conflict do nothing;
  end loop;
  v_journals := array(select nextval(v_sequence) from generate_series(1, cardinality(v_ids)));
  insert into ledger_journal (id, kind, ref, at, trace) overriding system value
    select j, kind, ref, p_at, trace from unnest(v_journals, p_kinds, p_refs, p_traces) as made (j, kind, ref, trace);
  insert into ledger_postings (journal_id, account_id, coin, amount, balance_after, kind)
    select j, id, p_coin, a, after, kind from unnest(v_journals, v_ids, p_amounts, v_afters, p_kinds) as made (j, id, a, after, kind)
    union all
    select j, v_system, p_coin, -a,
      case when v_fund then v_after + coalesce(sum(a) over (order by j rows between 1 following and unbounded following), 0) end, null
    from unnest(v_journals, p_amounts) as made (j, a);
  return v_journals;
end $$;

-- Whether an entry has this kind and reference and moves exactly this; lines of 0 are left out, as in the ledger.
create function adit.ledger_is(
  p_entry bigint, p_kind text, p_ref text, p_users bigint[], p_systems text[], p_coins text[], p_amounts numeric[]
) returns boolean language plpgsql stable set enable_seqscan = off as $$
begin
  return exists (select 1 from ledger_journal where id = p_entry and kind = p_kind and ref = p_ref)
    and not exists (
      select u, s, c, sum(n) from (
        select * from unnest(p_users, p_systems, p_coins, p_amounts) as line (u, s, c, n)
        union all
        select a.user_id, a.system, p.coin, -p.amount
          from ledger_postings p join ledger_accounts a on a.id = p.account_id where p.journal_id = p_entry
      ) both_ways group by u, s, c having sum(n) <> 0);
end $$;

-- Whether a reference has been booked.
create function adit.ledger_booked(p_kind text, p_ref text) returns boolean
language plpgsql stable set enable_seqscan = off as $$
begin
  return exists (select 1 from ledger_journal where kind = p_kind and ref = p_ref);
end $$;

-- What a system account holds of a coin over all its shards, in the calling statement's snapshot.
create function adit.ledger_system(p_system text, p_coin text) returns numeric
language plpgsql stable set enable_seqscan = off as $$
begin
  return coalesce((select sum(balance) from ledger_accounts where system = p_system and coin = p_coin), 0);
end $$;

-- Locks the accounts of users for the transaction, in id order. Returns those of them that somebody else has locked. An
-- account that does not exist yet counts as locked by us.
create function adit.ledger_try_locks(p_users bigint[], p_coin text) returns bigint[]
language plpgsql set enable_seqscan = off set jit = off as $$
declare
  v_held bigint[];
begin
  select array_agg(user_id) into v_held from (
    select user_id from ledger_accounts where user_id = any(p_users) and coin = p_coin
      order by user_id for no key update skip locked) held;
  if cardinality(v_held) = cardinality(p_users) then return '{}'; end if;
  return array(
    select u from unnest(p_users) u where u <> all(coalesce(v_held, '{}'))
      and (select id from ledger_accounts where user_id = u and coin = p_coin) is not null);
end $$;

-- The same for one account: whether it is locked by us now.
create function adit.ledger_try_lock(p_user bigint, p_coin text) returns boolean language plpgsql as $$
begin
  return adit.ledger_try_locks(array[p_user], p_coin) = '{}';
end $$;

-- What a user holds of a coin; the account stays locked until the transaction ends.
create function adit.ledger_lock(p_user bigint, p_coin text) returns numeric
language plpgsql set enable_seqscan = off as $$
begin
  return coalesce((select balance from ledger_accounts where user_id = p_user and coin = p_coin for update), 0);
end $$;
