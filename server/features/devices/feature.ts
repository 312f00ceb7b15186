/** Devices that stay signed in with their own key. */
import type { Output } from '#contract';
import { HOUR_MS } from '#rules/days.ts';
import type { Database, Db } from '#server/db/client.ts';
import { pagesOf } from '#server/http/pages.ts';
import type { Feature } from '#server/lib/feature.ts';
import { nameOf } from '#server/lib/marks.ts';
import type { DataSection } from '#server/lib/sections.ts';
import { refuse } from '#server/lib/refusal.ts';
import { type Device, cleanDevices, deviceOf, findDevice, findDevices } from './devices.repository.ts';
import { CHALLENGE_MS, challengeOf, expiryOf } from './devices.rules.ts';
import {
  type EndReminders,
  type EndSession,
  type ResumeDeps,
  checkCode,
  confirmPairing,
  endDevices,
  expiredBy,
  joinPairing,
  openPairing,
  register,
  resume,
  signOut,
} from './devices.usecases.ts';
import { cleanPairings, pairingOf } from './pairing.repository.ts';

type Place = Pick<Device, 'lastUsedAt' | 'id'>;

/** At most ten devices: all of them are read for each page. */
const pages = pagesOf<Place>('device', {
  write: ({ lastUsedAt, id }) => `${lastUsedAt.getTime()}.${id}`,
  read(text) {
    const [, at, id] = /^(\d{1,15})\.(.+)$/.exec(text) ?? [];
    return at === undefined || id === undefined ? null : { lastUsedAt: new Date(Number(at)), id };
  },
});

/** Whether a device is listed after this place: it was used earlier, or at the same time and has a later id. */
const isAfter = (device: Place, place: Place): boolean =>
  device.lastUsedAt < place.lastUsedAt ||
  (device.lastUsedAt.getTime() === place.lastUsedAt.getTime() && device.id > place.id);

interface DevicesDeps extends ResumeDeps {
  readonly database: Database;
  /** Identifies networks without revealing them. */
  readonly secret: Uint8Array;
  /** A nonce that can be used until `expiresAt`. */
  readonly newNonce: (db: Db, expiresAt: Date) => Promise<string>;
  /**
   * Signs an account in on a device, as its wallet's signature would. `ended`: how many sessions were ended to make
   * room.
   */
  readonly openSession: (
    db: Db,
    userId: bigint,
    deviceId: string,
    now: Date,
  ) => Promise<{ readonly login: Output<'POST /api/auth/resume'>; readonly ended: number }>;
  readonly endSession: EndSession;
  readonly endReminders: EndReminders;
  /** Ends the event streams of an account's sessions that have ended. */
  readonly endStreams: (userId: bigint) => void;
}

const BEGINNING = new Date(0);

const section: DataSection = {
  name: 'devices',
  about: 'Devices that stay signed in. Their keys never leave them; only the public halves are kept here.',
  async *rows(db, userId) {
    for (const { name, scope, createdAt, lastUsedAt } of await findDevices(db, userId, BEGINNING))
      yield { name, scope, createdAt, lastUsedAt };
  },
};

export function devicesFeature(deps: DevicesDeps) {
  const { database } = deps;
  return {
    handlers: {
      'POST /api/auth/device': async (c) => {
        const deviceId = await register(c.db, deps, c.user, c.input, c.now);
        c.after(() => deps.endStreams(c.user.id));
        return { deviceId, expiresAt: expiryOf(c.now).toISOString() };
      },
      'GET /api/auth/challenge': async (c) => {
        const { deviceId } = c.input;
        if (!(await findDevice(c.db, deviceId, expiredBy(c.now)))) refuse('device_unknown');
        const expiresAt = new Date(c.now.getTime() + CHALLENGE_MS);
        const nonce = await deps.newNonce(c.db, expiresAt);
        return { challenge: challengeOf(deviceId, nonce), expiresAt: expiresAt.toISOString() };
      },
      'POST /api/auth/resume': async (c) => {
        const userId = await resume(c.db, deps, c.input, c.now);
        const { ended, login } = await deps.openSession(c.db, userId, c.input.deviceId, c.now);
        if (ended > 0) c.after(() => deps.endStreams(userId));
        return login;
      },
      'POST /api/auth/logout': async (c) => {
        await signOut(c.db, deps, c.user);
        c.after(() => deps.endStreams(c.user.id));
        return {};
      },
      'POST /api/auth/pair': async (c) => {
        const { code, expiresAt } = await openPairing(c.db, c.user, c.now);
        return { code, expiresAt: expiresAt.toISOString() };
      },
      'GET /api/auth/pair': async (c) => {
        const open = await pairingOf(c.db, c.user.id, c.now);
        if (!open) return { open: null };
        const { expiresAt, joined } = open;
        return {
          open: {
            expiresAt: expiresAt.toISOString(),
            joined: joined && { pairing: joined.id, name: joined.name },
          },
        };
      },
      'POST /api/auth/pair/join': {
        prepare: async (c) => {
          const device = await checkCode(c.db, c.input, nameOf(deps.secret, 'pairing', c.network), c.now);
          return async ({ db, input, now }) => {
            await joinPairing(db, input.code, device, now);
            return { pairing: device.id };
          };
        },
      },
      'POST /api/auth/pair/confirm': async (c) => {
        await confirmPairing(c.db, deps, c.user, c.input.pairing, c.now);
        c.after(() => deps.endStreams(c.user.id));
        return { deviceId: c.input.pairing };
      },
      'GET /api/user/devices': async (c) => {
        const current = (await deviceOf(c.db, c.user.tokenHash))?.id;
        const { after, limit } = pages.asked(c.input);
        const all = await findDevices(c.db, c.user.id, expiredBy(c.now));
        const rest = after ? all.filter((device) => isAfter(device, after)) : all;
        const { shown, nextCursor } = pages.page(rest.slice(0, limit + 1), limit, (device) => device);
        return {
          items: shown.map(({ id, name, scope, createdAt, lastUsedAt }) => ({
            ...{ id, name, scope, current: id === current },
            ...{ createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt.toISOString() },
          })),
          nextCursor,
        };
      },
      'POST /api/user/devices/end': async (c) => {
        const ended = await endDevices(c.db, deps, c.user, c.input, c.now);
        c.after(() => deps.endStreams(c.user.id));
        return { ended };
      },
    },
    chores: [
      {
        name: 'devices',
        everyMs: HOUR_MS,
        run: async (now) => {
          await cleanDevices(database.kysely, expiredBy(now));
          await cleanPairings(database.kysely, now);
        },
      },
    ],
    sections: [section],
  } satisfies Feature;
}
