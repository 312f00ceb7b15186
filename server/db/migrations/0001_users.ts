/** Accounts, sign-in, idempotency keys, request counts and settings. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id bigint generated always as identity primary key,
      address text not null unique,
      invite_code text not null unique,
      invited_by bigint references users (id),
      -- the three levels above, so that nothing walks the tree
      ancestor1 bigint references users (id),
      ancestor2 bigint references users (id),
      ancestor3 bigint references users (id),
      kyc text not null default 'none' check (kyc in ('none', 'submitted', 'approved', 'failed')),
      official boolean not null default false,
      level int not null default 0,
      sign_ins int not null default 0,
      created_at timestamptz not null,
      check (invited_by is not distinct from ancestor1 and invited_by <> id)
    )`.execute(db);
  await sql`create index users_by_inviter on users (invited_by, id)`.execute(db);
  await sql`create index users_valid_by_inviter on users (invited_by) where kyc = 'approved'`.execute(db);

  // Tokens are kept as SHA-256 only. The outbox token lives as long as its row.
  await sql`
    create table sessions (
      token_hash bytea primary key,
      outbox_hash bytea not null unique,
      user_id bigint not null references users (id),
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      expires_at timestamptz not null,
      outbox_expires_at timestamptz not null
    )`.execute(db);
  await sql`create index sessions_by_user on sessions (user_id)`.execute(db);
  await sql`create table nonces (nonce text primary key, expires_at timestamptz not null, used_at timestamptz)`.execute(
    db,
  );

  // Replies are text: jsonb would reorder keys, and a replay is the same to the byte.
  await sql`
    create table idempotency (
      scope bigint not null,
      key uuid not null,
      call text not null,
      request bytea not null,
      code int not null,
      reply text not null,
      created_at timestamptz not null,
      primary key (scope, key)
    )`.execute(db);
  await sql`create index idempotency_by_age on idempotency (created_at)`.execute(db);
  // Requests counted over all processes for the minute that runs; not worth a write-ahead log.
  await sql`
    create unlogged table rate_counts (
      bucket text not null,
      minute int not null,
      count int not null,
      primary key (minute, bucket)
    )`.execute(db);
  await sql`create table settings (key text primary key, value text not null)`.execute(db);
}
