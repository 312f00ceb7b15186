/**
 * Reminders queued for sending, in the database. A process leases a reminder for a while; if it dies, another process
 * retries.
 */
import { sql } from 'kysely';
import { DAY_MS, hourStart } from '#rules/days.ts';
import type { Db } from '#server/db/client.ts';
import { type DeviceRow, deviceOf } from './push.repository.ts';
import type { Device, Ending, Reminder } from './push.rules.ts';

/** Longer than a service may take to answer, plus time for the database afterwards. */
export const LEASE_MS = 30_000;

export interface Delivery extends Reminder {
  readonly subscriptionId: bigint;
  readonly device: Device;
  /** What the cycle has produced, in smallest units. */
  readonly output: bigint;
}

interface Row extends DeviceRow {
  subscription_id: bigint;
  cycle_ends_at: Date;
  attempts: number;
  current: boolean;
  output: bigint;
}

/**
 * By the product's time and by real time: a lease is taken in real time, because the adjustable clock may be moved
 * meanwhile.
 */
const isDue = (now: Date, wall: Date) =>
  sql`due_at <= ${now}::timestamptz and (leased_until is null or leased_until <= ${wall}::timestamptz)`;

/** Whether any reminder is due that nobody has leased. */
export const anyDue = (now: Date, wall: Date) =>
  sql<boolean>`exists (select from push_deliveries where ${isDue(now, wall)})`;

/**
 * Leases up to `count` due reminders for `LEASE_MS` of real time: the adjustable clock may be moved in the meantime.
 */
export async function lease(db: Db, count: number, now: Date, wall: Date): Promise<Delivery[]> {
  const until = new Date(wall.getTime() + LEASE_MS);
  const { rows } = await sql<Row>`
    with due as (
      select subscription_id, cycle_ends_at from push_deliveries
      where ${isDue(now, wall)}
      order by due_at limit ${count} for update skip locked
    )
    update push_deliveries d set leased_until = ${until}, attempts = d.attempts + 1
      from due, push_subscriptions s, miners m
      where d.subscription_id = due.subscription_id and d.cycle_ends_at = due.cycle_ends_at
        and s.id = d.subscription_id and m.user_id = s.user_id
      returning d.subscription_id, d.cycle_ends_at, d.attempts, m.cycle_output as output,
        m.cycle_ends_at is not distinct from d.cycle_ends_at as current,
        s.endpoint, s.p256dh, s.auth, s.lang, s.quiet_from, s.quiet_to, s.time_zone`.execute(db);
  return rows.map((row) => {
    const device = deviceOf(row);
    return {
      ...{ subscriptionId: row.subscription_id, device, quiet: device.quiet, endsAt: row.cycle_ends_at },
      ...{ tries: row.attempts, current: row.current, output: row.output },
    };
  });
}

const one = (d: Delivery) => sql`subscription_id = ${d.subscriptionId} and cycle_ends_at = ${d.endsAt}`;

/** Releases it until `at`; `tried` says whether this counts as an attempt. */
export async function putOff(db: Db, d: Delivery, at: Date, tried: boolean): Promise<void> {
  await sql`
    update push_deliveries set due_at = ${at}, leased_until = null, attempts = ${tried ? d.tries : d.tries - 1}
      where ${one(d)} and attempts = ${d.tries}`.execute(db);
}

/** Deletes a reminder that no longer needs sending. */
export async function finish(db: Db, d: Delivery): Promise<void> {
  await sql`delete from push_deliveries where ${one(d)}`.execute(db);
}

/** Counts outcomes for the operator; counts older than a day are deleted. */
export async function noteEnding(db: Db, ending: Ending, wall: Date): Promise<void> {
  const hour = hourStart(wall);
  await sql`
    insert into push_outcomes (hour, outcome, count) values (${hour}, ${ending}, 1)
      on conflict (hour, outcome) do update set count = push_outcomes.count + 1`.execute(db);
}

export async function cleanEndings(db: Db, wall: Date): Promise<void> {
  await db
    .deleteFrom('push_outcomes')
    .where('hour', '<', new Date(wall.getTime() - DAY_MS))
    .execute();
}

/** For the operator: devices, queued reminders and how many of them are late, and the outcomes since `since`. */
export async function pushFigures(db: Db, now: Date, since: Date) {
  const { rows } = await sql<{ devices: bigint; waiting: bigint; due: bigint }>`
    select (select count(*) from push_subscriptions) as devices, count(*) as waiting,
      count(*) filter (where due_at <= ${now}) as due
      from push_deliveries`.execute(db);
  const endings = await sql<{ outcome: Ending; count: bigint }>`
    select outcome, sum(count)::bigint as count from push_outcomes where hour >= ${since}
      group by outcome order by outcome`.execute(db);
  return { ...(rows[0] ?? { devices: 0n, waiting: 0n, due: 0n }), endings: endings.rows };
}
