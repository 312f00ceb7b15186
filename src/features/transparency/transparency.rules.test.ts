// What the page says about books and histories, where it could be wrong.
import { expect, test } from 'vitest';
import { bytesOf, hexOf } from '#proofs/proof.ts';
import { leafOf } from '#proofs/tree.ts';
import {
  type Asset,
  type Movement,
  type OwnProof,
  checkOwn,
  differenceOf,
  heldAt,
  isFine,
  systemAccounts,
  usedAssets,
} from './transparency.rules.ts';

const asset = (of: Partial<Asset>): Asset => ({
  ...{ coin: 'ADIT', liabilities: '0', users: '0', custody: null, issued: '0', accounts: {} },
  ...of,
});

test('the difference is exact, negative if custody is short, and unknown if custody is', () => {
  expect(differenceOf(asset({ liabilities: '2', custody: '2.000000000000000001' }))).toBe(
    '0.000000000000000001',
  );
  expect(differenceOf(asset({ liabilities: '2', custody: '0.5' }))).toBe('-1.5');
  expect(differenceOf(asset({ liabilities: '2', custody: null }))).toBeNull();
  const all = [asset({}), asset({ custody: '0' }), asset({ custody: '1' }), asset({ liabilities: '1' })];
  expect(usedAssets(all)).toEqual(all.slice(2));
});

test('groups system accounts over coins and leaves out empty ones', () => {
  const all = [
    asset({ coin: 'ADIT', accounts: { staked: '3', revenue: '0', issuance: '-3' } }),
    asset({ coin: 'USDT', accounts: { revenue: '1' } }),
  ];
  expect(systemAccounts(all)).toEqual([
    { name: 'issuance', holds: [{ coin: 'ADIT', amount: '-3' }] },
    { name: 'revenue', holds: [{ coin: 'USDT', amount: '1' }] },
    { name: 'staked', holds: [{ coin: 'ADIT', amount: '3' }] },
  ]);
});

const ASOF = '2026-11-21T16:00:00.000Z';
const at = (seconds: number) => new Date(Date.parse(ASOF) + seconds * 1000).toISOString();
const moved = (seconds: number, amount: string, balanceAfter: string): Movement => ({
  ...{ coin: 'ADIT', time: at(seconds), amount, balanceAfter },
});

test('the balance at a time is the current one, or that before the first record since, or either side of one at that time', () => {
  expect(heldAt([], '12', ASOF)).toEqual(['12']);
  expect(heldAt([moved(4000, '-2', '13'), moved(100, '3', '15')], '13', ASOF)).toEqual(['12']);
  expect(heldAt([moved(100, '3', '15'), moved(10, '2', '12')], '15', ASOF)).toEqual(['12', '12', '10']);
  expect(heldAt([moved(-59, '2', '12')], '12', ASOF)).toEqual(['12', '12', '10']);
});

test('detects a leaf that the history contradicts, whatever its proof says', () => {
  const nonce = `0x${'01'.repeat(32)}`;
  const address = `0x${'ab'.repeat(20)}`;
  const node = leafOf({
    nonce: bytesOf(nonce),
    address: bytesOf(address),
    balances: [{ coin: 'ADIT', units: 12n * 10n ** 18n }],
  });
  const balances = { ADIT: '12' };
  const root = hexOf(node.hash);
  const proof: OwnProof = { root, asOf: ASOF, leaf: { hash: root, nonce, address, balances }, path: [] };
  const tree = { root, asOf: ASOF, leaves: 1, sums: balances, journal: null };
  const check = (now: Record<string, string>, since: Movement[] | null) =>
    checkOwn(proof, tree, address, now, since);
  expect(isFine(check({ ADIT: '12', USDT: '0' }, []))).toBe(true);
  expect(isFine(check({ ADIT: '15' }, [moved(100, '3', '15')]))).toBe(true);
  expect(check({ ADIT: '15' }, [])).toMatchObject({ history: false });
  expect(check({ ADIT: '12', USDT: '1' }, [])).toMatchObject({ history: false });
  expect(check({ ADIT: '15' }, null)).toMatchObject({ history: null });
  expect(isFine(check({ ADIT: '15' }, null))).toBe(true);
  expect(isFine(checkOwn(proof, { ...tree, root: nonce }, address, { ADIT: '12' }, []))).toBe(false);
});
