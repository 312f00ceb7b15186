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
      }),
      items: z.array(
        z.object({
          id: Id,
          time: Time,
          kind: z.enum(['token', 'hashrate']),
          /** ADIT or hashrate. */
          amount: Amount,
          /** USDT paid by the fund, including the exchange fee. */
          paid: Amount,
        }),
      ),
      nextCursor: z.nullable(z.string()),
    }),
    errors: [],
  }),
};
