/**
 * Reminders by Web Push: the devices that want them, and what waits to be sent. A cycle that starts puts a reminder down for each
 * device of its account, due at its end; a claim takes it away. Both are a trigger's, in the transaction of the miner's change.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table push_subscriptions (
      id bigint generated always as identity primary key,
      user_id bigint not null references users (id),
      -- the session that named it last; it may have ended since: a closed app is who needs reminders
      token_hash bytea not null,
      endpoint text not null unique,
      p256dh bytea not null,
      auth bytea not null,
      lang text not null,
      -- local times of day, HH:MM; all three or none
      quiet_from text,
      quiet_to text,
      time_zone text,
      created_at timestamptz not null,
      check ((quiet_from is null) = (quiet_to is null) and (quiet_from is null) = (time_zone is null))
    )`.execute(db);
  await sql`create index push_subscriptions_by_user on push_subscriptions (user_id, created_at)`.execute(db);
  await sql`create index push_subscriptions_by_session on push_subscriptions (token_hash)`.execute(db);

  await sql`
    create table push_deliveries (
      subscription_id bigint not null references push_subscriptions (id) on delete cascade,
      -- the end of the cycle that it reminds of
      cycle_ends_at timestamptz not null,
      due_at timestamptz not null,
      attempts int not null default 0,
      -- by the machine's clock: until then it is in the hands of a process
      leased_until timestamptz,
      primary key (subscription_id, cycle_ends_at)
    )`.execute(db);
  await sql`create index push_deliveries_by_due on push_deliveries (due_at)`.execute(db);

  // Of the session and not of its device: a person may name another device before each test.
  await sql`alter table sessions add column push_tested_at timestamptz`.execute(db);

  // What became of reminders, by hours of the machine's clock, for the operator.
  await sql`
    create table push_outcomes (
      hour timestamptz not null,
      outcome text not null,
      count bigint not null,
      primary key (hour, outcome)
    )`.execute(db);

  // True from an account's first device on, so that a claim of all others does not even look (measured: 22 of a claim's 195 µs).
  await sql`alter table miners add column reminders boolean not null default false`.execute(db);
  // Devices are locked before what waits for them, as by who removes one.
  await sql`
    create function push_schedule() returns trigger language plpgsql set enable_seqscan = off as $$
    begin
      perform 1 from push_subscriptions where user_id = new.user_id for key share;
      if not found then return null; end if;
      delete from push_deliveries d using push_subscriptions s
        where s.user_id = new.user_id and d.subscription_id = s.id;
      if new.cycle_ends_at is not null then
        insert into push_deliveries (subscription_id, cycle_ends_at, due_at)
          select id, new.cycle_ends_at, new.cycle_ends_at from push_subscriptions where user_id = new.user_id
          on conflict do nothing;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger miners_push after update of cycle_ends_at on miners
      for each row when (new.reminders and old.cycle_ends_at is distinct from new.cycle_ends_at)
      execute function push_schedule()`.execute(db);
}
