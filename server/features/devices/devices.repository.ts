/** Devices in the database, and the sessions that belong to them. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';

export interface Device {
  readonly id: string;
  readonly userId: bigint;
  readonly point: Uint8Array;
  readonly name: string;
  readonly scope: 'full' | 'claim';
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

const selected = (db: Db) =>
  db
    .selectFrom('devices')
    .select([
      'id',
      'user_id as userId',
      'public_key as point',
      'name',
      'scope',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ]);

/** A device that has been used since `from`. */
export const findDevice = (db: Db, id: string, from: Date): Promise<Device | undefined> =>
  selected(db).where('id', '=', id).where('last_used_at', '>', from).executeTakeFirst();

/** The devices of an account that have been used since `from`, most recently used first. */
export const findDevices = (db: Db, userId: bigint, from: Date): Promise<Device[]> =>
  selected(db)
    .where('user_id', '=', userId)
    .where('last_used_at', '>', from)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();

export async function insertDevice(db: Db, { lastUsedAt, ...device }: Device): Promise<void> {
  await db
    .insertInto('devices')
    .values({
      ...{ id: device.id, user_id: device.userId, public_key: device.point, name: device.name },
      ...{ scope: device.scope, created_at: device.createdAt, last_used_at: lastUsedAt },
    })
    .execute();
}

/** As with sessions, one write per minute: many windows may open at once. */
const TOUCH_MS = 60_000;

/** Records a use; false if the device has just been ended. It cannot end before the caller's transaction does. */
export async function noteUse(db: Db, id: string, now: Date): Promise<boolean> {
  const noted = await db
    .updateTable('devices')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where('last_used_at', '<', new Date(now.getTime() - TOUCH_MS))
    .returning('id')
    .executeTakeFirst();
  if (noted) return true;
  const row = await db
    .selectFrom('devices')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** The device of a session; undefined if it has none. */
export async function deviceOf(db: Db, tokenHash: Uint8Array): Promise<Device | undefined> {
  return selected(db)
    .where('id', '=', (session) =>
      session.selectFrom('sessions').select('device_id').where('token_hash', '=', tokenHash),
    )
    .executeTakeFirst();
}

/** Binds a session to this device. */
export async function bindSession(db: Db, tokenHash: Uint8Array, deviceId: string): Promise<void> {
  await db.updateTable('sessions').set({ device_id: deviceId }).where('token_hash', '=', tokenHash).execute();
}

/** The sessions of devices, or, with `but`, all sessions of an account except one. */
export async function sessionsOf(
  db: Db,
  userId: bigint,
  which: { readonly devices: readonly string[] } | { readonly but: Uint8Array | null },
): Promise<Uint8Array[]> {
  const all = db.selectFrom('sessions').select('token_hash').where('user_id', '=', userId);
  const some =
    'devices' in which
      ? all.where('device_id', 'in', which.devices)
      : which.but
        ? all.where('token_hash', '<>', which.but)
        : all;
  return (await some.orderBy('token_hash').execute()).map((row) => row.token_hash);
}

/** Ends devices; their sessions end with them. */
export async function deleteDevices(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('devices').where('id', 'in', ids).execute();
}

/** Removes what nobody has used since `from`, with its sessions and reminders. */
export async function cleanDevices(db: Db, from: Date): Promise<void> {
  await sql`
    with gone as (delete from devices where last_used_at <= ${from} returning id)
    delete from push_subscriptions p using sessions s, gone
    where s.device_id = gone.id and p.token_hash = s.token_hash`.execute(db);
}
