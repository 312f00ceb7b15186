/** Examples of transparency: books, trees over all balances, a proof that fits its root. */
import type { Examples } from './example.ts';

const TREE = {
  root: '0x6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  asOf: '2026-11-21T16:00:00.000Z',
  leaves: 2,
  sums: { ADIT: '36' },
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
        hash: '0x96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        nonce: '0x0101010101010101010101010101010101010101010101010101010101010101',
        address: '0x52908400098527886e0f7030069857d2e4169ee7',
        balances: { ADIT: '12' },
      },
      path: [
        {
          hash: '0xb413f47d13ee2fe6c845b2ee141af81de858df4ec549a58b7970bb96645bc8d2',
          side: 'right',
          sums: { ADIT: '24' },
        },
      ],
    },
  },
};
