// Grants and gifts in the form of the contract.
import { expect, test } from 'vitest';
import { NOON } from '#tests/support/ledger.ts';
import { giftView, grantView } from './airdrop.views.ts';

test('a grant has decimal strings, and a grant without a code is the welcome gift', () => {
  const welcome = { id: 0n, at: NOON, code: null, coin: null, amount: null, hashrate: 1200n * 10n ** 18n };
  expect(grantView(welcome)).toEqual({
    id: '0',
    time: NOON.toISOString(),
    kind: 'welcome',
    code: null,
    coin: null,
    amount: null,
    hashrate: '1200',
  });
  const gift = { coin: 'ADIT', amount: 5n * 10n ** 17n, hashrate: null };
  expect(grantView({ id: 7n, at: NOON, code: 'GIFT', ...gift })).toMatchObject({
    kind: 'coupon',
    code: 'GIFT',
  });
  expect(giftView(gift)).toEqual({ coin: 'ADIT', amount: '0.5', hashrate: null });
});
