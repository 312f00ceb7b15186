/** Registering devices, signing them back in, pairing and ending them. */
import { DAY_MS } from '#rules/days.ts';
import { DEVICE_DAYS, MOST_DEVICES, PAIRING_MINUTES, PAIRING_TRIES } from '#rules/figures.ts';
import type { Input } from '#contract';
import { type Db, inTransaction } from '#server/db/client.ts';
import { type Caller, holdSession, lockSessions } from '#server/http/session.ts';
import { refuse } from '#server/lib/refusal.ts';
import {
  cleanPairings,
  deletePairing,
  insertPairing,
  isCodeOpen,
  lockTries,
  noteTry,
  pairingOf,
  takeCode,
  triesSince,
} from './pairing.repository.ts';
import {
  type Device,
  bindSession,
  deleteDevices,
  deviceOf,
  findDevice,
  findDevices,
  insertDevice,
  noteUse,
  sessionsOf,
} from './devices.repository.ts';
import { PAIRING_MS, isSignedBy, newCode, newDeviceId, nonceOf, pointOf } from './devices.rules.ts';

/** Devices last used at or before this time have expired. */
export const expiredBy = (now: Date): Date => new Date(now.getTime() - DEVICE_DAYS * DAY_MS);

/** Ends a session: its token, its queued actions and its reminders. */
export type EndSession = (db: Db, tokenHash: Uint8Array) => Promise<void>;

/** Ends the reminders of an account, on every device or on all but a session's. */
export type EndReminders = (db: Db, userId: bigint, but?: Uint8Array) => Promise<void>;

/** Ends devices with all their sessions. */
async function end(db: Db, userId: bigint, ids: readonly string[], endSession: EndSession): Promise<void> {
  if (ids.length === 0) return;
  for (const session of await sessionsOf(db, userId, { devices: ids })) await endSession(db, session);
  await deleteDevices(db, ids);
}

/** Ends what a new device replaces: `before`, and beyond ten devices the least recently used. */
async function makeRoom(
  db: Db,
  endSession: EndSession,
  {
    id: added,
    userId,
    before,
    own,
  }: {
    readonly id: string;
    readonly userId: bigint;
    readonly before?: string | undefined;
    /** Stays, however long it has been unused: the caller is signed in on it. */
    readonly own?: string | undefined;
  },
  now: Date,
): Promise<void> {
  const all = (await findDevices(db, userId, expiredBy(now))).map(({ id }) => id);
  const stay = [added, own].filter((id) => id !== undefined);
  const over = all.filter((id) => !stay.includes(id) && id !== before).slice(MOST_DEVICES - stay.length);
  await end(db, userId, before === undefined ? over : [...over, before], endSession);
}

/** @throws Refusal forbidden for a device that may only look and claim */
function refuseClaimOnly(device: Pick<Device, 'scope'> | undefined): void {
  if (device?.scope === 'claim') refuse('forbidden', { reason: 'claim_only' });
}

/**
 * The device of the caller's session, for callers that change devices: one at a time per account.
 * @throws Refusal session_expired if the session ended while the call waited
 */
async function ownDevice(db: Db, caller: Caller): Promise<Device | undefined> {
  await lockSessions(db, caller.id);
  await holdSession(db, caller.tokenHash);
  return deviceOf(db, caller.tokenHash);
}

const offCurve = { issues: [{ path: 'publicKey', reason: 'not on the curve' }] };

/**
 * Binds the caller's session to a new device. A session has one device: an earlier one ends. Beyond ten devices, the
 * least recently used one ends.
 * @throws Refusal invalid_request if the key is invalid, forbidden if a device that may only claim asks for more
 */
export async function register(
  db: Db,
  { endSession }: { readonly endSession: EndSession },
  caller: Caller,
  { publicKey, name, scope = 'full' }: Input<'POST /api/auth/device'>,
  now: Date,
): Promise<string> {
  const point = pointOf(publicKey) ?? refuse('invalid_request', offCurve);
  const before = await ownDevice(db, caller);
  if (scope === 'full') refuseClaimOnly(before);
  const id = newDeviceId();
  // The session moves first, so that it does not end with the previous device.
  await insertDevice(db, { id, userId: caller.id, point, name, scope, createdAt: now, lastUsedAt: now });
  await bindSession(db, caller.tokenHash, id);
  await makeRoom(db, endSession, { id, userId: caller.id, before: before?.id }, now);
  return id;
}

export interface ResumeDeps {
  /** Uses up the nonce of a challenge; false if it is unknown, used or expired. */
  readonly useNonce: (db: Db, nonce: string, now: Date) => Promise<boolean>;
}

/**
 * The account of a device that has signed a challenge. Of several attempts with one challenge, only one succeeds.
 * @throws Refusal bad_nonce, device_unknown if the device has ended or expired, or if the signature is not from its key
 */
export async function resume(
  db: Db,
  { useNonce }: ResumeDeps,
  { deviceId, challenge, signature }: Input<'POST /api/auth/resume'>,
  now: Date,
): Promise<bigint> {
  const nonce = nonceOf(challenge, deviceId) ?? refuse('bad_nonce');
  const device = (await findDevice(db, deviceId, expiredBy(now))) ?? refuse('device_unknown');
  if (!isSignedBy(device.point, challenge, signature)) refuse('device_unknown');
  if (!(await useNonce(db, nonce, now))) refuse('bad_nonce');
  // Before the device: callers that end devices lock in this order.
  await lockSessions(db, device.userId);
  if (!(await noteUse(db, deviceId, now))) refuse('device_unknown');
  return device.userId;
}

/**
 * Ends devices and, with `which`, also sessions without a device. A device that may only claim ends only itself.
 * @returns the number of devices that have ended
 * @throws Refusal not_found for a device of another account, forbidden
 */
export async function endDevices(
  db: Db,
  { endSession, endReminders }: { readonly endSession: EndSession; readonly endReminders: EndReminders },
  caller: Caller,
  input: Input<'POST /api/user/devices/end'>,
  now: Date,
): Promise<number> {
  const own = await ownDevice(db, caller);
  if (input.id === undefined || input.id !== own?.id) refuseClaimOnly(own);
  const all = (await findDevices(db, caller.id, expiredBy(now))).map(({ id }) => id);
  if (input.id !== undefined) {
    if (!all.includes(input.id)) refuse('not_found');
    await end(db, caller.id, [input.id], endSession);
    return 1;
  }
  const ending = input.which === 'all' ? all : all.filter((id) => id !== own?.id);
  await end(db, caller.id, ending, endSession);
  const rest = { but: input.which === 'others' ? caller.tokenHash : null };
  for (const session of await sessionsOf(db, caller.id, rest)) await endSession(db, session);
  // Reminders outlive the sessions that requested them.
  await endReminders(db, caller.id, rest.but ?? undefined);
  return ending.length;
}

/** Signs out: ends the session, or its device with all of that device's sessions. */
export async function signOut(
  db: Db,
  { endSession }: { readonly endSession: EndSession },
  caller: Caller,
): Promise<void> {
  const own = await ownDevice(db, caller);
  await (own ? end(db, caller.id, [own.id], endSession) : endSession(db, caller.tokenHash));
}

/**
 * A new code with which another device asks to be signed in; it replaces a code that was still open.
 * @throws Refusal forbidden for a device that may only claim, unavailable if all codes tried are taken
 */
export async function openPairing(
  db: Db,
  caller: Caller,
  now: Date,
): Promise<{ code: string; expiresAt: Date }> {
  const userId = caller.id;
  refuseClaimOnly(await ownDevice(db, caller));
  await cleanPairings(db, now);
  await deletePairing(db, userId);
  const expiresAt = new Date(now.getTime() + PAIRING_MS);
  for (let left = CODES_TRIED; left > 0; left -= 1) {
    const code = newCode();
    if (await insertPairing(db, { userId, code, expiresAt })) return { code, expiresAt };
  }
  return refuse('unavailable');
}

/** Of a million codes, only a few are open at a time. */
const CODES_TRIED = 10;

/** A device that has entered a code. */
interface Joining {
  readonly id: string;
  readonly point: Uint8Array;
  readonly name: string;
}

/**
 * Checks a code outside the transaction that uses it, because a refusal counts. After five wrong codes within two
 * minutes, a network has to wait. A good code is not counted.
 * @returns the device that asks
 * @throws Refusal invalid_request if the key is invalid, too_many_requests (data: retryAfter in seconds), not_found
 */
export async function checkCode(
  db: Db,
  { code, publicKey, name }: Input<'POST /api/auth/pair/join'>,
  network: string,
  now: Date,
): Promise<Joining> {
  const point = pointOf(publicKey) ?? refuse('invalid_request', offCurve);
  const verdict = await inTransaction(db, async (tx) => {
    await lockTries(tx, network);
    const tries = await triesSince(tx, network, new Date(now.getTime() - PAIRING_MS));
    if (tries >= PAIRING_TRIES) return 'too_many_requests';
    if (await isCodeOpen(tx, code, now)) return 'open';
    await noteTry(tx, network, now);
    return 'not_found';
  });
  if (verdict === 'too_many_requests') refuse(verdict, { retryAfter: PAIRING_MINUTES * 60 });
  if (verdict === 'not_found') refuse(verdict);
  return { id: newDeviceId(), point, name };
}

/**
 * Enters a code. Only one device can use it, and from then on it stays open for two more minutes. @throws Refusal
 * not_found
 */
export async function joinPairing(db: Db, code: string, device: Joining, now: Date): Promise<void> {
  const until = new Date(now.getTime() + PAIRING_MS);
  if (!(await takeCode(db, code, device, { now, until }))) refuse('not_found');
}

/**
 * Signs in a device that has entered the account's code. It may only look and claim.
 * @throws Refusal forbidden if the caller's device may only claim, not_found
 */
export async function confirmPairing(
  db: Db,
  { endSession }: { readonly endSession: EndSession },
  caller: Caller,
  pairing: string,
  now: Date,
): Promise<void> {
  const userId = caller.id;
  const own = await ownDevice(db, caller);
  refuseClaimOnly(own);
  const joined = (await pairingOf(db, userId, now))?.joined;
  if (joined?.id !== pairing) return refuse('not_found');
  await deletePairing(db, userId);
  await insertDevice(db, { ...joined, userId, scope: 'claim', createdAt: now, lastUsedAt: now });
  await makeRoom(db, endSession, { id: pairing, userId, own: own?.id }, now);
}
