/**
 * What teams are worth, kept as it changes. A change is noted as rows of its own, one for each of the member's three
 * ancestors, and folded into their counters a moment later: no member's transaction ever locks the row of an ancestor, whom
 * a hundred thousand others may share. Hashrate and amounts are in smallest units (10^-18).
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Rows are inserted and deleted, never updated. Without foreign keys: they would lock the ancestor's row at each change.
  await sql`
    create table team_changes (
      id bigint generated always as identity primary key,
      user_id bigint not null,
      level smallint not null check (level between 1 and 3),
      members int not null default 0,
      valid int not null default 0,
      hashrate numeric(38,0) not null default 0,
      valid_hashrate numeric(38,0) not null default 0,
      staked numeric(38,0) not null default 0,
      bets numeric(38,0) not null default 0
    )`.execute(db);
  await sql`create index team_changes_by_user on team_changes (user_id)`.execute(db);
  // A row for each level below an account that has somebody. The hashrate of valid members is in miners.team1 to team3,
  // where a cycle's start reads it.
  await sql`
    create table team_counters (
      user_id bigint not null,
      level smallint not null check (level between 1 and 3),
      members int not null default 0,
      valid int not null default 0,
      hashrate numeric(38,0) not null default 0,
      staked numeric(38,0) not null default 0,
      bets numeric(38,0) not null default 0,
      primary key (user_id, level)
    )`.execute(db);

  // Moves at most p_limit changes, the oldest first, into the counters; answers how many. Changes that another fold has in
  // hand are passed over. Both tables are written in the order of users, counters first, so that folds wait for each
  // other and never in a circle. Nested loops alone: other joins would read the whole of a large table.
  await sql`
    create function team_fold(p_limit int) returns int language plpgsql
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
    end $$`.execute(db);

  // The counters of an account by level, with what is noted and not folded yet: exact at once. In pl/pgsql, which keeps the
  // plan, and through the keys, however little the tables held when it was made.
  await sql`
    create function team_counts(p_user bigint) returns table (
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
    end $$`.execute(db);

  // What there was before: members, who of them is valid, their own hashrate. Nobody could stake or bet yet.
  await sql`
    insert into team_counters (user_id, level, members, valid, hashrate)
    select a.id, a.level, count(*), count(*) filter (where u.kyc = 'approved'), sum(coalesce(m.gifted + m.purchased, 0))
    from users u
    left join miners m on m.user_id = u.id
    cross join lateral (values (u.ancestor1, 1), (u.ancestor2, 2), (u.ancestor3, 3)) as a (id, level)
    where a.id is not null
    group by a.id, a.level`.execute(db);
  // Members who had become valid and waited for their hashrate to be added to the teams above.
  await sql`
    insert into team_changes (user_id, level, valid_hashrate)
    select a.id, a.level, m.gifted + m.purchased
    from jobs j
    join users u on u.id = (j.payload::json ->> 'memberId')::bigint
    join miners m on m.user_id = u.id
    cross join lateral (values (u.ancestor1, 1), (u.ancestor2, 2), (u.ancestor3, 3)) as a (id, level)
    where j.kind = 'mining.team' and a.id is not null`.execute(db);
  await sql`delete from jobs where kind = 'mining.team'`.execute(db);

  // Members of the second and third level, newest first; those of the first have users_by_inviter.
  await sql`create index users_by_ancestor2 on users (ancestor2, id) where ancestor2 is not null`.execute(db);
  await sql`create index users_by_ancestor3 on users (ancestor3, id) where ancestor3 is not null`.execute(db);
  // Beginnings of addresses in whatever case of letters.
  await sql`create index users_by_address on users (lower(address) text_pattern_ops)`.execute(db);
  // An account's level follows from its valid members and is stored nowhere.
  await sql`alter table users drop column level`.execute(db);
}
