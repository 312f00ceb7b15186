/** What the ledger owes, what the chain holds, and each user's own proof. */
import * as z from 'zod/mini';
import { call } from './call.ts';
import { Amount, Coin, Hash, SignedAmount, Time } from './shapes.ts';

export const transparency = {
  'GET /api/transparency': call({
    summary: 'Liabilities and custody per coin',
    session: 'none',
    output: z.object({
      asOf: Time,
      assets: z.array(
        z.object({
          coin: Coin,
          liabilities: Amount,
          custody: z.nullable(Amount),
          issued: Amount,
          accounts: z.record(z.string(), SignedAmount),
        }),
      ),
      ledgerBalanced: z.boolean(),
      root: z.nullable(Hash),
    }),
    errors: [],
  }),
  'GET /api/transparency/proof': call({
    summary: "The caller's balances under the published root",
    session: 'required',
    output: z.object({
      leaf: z.object({ hash: Hash, balances: z.record(z.string(), Amount) }),
      path: z.array(
        z.object({ hash: Hash, side: z.enum(['left', 'right']), sums: z.record(z.string(), Amount) }),
      ),
    }),
    errors: ['not_found'],
  }),
};
