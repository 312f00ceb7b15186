-- Resolves a call's session and runs each Idempotency-Key exactly once. The function of a hot POST wraps its work in
-- call_begin and call_end in one round trip; every other POST runs between the two in one transaction (idempotency.ts).

-- The session of a token, or nothing. A session ends after p_idle without use. An outbox token outlives an idle
-- session, and is accepted only by the calls that allow it (p_outbox).
create function adit.session_of(p_token bytea, p_outbox boolean, p_now timestamptz, p_idle interval) returns sessions
language plpgsql stable as $$
declare
  s sessions;
begin
  select * into s from sessions where token_hash = p_token;
  if not found then
    select * into s from sessions where outbox_hash = p_token and p_outbox and outbox_expires_at > p_now;
    return s;
  end if;
  if s.expires_at <= p_now or s.last_seen_at + p_idle <= p_now then return null; end if;
  return s;
end $$;

-- Records a session's use by its own token if the last record is older than p_touch: one write per minute instead of
-- one per request. If someone else is writing the session, it is skipped: calls of many sessions share a transaction,
-- and this record is not worth a deadlock. The outbox token does not keep the session alive.
create function adit.session_touch(s sessions, p_token bytea, p_now timestamptz, p_touch interval) returns void
language plpgsql as $$
begin
  if s.token_hash <> p_token or s.last_seen_at >= p_now - p_touch then return; end if;
  perform 1 from sessions where token_hash = p_token for no key update skip locked;
  if found then update sessions set last_seen_at = p_now where token_hash = p_token and last_seen_at < p_now; end if;
end $$;

-- A POST: its name in the contract, the SHA-256 of its token (null for a guest) and whether an outbox token is
-- accepted, its Idempotency-Key, the SHA-256 of its request, its time, the session limits, whether it is refused to
-- a frozen account, and to a device that may only look and claim, and the trace of its request.
create type adit.call as (
  name text, token bytea, outbox boolean, key uuid, request bytea, at timestamptz, idle interval, touch interval,
  refuse_frozen boolean, refuse_claim_only boolean, trace uuid
);

-- The call's account and what is stored under its key: `code` is null if nothing is, and the call has to be carried
-- out. Attempts with the same key wait here for each other until the transaction ends, so that the reply is written
-- once, complete; unless p_wait, an attempt whose key somebody holds is answered with 'busy'. What is booked until the
-- transaction ends carries the trace.
create function adit.call_begin(
  c adit.call, p_wait boolean default true, out account bigint, out session bytea, out code text, out reply text, out replay boolean
) language plpgsql set enable_seqscan = off as $$
declare
  s sessions;
  i idempotency;
begin
  reply := 'null';
  replay := false;
  if c.token is not null then
    s := adit.session_of(c.token, c.outbox, c.at, c.idle);
    if s.user_id is null then code := 'session_expired'; return; end if;
    account := s.user_id;
    session := s.token_hash;
  end if;
  if p_wait then
    perform pg_advisory_xact_lock(hashtextextended(c.key::text, coalesce(account, 0)));
  elsif not pg_try_advisory_xact_lock(hashtextextended(c.key::text, coalesce(account, 0))) then
    code := 'busy';
    return;
  end if;
  perform set_config('adit.trace', coalesce(c.trace::text, ''), true);
  -- After the key: a transaction that holds a session's row must not wait for a key.
  if c.token is not null then perform adit.session_touch(s, c.token, c.at, c.touch); end if;
  select * into i from idempotency where scope = coalesce(account, 0) and key = c.key;
  if not found then
    if c.refuse_claim_only and s.device_id is not null
      and not exists (select from devices d where d.id = s.device_id and d.scope = 'full') then
      code := 'forbidden';
      reply := '{"reason": "claim_only"}';
      return;
    end if;
    -- Not stored: after the account is unfrozen, the same key may be carried out.
    if c.refuse_frozen then
      select 'account_frozen', jsonb_build_object('reason', frozen_reason)::text into code, reply
        from users where id = account and frozen_at is not null;
      if code is null then reply := 'null'; end if;
    end if;
    return;
  end if;
  if i.request <> c.request then code := 'conflict'; return; end if;
  code := i.code;
  reply := i.reply;
  replay := true;
end $$;

-- Whether so many refusals of a day are stored that no more are.
create function adit.refusals_full(p_scope bigint, p_at timestamptz) returns boolean
language sql stable set enable_seqscan = off as $$
  select exists (
    select from idempotency where scope = p_scope and code <> 'ok' and created_at > p_at - interval '1 day'
      offset 999 limit 1
  )
$$;

-- Stores the reply that the call gets from now on. Guests share scope 0. Refusals beyond 1,000 a day are not stored: they
-- changed nothing, so that whoever sends one again is refused again or carries it out for the first time.
create function adit.call_end(c adit.call, p_account bigint, p_code text, p_reply text) returns void language plpgsql as $$
begin
  if p_code <> 'ok' and adit.refusals_full(coalesce(p_account, 0), c.at) then return; end if;
  insert into idempotency (scope, key, call, request, code, reply, created_at)
    values (coalesce(p_account, 0), c.key, c.name, c.request, p_code, p_reply, c.at);
end $$;
