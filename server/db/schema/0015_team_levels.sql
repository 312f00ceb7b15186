-- What an account has earned from the second and the third level of its team; the rest of a day's earnings is from the
-- first. Earlier days are recounted as they were paid: by the moments in each settlement's window, and by the batches
-- that the teams have counted.
alter table team_earnings
  add level2 numeric(38,0) not null default 0,
  add level3 numeric(38,0) not null default 0;
with moments as (
  select s.*, date_trunc('day', to_at, 'UTC') as day_begin,
    ((extract(epoch from from_at) * 1000)::bigint % 86400000)::int as from_phase,
    ((extract(epoch from to_at) * 1000)::bigint % 86400000)::int as to_phase
  from stake_settlements s where team_journal is not null
), parts as (
  select a.u, (m.to_at at time zone 'Asia/Singapore')::date as day, a.level,
    div(o.output * m.rates[a.level], 1000000000000000000) as amount
  from moments m
  join stake_orders o on (o.phase, o.id) > (m.from_phase, m.from_id) and (o.phase, o.id) <= (m.to_phase, m.to_id)
  cross join lateral (values (o.ancestor2, 2), (o.ancestor3, 3)) as a (u, level)
  where o.staked_at < m.day_begin
    and (o.redeemed_at is null or o.redeemed_at >= m.day_begin + o.phase * interval '1 millisecond')
  union all
  select a.u, (b.paid_at at time zone 'Asia/Singapore')::date, a.level,
    div(e.total * r.rates[a.level], 1000000000000000000)
  from race_batches b
  join race_rounds r on r.round = b.round and r.champion is not null
  join race_entries e on e.round = b.round and e.user_id > b.from_user and e.user_id <= b.to_user
  cross join lateral (values (e.ancestor2, 2), (e.ancestor3, 3)) as a (u, level)
  where b.counted
)
update team_earnings t set level2 = s.level2, level3 = s.level3
  from (
    select u, day, coalesce(sum(amount) filter (where level = 2), 0) as level2,
      coalesce(sum(amount) filter (where level = 3), 0) as level3
    from parts where u is not null group by u, day
  ) s where t.user_id = s.u and t.day = s.day;
