-- Resolves a call's session and runs each Idempotency-Key exactly once. The function of a hot POST wraps its work in
-- calls_begin and calls_end in one round trip; every other POST runs between call_begin and call_end in one
-- transaction (idempotency.ts).

-- The session of a token, or nothing. A session ends after p_idle without use. An outbox token outlives an idle
-- session, and is accepted only by the calls that allow it (p_outbox). In plain SQL, so that it becomes part of the statement that asks.
create function adit.session_of(p_token bytea, p_outbox boolean, p_now timestamptz, p_idle interval) returns setof sessions
language sql stable as $$
  select * from sessions where token_hash = p_token and expires_at > p_now and last_seen_at + p_idle > p_now
  union all
  select * from sessions where p_outbox and outbox_hash = p_token and outbox_expires_at > p_now
$$;

-- Records a session's use by its own token if the last record is older than p_touch: one write per minute instead of
-- one per request. If someone else is writing the session, it is skipped: calls of many sessions share a transaction,
-- and this record is not worth a deadlock. The outbox token does not keep the session alive. A standby, which is read while
-- the primary is away, records nothing.
create function adit.session_touch(s sessions, p_token bytea, p_now timestamptz, p_touch interval) returns void
language plpgsql as $$
begin
  if s.token_hash <> p_token or s.last_seen_at >= p_now - p_touch or pg_is_in_recovery() then return; end if;
  perform from sessions where token_hash = p_token for no key update skip locked;
  if found then update sessions set last_seen_at = p_now where token_hash = p_token and last_seen_at < p_now; end if;
end $$;

-- A POST: its name in the contract, the SHA-256 of its token (null for a guest) and whether an outbox token is
-- accepted, its Idempotency-Key, the SHA-256 of its request, its time, the session limits, whether it is refused to
-- a frozen account, and to a device that may only look and claim, and the trace of its request.
create type adit.call as (
  name text, token bytea, outbox boolean, key uuid, request bytea, at timestamptz, idle interval, touch interval,
  refuse_frozen boolean, refuse_claim_only boolean, trace uuid
);

-- The accounts and sessions of calls, and what is stored under their keys. `codes` are null for those that have to be carried out;
-- `fresh` are these, as positions in the order of their accounts. An account's second one is answered with 'later'.
-- Attempts with the same key wait here for each other until the transaction ends, so that the reply is written once,
-- complete; unless p_wait, an attempt whose key somebody holds is answered with 'busy'. Keys are locked in their order, and all before
-- a session: a transaction that holds a session's row must not wait for a key.
-- Each row is looked up by itself: a plan made while tables were empty would later read the whole index of another join. One plan serves
-- batches of all sizes: planning again would cost a single call more than the call.
create function adit.calls_begin(
  p_calls adit.call[], p_wait boolean,
  out accounts bigint[], out tokens bytea[], out codes text[], out replies text[], out replays boolean[], out fresh int[]
) language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
set plan_cache_mode = force_generic_plan as $$
declare
  v_sessions sessions[];
  -- Guests share scope 0.
  v_scopes bigint[];
  v_last bigint;
  l record;
  i int;
begin
  select array_agg(s order by c.ordinality), array_agg(coalesce(s.user_id, 0) order by c.ordinality),
      array_agg(s.user_id order by c.ordinality), array_agg(s.token_hash order by c.ordinality),
      array_agg(case when c.token is not null and s.user_id is null then 'session_expired' end order by c.ordinality)
    into v_sessions, v_scopes, accounts, tokens, codes
    from unnest(p_calls) with ordinality as c
    left join lateral adit.session_of(c.token, c.outbox, c.at, c.idle) s on true;
  for l in
    select c.ordinality as n, hashtextextended(c.key::text, v_scopes[c.ordinality]) as lock
    from unnest(p_calls) with ordinality as c where codes[c.ordinality] is null order by c.key
  loop
    if p_wait then perform pg_advisory_xact_lock(l.lock);
    elsif not pg_try_advisory_xact_lock(l.lock) then codes[l.n] := 'busy';
    end if;
  end loop;
  perform adit.session_touch(v_sessions[c.ordinality], c.token, c.at, c.touch)
    from unnest(p_calls) with ordinality as c
    where codes[c.ordinality] is null and accounts[c.ordinality] is not null;

  -- That an account is frozen is not stored: after it is unfrozen, the same key may be carried out.
  select array_agg(case
        when codes[c.ordinality] is not null then codes[c.ordinality]
        when o.request <> c.request then 'conflict'
        when o.code is not null then o.code
        when c.refuse_claim_only and (v_sessions[c.ordinality]).device_id is not null and not exists (
          select from devices d where d.id = (v_sessions[c.ordinality]).device_id and d.scope = 'full') then 'forbidden'
        when u.frozen_at is not null then 'account_frozen'
      end order by c.ordinality),
      array_agg(case when codes[c.ordinality] is null and o.request = c.request then o.reply else 'null' end order by c.ordinality),
      array_agg(codes[c.ordinality] is null and o.request is not distinct from c.request order by c.ordinality)
    into codes, replies, replays
    from unnest(p_calls) with ordinality as c
    left join lateral (
      select * from idempotency i where i.scope = v_scopes[c.ordinality] and i.key = c.key limit 1) o on true
    left join users u on c.refuse_frozen and u.id = accounts[c.ordinality];

  fresh := '{}';
  for i in select n from generate_subscripts(p_calls, 1) n order by accounts[n], n loop
    if codes[i] is null and accounts[i] = v_last then codes[i] := 'later';
    elsif codes[i] is null then
      fresh := fresh || i;
      v_last := accounts[i];
    elsif not replays[i] and codes[i] = 'forbidden' then replies[i] := '{"reason": "claim_only"}';
    elsif not replays[i] and codes[i] = 'account_frozen' then
      replies[i] := (select jsonb_build_object('reason', frozen_reason)::text from users where id = accounts[i]);
    end if;
  end loop;
end $$;

-- The same for one call. What is booked until the transaction ends carries its trace.
create function adit.call_begin(
  c adit.call, out account bigint, out session bytea, out code text, out reply text, out replay boolean
) language plpgsql as $$
begin
  perform set_config('adit.trace', coalesce(c.trace::text, ''), true);
  select accounts[1], tokens[1], codes[1], replies[1], replays[1] into account, session, code, reply, replay
    from adit.calls_begin(array[c], true);
end $$;

-- A time as replies write it.
create function adit.time_text(p_at timestamptz) returns text language sql stable as $$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- Whether so many refusals of a day are stored that no more are.
create function adit.refusals_full(p_scope bigint, p_at timestamptz) returns boolean
language sql stable set enable_seqscan = off as $$
  select exists (
    select from idempotency where scope = p_scope and code <> 'ok' and created_at > p_at - interval '1 day'
      offset 999 limit 1
  )
$$;

-- Stores the replies that the calls p_done get from now on. Guests share scope 0. Refusals beyond 1,000 a day are not stored: they
-- changed nothing, so that whoever sends one again is refused again or carries it out for the first time.
create function adit.calls_end(p_calls adit.call[], p_done int[], p_accounts bigint[], p_codes text[], p_replies text[]) returns void
language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  insert into idempotency (scope, key, call, request, code, reply, created_at)
    select coalesce(p_accounts[n], 0), c.key, c.name, c.request, p_codes[n], p_replies[n], c.at
    from unnest(p_done) n cross join lateral unnest(p_calls[n : n]) c
    where case when p_codes[n] = 'ok' then true else not adit.refusals_full(coalesce(p_accounts[n], 0), c.at) end;
end $$;

-- The same for one call.
create function adit.call_end(c adit.call, p_account bigint, p_code text, p_reply text) returns void language plpgsql as $$
begin
  perform adit.calls_end(array[c], array[1], array[p_account], array[p_code], array[p_reply]);
end $$;
