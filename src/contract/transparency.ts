/** What the ledger owes, what the chain holds, the daily trees over all balances, and each account's own proof. */
import * as z from 'zod/mini';
import { call } from './call.ts';
import { Address, Amount, Coin, Hash, Id, SignedAmount, Time, page, pageQuery } from './shapes.ts';

/** Coins with an amount above zero. */
const Sums = z.record(Coin, Amount);

/** A published Merkle-sum tree (src/proofs). */
const Tree = z.object({
  root: Hash,
  /** The time of the balances. */
  asOf: Time,
  leaves: z.int(),
  /** The totals of all leaves. */
  sums: Sums,
  /**
   * The head of the journal's chain of hashes: anyone who saves it can later tell whether any entry up to this one was
   * changed. Null before the first block is sealed.
   */
  journal: z.nullable(z.object({ entry: Id, hash: Hash })),
});

export const transparency = {
  'GET /api/transparency': call({
    summary: 'Liabilities and custody per coin, and the newest tree over all balances',
    session: 'none',
    output: z.object({
      /** The time of liabilities and accounts. */
      asOf: Time,
      /** When the chain was last read; null while the node does not respond. */
      custodyAt: z.nullable(Time),
      assets: z.array(
        z.object({
          coin: Coin,
          /** What belongs to users: balances, stakes, bets in open rounds, unclaimed deposits, pending payouts. */
          liabilities: Amount,
          /** Users' balances only. */
          users: Amount,
          /** Treasury and hot wallet on chain; null when the node is down or the coin has no contract there. */
          custody: z.nullable(Amount),
          /** ADIT issued in total; "0" for other coins. */
          issued: Amount,
          /** Balances of the system accounts, by name. */
          accounts: z.record(z.string(), SignedAmount),
        }),
      ),
      /** For each coin, the sum of all users' entries and the balances of system accounts is zero. */
      ledgerBalanced: z.boolean(),
      /** The root of `tree`. */
      root: z.nullable(Hash),
      tree: z.nullable(Tree),
      /** When the next tree is built: midnight in Singapore. */
      nextTreeAt: Time,
    }),
    errors: [],
  }),
  'GET /api/transparency/roots': call({
    summary: 'All published trees, newest first',
    session: 'none',
    query: z.strictObject(pageQuery),
    output: page(Tree),
    errors: [],
  }),
  'GET /api/transparency/proof': call({
    summary: "The caller's balances under the newest published root",
    session: 'required',
    output: z.object({
      root: Hash,
      asOf: Time,
      /**
       * hash = SHA-256(0x00 ‖ nonce, 32 bytes ‖ address, 20 bytes ‖ text of the balances). The text lists the coins in
       * alphabetical order, in whole smallest units (10^-18), without zero balances, and ends with a newline:
       * `ADIT=12000000000000000000;USDT=5`.
       */
      leaf: z.object({ hash: Hash, nonce: Hash, address: Address, balances: Sums }),
      /**
       * From the leaf's sibling up to the sibling just below the root. Two neighbours make SHA-256(0x01 ‖ left hash ‖ text of the left sums ‖
       * right hash ‖ text of the right sums), and their sums are added. The last hash is the root, and its sums are the published totals.
       */
      path: z.array(z.object({ hash: Hash, side: z.enum(['left', 'right']), sums: Sums })),
    }),
    /** Not found: the account is newer than the tree, or there is no tree yet. */
    errors: ['not_found'],
  }),
};
