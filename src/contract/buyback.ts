/** The repurchase fund and its history. */
import * as z from 'zod/mini';
import { call } from './call.ts';
import { Amount, Id, Time, pageQuery } from './shapes.ts';

export const buyback = {
  'GET /api/mining/buyback/list': call({
    summary: 'The repurchase fund and what it bought',
    session: 'optional',
    query: z.strictObject(pageQuery),
    output: z.object({
      fund: z.object({
        /** USDT available for repurchases. */
        balance: Amount,
        /** ADIT repurchased so far, and its two halves. */
        bought: Amount,
        institution: Amount,
        stakers: Amount,
        /**
         * Whole days that the balance lasts at the spending of the last seven days, at most a century; null if nothing
         * was spent.
         */
        runwayDays: z.nullable(z.int()),
        /** USDT that the fund may spend on ADIT on this Singapore day, and what is left of it. */
        budget: Amount,
        budgetLeft: Amount,
        /** What one account may take of the budget. */
        share: Amount,
        /** What is left of the caller's share, and the ADIT it has produced but not yet sold; null for guests. */
        mine: z.nullable(z.object({ left: Amount, produced: Amount })),
        /** When the next budget begins. */
        renewsAt: Time,
        /** Whether the resale fund covers all hashrate that can be sold back. The ledger ensures that it does. */
        resaleCovered: z.boolean(),
      }),
      items: z.array(
        z.object({
          id: Id,
          time: Time,
          kind: z.enum(['token', 'hashrate']),
          /** ADIT or hashrate. */
          amount: Amount,
          /** USDT paid for it, including the exchange fee. Hashrate is paid for from the resale fund. */
          paid: Amount,
        }),
      ),
      nextCursor: z.nullable(z.string()),
    }),
    errors: [],
  }),
};
