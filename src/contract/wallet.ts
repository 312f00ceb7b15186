/** Sign-in with a wallet: nonce, EIP-4361 message, opaque session, sign-out. */
import * as z from 'zod/mini';
import { call } from './call.ts';
import { User } from './account.ts';
import { Empty, Signature, Time } from './shapes.ts';

/** EIP-4361 requires at least 8 alphanumeric characters. */
const Nonce = z.object({ nonce: z.string(), expiresAt: Time });

export const Login = z.object({
  token: z.string(),
  /** Accepted only for queueable calls and for reading the miner; valid for 72 h, revoked with the session. */
  outboxToken: z.string(),
  expiresAt: Time,
  isFirst: z.boolean(),
  user: User,
});

export const wallet = {
  'GET /api/auth/nonce': call({
    summary: 'A single-use nonce for the sign-in message',
    session: 'none',
    output: Nonce,
    errors: [],
  }),
  'GET /api/auth/invite': call({
    summary: 'Who an invite code belongs to',
    session: 'none',
    query: z.strictObject({ code: z.string().check(z.minLength(1), z.maxLength(32)) }),
    /** Shortened in the middle. */
    output: z.object({ address: z.string() }),
    errors: ['not_found'],
  }),
  'POST /api/auth/login': call({
    summary: 'Signs in with a signed EIP-4361 message; an invite code binds at the first sign-in only',
    session: 'none',
    body: z.strictObject({
      message: z.string().check(z.minLength(1), z.maxLength(4000)),
      signature: Signature,
      inviteCode: z.optional(z.string().check(z.maxLength(32))),
    }),
    output: Login,
    whileFrozen: 'works',
    changes: 'all',
    errors: ['bad_wallet_signature', 'bad_nonce'],
  }),
  'POST /api/auth/logout': call({
    summary: 'Revokes the session and its outbox token',
    session: 'required',
    body: Empty,
    output: Empty,
    byClaimer: true,
    whileFrozen: 'works',
    changes: 'all',
    errors: [],
  }),
};
