/** The invited team: members by level, counters, progress to the next level. */
import * as z from 'zod/mini';
import { call } from './call.ts';
import { Amount, Id, Share, Time, page, pageQuery } from './shapes.ts';

export const team = {
  'GET /api/user/invites': call({
    summary: 'Team counters and members by level',
    session: 'required',
    query: z.strictObject({
      ...pageQuery,
      /** Only one level; all levels if omitted. */
      level: z.optional(z.enum(['1', '2', '3'])),
      /**
       * A complete address, or the hex digits that lists show: `0x1234…abcd`, `0x1234`, `…abcd`, or four digits at
       * either end. Any other text finds nobody.
       */
      search: z.optional(z.string().check(z.maxLength(60))),
    }),
    output: z.object({
      summary: z.object({
        directReferrals: z.int(),
        teamMembers: z.int(),
        /** Members of levels 1, 2 and 3, for as many levels as are enabled; `teamMembers` is their sum. */
        membersByLevel: z.array(z.int()),
        validUsers: z.int(),
        subTeamPerformance: Amount,
        subTeamHashrate: Amount,
        totalEarnings: Amount,
        /** From members of levels 1, 2 and 3, including levels that are now disabled; `totalEarnings` is their sum. */
        earningsByLevel: z.array(Amount),
      }),
      items: z.array(
        z.object({
          /** Shortened in the middle; `deleted` for a deleted account. */
          address: z.string(),
          /** 1 for members whom the caller invited. */
          level: z.int(),
          valid: z.boolean(),
          /** Own hashrate: gifted and purchased. */
          hashrate: Amount,
          /** Currently staked. */
          totalStaking: Amount,
          purchasedHashrate: Amount,
          joinedAt: Time,
        }),
      ),
      nextCursor: z.nullable(z.string()),
    }),
    errors: ['forbidden'],
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
  'GET /api/user/earnings': call({
    summary: 'Earnings from the team, one row per ledger entry',
    session: 'required',
    query: z.strictObject(pageQuery),
    output: page(
      z.object({
        /** The journal entry that credited the reward. */
        entry: Id,
        time: Time,
        source: z.enum(['staking', 'race']),
        coin: z.string(),
        amount: Amount,
      }),
    ),
    errors: [],
  }),
  'GET /api/user/earnings/days': call({
    summary: 'Earnings from the team by source, on each of the last 30 Singapore days, today last',
    session: 'required',
    output: z.object({
      days: z.array(z.object({ day: z.iso.date(), staking: Amount, race: Amount })),
    }),
    errors: [],
  }),
  'GET /api/user/earnings/receipt': call({
    summary: 'What makes up an entry of earnings: from whom, for what, at which percentage',
    session: 'required',
    query: z.strictObject({ ...pageQuery, entry: Id }),
    output: page(
      z.object({
        /** The member's address, shortened in the middle; `deleted` for a deleted account. */
        address: z.string(),
        level: z.int(),
        /** What the member earned or staked, and when. */
        base: Amount,
        time: Time,
        /** "0.15" is 15 %. */
        rate: Amount,
        amount: Amount,
      }),
    ),
    errors: ['not_found'],
  }),
};
