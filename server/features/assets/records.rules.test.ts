// Fund history: every kind of entry has a category, and cursors are only accepted by the list that made them.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FUND_CATEGORIES } from '#rules/fund-categories.ts';
import type { Movement } from '#server/ledger/read.ts';
import { NOON } from '#tests/support/ledger.ts';
import { recordLine, recordsHeader } from './records.csv.ts';
import {
  CATEGORY_OF,
  couponOf,
  isBought,
  kindsOf,
  payoutOf,
  readPlace,
  recordView,
  writePlace,
} from './records.rules.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const movement = (change: Partial<Movement> = {}): Movement => ({
  entry: 41n,
  kind: 'mining',
  ref: null,
  at: NOON,
  coin: 'ADIT',
  amount: 12n * 10n ** 18n,
  balanceAfter: 15n * 10n ** 18n,
  place: 0n,
  ...change,
});

describe('a category', () => {
  test('exists for every kind of entry that changes a user’s balance', () => {
    // Entries that move money only between system accounts, or out of a deleted account, whose history nobody sees.
    const ofSystem = new Set(['seed', 'fund', 'payout', 'race_settle', 'lottery_issue', 'forfeit']);
    const server = join(import.meta.dirname, '../..');
    const sources = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.(ts|sql)$/.test(file) && !file.endsWith('.test.ts') && !file.startsWith('db/'),
    );
    const kinds = sources.flatMap((file) => {
      const text = readFileSync(join(server, file), 'utf8');
      const booked = text.matchAll(/\bledger_(?:post|post_once|post_bulk)(?:'\)\})?\(\s*'(\w+)'/g);
      // One entry per user, each with its kind.
      const each = text.matchAll(/(?:\bv_kinds \|\| |\bledger_each\(array_fill\()'(\w+)'/g);
      // An object with lines is an entry, in any feature.
      const entries = text.matchAll(/\bkind: '(\w+)',(?:(?!\bkind:)[^;]){0,400}?\blines\b/g);
      const several = [...text.matchAll(/\bledger_pay(?:'\)\})?\(\s*array\[('[^\]]+)\]/g)].flatMap(
        ([, all = '']) => [...all.matchAll(/'(\w+)'/g)],
      );
      // A settlement that pays many accounts names the kind of each batch.
      const paid = text.matchAll(/\bpay\(\s*db,\s*batch,\s*'(\w+)'/g);
      return [...booked, ...each, ...entries, ...several, ...paid].map(([, kind = '']) => kind);
    });
    expect(new Set(kinds)).toEqual(new Set([...Object.keys(CATEGORY_OF), ...ofSystem]));
  });

  test('has its own kinds, and the categories together cover all kinds', () => {
    const all = FUND_CATEGORIES.flatMap((category) => kindsOf(category) ?? []);
    expect(all.toSorted()).toEqual(Object.keys(CATEGORY_OF).toSorted());
    expect(kindsOf(undefined)).toBeUndefined();
  });

  test('throws for an unknown kind instead of guessing', () => {
    expect(() => recordView(movement({ kind: 'gift' }))).toThrow('gift have no category');
  });
});

describe('a row', () => {
  test('contains what the ledger says', () => {
    expect(recordView(movement({ place: 1n }))).toEqual({
      id: '4101',
      time: '2026-11-21T12:00:00.000Z',
      category: 'mining',
      coin: 'ADIT',
      amount: '12',
      balanceAfter: '15',
      state: 'confirmed',
      txHash: null,
      entry: '41',
      address: null,
      fee: null,
      swapFee: null,
      detail: null,
    });
  });

  test('of a deposit links to its transaction, even if it waited for its owner', () => {
    for (const ref of [`${HASH}/3`, `${HASH}/3/claimed`])
      expect(recordView(movement({ kind: 'deposit', ref })).txHash).toBe(HASH);
    expect(recordView(movement({ kind: 'deposit', ref: 'by hand' })).txHash).toBeNull();
  });

  test("of a withdrawal carries its payout's state", () => {
    const withdrawal = movement({ kind: 'withdraw', ref: `17/0x${'1'.repeat(40)}`, amount: -(10n ** 18n) });
    expect(payoutOf(withdrawal)).toBe(17n);
    expect(payoutOf(movement({ kind: 'refund', ref: '17' }))).toBeNull();
    const payout = { state: 'broadcast', txHash: HASH, address: `0x${'1'.repeat(40)}`, fee: 5n } as const;
    expect(recordView(withdrawal, { payout })).toMatchObject({
      amount: '-1',
      state: 'broadcast',
      txHash: HASH,
      address: payout.address,
      fee: '0.000000000000000005',
    });
  });
});

describe('a swap', () => {
  test('has its fee on the side that was received', () => {
    const side = (amount: bigint) => movement({ kind: 'exchange', amount });
    expect([isBought(side(5n)), isBought(side(-5n)), isBought(movement())]).toEqual([true, false, false]);
    expect(recordView(side(5n), { swapFee: 7n })).toMatchObject({
      fee: null,
      swapFee: '0.000000000000000007',
    });
  });
});

describe('the purpose of a row', () => {
  const detail = (kind: string, ref: string | null, facts = {}) =>
    recordView(movement({ kind, ref }), facts).detail;
  const only = { hashrate: null, round: null, code: null };

  test('shows the amount, the round or the code', () => {
    expect(detail('miner_purchase', null)).toEqual({ ...only, what: 'permanent_miner' });
    expect(detail('hashrate_purchase', '300/5b0c')).toEqual({ ...only, what: 'hashrate', hashrate: '300' });
    const sold = { hashrateSold: 100n * 10n ** 18n };
    expect(detail('hashrate_resale', null, sold)).toEqual({
      ...only,
      what: 'hashrate_sold',
      hashrate: '100',
    });
    expect(detail('lottery_guess', '2026-11-21/7/2')).toEqual({
      ...only,
      what: 'guess',
      round: '2026-11-21',
    });
    expect(detail('race_payout', '5849201/1')).toEqual({ ...only, what: 'race_payout', round: '5849201' });
    expect(detail('coupon', '4/7', { coupon: 'GIFT-1' })).toEqual({
      ...only,
      what: 'coupon',
      code: 'GIFT-1',
    });
    expect(couponOf(movement({ kind: 'coupon', ref: '4/7' }))).toBe(4n);
    expect(couponOf(movement({ kind: 'stake', ref: '4' }))).toBeNull();
  });

  test('leaves out what an older version did not store', () => {
    expect(detail('hashrate_purchase', null)).toEqual({ ...only, what: 'hashrate' });
    expect(detail('stake', '4')).toEqual({ ...only, what: 'stake' });
  });

  test('has a readable name for every kind in a category with several', () => {
    const alone = Object.keys(CATEGORY_OF).filter((kind) => detail(kind, null) === null);
    expect(alone.map((kind) => CATEGORY_OF[kind])).toEqual(alone);
    expect(alone).toEqual(['deposit', 'withdraw', 'refund', 'exchange', 'mining']);
  });
});

describe('a cursor', () => {
  test('is read back as it was written', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 18n - 1n), fc.stringMatching(/^[A-Z0-9]{2,10}$/), (entry, coin) => {
        expect(readPlace(writePlace({ entry, coin }))).toEqual({ entry, coin });
      }),
    );
  });

  test('is null in any other form', () => {
    for (const bad of ['', '1', '7.', '.ADIT', '7.adit', '7.A', '-7.ADIT', '7.ADIT.BTC', ' 7.ADIT'])
      expect([bad, readPlace(bad)]).toEqual([bad, null]);
  });
});

describe('the file', () => {
  test('has one line per row, in the columns of its header, ended as the RFC requires', () => {
    expect(recordsHeader()).toBe(
      'time,category,coin,amount,balance_after,state,fee,address,tx_hash,entry,detail\r\n',
    );
    expect(recordLine(recordView(movement({ amount: -5n })))).toBe(
      '2026-11-21T12:00:00.000Z,mining,ADIT,-0.000000000000000005,15,confirmed,,,,41,\r\n',
    );
    const bought = movement({ kind: 'hashrate_purchase', ref: '300/5b0c' });
    expect(recordLine(recordView(bought))).toMatch(/,hashrate 300\r\n$/);
  });
});
