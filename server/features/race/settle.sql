-- The functions that settle a race round, one batch of accounts at a time. Amounts are in smallest units (10^-18).

-- Settles the next batch of at most p_limit accounts of a round, in user order: stakes on the champion are paid
-- p_payout times and the levels above get their share; if p_ranking is null (a void round), every stake is returned.
-- When no account is left, `done`: a separate entry settles the round's remainder with the bank, so that all entries of
-- a round sum to zero in race_stakes. Until then the bank has neither paid nor received anything (see race_bets). That
-- last step is a call of its own, because together with a payout it would lock a third shard. Two batches at once would
-- lock shards in arbitrary order, hence the lock. Limits are locked before accounts, as in bets. `batch` is the batch's
-- number, null when `done`; `accounts` are those that got something, unless they are more than a hundred. Counting for
-- the teams above is left to race_count, so that accounts are locked no longer than paying takes.
create function adit.race_settle(
  p_round bigint, p_ranking text, p_limit int, p_now timestamptz, p_payout numeric,
  out done boolean, out batch int, out accounts bigint[]
) language plpgsql set enable_seqscan = off set jit = off set work_mem = '64MB' as $$
declare
  r race_rounds;
  v_last bigint;
  v_users bigint[];
  v_paid numeric[];
  v_placed timestamptz[];
  v_team numeric[];
  v_rest numeric;
begin
  done := true;
  accounts := '{}';
  perform pg_advisory_xact_lock(hashtextextended('race settlement', 5));
  select * into r from race_rounds where round = p_round for update;
  if not found or r.state in ('settled', 'void') then return; end if;
  if r.state = 'open' then
    r.state := case when p_ranking is null then 'returning' else 'settling' end;
    r.ranking := p_ranking;
    r.champion := left(p_ranking, 1);
  elsif r.ranking is distinct from p_ranking then
    raise exception 'round % is being settled by another ranking', p_round;
  end if;
  select max(user_id) into v_last from (
    select user_id from race_entries where round = p_round and user_id > r.settled_user order by user_id limit p_limit
  ) e;

  if v_last is null then
    v_rest := r.total - r.paid - r.team;
    if r.state = 'settling' and v_rest <> 0 then
      perform adit.ledger_post('race_settle', p_round::text, p_now, array[null, null]::bigint[], array['race_stakes', 'race_bank'],
        array['ADIT', 'ADIT'], array[-v_rest, v_rest]);
    elsif v_rest <> 0 then
      raise exception 'round % has not returned what it took', p_round;
    end if;
    update race_rounds o set finished_at = p_now, ranking = r.ranking, champion = r.champion,
      state = case r.state when 'settling' then 'settled' else 'void' end where o.round = p_round;
    return;
  end if;

  done := false;
  r.batches := r.batches + 1;
  if r.state = 'returning' then
    select array_agg(user_id), array_agg(total), array_agg(placed_at) into v_users, v_paid, v_placed from (
      select user_id, total, placed_at from race_entries
      where round = p_round and user_id > r.settled_user and user_id <= v_last order by user_id
    ) e;
    perform adit.play_return_all(v_users, v_paid, v_placed);
    perform adit.ledger_pay(array['race_return'], array['race_stakes'], p_round || '/' || r.batches, p_now, 'ADIT',
      v_users, v_paid, null, null);
  else
    with e as materialized (
      select user_id, ancestor1, ancestor2, ancestor3, total, stakes[r.champion] as hit from race_entries
      where round = p_round and user_id > r.settled_user and user_id <= v_last
    ), lines as (
      select u, nullif(sum(paid), 0) as paid, nullif(sum(team), 0) as team from (
        select user_id as u, p_payout * hit as paid, null::numeric as team from e where hit > 0
        union all select ancestor1, null, adit.times(total, r.rates[1]) from e where ancestor1 is not null and r.rates[1] > 0
        union all select ancestor2, null, adit.times(total, r.rates[2]) from e where ancestor2 is not null and r.rates[2] > 0
        union all select ancestor3, null, adit.times(total, r.rates[3]) from e where ancestor3 is not null and r.rates[3] > 0
        order by u
      ) parts group by u having sum(paid) > 0 or sum(team) > 0 order by u
    )
    select l.*, t.* into v_users, v_paid, v_team, r.leaders
    from (select array_agg(u), array_agg(paid), array_agg(team) from lines) l
    cross join (
      select array(
        select user_id from (
          select user_id, hit from e where hit > 0
          union all
          select o.user_id, o.stakes[r.champion] from unnest(r.leaders) as f (u)
            join race_entries o on o.user_id = f.u and o.round = p_round
        ) best order by hit desc, user_id limit 10)
    ) t;
    if v_users is not null then
      perform adit.ledger_pay(array['race_payout', 'race_team'], array['race_stakes', 'race_stakes'],
        p_round || '/' || r.batches, p_now, 'ADIT', v_users, v_paid, v_team, null);
    end if;
  end if;

  batch := r.batches;
  insert into race_batches (round, batch, from_user, to_user, paid_at, counted)
    values (p_round, batch, r.settled_user, v_last, p_now, r.state = 'returning');
  update race_rounds o set state = r.state, ranking = r.ranking, champion = r.champion, settled_user = v_last,
    batches = r.batches, leaders = r.leaders,
    paid = r.paid + coalesce((select sum(a) from unnest(v_paid) a), 0),
    team = r.team + coalesce((select sum(a) from unnest(v_team) a), 0) where o.round = p_round;
  if cardinality(v_users) <= 100 then accounts := v_users; end if;
end $$;

-- Counts, once, what the teams above a batch's accounts have bet and earned, together with the next two batches of the
-- same day: a team that has members in all of them is written once. It locks nobody's account, and locks batches and
-- then earnings rows in order, as staking payouts do. Earnings count on the day they were paid.
create function adit.race_count(p_round bigint, p_batch int) returns void
language plpgsql set enable_seqscan = off set jit = off set work_mem = '64MB' as $$
declare
  b race_batches;
  v_rates numeric[] := (select rates from race_rounds where round = p_round);
  v_day date;
  v_batches int[];
  v_froms bigint[];
  v_tos bigint[];
begin
  select * into b from race_batches where round = p_round and batch = p_batch and not counted for update;
  if not found then return; end if;
  v_day := adit.play_day(b.paid_at);
  select array_agg(batch), array_agg(from_user), array_agg(to_user) into v_batches, v_froms, v_tos from (
    select * from race_batches where round = p_round and batch >= p_batch and batch < p_batch + 3 and not counted
      and adit.play_day(paid_at) = v_day order by batch for update) near;
  with above as materialized (
    select u, sum(team) as team, coalesce(sum(team) filter (where level = 2), 0) as second,
      coalesce(sum(team) filter (where level = 3), 0) as third, sum(total) filter (where level = 1) as bets1,
      sum(total) filter (where level = 2) as bets2, sum(total) filter (where level = 3) as bets3
    from (
      select a.u, a.level, e.total, adit.times(e.total, v_rates[a.level]) as team
      from unnest(v_froms, v_tos) as near (from_user, to_user)
      cross join lateral (
        select * from race_entries o where o.round = p_round and o.user_id > near.from_user and o.user_id <= near.to_user
        -- each batch by itself: a plan made while the table was empty would otherwise read all of the round
        offset 0
      ) e
      cross join lateral (values (e.ancestor1, 1), (e.ancestor2, 2), (e.ancestor3, 3)) as a (u, level)
      where a.u is not null order by a.u
    ) part group by u order by u
  ), noted as (
    insert into team_changes (user_id, level, bets)
      select u, l.level, l.bets from above cross join lateral (values (1, bets1), (2, bets2), (3, bets3)) as l (level, bets)
      where l.bets is not null
  )
  insert into team_earnings as t (user_id, day, race, level2, level3)
    select u, v_day, team, second, third from above where team > 0
    on conflict (user_id, day) do update set race = t.race + excluded.race,
      level2 = t.level2 + excluded.level2, level3 = t.level3 + excluded.level3;
  update race_batches set counted = true where round = p_round and batch = any(v_batches);
end $$;
