-- Sums that calls show, kept when their rows are written, so that reading them costs the same however many rows there are. Triggers keep
-- them, so that what servers of the previous release write is counted too; `audit-books` compares each with its rows.

-- In the order in which calls lock them, before anything is read.
lock table stake_orders, miners, ledger_postings, stake_settlements in share row exclusive mode;

-- Of everybody: what users have got through entries of a kind, less what they have paid, and how many miners run (the kind 'running',
-- without a coin). Each is spread over rows, and half of each page stays free, so that an updated row stays on its page.
create table kept_sums (
  kind text not null,
  coin text not null,
  shard int not null,
  amount numeric(38,0) not null,
  primary key (kind, coin, shard)
) with (fillfactor = 50);

-- Adds to a row that nobody holds, one of the first 16 if possible, and makes another if there is none: callers hold locks of all kinds, so
-- that waiting for this one might be a deadlock. Nor does it wait for a row that somebody else makes: whoever makes one locks its place.
create function kept_add(p_kind text, p_coin text, p_amount numeric) returns void language plpgsql
set enable_seqscan = off as $$
declare
  v_shard int := floor(random() * 16);
begin
  loop
    update kept_sums set amount = amount + p_amount where kind = p_kind and coin = p_coin and shard = (
      select shard from kept_sums where kind = p_kind and coin = p_coin and shard = v_shard for no key update skip locked);
    exit when found;
    if pg_try_advisory_xact_lock(hashtextextended(p_kind || '/' || p_coin, 100 + v_shard)) then
      insert into kept_sums values (p_kind, p_coin, v_shard, p_amount) on conflict do nothing;
      exit when found;
    end if;
    v_shard := v_shard + 1;
  end loop;
end $$;

create function ledger_kept() returns trigger language plpgsql as $$
begin
  perform kept_add(kind, coin, sum(amount)) from written where kind is not null group by kind, coin;
  return null;
end $$;
create trigger ledger_kept after insert on ledger_postings referencing new table as written
  for each statement execute function ledger_kept();

insert into kept_sums
  select kind, coin, 0, sum(amount) from ledger_postings where kind is not null group by kind, coin;

create function miners_kept() returns trigger language plpgsql as $$
begin
  perform kept_add('running', '', count(*)) from written where state = 'running' having count(*) > 0;
  return null;
end $$;
create trigger miners_kept after insert on miners referencing new table as written
  for each statement execute function miners_kept();

-- Most claims leave a miner running, and cost nothing here.
create function miner_kept() returns trigger language plpgsql as $$
begin
  perform kept_add('running', '', case new.state when 'running' then 1 else -1 end);
  return null;
end $$;
create trigger miner_kept after update of state on miners for each row
  when ((old.state = 'running') <> (new.state = 'running')) execute function miner_kept();

insert into kept_sums select 'running', '', 0, count(*) from miners where state = 'running';

-- What an account has staked from a moment on, until its next row.
create table stake_levels (
  user_id bigint not null,
  at timestamptz not null,
  staked numeric(38,0) not null,
  primary key (user_id, at)
);

-- One change of an account at a time: stakes and redemptions lock its balance anyway. Clocks of servers differ, so a change may come after
-- a later one.
create function stake_level_add(p_user bigint, p_at timestamptz, p_change numeric) returns void language plpgsql
set enable_seqscan = off as $$
begin
  perform from ledger_accounts where user_id = p_user and coin = 'ADIT' for no key update;
  insert into stake_levels as l values (p_user, p_at, p_change + coalesce((
    select staked from stake_levels where user_id = p_user and at < p_at order by at desc limit 1), 0))
    on conflict (user_id, at) do update set staked = l.staked + p_change;
  update stake_levels set staked = staked + p_change where user_id = p_user and at > p_at;
end $$;

create function stake_levels_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then perform stake_level_add(new.user_id, new.staked_at, new.amount); end if;
  if new.redeemed_at is not null then perform stake_level_add(new.user_id, new.redeemed_at, -new.amount); end if;
  return null;
end $$;
create trigger stake_orders_made after insert on stake_orders for each row execute function stake_levels_kept();
create trigger stake_orders_redeemed after update of redeemed_at on stake_orders for each row
  when (old.redeemed_at is null and new.redeemed_at is not null) execute function stake_levels_kept();

insert into stake_levels
  select user_id, at, sum(sum(change)) over (partition by user_id order by at)
  from (
    select user_id, staked_at as at, amount as change from stake_orders
    union all select user_id, redeemed_at, -amount from stake_orders where redeemed_at is not null
  ) changes group by user_id, at;

-- What an account's own orders have paid, by days in Singapore. Every payout of a day updates its row: free space on the page avoids index
-- updates.
create table stake_outputs (
  user_id bigint not null,
  day date not null,
  amount numeric(38,0) not null,
  primary key (user_id, day)
) with (fillfactor = 70);

-- Payouts of this release add to it themselves: reading an entry of thousands of postings again cost a tenth of a payout.
alter table stake_settlements add summed boolean not null default false;

-- For servers of the previous release. A payout lies within a day. It holds the lock of all payouts, so nobody else writes here. Only nested
-- loops, as in ledger_open.
create function stake_outputs_kept() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  insert into stake_outputs as o
    select a.user_id, (m.to_at at time zone 'Asia/Singapore')::date, p.amount
    from made m join ledger_postings p on p.journal_id = m.own_journal and p.kind = 'staking'
    join ledger_accounts a on a.id = p.account_id where not m.summed
    on conflict (user_id, day) do update set amount = o.amount + excluded.amount;
  return null;
end $$;
create trigger stake_outputs_kept after insert on stake_settlements referencing new table as made
  for each statement execute function stake_outputs_kept();

insert into stake_outputs
  select a.user_id, (s.to_at at time zone 'Asia/Singapore')::date, sum(p.amount)
  from stake_settlements s join ledger_postings p on p.journal_id = s.own_journal and p.kind = 'staking'
  join ledger_accounts a on a.id = p.account_id group by 1, 2;

-- An account's next payment.
create index stake_orders_next on stake_orders (user_id, phase, id) where redeemed_at is null;
