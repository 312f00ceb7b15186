/** Examples for transparency: totals, trees over all balances, and a proof that matches its root. */
import type { Examples } from './example.ts';

const TREE = {
  root: '0xe7855a69a0f43ba5236621d2783821d8c0f00127d21d6224984cc5d37b52ea31',
  asOf: '2026-11-21T16:00:00.000Z',
  leaves: 2,
  sums: { ADIT: '36' },
  journal: { entry: '41', hash: '0x0a1b6d2c9a05e0cf2f8d3ab7e3cdbb3b0f4c0f6a2f1f0b6c5f1a9b7e4d3c2b1a' },
};

export const OPENNESS: Examples<
  'GET /api/transparency' | 'GET /api/transparency/roots' | 'GET /api/transparency/proof'
> = {
  'GET /api/transparency': {
    data: {
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
  },
  'GET /api/transparency/roots': { data: { items: [TREE], nextCursor: null } },
  'GET /api/transparency/proof': {
    data: {
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
  },
};
