/**
 * Our holdings on the chain: each wallet counts once, in the ledger's units. An unreadable coin is omitted; an
 * unreachable node is an error.
 */
import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { post } from '#server/ledger/post.ts';
import { quiet } from '#tests/support/databases.ts';
import { openAlerts } from './alerts.ts';
import { custodyWatch, holdingOf, readCustody } from './custody.ts';
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

test('an excess over what is booked raises one alert when it lasts, and the alert is settled when it is gone', async () => {
  await using end = new AsyncDisposableStack();
  const database = await openDatabase({ log: quiet });
  end.defer(() => database.close());
  const db = database.kysely;
  const now = new Date();
  const book = (coin: string, amount: bigint, ref: string) =>
    post(db, {
      ...{ kind: 'deposit', ref, at: now },
      lines: [
        { system: 'unclaimed', coin, amount },
        { system: 'custody', coin, amount: -amount },
      ],
    });
  await book('USDT', 100n, 'one');
  const held = new Map([
    ['USDT', 100n],
    ['ADIT', 5n],
  ]);
  const look = custodyWatch(db, async () => held);
  const open = async () => (await openAlerts(db, 10)).map(({ kind, key }) => `${kind} ${key}`);
  await look(now);
  held.set('USDT', 130n);
  await look(now);
  expect(await open(), 'a deposit may wait for its confirmations').toEqual([]);
  await look(now);
  await look(now);
  expect(await open()).toEqual(['custody_excess USDT']);
  await book('USDT', 30n, 'two');
  await look(now);
  expect(await open()).toEqual([]);
  held.set('USDT', 20n);
  await look(now);
  await look(now);
  expect(await open(), 'less than booked is what payouts on their way leave').toEqual([]);
});
