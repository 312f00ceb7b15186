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
        /** USDT that pays for repurchases. */
        balance: Amount,
        /** ADIT bought so far, and its two halves. */
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
          /** USDT that left the fund, the exchange's fee included. */
          paid: Amount,
        }),
      ),
      nextCursor: z.nullable(z.string()),
    }),
    errors: [],
  }),
};
