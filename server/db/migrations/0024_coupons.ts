/** Coupons: what a code gives, who has used it, and which tries at codes have failed of late. Amounts are in smallest units. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What a coupon gives is never changed: a use says what was got by naming the coupon. `used` changes with every use.
  await sql`
    create table coupons (
      id bigint generated always as identity primary key,
      code text not null unique check (code ~ '^[A-Z0-9-]{1,20}$'),
      coin text,
      amount numeric(38,0) check (amount > 0),
      -- gifted hashrate: it mines and is never sold
      hashrate numeric(38,0) check (hashrate > 0),
      -- uses by all accounts together; null: as many as there are accounts
      uses_limit int check (uses_limit > 0),
      used int not null default 0 check (used >= 0),
      expires_at timestamptz,
      made_at timestamptz not null,
      made_by text not null,
      closed_at timestamptz,
      note text,
      check ((coin is null) = (amount is null)),
      check (amount is not null or hashrate is not null),
      check (used <= uses_limit)
    )`.execute(db);
  await sql`
    create table coupon_uses (
      coupon_id bigint not null references coupons (id),
      user_id bigint not null references users (id),
      -- the place in the account's list
      id bigint generated always as identity unique,
      at timestamptz not null,
      -- null for a coupon of hashrate alone, which moves no money
      journal_id bigint unique,
      primary key (coupon_id, user_id)
    )`.execute(db);
  await sql`create index coupon_uses_by_user on coupon_uses (user_id, id)`.execute(db);
  await sql`create index coupon_uses_by_coupon on coupon_uses (coupon_id, id)`.execute(db);
  // One row a wrong code and who is counted: the account, and the network under a keyed hash. Gone after an hour.
  await sql`create table coupon_tries (who text not null, at timestamptz not null)`.execute(db);
  await sql`create index coupon_tries_by_who on coupon_tries (who, at)`.execute(db);
  await sql`create index coupon_tries_by_time on coupon_tries (at)`.execute(db);
}
