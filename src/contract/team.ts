/** The invited team: members by level, counters, the way to the next level. */
import * as z from 'zod/mini';
import { call } from './call.ts';
import { Amount, Share, Time, pageQuery } from './shapes.ts';

export const team = {
  'GET /api/user/invites': call({
    summary: 'Team counters and members by level',
    session: 'required',
    query: z.strictObject({ ...pageQuery, level: z.optional(z.enum(['1', '2', '3'])) }),
    output: z.object({
      summary: z.object({
        directReferrals: z.int(),
        teamMembers: z.int(),
        validUsers: z.int(),
        subTeamPerformance: Amount,
        subTeamHashrate: Amount,
        totalEarnings: Amount,
      }),
      items: z.array(
        z.object({
          /** Shortened in the middle. */
          address: z.string(),
          level: z.int(),
          valid: z.boolean(),
          hashrate: Amount,
          totalStaking: Amount,
          purchasedHashrate: Amount,
          joinedAt: Time,
        }),
      ),
      nextCursor: z.nullable(z.string()),
    }),
    errors: [],
  }),
  'GET /api/user/levels': call({
    summary: 'Team level and progress to the next one',
    session: 'required',
    output: z.object({
      level: z.int(),
      validUsers: z.int(),
      levels: z.array(z.object({ level: z.int(), requiredValidUsers: z.int() })),
      next: z.nullable(z.object({ level: z.int(), requiredValidUsers: z.int() })),
      progress: Share,
    }),
    errors: [],
  }),
};
