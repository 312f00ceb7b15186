/** Web Push reminders. */
import * as z from 'zod/mini';
import { call } from './call.ts';
import { Empty } from './shapes.ts';

const LocalTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'not a time of day (HH:MM)'));
const Quiet = z.strictObject({ from: LocalTime, to: LocalTime });

export const push = {
  'GET /api/push/key': call({
    summary: 'The VAPID public key, base64url',
    session: 'none',
    output: z.object({ publicKey: z.string() }),
    errors: [],
  }),
  'POST /api/push/subscription': call({
    summary: 'Stores the push subscription of this device, or removes it with null',
    session: 'required',
    body: z.strictObject({
      /** Local times between which nothing is sent; a reminder that falls due in between is sent when they end. */
      quiet: z.optional(z.nullable(Quiet)),
      /** IANA name of the time zone of `quiet`. */
      timeZone: z.optional(z.string().check(z.maxLength(60))),
      subscription: z.nullable(
        z.object({
          /** https; outside demo mode, a public host name on port 443. */
          endpoint: z.url().check(z.maxLength(2000)),
          expirationTime: z.optional(z.nullable(z.number())),
          keys: z.object({
            p256dh: z.string().check(z.maxLength(200)),
            auth: z.string().check(z.maxLength(100)),
          }),
        }),
      ),
    }),
    output: Empty,
    /** No call returns a subscription. */
    byClaimer: true,
    whileFrozen: 'works',
    changes: [],
    errors: [],
  }),
  'POST /api/push/test': call({
    summary: 'Sends a test notification to the subscription of this device',
    session: 'required',
    body: Empty,
    output: Empty,
    /** Nothing is stored. */
    byClaimer: true,
    whileFrozen: 'works',
    changes: [],
    errors: ['not_found'],
  }),
};
