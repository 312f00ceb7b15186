/** Coins and balances, exchange, withdrawal, fund history, coupons. */
import * as z from 'zod/mini';
import { COUPON_LENGTH } from '#rules/figures.ts';
import { rangeNames } from '#rules/prices.ts';
import { call } from './call.ts';
import { FUND_CATEGORIES, FUND_PURPOSES } from '#rules/fund-categories.ts';
import { LONGEST_SEARCH, readSearch } from '#rules/history-search.ts';
import { Address, Amount, Coin, Hash, Id, Signature, SignedAmount, Time, page, pageQuery } from './shapes.ts';

const Asset = z.object({
  coin: Coin,
  /** "Bitcoin"; repeats the symbol if the coin has no other name. */
  name: z.string(),
  decimals: z.int(),
  balance: Amount,
  staked: Amount,
  price: z.nullable(Amount),
  /** The coin's price never changes, so it has no history. */
  fixedPrice: z.boolean(),
  /** When the price was set; null if there is no price. */
  priceAt: z.nullable(Time),
  valueUsdt: z.nullable(Amount),
  contract: z.nullable(Address),
  depositable: z.boolean(),
  withdrawable: z.boolean(),
  /** False if the operator has disabled swaps of this coin. A swap also needs a price and `exchangeOpen`. */
  exchangeable: z.boolean(),
  minWithdraw: Amount,
  withdrawFee: Amount,
  /** What the account may still withdraw today (Asia/Singapore); null if there is no limit, and for guests. */
  withdrawLeft: z.nullable(Amount),
});

const PayoutState = z.enum(['requested', 'signed', 'broadcast', 'confirmed', 'failed']);

const recordFilter = {
  category: z.optional(z.enum(FUND_CATEGORIES)),
  coin: z.optional(Coin),
  /** Rows made at or after `from`, and before `to`. Rows are in ledger order: servers' clocks may differ slightly. */
  from: z.optional(Time),
  to: z.optional(Time),
  /**
   * Words separated by spaces, all of which a row must match. A word is a coin ("BTC"), a category or a purpose
   * ("exchange", "race_bet"); one of them may be an amount as lists show it, whatever its sign ("12.5"; seven digits,
   * two decimals at least), an entry ("#48230"), the beginning of a transaction's hash or a recipient's address with
   * four digits or more ("0x52908400"), or the beginning of a coupon code ("coupon:WELCOME"). Alternatives are
   * separated by "|": "BTC|exchange", "500|#500".
   */
  search: z.optional(
    z.string().check(
      z.maxLength(LONGEST_SEARCH),
      z.refine((text) => readSearch(text) !== null, 'not a search'),
    ),
  ),
};

export const assets = {
  'GET /api/assets/list': call({
    summary: 'Coins in their order with balances; a guest sees zeros',
    session: 'optional',
    output: z.object({
      items: z.array(Asset),
      treasury: z.nullable(Address),
      chainId: z.int(),
      rpcUrl: z.string(),
      /** Without a slash at its end. */
      explorerUrl: z.nullable(z.string()),
      confirmations: z.int(),
      /** False if the operator has disabled the exchange; swaps then answer 403. */
      exchangeOpen: z.boolean(),
      asOf: Time,
    }),
    errors: [],
  }),
  'GET /api/assets/prices': call({
    summary: 'How prices have moved: of every coin in 24 hours, or of one coin in a range; hourly at best',
    session: 'none',
    cacheSeconds: 60,
    query: z.strictObject({ coin: z.optional(Coin), range: z.optional(z.enum(rangeNames)) }),
    output: z.object({
      items: z.array(
        z.object({
          coin: Coin,
          /** The share by which the price has changed over the range, "-0.0123"; null without a price at both ends. */
          change: z.nullable(SignedAmount),
          /** Oldest first, without the current price. Gaps are left out. */
          points: z.array(z.object({ at: Time, price: Amount })),
        }),
      ),
      asOf: Time,
    }),
    errors: ['not_found'],
  }),
  'GET /api/assets/worth': call({
    summary:
      'What the account held at past moments of a range (24h by default), staked coins included, at the prices of those moments',
    session: 'required',
    query: z.strictObject({ range: z.optional(z.enum(rangeNames)) }),
    output: z.object({
      /** Oldest first, without the current value. Begins when the price of every coin held is known. */
      points: z.array(z.object({ at: Time, usdt: Amount })),
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
      /** `to` per unit of `from` before the fee, rounded down to 18 decimals. */
      rate: Amount,
      /** In `to`, already deducted from `received`. */
      fee: Amount,
      /** The fee's share: 0.3 %, or more if the coins' price feeds may deviate further than that from the market. */
      feeRate: Amount,
      /** Who takes how much of `amount`, and what each pays of `received`: the repurchase fund buys ADIT only. */
      parts: z.array(z.object({ source: z.enum(['fund', 'reserve']), amount: Amount, received: Amount })),
      /** ADIT that the account has produced and the fund has not yet bought; "0" for other coins. */
      produced: Amount,
      /** When the older of the two prices was set. */
      priceAt: Time,
      balances: z.record(z.string(), Amount),
    }),
    dryRun: 'quoteOnly',
    whileFrozen: 'refused',
    changes: ['GET /api/assets/list', 'GET /api/assets/records', 'GET /api/mining/buyback/list'],
    errors: [
      'forbidden',
      'insufficient_balance',
      'invalid_amount',
      'fund_exhausted',
      'price_unavailable',
      'below_minimum_received',
      'exchange_limit',
    ],
  }),
  'POST /api/assets/withdraw': call({
    summary: 'Withdraws to a wallet, by default that of the account; the fee is included in the amount',
    session: 'required',
    body: z.strictObject({
      coin: Coin,
      amount: Amount,
      address: z.optional(z.string().check(z.maxLength(200))),
      /** Needed for an address other than the wallet's own: the text from 1307, signed by the wallet. */
      consent: z.optional(
        z.strictObject({
          message: z.string().check(z.minLength(1), z.maxLength(1000)),
          signature: Signature,
        }),
      ),
    }),
    output: z.object({
      id: Id,
      state: PayoutState,
      fee: Amount,
      /** The journal entry of the debit, which identifies the withdrawal in fund history. */
      entry: Id,
    }),
    whileFrozen: 'refused',
    changes: ['GET /api/assets/list', 'GET /api/assets/records'],
    errors: [
      'forbidden',
      'kyc_required',
      'insufficient_balance',
      'invalid_amount',
      'address_invalid',
      'consent_required',
    ],
  }),
  'GET /api/assets/records': call({
    summary: 'Fund history',
    session: 'required',
    /** `entry`: only the rows of one journal entry, such as both sides of a swap. */
    query: z.strictObject({ ...pageQuery, ...recordFilter, entry: z.optional(Id) }),
    output: page(
      z.object({
        id: Id,
        time: Time,
        category: z.enum(FUND_CATEGORIES),
        coin: Coin,
        amount: SignedAmount,
        balanceAfter: Amount,
        /** The state of a withdrawal; every other row is in the ledger and therefore confirmed. */
        state: PayoutState,
        txHash: z.nullable(Hash),
        /** The journal entry; both sides of a swap share one. */
        entry: Id,
        /** Withdrawals only: the recipient, and the fee, which is part of the amount. */
        address: z.nullable(Address),
        fee: z.nullable(Amount),
        /** The received side of a swap only: the fee, in the row's coin, already deducted from the amount. */
        swapFee: z.nullable(Amount),
        /** What the row was for; null when the category says it all. */
        detail: z.nullable(
          z.object({
            what: z.enum(FUND_PURPOSES),
            /** Bought or sold; null for purchases made by versions that did not record it. */
            hashrate: z.nullable(Amount),
            /** The game's round: a race number or a lottery date. */
            round: z.nullable(z.string()),
            /** The coupon's code, in upper case. */
            code: z.nullable(z.string()),
          }),
        ),
      }),
    ),
    errors: [],
  }),
  'GET /api/assets/export': call({
    summary: 'The fund history as CSV, all of it or what a filter leaves, oldest last',
    session: 'required',
    form: 'csv',
    query: z.strictObject(recordFilter),
    output: z.object({}),
    errors: [],
  }),
  'POST /api/assets/redeem': call({
    summary: 'Redeems a coupon code, once per account; hashrate counts from the next cycle on',
    session: 'required',
    /** Letters, digits and hyphens; case and surrounding spaces are ignored. */
    body: z.strictObject({ code: z.string().check(z.trim(), z.minLength(1), z.maxLength(COUPON_LENGTH)) }),
    /** A coupon grants hashrate, coins or both. */
    output: z.object({ coin: z.nullable(Coin), amount: z.nullable(Amount), hashrate: z.nullable(Amount) }),
    whileFrozen: 'refused',
    changes: [
      'GET /api/assets/grants',
      'GET /api/assets/list',
      'GET /api/assets/records',
      'GET /api/mining/index',
      'GET /api/mining/power',
    ],
    /** coupon_invalid comes with `reason` redeemed if the account itself has redeemed the code; it does not count as a try. */
    errors: ['coupon_invalid', 'fund_exhausted'],
  }),
  'GET /api/assets/grants': call({
    summary: 'What the account was given: coupons it redeemed, and first of all its welcome hashrate',
    session: 'required',
    query: z.strictObject(pageQuery),
    output: page(
      z.object({
        id: Id,
        time: Time,
        kind: z.enum(['welcome', 'coupon']),
        /** The coupon's code, in upper case. */
        code: z.nullable(z.string()),
        coin: z.nullable(Coin),
        amount: z.nullable(Amount),
        hashrate: z.nullable(Amount),
      }),
    ),
    errors: [],
  }),
};
