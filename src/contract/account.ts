/** The signed-in account. */
import * as z from 'zod/mini';
import { call } from './call.ts';
import { Address, Time } from './shapes.ts';

export const KycState = z.enum(['none', 'submitted', 'approved', 'failed']);

export const User = z.object({
  address: Address,
  inviteCode: z.string(),
  level: z.int(),
  kyc: KycState,
  /** Has a permanent miner. */
  official: z.boolean(),
  isFirst: z.boolean(),
  createdAt: Time,
  /** The inviter's address, shortened in the middle. */
  invitedBy: z.nullable(z.string()),
  /** While the operator has frozen the account: money does not leave it, and it does not play. */
  frozen: z.nullable(z.object({ since: Time, reason: z.string() })),
});

export const account = {
  'GET /api/user/info': call({
    summary: 'The signed-in account',
    session: 'required',
    output: User,
    errors: [],
  }),
  'GET /api/user/sessions': call({
    summary: 'Where the account is signed in, the newest first; at most twenty sessions',
    session: 'required',
    output: z.object({
      items: z.array(
        z.object({
          signedInAt: Time,
          lastSeenAt: Time,
          expiresAt: Time,
          /** The session that makes this request. */
          current: z.boolean(),
        }),
      ),
    }),
    errors: [],
  }),
  'GET /api/user/export': call({
    summary: 'Everything that is kept about the account, as a JSON file of named sections; a few an hour',
    session: 'required',
    form: 'json',
    output: z.object({}),
    errors: [],
  }),
};
