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
  /** Owns a permanent miner. */
  official: z.boolean(),
  isFirst: z.boolean(),
  createdAt: Time,
  /** The inviter's address, shortened in the middle. */
  invitedBy: z.nullable(z.string()),
});

export const account = {
  'GET /api/user/info': call({
    summary: 'The signed-in account',
    session: 'required',
    output: User,
    errors: [],
  }),
};
