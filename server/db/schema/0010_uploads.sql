-- Bounds on what clients can make the database store: documents, and refusals.

-- Uploads of documents that were admitted, kept for a day: `bytes` is 0 for those that came to nothing.
create table kyc_uploads (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  -- the sender's network, as a keyed hash
  network text not null,
  at timestamptz not null,
  bytes bigint not null check (bytes >= 0)
);
create index kyc_uploads_by_user on kyc_uploads (user_id, at);
create index kyc_uploads_by_network on kyc_uploads (network, at);
create index kyc_uploads_by_time on kyc_uploads (at);

-- A stored refusal costs an entry here, a success does not.
create index idempotency_refusals on idempotency (scope, created_at) where code <> 'ok';
