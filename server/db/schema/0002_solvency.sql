-- What keeps the repurchase fund solvent: resale has a fund of its own, the fund spends a part of itself a day, and
-- stakers share by time.

-- Earlier releases sell hashrate without setting its resale aside. Their servers stop here: all their calls fail from now on.
do $$
declare
  v_name text;
begin
  for v_name in delete from function_schemas returning name loop
    execute format('drop schema if exists %I cascade', v_name);
  end loop;
end $$;

-- What a fund has promised: it never holds less. Null where nothing is promised.
alter table ledger_accounts add column promised numeric(38,0) check (promised >= 0);
alter table ledger_accounts drop column guarded;
alter table ledger_accounts drop constraint ledger_accounts_system_check;
alter table ledger_accounts add constraint ledger_accounts_system_check check (system in (
  'issuance', 'custody', 'revenue', 'institution', 'payouts', 'unclaimed', 'staked', 'race_stakes',
  'buyback', 'lottery_pool', 'race_bank', 'resale', 'reserve', 'staking_rewards'));
alter table ledger_accounts add column guarded boolean not null generated always as (
  user_id is not null
  or system in ('buyback', 'lottery_pool', 'race_bank', 'resale', 'reserve', 'staking_rewards')) stored;
alter table ledger_accounts add constraint ledger_guarded_not_sharded check (shard = 0 or not guarded);
alter table ledger_accounts add constraint ledger_not_overdrawn check (not guarded or balance >= coalesce(promised, 0));

-- Hashrate bought so far, which was paid into `buyback` as a whole: four fifths of its price, 0.01 USDT each, move to
-- `resale`.
do $$
declare
  v_due numeric := (select coalesce(div(sum(purchased) * 8, 1000), 0) from miners);
  v_journal bigint;
  v_from bigint;
  v_to bigint;
  v_left numeric;
begin
  if v_due = 0 then return; end if;
  update ledger_accounts set balance = balance - v_due where system = 'buyback' and coin = 'USDT' and balance >= v_due
    returning id, balance into v_from, v_left;
  if not found then
    raise exception 'hashrate can be sold back for % USDT, and the fund "buyback" holds less: with the earlier release and EXCHANGE=off, put the rest into it first',
      trim_scale(v_due * 0.000000000000000001);
  end if;
  insert into ledger_accounts (system, coin, balance, promised) values ('resale', 'USDT', v_due, v_due) returning id into v_to;
  insert into ledger_journal (kind, ref, at) values ('fund', 'resale is a fund of its own', now()) returning id into v_journal;
  insert into ledger_postings (journal_id, account_id, coin, amount, balance_after)
    values (v_journal, v_from, 'USDT', -v_due, v_left), (v_journal, v_to, 'USDT', v_due, v_due);
end $$;

-- The day's budget of the repurchase fund, per day of Singapore.
create table buyback_days (
  day date primary key,
  -- USDT in the fund at its first moment
  opening numeric(38,0) not null check (opening >= 0),
  -- what the fund had paid for ADIT until then
  paid_before numeric(38,0) not null check (paid_before >= 0)
);

-- Null for repurchases before shares of a day's budget were counted.
alter table repurchases add column user_id bigint references users (id);
create index repurchases_by_user on repurchases (user_id, at) where user_id is not null;
-- USDT paid for ADIT so far, this row included.
alter table repurchases add column paid_total numeric(38,0);
update repurchases r set paid_total = t.sum from (
    select id, sum(case kind when 'token' then paid else 0 end) over (order by id) as sum from repurchases
  ) t where t.id = r.id;
alter table repurchases alter column paid_total set not null;

-- ADIT that an account has produced and not sold to the fund yet, as of its postings up to this entry.
create table produced (
  user_id bigint primary key references users (id),
  upto bigint not null,
  unsold numeric(38,0) not null check (unsold >= 0)
);

-- Shares of stakers are by amount and time: order X gets amount × X × (time it was staked from `since` to `at`) / weight.
-- Rounds so far went by amount alone, which is the same as by one millisecond.
alter table stake_rounds rename column staked to weight;
alter table stake_rounds alter column weight type numeric;
alter table stake_rounds add column since timestamptz;
update stake_rounds set since = at - interval '1 millisecond';
alter table stake_rounds alter column since set not null;
create index stake_orders_by_start on stake_orders (staked_at);
