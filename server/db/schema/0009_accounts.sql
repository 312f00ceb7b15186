-- An account has at most twenty sessions. Those beyond end here, with the reminders that they asked for.
with ended as (
  delete from sessions where token_hash in (
    select token_hash from (
      select token_hash, row_number() over (
        partition by user_id order by last_seen_at desc, created_at desc, token_hash) as place
      from sessions
    ) s where place > 20)
  returning token_hash
)
delete from push_subscriptions where token_hash in (select token_hash from ended);

-- Both are cleaned by their expiry.
create index nonces_by_expiry on nonces (expires_at);
create index sessions_by_expiry on sessions (expires_at);

-- Members are searched for by the four digits at either end of their address, which is what lists show of it.
drop index users_by_address;
create index users_by_start on users (lower(left(address, 6)));
create index users_by_end on users (lower(right(address, 4)));
