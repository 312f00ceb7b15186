/**
 * Devices that want reminders, in the database: registering, moving, testing and removing them. Their deliveries are in
 * deliveries.repository.ts.
 */
import { sql } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { Db } from '#server/db/client.ts';
import { holdSession } from '#server/http/session.ts';
import { DEVICES, type Device, type Quiet, TEST_PAUSE_MS } from './push.rules.ts';

/** A device as stored in its row. */
export interface DeviceRow {
  endpoint: string;
  p256dh: Uint8Array;
  auth: Uint8Array;
  lang: string;
  quiet_from: string | null;
  quiet_to: string | null;
  time_zone: string | null;
}

const quietOf = ({ quiet_from: from, quiet_to: to, time_zone: timeZone }: DeviceRow): Quiet | null =>
  from !== null && to !== null && timeZone !== null ? { hours: { from, to }, timeZone } : null;

export const deviceOf = (row: DeviceRow): Device => ({
  ...{ endpoint: row.endpoint, p256dh: row.p256dh, auth: row.auth, lang: row.lang as Language },
  quiet: quietOf(row),
});

interface NewDevice {
  readonly userId: bigint;
  readonly tokenHash: Uint8Array;
  readonly device: Device;
  readonly now: Date;
}

/**
 * The account's running cycle; later cycles schedule their own reminders. No claim or start can come in between until
 * the transaction ends.
 */
async function holdCycle(tx: Db, userId: bigint): Promise<Date | null> {
  const miner = await tx
    .selectFrom('miners')
    .select(['cycle_ends_at', 'reminders'])
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (miner && !miner.reminders)
    await tx.updateTable('miners').set({ reminders: true }).where('user_id', '=', userId).execute();
  return miner?.cycle_ends_at ?? null;
}

/** A browser's endpoint belongs to the session that registered it last: its row moves with everything in it. */
async function putDevice(tx: Db, { userId, tokenHash, device, now }: NewDevice): Promise<bigint> {
  const values = {
    ...{ user_id: userId, token_hash: tokenHash, created_at: now },
    ...{ p256dh: device.p256dh, auth: device.auth, lang: device.lang },
    quiet_from: device.quiet?.hours.from ?? null,
    quiet_to: device.quiet?.hours.to ?? null,
    time_zone: device.quiet?.timeZone ?? null,
  };
  const { id } = await tx
    .insertInto('push_subscriptions')
    .values({ ...values, endpoint: device.endpoint })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Each session has one device, and each account a limited number of them: the newest are kept. */
async function makeRoom(tx: Db, { userId, tokenHash }: NewDevice, id: bigint): Promise<void> {
  await sql`
    delete from push_subscriptions where id <> ${id} and (token_hash = ${tokenHash} or id in (
      select id from push_subscriptions where user_id = ${userId} and id <> ${id}
      order by created_at desc, id desc offset ${DEVICES - 1}
    ))`.execute(tx);
}

/**
 * Stores the device of a session and schedules reminders for the rest of the running cycle.
 * @throws Refusal session_expired if the session ended while the call waited: nothing would end its reminders
 */
export async function saveDevice(tx: Db, input: NewDevice): Promise<void> {
  const endsAt = await holdCycle(tx, input.userId);
  await holdSession(tx, input.tokenHash);
  const id = await putDevice(tx, input);
  await makeRoom(tx, input, id);
  // A reminder queued for another cycle belongs to another account. One queued for this cycle but not tried yet is
  // rescheduled, because the quiet hours may have changed.
  await sql`
    delete from push_deliveries where subscription_id = ${id} and cycle_ends_at is distinct from ${endsAt}`.execute(
    tx,
  );
  await sql`
    update push_deliveries set due_at = cycle_ends_at where subscription_id = ${id} and attempts = 0`.execute(
    tx,
  );
  // Later requests will see that the cycle has ended.
  if (!endsAt || endsAt <= input.now) return;
  await tx
    .insertInto('push_deliveries')
    .values({ subscription_id: id, cycle_ends_at: endsAt, due_at: endsAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Removes the device that a session registered, with its queued reminders. */
export async function removeDevice(db: Db, tokenHash: Uint8Array): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('token_hash', '=', tokenHash).execute();
}

/** Removes all devices of an account except, if given, that of a session. */
export async function removeDevices(db: Db, userId: bigint, but?: Uint8Array): Promise<void> {
  const all = db.deleteFrom('push_subscriptions').where('user_id', '=', userId);
  await (but ? all.where('token_hash', '<>', but) : all).execute();
}

/** Removes a device that its service no longer knows. */
export async function forgetEndpoint(db: Db, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute();
}

/**
 * Reserves the session's turn to test its device. Returns the device, the seconds to wait, or undefined if there is no
 * device.
 */
export async function takeTest(
  db: Db,
  tokenHash: Uint8Array,
  now: Date,
): Promise<{ device: Device } | { wait: number } | undefined> {
  const row = await db
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'p256dh', 'auth', 'lang', 'quiet_from', 'quiet_to', 'time_zone'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (!row) return undefined;
  const before = new Date(now.getTime() - TEST_PAUSE_MS);
  const turn = await db
    .updateTable('sessions')
    .set({ push_tested_at: now })
    .where('token_hash', '=', tokenHash)
    .where((e) => e.or([e('push_tested_at', 'is', null), e('push_tested_at', '<=', before)]))
    .executeTakeFirst();
  if (turn.numUpdatedRows > 0n) return { device: deviceOf(row) };
  const session = await db
    .selectFrom('sessions')
    .select('push_tested_at')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  const left = (session?.push_tested_at ?? now).getTime() + TEST_PAUSE_MS - now.getTime();
  return { wait: Math.max(1, Math.ceil(left / 1000)) };
}
