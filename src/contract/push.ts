/** Web Push reminders. */
import * as z from 'zod/mini';
import { call } from './call.ts';
import { Empty } from './shapes.ts';

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
      subscription: z.nullable(
        z.object({
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
    errors: [],
  }),
};
