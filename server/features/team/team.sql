-- The value of teams, maintained as it changes: see team_changes and team_counters. Hashrate and amounts are in
-- smallest units (10^-18).

-- Moves at most p_limit changes, oldest first, into the counters; returns how many. Changes locked by another fold are
-- skipped. Both tables are written in user order, counters first, so that concurrent folds cannot deadlock. Only nested
-- loops: other joins would read a whole large table.
create function adit.team_fold(p_limit int) returns int language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_taken int;
  v_users bigint[];
  v_levels smallint[];
  v_members int[];
  v_valid int[];
  v_hashrate numeric[];
  v_valid_hashrate numeric[];
  v_staked numeric[];
  v_bets numeric[];
begin
  with taken as (
    delete from team_changes where id = any (array(
      select id from team_changes order by id limit p_limit for update skip locked))
    returning *
  ), sums as (
    select user_id, level, count(*) as changes, sum(members) as members, sum(valid) as valid, sum(hashrate) as hashrate,
      sum(valid_hashrate) as valid_hashrate, sum(staked) as staked, sum(bets) as bets
    from taken group by user_id, level order by user_id, level
  )
  select coalesce(sum(changes), 0), array_agg(user_id), array_agg(level), array_agg(members), array_agg(valid),
    array_agg(hashrate), array_agg(valid_hashrate), array_agg(staked), array_agg(bets)
  into v_taken, v_users, v_levels, v_members, v_valid, v_hashrate, v_valid_hashrate, v_staked, v_bets from sums;
  if v_taken = 0 then return 0; end if;

  insert into team_counters as c (user_id, level, members, valid, hashrate, staked, bets)
    select * from unnest(v_users, v_levels, v_members, v_valid, v_hashrate, v_staked, v_bets)
      as s (user_id, level, members, valid, hashrate, staked, bets) order by s.user_id, s.level
    on conflict (user_id, level) do update set members = c.members + excluded.members, valid = c.valid + excluded.valid,
      hashrate = c.hashrate + excluded.hashrate, staked = c.staked + excluded.staked, bets = c.bets + excluded.bets;

  perform 1 from miners where user_id = any (array(
      select s.u from unnest(v_users, v_valid_hashrate) as s (u, h) where s.h <> 0))
    order by user_id for update;
  update miners m set team1 = m.team1 + s.first, team2 = m.team2 + s.second, team3 = m.team3 + s.third
    from (
      select u, sum(case l when 1 then h else 0 end) as first, sum(case l when 2 then h else 0 end) as second,
        sum(case l when 3 then h else 0 end) as third
      from unnest(v_users, v_levels, v_valid_hashrate) as t (u, l, h) where h <> 0 group by u
    ) s where m.user_id = s.u;
  return v_taken;
end $$;

-- An account's counters by level, including changes that are not folded yet, so that they are exact at once. It is
-- pl/pgsql because that caches the plan, and it uses the keys even if the plan was made while the tables were nearly
-- empty.
create function adit.team_counts(p_user bigint) returns table (
  level smallint, members int, valid int, hashrate numeric, staked numeric, bets numeric
) language plpgsql stable set enable_seqscan = off as $$
begin
  return query
    select t.level, sum(t.members)::int, sum(t.valid)::int, sum(t.hashrate), sum(t.staked), sum(t.bets)
    from (
      select c.level, c.members, c.valid, c.hashrate, c.staked, c.bets from team_counters c where c.user_id = p_user
      union all
      select c.level, c.members, c.valid, c.hashrate, c.staked, c.bets from team_changes c where c.user_id = p_user
    ) t group by t.level order by t.level;
end $$;
