-- The staking functions that pay: a batch of orders, and the rounds in which repurchased ADIT is shared. See
-- staking.sql for moments, the watermark and the lock.

-- Declares a round at a moment when some order is due, if the fund holds ADIT that no round has allocated, and returns
-- the time before which there can be no other round. Rounds are at least an hour apart, so that an order shares in at
-- most 24 of them. An order's weight is its amount × the milliseconds it was staked since the last round, so that nobody
-- gains by staking just before a round. "weight" is an upper bound for the orders that this round can pay: what is staked
-- now plus what was redeemed at or after the moment. A later stake has its first moment more than 24 h after the round.
-- So rounds never promise more than the fund holds; what is not paid within 24 h becomes free again. Only the orders
-- staked since the last round are read: all others were staked for the whole time. A payout that was cut within a
-- moment continues without another decision, so that the result does not depend on batch sizes.
create function adit.staking_round(p_at timestamptz, p_fresh boolean) returns timestamptz
language plpgsql set enable_seqscan = off set jit = off as $$
declare
  v_free numeric;
  v_since timestamptz;
  v_weight numeric;
  v_last timestamptz := (select max(at) from stake_rounds);
  v_first timestamptz;
begin
  v_free := adit.ledger_system('staking_rewards', 'ADIT')
    - coalesce((select sum(amount - paid) from stake_rounds where at > p_at - interval '24 hours'), 0);
  if v_free > 0 then
    if not p_fresh then return p_at + interval '1 millisecond'; end if;
    if v_last + interval '1 hour' > p_at then return v_last + interval '1 hour'; end if;
    v_since := coalesce(v_last, (select min(staked_at) from stake_orders));
    v_weight := adit.ledger_system('staked', 'ADIT') * adit.stake_span(v_since, p_at)
      - coalesce((select sum(amount * adit.stake_span(v_since, least(staked_at, p_at))) from stake_orders
        where staked_at > v_since and redeemed_at is null), 0)
      + coalesce((select sum(amount * adit.stake_span(greatest(v_since, staked_at), p_at)) from stake_orders
        where redeemed_at >= p_at and not settled), 0);
    insert into stake_rounds (at, since, amount, weight) values (p_at, v_since, v_free, v_weight);
    v_last := p_at;
  end if;
  v_first := (select min(at) from stake_rounds where at > p_at - interval '24 hours');
  return case when v_first is not null then greatest(v_first + interval '24 hours', v_last + interval '1 hour') end;
end $$;

-- Pays one batch: at most p_limit orders of the first day that has unpaid moments up to p_now, at these rates of the
-- three levels above. `accounts` are those that got something, unless there are more than 100. Users' accounts are
-- locked before any system account. The bulk statements use index scans; enable_seqscan is off because of plans made
-- while the table was empty. Parts are sorted before they are summed, which takes a third less than hashing them: most
-- accounts have only one.
create function adit.staking_settle(
  p_now timestamptz, p_limit int, p_rates numeric[],
  out taken int, out paid int, out next_at timestamptz, out accounts bigint[]
) language plpgsql set enable_seqscan = off set jit = off set work_mem = '64MB' as $$
declare
  v_ms constant interval := interval '1 millisecond';
  -- The millisecond of a UTC day at which a Singapore day begins.
  v_midnight constant int := 57600000;
  -- Greater than any id.
  v_all constant bigint := 9223372036854775807;
  s stake_state;
  v_day timestamptz;
  v_date date;
  v_from int := 0;
  v_from_id bigint := 0;
  v_to int;
  v_due int;
  v_until timestamptz;
  v_last int;
  v_last_id bigint;
  v_id bigint;
  v_journals bigint[];
  v_users bigint[];
  v_owns numeric[];
  v_teams numeric[];
  v_seconds numeric[];
  v_thirds numeric[];
  v_shares numeric[];
  v_rounds bigint[];
  v_sums numeric[];
begin
  p_now := date_trunc('milliseconds', p_now);
  taken := 0;
  paid := 0;
  accounts := '{}';
  perform pg_advisory_xact_lock(hashtextextended('staking', 4));
  select * into s from stake_state where one = 1;
  if s.settled_at = 'epoch' then
    s.settled_at := (select least(min(staked_at), p_now) from stake_orders);
  end if;
  next_at := adit.staking_next(s.settled_at, s.settled_id);
  if next_at is null or next_at > p_now then
    -- Never backwards: another process's clock may be ahead of ours.
    if p_now >= s.settled_at then perform adit.staking_reach(p_now, v_all); end if;
    return;
  end if;

  v_day := date_trunc('day', next_at, 'UTC');
  v_date := (next_at at time zone 'Asia/Singapore')::date;
  if s.settled_at >= v_day then
    v_from := adit.stake_phase(s.settled_at);
    v_from_id := s.settled_id;
  end if;
  v_to := least(
    case when adit.stake_phase(next_at) < v_midnight then v_midnight else 86400000 end - 1,
    (extract(epoch from p_now - v_day) * 1000)::bigint);
  -- An order's first moment is on the day after its start; a redemption at a moment comes after that moment's payment.
  select phase into v_due from (
      select phase, id, staked_at, redeemed_at from stake_orders
      where not settled and (phase, id) > (v_from, v_from_id) and phase <= v_to order by phase, id limit p_limit
    ) o
    where staked_at < v_day and (redeemed_at is null or redeemed_at >= v_day + phase * v_ms)
    order by phase, id limit 1;
  if found then
    -- A moment has begun when an order was paid at it; orders that an earlier payout only looked at do not count.
    v_until := adit.staking_round(v_day + v_due * v_ms, v_day + v_due * v_ms > s.settled_at or not exists (
      select 1 from stake_orders where not settled and phase = v_due and id <= s.settled_id
        and staked_at < v_day and (redeemed_at is null or redeemed_at >= v_day + phase * v_ms)));
    v_to := least(v_to, (extract(epoch from v_until - v_day) * 1000)::bigint - 1);
  end if;

  with o as materialized (
    select id, phase, user_id, ancestor1, ancestor2, ancestor3, amount, output, staked_at, redeemed_at
    from stake_orders
    where not settled and (phase, id) > (v_from, v_from_id) and phase <= v_to order by phase, id limit p_limit
  ), due as materialized (
    select * from o
    where staked_at < v_day and (redeemed_at is null or redeemed_at >= v_day + phase * v_ms)
  ), live as materialized (
    select id, at, since, amount, weight, adit.stake_phase(at) as phase, at >= v_day as today from stake_rounds
    where at > next_at - interval '24 hours'
  ), shares as materialized (
    select d.user_id, r.id as round,
      div(d.amount * adit.stake_span(greatest(r.since, d.staked_at), r.at) * r.amount, r.weight) as share from due d
    join live r on case when r.today then r.phase <= d.phase else r.phase > d.phase end
  ), lines as (
    select u, nullif(sum(own), 0) as own, nullif(sum(team), 0) as team, nullif(sum(share), 0) as share,
      coalesce(sum(team) filter (where level = 2), 0) as second, coalesce(sum(team) filter (where level = 3), 0) as third
    from (
      select user_id as u, output as own, null::numeric as team, null::numeric as share, null::int as level from due
      union all select ancestor1, null, adit.times(output, p_rates[1]), null, 1 from due where ancestor1 is not null and p_rates[1] > 0
      union all select ancestor2, null, adit.times(output, p_rates[2]), null, 2 from due where ancestor2 is not null and p_rates[2] > 0
      union all select ancestor3, null, adit.times(output, p_rates[3]), null, 3 from due where ancestor3 is not null and p_rates[3] > 0
      union all select user_id, null, null, share, null from shares
      order by u
    ) parts group by u having sum(own) > 0 or sum(team) > 0 or sum(share) > 0 order by u
  )
  select t.*, f.*, l.*, r.* into taken, paid, v_last, v_last_id, v_users, v_owns, v_teams, v_shares, v_seconds, v_thirds, v_rounds, v_sums
  from (select count(*), (select count(*) from due) from o) t
  left join lateral (select phase, id from o order by phase desc, id desc limit 1) f on true
  cross join (select array_agg(u), array_agg(own), array_agg(team), array_agg(share), array_agg(second), array_agg(third) from lines) l
  cross join (
    select array_agg(round), array_agg(sum) from (select round, sum(share) as sum from shares group by 1) x
  ) r;

  if v_users is not null then
    v_id := nextval(pg_get_serial_sequence('stake_settlements', 'id'));
    v_journals := adit.ledger_pay(array['staking', 'staking_team', 'staking_share'],
      array['issuance', 'issuance', 'staking_rewards'], v_id::text, p_now, 'ADIT', v_users, v_owns, v_teams, v_shares);
    insert into stake_outputs as t (user_id, day, amount)
      select u, v_date, a from unnest(v_users, v_owns) as l (u, a) where a is not null
      on conflict (user_id, day) do update set amount = t.amount + excluded.amount;
    insert into team_earnings as t (user_id, day, staking, level2, level3)
      select u, v_date, a, second, third from unnest(v_users, v_teams, v_seconds, v_thirds) as l (u, a, second, third)
      where a is not null
      on conflict (user_id, day) do update set staking = t.staking + excluded.staking,
        level2 = t.level2 + excluded.level2, level3 = t.level3 + excluded.level3;
    if v_rounds is not null then
      insert into stake_shares as t (user_id, day, amount)
        select u, v_date, a from unnest(v_users, v_shares) as l (u, a) where a is not null
        on conflict (user_id, day) do update set amount = t.amount + excluded.amount;
      update stake_rounds r set paid = r.paid + w.sum from unnest(v_rounds, v_sums) as w (id, sum) where r.id = w.id;
    end if;
    insert into stake_settlements (
      id, from_at, from_id, to_at, to_id, at, orders, rates, own_journal, team_journal, share_journal, summed
    ) values (
      v_id, v_day + v_from * v_ms, v_from_id, v_day + v_last * v_ms, v_last_id, p_now, paid, p_rates,
      v_journals[1], v_journals[2], v_journals[3], true);
    if cardinality(v_users) <= 100 then accounts := v_users; end if;
  end if;

  if taken < p_limit then v_last := v_to; v_last_id := v_all; end if;
  perform adit.staking_reach(v_day + v_last * v_ms, v_last_id);
  next_at := adit.staking_next(v_day + v_last * v_ms, v_last_id);
end $$;
