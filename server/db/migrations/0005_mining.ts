/**
 * Miners and their cycles, and the two calls that everybody makes once a day (start, claim) as one function each:
 * session, idempotency key, state, money and the stored reply in a single round trip and a single transaction.
 * Amounts and hashrate are in smallest units (10^-18).
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table miners (
      user_id bigint primary key references users (id),
      kind text not null check (kind in ('trial', 'permanent')),
      -- 'running' covers 'pending claim': which of the two it is follows from cycle_ends_at and the time
      state text not null check (state in ('not_activated', 'pending_start', 'running', 'expired')),
      gifted numeric(38,0) not null default 0 check (gifted >= 0),
      purchased numeric(38,0) not null default 0 check (purchased >= 0),
      -- own hashrate of the valid members of each level, kept by events
      team1 numeric(38,0) not null default 0,
      team2 numeric(38,0) not null default 0,
      team3 numeric(38,0) not null default 0,
      invite_used boolean not null default false,
      cycle_started_at timestamptz,
      cycle_ends_at timestamptz,
      cycle_hashrate numeric(38,0) not null default 0,
      cycle_bonus numeric(38,0) not null default 0,
      cycle_output numeric(38,0) not null default 0,
      total_output numeric(38,0) not null default 0,
      check ((state = 'running') = (cycle_ends_at is not null))
    )`.execute(db);
  // Written by mining_act alone, which holds the account's miner: a foreign key would lock the account's row once more
  // at each claim (measured: a fifth of the claims a second).
  await sql`
    create table mining_cycles (
      user_id bigint not null,
      claimed_at timestamptz not null,
      journal_id bigint not null,
      output numeric(38,0) not null,
      primary key (user_id, claimed_at, journal_id)
    )`.execute(db);

  // The three levels' shares of the bonus are 10 %, 5 % and 1 %; each is rounded down on its own. A quotient of long
  // numerics is rounded to whole units (up, too), which is why this is "div" and not "trunc(a / b)".
  await sql`
    create function mining_bonus(m miners) returns numeric language sql immutable as $$
      select div(m.team1, 10) + div(m.team2, 20) + div(m.team3, 100)
    $$`.execute(db);

  // What a reply is made from. Amounts stay in smallest units as text; the wire form is one pure function in the server.
  // In pl/pgsql, which keeps the plan; a function in plain SQL is planned at each call (measured: 65 µs of a claim's 250).
  await sql`
    create function mining_facts(p_user bigint, p_now timestamptz) returns text
    language plpgsql stable set enable_seqscan = off as $$
    begin
      return (select json_build_object(
        'now', p_now, 'kind', m.kind, 'state', m.state,
        'gifted', m.gifted::text, 'purchased', m.purchased::text,
        'team1', m.team1::text, 'team2', m.team2::text, 'team3', m.team3::text,
        'startedAt', m.cycle_started_at, 'endsAt', m.cycle_ends_at,
        'cycleHashrate', m.cycle_hashrate::text, 'cycleBonus', m.cycle_bonus::text, 'cycleOutput', m.cycle_output::text,
        'totalOutput', m.total_output::text,
        'yesterdayOutput', (
          select coalesce(sum(c.output), 0)::text from mining_cycles c
          where c.user_id = p_user
            and c.claimed_at >= ((p_now at time zone 'Asia/Singapore')::date - 1)::timestamp at time zone 'Asia/Singapore'
            and c.claimed_at < (p_now at time zone 'Asia/Singapore')::date::timestamp at time zone 'Asia/Singapore'
        ))::text
      from miners m where m.user_id = p_user);
    end $$`.execute(db);

  // Whose token this is, or null. The outbox token is good for the queueable calls, which these are.
  // A session idles out after 24 h; its last use is noted at most once a minute, to spare a write a call.
  await sql`
    create function session_user_id(p_token bytea, p_now timestamptz) returns bigint language plpgsql as $$
    declare
      s sessions;
    begin
      select * into s from sessions where token_hash = p_token;
      if found then
        if s.expires_at <= p_now or s.last_seen_at + interval '24 hours' <= p_now then return null; end if;
        if s.last_seen_at < p_now - interval '60 seconds' then
          update sessions set last_seen_at = p_now where token_hash = p_token;
        end if;
        return s.user_id;
      end if;
      select * into s from sessions where outbox_hash = p_token;
      if found and s.outbox_expires_at > p_now then return s.user_id; end if;
      return null;
    end $$`.execute(db);

  // The miner's row is locked before the key is looked up: a second try with the same key waits there and then finds
  // the stored reply, so that the key needs to be written only once, complete. Plans are kept for a connection's life: one
  // that was made while a table was empty would read the whole of the grown table (measured: 2 ms a claim instead of 0.2).
  await sql`
    create function mining_act(
      p_call text, p_token bytea, p_key uuid, p_request bytea, p_now timestamptz,
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
        bonus := mining_bonus(m);
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
