/**
 * Withdrawals: debit and order commit together, and the daily limit and what is left of it hold for
 * parallel calls.
 */
import { beforeEach, expect, test } from 'vitest';
import { dismiss } from '#server/chain/payouts/payouts.repository.ts';
import { type Db, inTransaction } from '#server/db/client.ts';
import { audit } from '#server/ledger/audit.ts';
import { post } from '#server/ledger/post.ts';
import { balances, systemBalance } from '#server/ledger/read.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { COIN, NOON, makeUsers } from '#tests/support/ledger.ts';
import { insertPayout, newPayoutId } from './withdraw.repository.ts';
import { type WithdrawDeps, type WithdrawIntent, withdraw, withdrawLeft } from './withdraw.usecases.ts';

removeClusterAtEnd();

const OWN = '0x52908400098527886E0F7030069857D2E4169EE7';
const limits = new Map([['USDT', 100n * COIN]]);
const coin = { withdrawals: true, decimals: 18, minWithdraw: '10', withdrawFee: '1', dailyWithdraw: '100' };
const deps: WithdrawDeps = {
  coins: () => [
    { ...coin, symbol: 'USDT', contract: `0x${'1'.repeat(40)}` },
    { ...coin, symbol: 'ETH', contract: `0x${'2'.repeat(40)}`, withdrawFee: '0' },
    { ...coin, symbol: 'TON', contract: null },
  ],
  limits: () => limits,
  approval: () => new Map([['USDT', 50n * COIN]]),
  closed: new Set(),
  paying: true,
  host: () => 'adit.example',
  useNonce: async () => true,
};
const later = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);
/** Seconds from noon in UTC to midnight in Singapore. */
const MIDNIGHT = 4 * 3600;

onPostgres((open) => {
  let db: Db;
  let user: bigint;
  beforeEach(async () => {
    db = open().kysely;
    [user = 0n] = await makeUsers(db, 1);
    await db.updateTable('users').set({ kyc: 'approved' }).where('id', '=', user).execute();
    for (const each of ['USDT', 'ETH'])
      await post(db, {
        kind: 'deposit',
        at: NOON,
        lines: [
          { user, coin: each, amount: 1000n * COIN },
          { system: 'custody', coin: each, amount: -1000n * COIN },
        ],
      });
  });

  const ask = (intent: Partial<WithdrawIntent> = {}, at = NOON, more: Partial<WithdrawDeps> = {}) =>
    inTransaction(db, (tx) =>
      withdraw(
        tx,
        { ...deps, ...more },
        { id: user, address: OWN },
        { coin: 'USDT', amount: '10', ...intent },
        at,
      ),
    );
  const left = async (at = NOON) => (await withdrawLeft(db, user, at, limits)).get('USDT');
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof Refusal ? error.name : error),
    );

  test('debit, ledger entry and order are committed together', async () => {
    const { id, fee } = await ask({ amount: '12.5' });
    expect(fee).toBe(COIN);
    const row = await db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      user_id: user,
      amount: 25n * (COIN / 2n),
      fee: COIN,
      address: OWN,
      state: 'requested',
      approved_at: NOON,
      approved_by: null,
    });
    expect((await balances(db, user)).get('USDT')).toBe(1000n * COIN - 25n * (COIN / 2n));
    const entry = await db
      .selectFrom('ledger_journal')
      .selectAll()
      .where('id', '=', row.journal_id)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ kind: 'withdraw', ref: `${id}/${row.address}` });
    const free = await ask({ coin: 'ETH' });
    expect(free.fee).toBe(0n);
    expect(await audit(db)).toEqual([]);
  });

  test('to another address a withdrawal is refused without a consent, and nothing is debited', async () => {
    const address = `0x${'3'.repeat(40)}`;
    const before = (await balances(db, user)).get('USDT');
    expect(await refusal(ask({ address }))).toBe('consent_required');
    expect((await balances(db, user)).get('USDT')).toBe(before);
  });

  test('a withdrawal waits for the operator from the threshold up', async () => {
    const { id } = await ask({ amount: '50' });
    const row = await db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.approved_at).toBeNull();
  });

  test('a withdrawal waits for the operator once the sum of the day reaches the threshold, by one account or by all', async () => {
    const approvedAt = async ({ id }: { id: bigint }) =>
      (await db.selectFrom('payouts').select('approved_at').where('id', '=', id).executeTakeFirstOrThrow())
        .approved_at;
    expect(await approvedAt(await ask({ amount: '30' }))).toEqual(NOON);
    expect(await approvedAt(await ask({ amount: '20' }))).toBeNull();
    // 470 from other accounts: with those 30, all accounts together have reached ten times the threshold.
    const others = await makeUsers(db, 10);
    const day = later(3 * 86_400);
    for (const [n, other] of others.entries())
      await insertPayout(db, {
        ...{ id: await newPayoutId(db), user: other, coin: 'USDT', amount: 47n * COIN, fee: COIN },
        ...{ address: OWN, approvedAt: day, requestedAt: day, journalId: BigInt(-n - 1) },
      });
    expect(await approvedAt(await ask({ amount: '29' }, day))).toEqual(day);
    expect(await approvedAt(await ask({ amount: '10' }, day))).toBeNull();
    await db.deleteFrom('payouts').where('user_id', 'in', others).execute();
  });

  test('refusals come in their order, and nothing is debited', async () => {
    const wrong = { amount: '0', address: '0x' };
    expect(await refusal(ask({ coin: 'TON', ...wrong }))).toBe('invalid_request');
    expect(await refusal(ask({ coin: 'DOGE', ...wrong }))).toBe('invalid_request');
    expect(await refusal(ask(wrong, NOON, { paying: false }))).toBe('invalid_request');
    await db.updateTable('users').set({ kyc: 'submitted' }).where('id', '=', user).execute();
    expect(await refusal(ask(wrong))).toBe('kyc_required');
    await db.updateTable('users').set({ kyc: 'approved' }).where('id', '=', user).execute();
    expect(await refusal(ask(wrong))).toBe('invalid_amount');
    expect(await refusal(ask({ amount: '100.1', address: '0x' }))).toBe('invalid_amount');
    expect(await refusal(ask({ coin: 'ETH', amount: '1001', address: '0x' }))).toBe('address_invalid');
    expect(await refusal(ask({ coin: 'ETH', amount: '1001' }))).toBe('insufficient_balance');
    expect((await balances(db, user)).get('USDT')).toBe(1000n * COIN);
    expect(await db.selectFrom('payouts').select('id').where('user_id', '=', user).execute()).toEqual([]);
  });

  test('parallel withdrawals stay within the limit together', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => refusal(ask({ amount: '30' }))));
    expect(answers.map(String).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'done',
      'done',
      'done',
      ...Array.from({ length: 5 }, () => 'invalid_amount'),
    ]);
    expect(await left()).toBe(10n * COIN);
  });

  test('a new limit starts at midnight in Singapore', async () => {
    await ask({ amount: '70' }, later(MIDNIGHT - 1));
    expect(await left(later(MIDNIGHT - 1))).toBe(30n * COIN);
    expect(await refusal(ask({ amount: '30.1' }, later(MIDNIGHT - 1)))).toBe('invalid_amount');
    expect(await left(later(MIDNIGHT))).toBe(100n * COIN);
    await ask({ amount: '100' }, later(MIDNIGHT));
    expect(await left(later(MIDNIGHT))).toBe(0n);
    expect(await left(later(MIDNIGHT + 86_400))).toBe(100n * COIN);
  });

  test('failed withdrawals are refunded and do not count; other coins and accounts have their own limit', async () => {
    const { id } = await ask({ amount: '70' });
    await ask({ coin: 'ETH', amount: '500' });
    expect(await left()).toBe(30n * COIN);
    await dismiss(db, id, { reason: 'no' }, NOON);
    expect(await left()).toBe(100n * COIN);
    const [other = 0n] = await makeUsers(db, 1);
    expect((await withdrawLeft(db, other, NOON, limits)).get('USDT')).toBe(100n * COIN);
    expect((await withdrawLeft(db, user, NOON, limits)).has('ETH')).toBe(false);
  });

  test('two rejections at the same time refund once', async () => {
    const { id } = await ask({ amount: '70' });
    const before = await systemBalance(db, 'payouts', 'USDT');
    const both = await Promise.all([
      dismiss(db, id, { reason: 'a', by: 'a' }, NOON),
      dismiss(db, id, { reason: 'b', by: 'b' }, NOON),
    ]);
    expect(both.filter(Boolean)).toHaveLength(1);
    expect((await balances(db, user)).get('USDT')).toBe(1000n * COIN);
    expect(await systemBalance(db, 'payouts', 'USDT')).toBe(before - 69n * COIN);
    expect(await audit(db)).toEqual([]);
  });
});
