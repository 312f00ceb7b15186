/**
 * What the repurchase fund has bought, row by row with running totals; and bonus hashrate by the levels that are switched on,
 * with what teams have noted but not folded yet.
 * Amounts and hashrate are in smallest units (10^-18).
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The newest row tells the sums of all, so that they cost the same however long the list is. That holds because rows come
  // one after the other: each is written right after its entry has taken USDT out of the fund, in the same transaction, and
  // the fund is one row, locked from then until the commit. Whoever writes next has waited there, and sees this row.
  await sql`
    create table repurchases (
      id bigint generated always as identity primary key,
      journal_id bigint not null unique,
      at timestamptz not null,
      kind text not null check (kind in ('token', 'hashrate')),
      -- ADIT or hashrate
      amount numeric(38,0) not null check (amount > 0),
      -- USDT that left the fund, fee included
      paid numeric(38,0) not null check (paid > 0),
      -- the two halves of bought ADIT; hashrate has none
      institution numeric(38,0) not null check (institution >= 0),
      stakers numeric(38,0) not null check (stakers >= 0),
      bought_total numeric(38,0) not null,
      institution_total numeric(38,0) not null,
      stakers_total numeric(38,0) not null,
      check (institution + stakers = case kind when 'token' then amount else 0 end),
      check (institution_total + stakers_total = bought_total)
    )`.execute(db);

  // Exchanges of earlier versions: those that the fund paid for, in the order of their entries.
  await sql`
    insert into repurchases (
      journal_id, at, kind, amount, paid, institution, stakers, bought_total, institution_total, stakers_total
    )
    select j.id, j.at, 'token', s.institution + s.stakers, s.paid, s.institution, s.stakers,
      sum(s.institution + s.stakers) over (order by j.id),
      sum(s.institution) over (order by j.id), sum(s.stakers) over (order by j.id)
    from (
      select p.journal_id,
        -sum(p.amount) filter (where a.system = 'buyback' and a.coin = 'USDT') as paid,
        coalesce(sum(p.amount) filter (where a.system = 'institution' and a.coin = 'ADIT'), 0) as institution,
        coalesce(sum(p.amount) filter (where a.system = 'staking_rewards' and a.coin = 'ADIT'), 0) as stakers
      from ledger_accounts a join ledger_postings p on p.account_id = a.id
      where a.system in ('buyback', 'institution', 'staking_rewards')
      group by p.journal_id
    ) s
    join ledger_journal j on j.id = s.journal_id and j.kind = 'exchange'
    where s.paid > 0 order by j.id`.execute(db);

  // As before, for the first so many levels alone.
  await sql`
    create function mining_bonus(m miners, p_levels int) returns numeric language sql immutable as $$
      select div(m.team1, 10)
        + case when p_levels > 1 then div(m.team2, 20) else 0 end
        + case when p_levels > 2 then div(m.team3, 100) else 0 end
    $$`.execute(db);

  // Hashrate of valid members that is noted and not folded into miners.team1 to team3 yet: a cycle that starts in that second
  // has it already (5 µs a call while nothing waits, of a claim's 250). The one who folds holds the miner's row, so that whoever has locked it sees each change once.
  await sql`
    create function mining_team_changes(p_user bigint, out first numeric, out second numeric, out third numeric)
    language plpgsql stable set enable_seqscan = off as $$
    begin
      select coalesce(sum(valid_hashrate) filter (where level = 1), 0),
        coalesce(sum(valid_hashrate) filter (where level = 2), 0),
        coalesce(sum(valid_hashrate) filter (where level = 3), 0)
      into first, second, third from team_changes where user_id = p_user;
    end $$`.execute(db);

  // As before, with these changes.
  await sql`
    create or replace function mining_facts(p_user bigint, p_now timestamptz) returns text
    language plpgsql stable set enable_seqscan = off as $$
    begin
      return (select json_build_object(
        'now', p_now, 'kind', m.kind, 'state', m.state,
        'gifted', m.gifted::text, 'purchased', m.purchased::text,
        'team1', (m.team1 + t.first)::text, 'team2', (m.team2 + t.second)::text, 'team3', (m.team3 + t.third)::text,
        'startedAt', m.cycle_started_at, 'endsAt', m.cycle_ends_at,
        'cycleHashrate', m.cycle_hashrate::text, 'cycleBonus', m.cycle_bonus::text, 'cycleOutput', m.cycle_output::text,
        'totalOutput', m.total_output::text,
        'yesterdayOutput', (
          select coalesce(sum(c.output), 0)::text from mining_cycles c
          where c.user_id = p_user
            and c.claimed_at >= ((p_now at time zone 'Asia/Singapore')::date - 1)::timestamp at time zone 'Asia/Singapore'
            and c.claimed_at < (p_now at time zone 'Asia/Singapore')::date::timestamp at time zone 'Asia/Singapore'
        ))::text
      from miners m, mining_team_changes(p_user) t where m.user_id = p_user);
    end $$`.execute(db);

  await sql`drop function mining_act(text, bytea, uuid, bytea, timestamptz)`.execute(db);
  await sql`drop function mining_bonus(miners)`.execute(db);
  // The miner's row is locked before the key is looked up: a second try with the same key waits there and then finds
  // the stored reply, so that the key needs to be written only once, complete. Plans are kept for a connection's life: one
  // that was made while a table was empty would read the whole of the grown table (measured: 2 ms a claim instead of 0.2).
  await sql`
    create function mining_act(
      p_call text, p_token bytea, p_key uuid, p_request bytea, p_now timestamptz, p_levels int,
      out code int, out reply text, out replay boolean, out account bigint
    ) language plpgsql set enable_seqscan = off as $$
    declare
      u bigint := session_user_id(p_token, p_now);
      m miners;
      i idempotency;
      journal bigint;
      hash numeric;
      bonus numeric;
      claimed numeric := 0;
      restart boolean := false;
    begin
      replay := false;
      if u is null then code := 401; return; end if;
      account := u;
      select * into m from miners where user_id = u for update;
      select * into i from idempotency where scope = u and key = p_key;
      if found then
        if i.request <> p_request or i.call <> 'mining.' || p_call then code := 409; return; end if;
        code := i.code; reply := i.reply; replay := true; return;
      end if;

      code := 0;
      if p_call = 'start' then
        if not exists (select 1 from users where id = u and kyc = 'approved') then code := 1101;
        elsif m.user_id is null or m.state in ('not_activated', 'expired') then code := 1201;
        elsif m.state = 'running' and p_now < m.cycle_ends_at then code := 1202;
        elsif m.state = 'running' then code := 1203;
        end if;
        restart := code = 0;
      else
        if m.user_id is null or m.state in ('not_activated', 'expired') then code := 1201;
        elsif m.state <> 'running' or p_now < m.cycle_ends_at then code := 1203;
        else
          claimed := m.cycle_output;
          journal := ledger_post('mining', null, p_now,
            array[u, null], array[null, 'issuance'], array['ADIT', 'ADIT'], array[claimed, -claimed]);
          insert into mining_cycles values (u, p_now, journal, claimed);
          restart := m.kind = 'permanent';
          if not restart then
            update miners set state = 'expired', cycle_started_at = null, cycle_ends_at = null,
              total_output = total_output + claimed where user_id = u;
          end if;
        end if;
      end if;

      if restart then
        select m.team1 + t.first, m.team2 + t.second, m.team3 + t.third into m.team1, m.team2, m.team3
          from mining_team_changes(u) t;
        bonus := mining_bonus(m, p_levels);
        hash := m.gifted + m.purchased + bonus;
        update miners set state = 'running', cycle_started_at = p_now, cycle_ends_at = p_now + interval '24 hours',
          cycle_hashrate = hash, cycle_bonus = bonus, cycle_output = div(hash, 100),
          total_output = total_output + claimed where user_id = u;
      end if;

      if code = 0 then
        reply := json_build_object('facts', mining_facts(u, p_now), 'claimed', claimed::text)::text;
      end if;
      insert into idempotency (scope, key, call, request, code, reply, created_at)
        values (u, p_key, 'mining.' || p_call, p_request, code, coalesce(reply, 'null'), p_now)
        on conflict do nothing;
      -- Another call has used the key at the same moment: what was done here is undone.
      if not found and code = 0 then raise exception using errcode = 'AD000', message = 'conflict'; end if;
    end $$`.execute(db);
}
