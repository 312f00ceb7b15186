-- Whose session a hot call has, for functions that do a whole call in one round trip. The same rule as in session.ts.

-- The account of a token, or null. p_idle without use ends a session; its last use is noted when the one on record is older than
-- p_touch. Who writes the session at the same moment is not waited for: calls of many sessions share a transaction, and
-- noting a use is not worth waiting in a circle. Tokens of outboxes open the calls alone that say so (p_outbox).
create function adit.session_account(
  p_token bytea, p_now timestamptz, p_idle interval, p_touch interval, p_outbox boolean
) returns bigint language plpgsql as $$
declare
  s sessions;
begin
  select * into s from sessions where token_hash = p_token;
  if not found then
    select * into s from sessions where outbox_hash = p_token and p_outbox;
    return case when s.outbox_expires_at > p_now then s.user_id end;
  end if;
  if s.expires_at <= p_now or s.last_seen_at + p_idle <= p_now then return null; end if;
  if s.last_seen_at < p_now - p_touch then
    perform 1 from sessions where token_hash = p_token for no key update skip locked;
    if found then update sessions set last_seen_at = p_now where token_hash = p_token; end if;
  end if;
  return s.user_id;
end $$;
