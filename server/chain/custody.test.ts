/**
 * Our holdings on the chain: each wallet counts once, in the ledger's units. An unreadable coin is omitted; an
 * unreachable node is an error.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/client.ts';
import { post } from '#server/ledger/post.ts';
import { freshDatabase } from '#tests/support/databases.ts';
import { openAccount } from '#tests/support/deposits.ts';
import { openAlerts } from './alerts.ts';
import { COINS } from './coins.ts';
import { custodyWatch, holdingOf, readCustody, withEarlier } from './custody.ts';
import { NodeUnreachable, type Rpc, RpcError } from './rpc.ts';

const A = '0x52908400098527886E0F7030069857D2E4169EE7';
const B = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const [TOKEN, SMALL, BROKEN] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
];
const coins = [
  { symbol: 'USDT', decimals: 18, contract: TOKEN },
  { symbol: 'BTC', decimals: 8, contract: SMALL },
  { symbol: 'OLD', decimals: 18, contract: BROKEN },
  { symbol: 'NEW', decimals: 18, contract: null },
];

const node = (answer: (to: string) => bigint): Pick<Rpc, 'call'> => ({
  async call<T>(_: string, params: readonly unknown[] = []) {
    const { to } = params[0] as { to: string };
    return `0x${answer(to).toString(16).padStart(64, '0')}` as T;
  },
});

test('counts the tokens that a coin had before, each with its own decimals', async () => {
  const coin = { ...(COINS[0] as (typeof COINS)[number]), decimals: 18, contract: TOKEN };
  const tokens = (earlier: string) =>
    withEarlier([{ ...coin, earlier: [{ address: earlier, decimals: 8 }] }]);
  const rpc = node((to) => {
    if (to === BROKEN) throw new RpcError('eth_call', { code: 3, message: 'execution reverted' });
    return to === TOKEN ? 5n : 7n;
  }) as Rpc;
  expect(await readCustody(rpc, tokens(SMALL), [A])).toEqual(new Map([[coin.symbol, 5n + 7n * 10n ** 10n]]));
  expect(await readCustody(rpc, tokens(BROKEN), [A]), 'one of them is unknown').toEqual(new Map());
});

test('adds up the balances of all wallets by coin', async () => {
  const rpc = node((to) => {
    if (to === BROKEN) throw new RpcError('eth_call', { code: 3, message: 'execution reverted' });
    return to === TOKEN ? 5n : 7n;
  }) as Rpc;
  const held = await readCustody(rpc, coins, [A, B, A.toLowerCase()]);
  expect(held).toEqual(
    new Map([
      ['USDT', 10n],
      ['BTC', 14n * 10n ** 10n],
    ]),
  );
  expect(await readCustody(rpc, coins, [])).toEqual(new Map());
});

const unreachable = node(() => {
  throw new NodeUnreachable('eth_call: no answer');
}) as Rpc;

test.each([
  ['USDT', 5n],
  ['NEW', 'NEW has no contract on the chain'],
  ['OLD', 'the contract of OLD did not answer'],
])('of %s alone there is %s', async (symbol, told) => {
  const coin = coins.find((one) => one.symbol === symbol) as (typeof coins)[number];
  const rpc = node((to) => {
    if (to === BROKEN) throw new RpcError('eth_call', { code: 3, message: 'execution reverted' });
    return 5n;
  }) as Rpc;
  expect(await holdingOf(rpc, coin, [A])).toBe(told);
  expect(await holdingOf(unreachable, coin, [A])).toBe(
    coin.contract === null ? told : 'the chain could not be asked',
  );
});

test('reports an unreachable node', async () => {
  await expect(readCustody(unreachable, coins, [A])).rejects.toThrow(NodeUnreachable);
});

let database: Database;
beforeAll(async () => {
  database = await freshDatabase('postgres');
});
afterAll(() => database.close());

/** A watch over what the wallets hold of one coin, which nothing else books. */
function watched(coin: string) {
  const db = database.kysely;
  const now = new Date();
  const held = new Map([
    [coin, 0n],
    ['ADIT', 5n],
  ]);
  const look = custodyWatch(db, async () => held);
  return {
    hold: (units: bigint) => held.set(coin, units),
    look: () => look(now),
    open: async () => (await openAlerts(db, 10)).map(({ kind, key }) => `${kind} ${key}`),
    book: (lines: { system: 'unclaimed' | 'custody' | 'payouts'; amount: bigint }[]) =>
      post(db, {
        ...{ kind: 'deposit', ref: randomUUID(), at: now },
        lines: lines.map((line) => ({ ...line, coin })),
      }),
  };
}

test('an excess over what is booked raises one alert when it lasts, and the alert is settled when it is gone', async () => {
  const { book, hold, look, open } = watched('USDT');
  const deposit = (amount: bigint) =>
    book([
      { system: 'unclaimed', amount },
      { system: 'custody', amount: -amount },
    ]);
  await deposit(100n);
  hold(100n);
  await look();
  hold(130n);
  await look();
  expect(await open(), 'a deposit may wait for its confirmations').toEqual([]);
  await look();
  await look();
  expect(await open()).toEqual(['custody_excess USDT']);
  await deposit(30n);
  await look();
  expect(await open()).toEqual([]);
});

test('less than is booked raises an alert when it lasts, unless payouts that are signed explain it', async () => {
  const { book, hold, look, open } = watched('BTC');
  await book([
    { system: 'unclaimed', amount: 100n },
    { system: 'custody', amount: -100n },
  ]);
  await book([
    { system: 'unclaimed', amount: -30n },
    { system: 'payouts', amount: 30n },
  ]);
  const payout = { coin: 'BTC', amount: 32n, fee: 2n, address: B, requested_at: new Date(), journal_id: 1n };
  await database.kysely
    .insertInto('payouts')
    .values({ ...payout, user_id: await openAccount(database.kysely, A) })
    .execute();
  hold(70n);
  await look();
  await look();
  expect(await open(), 'nothing is signed that could have left').toEqual(['custody_shortage BTC']);
  await database.kysely.updateTable('payouts').set({ state: 'signed', wallet: A, nonce: 1n }).execute();
  await look();
  expect(await open()).toEqual([]);
  hold(69n);
  await look();
  expect(await open()).toEqual([]);
  await look();
  expect(await open()).toEqual(['custody_shortage BTC']);
  hold(70n);
  await look();
  expect(await open()).toEqual([]);
});
