/**
 * Our holdings on the chain: each wallet counts once, in the ledger's units. An unreadable coin is omitted; an
 * unreachable node is an error.
 */
import { expect, test } from 'vitest';
import { readCustody } from './custody.ts';
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

test('reports an unreachable node', async () => {
  const rpc = node(() => {
    throw new NodeUnreachable('eth_call: no answer');
  }) as Rpc;
  await expect(readCustody(rpc, coins, [A])).rejects.toThrow(NodeUnreachable);
});
