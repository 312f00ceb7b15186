/** Staking ADIT. */
import * as z from 'zod/mini';
import { call } from './call.ts';
import { Amount, Id, Time, page, pageQuery } from './shapes.ts';

export const staking = {
  'GET /api/stake/index': call({
    summary: 'Staking at a glance',
    session: 'optional',
    output: z.object({
      totalStaked: Amount,
      dailyRate: Amount,
      nextOutputAt: z.nullable(Time),
      yesterdayOutput: Amount,
      cumulativeOutput: Amount,
      teamOutput: Amount,
      rewardShare: Amount,
      minAmount: Amount,
      holdHours: z.int(),
    }),
    errors: [],
  }),
  'GET /api/stake/list': call({
    summary: 'Stake orders',
    session: 'required',
    query: z.strictObject(pageQuery),
    output: page(
      z.object({
        id: Id,
        amount: Amount,
        stakedAt: Time,
        unlocksAt: Time,
        nextOutputAt: z.nullable(Time),
        output: Amount,
        state: z.enum(['active', 'redeemed']),
      }),
    ),
    errors: [],
  }),
  'POST /api/stake/stake': call({
    summary: 'Stakes ADIT',
    session: 'required',
    queueable: true,
    body: z.strictObject({ amount: Amount }),
    output: z.object({ id: Id, amount: Amount, unlocksAt: Time, nextOutputAt: Time }),
    errors: ['forbidden', 'invalid_amount', 'insufficient_balance'],
  }),
  'POST /api/stake/unstake': call({
    summary: 'Redeems a stake order after its 24 h',
    session: 'required',
    queueable: true,
    body: z.strictObject({ id: Id }),
    output: z.object({ id: Id, amount: Amount }),
    errors: ['not_found', 'stake_locked'],
  }),
};
