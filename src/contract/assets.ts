/** Coins and balances, exchange, withdrawal, fund history, coupons. */
import * as z from 'zod/mini';
import { call } from './call.ts';
import { Address, Amount, Coin, Hash, Id, SignedAmount, Time, page, pageQuery } from './shapes.ts';

export const Asset = z.object({
  coin: Coin,
  decimals: z.int(),
  balance: Amount,
  staked: Amount,
  price: z.nullable(Amount),
  valueUsdt: z.nullable(Amount),
  contract: z.nullable(Address),
  depositable: z.boolean(),
  withdrawable: z.boolean(),
  minWithdraw: Amount,
  withdrawFee: Amount,
});

export const PayoutState = z.enum(['requested', 'signed', 'broadcast', 'confirmed', 'failed']);

export const assets = {
  'GET /api/assets/list': call({
    summary: 'Coins in their order with balances; a guest sees zeros',
    session: 'optional',
    output: z.object({
      items: z.array(Asset),
      treasury: z.nullable(Address),
      chainId: z.int(),
      rpcUrl: z.string(),
      explorerUrl: z.nullable(z.string()),
      confirmations: z.int(),
      asOf: Time,
    }),
    errors: [],
  }),
  'POST /api/assets/swap': call({
    summary: 'Exchanges coins at the oracle price, or quotes it',
    session: 'required',
    body: z.strictObject({
      from: Coin,
      to: Coin,
      amount: Amount,
      minReceived: z.optional(Amount),
      quoteOnly: z.optional(z.boolean()),
    }),
    output: z.object({
      from: Coin,
      to: Coin,
      amount: Amount,
      received: Amount,
      rate: Amount,
      fee: Amount,
      balances: z.record(z.string(), Amount),
    }),
    errors: [
      'forbidden',
      'insufficient_balance',
      'invalid_amount',
      'fund_exhausted',
      'price_unavailable',
      'below_minimum_received',
    ],
  }),
  'POST /api/assets/withdraw': call({
    summary: 'Withdraws to a wallet, the own one unless told',
    session: 'required',
    body: z.strictObject({
      coin: Coin,
      amount: Amount,
      address: z.optional(z.string().check(z.maxLength(64))),
    }),
    output: z.object({ id: Id, state: PayoutState, fee: Amount }),
    errors: ['kyc_required', 'insufficient_balance', 'invalid_amount', 'address_invalid'],
  }),
  'GET /api/assets/records': call({
    summary: 'Fund history',
    session: 'required',
    query: z.strictObject({
      ...pageQuery,
      category: z.optional(z.string().check(z.maxLength(40))),
      coin: z.optional(Coin),
    }),
    output: page(
      z.object({
        id: Id,
        time: Time,
        category: z.string(),
        coin: Coin,
        amount: SignedAmount,
        balanceAfter: Amount,
        state: z.string(),
        txHash: z.nullable(Hash),
        entry: Id,
      }),
    ),
    errors: [],
  }),
  'POST /api/assets/redeem': call({
    summary: 'Redeems a coupon',
    session: 'required',
    body: z.strictObject({ code: z.string().check(z.minLength(1), z.maxLength(20)) }),
    output: z.object({ coin: z.nullable(Coin), amount: z.nullable(Amount), hashrate: z.nullable(Amount) }),
    errors: ['coupon_invalid'],
  }),
};
