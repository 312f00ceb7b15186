/** What the ledger owes, what the chain holds, the daily trees over all balances, and each account's own proof. */
import * as z from 'zod/mini';
import { call } from './call.ts';
import { Address, Amount, Coin, Hash, SignedAmount, Time, page, pageQuery } from './shapes.ts';

/** Coins with an amount above zero. */
const Sums = z.record(Coin, Amount);

/** A published Merkle-sum tree (src/proofs). */
const Tree = z.object({
  root: Hash,
  /** The moment of the balances. */
  asOf: Time,
  leaves: z.int(),
  /** What all leaves hold together. */
  sums: Sums,
});

const TREE = {
  root: '0xe7855a69a0f43ba5236621d2783821d8c0f00127d21d6224984cc5d37b52ea31',
  asOf: '2026-11-21T16:00:00.000Z',
  leaves: 2,
  sums: { ADIT: '36' },
};

export const transparency = {
  'GET /api/transparency': call({
    summary: 'Liabilities and custody per coin, and the newest tree over all balances',
    session: 'none',
    output: z.object({
      /** The moment of liabilities and accounts. */
      asOf: Time,
      /** When the chain was last read; null while the node does not answer. */
      custodyAt: z.nullable(Time),
      assets: z.array(
        z.object({
          coin: Coin,
          /** What is users': their balances, what they have staked or bet in open rounds, unclaimed deposits, payouts under way. */
          liabilities: Amount,
          /** Users' balances alone. */
          users: Amount,
          /** Treasury and hot wallet on chain; null when the node is away or the coin has no contract there. */
          custody: z.nullable(Amount),
          /** ADIT that was ever issued; "0" for other coins. */
          issued: Amount,
          /** Balances of the system accounts by name. */
          accounts: z.record(z.string(), SignedAmount),
        }),
      ),
      /** All balances of each coin, users' and system accounts', sum to zero. */
      ledgerBalanced: z.boolean(),
      /** That of `tree`. */
      root: z.nullable(Hash),
      tree: z.nullable(Tree),
      /** When the next tree is made: midnight in Singapore. */
      nextTreeAt: Time,
    }),
    errors: [],
    example: {
      asOf: '2026-11-22T01:00:00.000Z',
      custodyAt: '2026-11-22T00:59:50.000Z',
      assets: [
        {
          coin: 'ADIT',
          liabilities: '48',
          users: '36',
          custody: '1000000',
          issued: '48',
          accounts: { issuance: '-48', staked: '12' },
        },
      ],
      ledgerBalanced: true,
      root: TREE.root,
      tree: TREE,
      nextTreeAt: '2026-11-22T16:00:00.000Z',
    },
  }),
  'GET /api/transparency/roots': call({
    summary: 'All published trees, newest first',
    session: 'none',
    query: z.strictObject(pageQuery),
    output: page(Tree),
    errors: [],
    example: { items: [TREE], nextCursor: null },
  }),
  'GET /api/transparency/proof': call({
    summary: "The caller's balances under the newest published root",
    session: 'required',
    output: z.object({
      root: Hash,
      asOf: Time,
      /** hash = SHA-256(0x00 ‖ nonce ‖ address ‖ text of the balances). */
      leaf: z.object({ hash: Hash, nonce: Hash, address: Address, balances: Sums }),
      /** From the leaf's neighbour up to that of the root's child. */
      path: z.array(z.object({ hash: Hash, side: z.enum(['left', 'right']), sums: Sums })),
    }),
    /** Not found: the account is newer than the tree, or there is no tree yet. */
    errors: ['not_found'],
    example: {
      root: TREE.root,
      asOf: TREE.asOf,
      leaf: {
        hash: '0x672f20b5fd79747b76ef9425676d9d49e826b97fc750d27c771cebfb0eb99a1e',
        nonce: '0x0101010101010101010101010101010101010101010101010101010101010101',
        address: '0x52908400098527886e0f7030069857d2e4169ee7',
        balances: { ADIT: '12' },
      },
      path: [
        {
          hash: '0xf8bc0e37062ca079bdb393c0ffac556ccd740da43129f7743c02e89816601b4c',
          side: 'right',
          sums: { ADIT: '24' },
        },
      ],
    },
  }),
};
