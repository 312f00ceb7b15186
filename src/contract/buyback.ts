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
        /** Whole days that the balance lasts at the spending of the last seven days, a century at most; null if nothing was spent. */
        runwayDays: z.nullable(z.int()),
        /** USDT that the fund may spend for ADIT on this day in Singapore, and what is left of it. */
        budget: Amount,
        budgetLeft: Amount,
        /** What one account may take of the budget. */
        share: Amount,
        /** What is left of the caller's share, and the ADIT it has produced and not sold yet; null for guests. */
        mine: z.nullable(z.object({ left: Amount, produced: Amount })),
        /** When the next budget begins. */
        renewsAt: Time,
        /** Whether the fund for resale holds all that hashrate can be sold back for. The ledger keeps it true. */
        resaleCovered: z.boolean(),
      }),
      items: z.array(
        z.object({
          id: Id,
          time: Time,
          kind: z.enum(['token', 'hashrate']),
          /** ADIT or hashrate. */
          amount: Amount,
          /** USDT paid for it, including the exchange fee. Hashrate is paid from the fund for resale. */
          paid: Amount,
        }),
      ),
      nextCursor: z.nullable(z.string()),
    }),
    errors: [],
  }),
};
