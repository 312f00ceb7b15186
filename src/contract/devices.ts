/** Devices that stay signed in: the device's own key takes the place of the wallet's signature. */
import * as z from 'zod/mini';
import { call } from './call.ts';
import { Empty, Time, page, pageQuery } from './shapes.ts';
import { Login } from './wallet.ts';

const Coordinate = z.string().check(z.regex(/^[\w-]{43}$/, 'not a coordinate of P-256 in base64url'));
/** The public half as a JWK (RFC 7517); other members are ignored, but `d`, the private half, must stay on the device. */
const PublicKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: Coordinate,
  y: Coordinate,
  d: z.optional(z.never('the private half of the key')),
});
/** Shown to whoever confirms the device: what cannot be seen, or reverses what follows, would deceive them. */
const Name = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(60),
  z.refine((name) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name), 'invisible characters'),
);
/** Any text: what is not the id of a device is unknown (1005, 404). */
const DeviceId = z.string();

/** `claim`: the device can look and claim, but no money can leave. */
const Scope = z.enum(['full', 'claim']);

export const devices = {
  'POST /api/auth/device': call({
    summary: 'Keeps the caller signed in on this device, using a key of the device',
    session: 'required',
    body: z.strictObject({
      publicKey: PublicKey,
      name: Name,
      scope: z.optional(Scope),
    }),
    /** The device expires 30 days after its last use. */
    output: z.object({ deviceId: z.string(), expiresAt: Time }),
    byClaimer: true,
    whileFrozen: 'works',
    changes: ['GET /api/user/devices'],
    errors: ['forbidden'],
  }),
  'GET /api/auth/challenge': call({
    summary: 'A single-use challenge for a device to sign',
    session: 'none',
    query: z.strictObject({ deviceId: DeviceId }),
    output: z.object({ challenge: z.string(), expiresAt: Time }),
    errors: ['device_unknown'],
  }),
  'POST /api/auth/resume': call({
    summary: 'Signs a device in again with its signature (ES256) of a challenge',
    session: 'none',
    body: z.strictObject({
      deviceId: DeviceId,
      challenge: z.string().check(z.maxLength(200)),
      /** r and s in base64url, 32 bytes each (RFC 7518, section 3.4). */
      signature: z.string().check(z.regex(/^[\w-]{86}$/, 'not a signature')),
    }),
    output: Login,
    whileFrozen: 'works',
    changes: 'all',
    errors: ['device_unknown', 'bad_nonce'],
  }),
  'POST /api/auth/pair': call({
    summary: 'A six-digit code with which another device asks to be signed in',
    session: 'required',
    body: Empty,
    output: z.object({ code: z.string(), expiresAt: Time }),
    whileFrozen: 'works',
    changes: ['GET /api/auth/pair'],
    errors: ['forbidden'],
  }),
  'GET /api/auth/pair': call({
    summary: 'The caller’s open code, and who has entered it',
    session: 'required',
    output: z.object({
      open: z.nullable(
        z.object({
          expiresAt: Time,
          /** `pairing` is what has to be confirmed. */
          joined: z.nullable(z.object({ pairing: z.string(), name: z.string() })),
        }),
      ),
    }),
    errors: [],
  }),
  'POST /api/auth/pair/join': call({
    summary: 'Asks with a code to be signed in; once confirmed, `pairing` is the id of the new device',
    session: 'none',
    body: z.strictObject({
      code: z.string().check(z.regex(/^\d{6}$/, 'not six digits')),
      publicKey: PublicKey,
      name: Name,
    }),
    output: z.object({ pairing: z.string() }),
    whileFrozen: 'works',
    changes: [],
    errors: ['not_found'],
  }),
  'POST /api/auth/pair/confirm': call({
    summary: 'Signs in the device that entered the code; it may view and claim',
    session: 'required',
    body: z.strictObject({ pairing: DeviceId }),
    output: z.object({ deviceId: z.string() }),
    whileFrozen: 'works',
    changes: ['GET /api/user/devices', 'GET /api/auth/pair'],
    errors: ['forbidden', 'not_found'],
  }),
  'GET /api/user/devices': call({
    summary: 'The devices on which the account stays signed in, most recently used first',
    session: 'required',
    query: z.strictObject(pageQuery),
    output: page(
      z.object({
        id: z.string(),
        name: z.string(),
        scope: Scope,
        createdAt: Time,
        lastUsedAt: Time,
        /** The device of the session that makes this request. */
        current: z.boolean(),
      }),
    ),
    errors: [],
  }),
  'POST /api/user/devices/end': call({
    summary: 'Ends devices with their sessions, queued actions and reminders',
    session: 'required',
    body: z
      .strictObject({
        id: z.optional(DeviceId),
        /** `others`: every device and session except the caller’s; `all`: the caller’s too. */
        which: z.optional(z.enum(['others', 'all'])),
      })
      .check(z.refine(({ id, which }) => (id === undefined) !== (which === undefined), 'either id or which')),
    output: z.object({ ended: z.int() }),
    byClaimer: true,
    whileFrozen: 'works',
    changes: 'all',
    errors: ['forbidden', 'not_found'],
  }),
};
