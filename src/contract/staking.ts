/** Staking ADIT: orders that pay every 24 h, counted from their own start. */
import * as z from 'zod/mini';
import { call } from './call.ts';
import { Amount, Id, Time, page, pageQuery } from './shapes.ts';

const Order = z.object({
  id: Id,
  amount: Amount,
  stakedAt: Time,
  unlocksAt: Time,
  /** Null once redeemed. */
  nextOutputAt: z.nullable(Time),
  /** What the order has paid so far, excluding its shares of repurchased tokens. */
  output: Amount,
  /** What it pays for each full 24 h. */
  periodOutput: Amount,
  redeemedAt: z.nullable(Time),
  state: z.enum(['active', 'redeemed']),
});

export const staking = {
  'GET /api/stake/index': call({
    summary: 'Staking at a glance',
    session: 'optional',
    output: z.object({
      /** The caller's current stake. */
      totalStaked: Amount,
      /** The share that a new order pays every 24 h: "0.001" is 0.1 %. */
      dailyRate: Amount,
      nextOutputAt: z.nullable(Time),
      /** What the caller's own orders paid, yesterday in Singapore and in total. */
      yesterdayOutput: Amount,
      cumulativeOutput: Amount,
      /** Team rewards in total. */
      teamOutput: Amount,
      /** Shares of repurchased tokens in total. */
      rewardShare: Amount,
      minAmount: Amount,
      holdHours: z.int(),
      /** False while the operator accepts no new stakes; redeeming still works. */
      open: z.boolean(),
    }),
    errors: [],
  }),
  'GET /api/stake/list': call({
    summary: 'Stake orders, or the one with `id`',
    session: 'required',
    query: z.strictObject({ ...pageQuery, id: z.optional(Id) }),
    output: page(Order),
    errors: [],
  }),
  'GET /api/stake/payments': call({
    summary: 'What one stake order has paid, newest first',
    session: 'required',
    query: z.strictObject({ ...pageQuery, id: Id }),
    output: page(
      z.object({
        /** Which 24-hour period of the order it is for: 1 for the first. */
        period: z.int(),
        /** When that period ended. */
        time: Time,
        amount: Amount,
        /** The journal entry that credited it; payments of several orders may share one. */
        entry: Id,
      }),
    ),
    errors: ['not_found'],
  }),
  'GET /api/stake/outputs': call({
    summary: 'What came in on each of the last 30 Singapore days, today last',
    session: 'required',
    output: z.object({
      days: z.array(z.object({ day: z.iso.date(), output: Amount, teamOutput: Amount, rewardShare: Amount })),
    }),
    errors: [],
  }),
  'POST /api/stake/stake': call({
    summary: 'Stakes ADIT',
    session: 'required',
    queueable: true,
    body: z.strictObject({ amount: Amount }),
    output: z.object({ id: Id, amount: Amount, unlocksAt: Time, nextOutputAt: Time }),
    whileFrozen: 'refused',
    changes: [
      'GET /api/stake/index',
      'GET /api/stake/list',
      'GET /api/stake/payments',
      'GET /api/assets/list',
      'GET /api/assets/records',
      'GET /api/index',
    ],
    errors: ['forbidden', 'invalid_amount', 'insufficient_balance'],
  }),
  'POST /api/stake/unstake': call({
    summary: 'Redeems a stake order after its 24 h',
    session: 'required',
    queueable: true,
    body: z.strictObject({ id: Id }),
    output: z.object({ id: Id, amount: Amount }),
    whileFrozen: 'works',
    changes: [
      'GET /api/stake/index',
      'GET /api/stake/list',
      'GET /api/assets/list',
      'GET /api/assets/records',
      'GET /api/index',
    ],
    /** not_found: not an order of the account, or with `reason` unstaked, redeemed earlier under another key. */
    errors: ['not_found', 'stake_locked'],
  }),
};
