// Hand-written chain encoding matches what a library would produce, and a node's answers are parsed the same way.
import { Interface } from 'ethers';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { askNow } from '#lib/back-off.ts';
import { TRANSFER_TOPIC, chainAt, transferData, unasked } from './chain-reads.ts';

const erc20 = new Interface([
  'function transfer(address to, uint256 amount) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]);
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
const amount = fc.bigInt(0n, 2n ** 256n - 1n);
const A = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B';
const B = '0x1111111111111111111111111111111111111111';
const HASH = `0x${'ab'.repeat(32)}`;

const asked: { method: string; params: unknown[] }[] = [];
let answers: Record<string, unknown> = {};
const chain = chainAt('http://node.test/rpc');

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const { method, params } = JSON.parse(body) as (typeof asked)[number];
    asked.push({ method, params });
    return new Response(JSON.stringify(answers[method]));
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('encodes a transfer as the ABI does', () => {
  fc.assert(
    fc.property(address, amount, (to, units) => {
      expect(transferData(to, units)).toBe(erc20.encodeFunctionData('transfer', [to, units]));
    }),
  );
});

test('the topic of a transfer is its hash', () => {
  expect(TRANSFER_TOPIC).toBe(erc20.getEvent('Transfer')?.topicHash);
});

describe('a node', () => {
  test('is asked for a balance with the ABI’s call data', async () => {
    answers = { eth_call: { result: `0x${'0'.repeat(62)}ff` } };
    expect(await chain.balanceOf(B, A)).toBe(255n);
    const call = { to: B, data: erc20.encodeFunctionData('balanceOf', [A]) };
    expect(asked[0]?.params).toEqual([call, 'latest']);
  });

  test('returns receipts, transactions and transfers', async () => {
    const log = {
      address: B.toUpperCase().replace('0X', '0x'),
      topics: erc20.encodeFilterTopics('Transfer', [A, B]),
      data: `0x${'0'.repeat(63)}7`,
      transactionHash: HASH.toUpperCase().replace('0X', '0x'),
    };
    const read = { hash: HASH, token: B, from: A.toLowerCase(), to: B, amount: 7n };
    answers = {
      eth_getTransactionReceipt: {
        result: { blockNumber: '0x10', status: '0x1', logs: [log, { ...log, topics: ['0x00'] }] },
      },
      eth_getTransactionByHash: { result: { from: A, nonce: '0x7' } },
      eth_getLogs: { result: [log] },
    };
    expect(await chain.receipt(HASH)).toEqual({ block: 16, ok: true, transfers: [read] });
    expect(await chain.transaction(HASH)).toEqual({ from: A.toLowerCase(), nonce: 7 });
    expect(await chain.transfers(B, A, B, 16)).toEqual([read]);
    expect(asked.at(-1)?.params).toEqual([
      {
        address: B,
        topics: erc20.encodeFilterTopics('Transfer', [A, B]),
        fromBlock: '0x10',
        toBlock: 'latest',
      },
    ]);
  });

  test('returns no receipt and no transaction before it knows them', async () => {
    answers = { eth_getTransactionReceipt: { result: null }, eth_getTransactionByHash: { result: null } };
    expect(await chain.receipt(HASH)).toBeNull();
    expect(await chain.transaction(HASH)).toBeNull();
  });

  test('counts as refusing when it answers with an error or with nonsense', async () => {
    answers = { eth_call: { error: { code: 3, message: 'execution reverted' } } };
    await expect(chain.balanceOf(B, A)).rejects.toMatchObject({ kind: 'refused' });
    answers = { eth_call: { result: '0x' } };
    await expect(chain.balanceOf(B, A), 'an address without a contract').rejects.toMatchObject({
      kind: 'refused',
    });
    answers = { eth_getTransactionReceipt: {} };
    await expect(chain.receipt(HASH)).rejects.toMatchObject({ kind: 'refused' });
  });

  test('counts as unreachable when it does not answer, or not in JSON', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(chain.head()).rejects.toMatchObject({ kind: 'unreachable' });
    vi.stubGlobal('fetch', async () => new Response('<html>Bad gateway</html>', { status: 502 }));
    await expect(chain.head()).rejects.toMatchObject({ kind: 'unreachable' });
  });
});

test('a node that is down is asked again only after a while, or when the user asks', async () => {
  const down = vi.fn(async () => {
    throw new TypeError('fetch failed');
  });
  vi.stubGlobal('fetch', down);
  const left = new AbortController();
  const read = ({ signal } = new AbortController()) =>
    unasked('http://node.test/rpc', signal, (node) => node.gasPrice()).catch(() => 'failed');
  left.abort();
  // One that nobody waits for any more says nothing about the node.
  await read(left);
  expect([await read(), await read()]).toEqual(['failed', 'failed']);
  expect(down).toHaveBeenCalledTimes(2);
  askNow();
  await read();
  expect(down).toHaveBeenCalledTimes(3);
});
