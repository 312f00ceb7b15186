// The simulated chain: its own rules, and the product's watcher, deposits and payouts on it.
import { Wallet, computeAddress } from 'ethers';
import { describe, expect, test } from 'vitest';
import { artifact } from '#server/chain/contracts/artifacts.ts';
import { mayContain } from '#server/chain/deposits/deposits.rules.ts';
import type { Devnet } from '#server/chain/devnet/devnet.ts';
import { type Rpc, hex, readBlock } from '#server/chain/rpc.ts';
import { readFeed } from '#server/chain/prices/prices.ts';
import { balances } from '#server/ledger/read.ts';
import { audit } from '#server/ledger/audit.ts';
import { randomFrom } from '#tests/support/random.ts';
import { freshDatabase } from '#tests/support/databases.ts';
import { openAccount, watchDeposits } from '#tests/support/deposits.ts';
import { CHAIN_ID } from '#tests/support/devnet.ts';
import { COIN } from '#tests/support/ledger.ts';
import { newAddress, openAlerts, openPayouts, order, payoutOf, richUser } from '#tests/support/payouts.ts';
import { type SimulatedChain, simulatedChain } from './chain.ts';
import { faultless, node } from './node.ts';
import { PAYER, payer } from './state.ts';

const GWEI = 1_000_000_000n;
const erc20 = artifact('TestToken').abi;
const keyOf = (byte: string) => `0x${byte.repeat(32)}`;
const [ANNA, BEN] = [new Wallet(keyOf('a1')), new Wallet(keyOf('b1'))];
const TREASURY = computeAddress(keyOf('c1'));

interface Draft {
  nonce: number;
  gasPrice?: bigint;
  to?: string;
  data?: string;
  value?: bigint;
  chainId?: number;
}

const sign = (wallet: Wallet, draft: Draft): Promise<string> =>
  wallet.signTransaction({
    type: 0,
    chainId: CHAIN_ID,
    gasPrice: GWEI,
    gasLimit: 200_000,
    to: TREASURY,
    ...draft,
  });

/** A transfer of USDT. */
const pay = (
  chain: SimulatedChain,
  wallet: Wallet,
  nonce: number,
  amount: bigint,
  more: Partial<Draft> = {},
) =>
  sign(wallet, {
    ...{ nonce, to: chain.tokens['USDT'] ?? '' },
    ...{ data: erc20.encodeFunctionData('transfer', [more.to ?? TREASURY, amount]) },
    ...(more.gasPrice !== undefined && { gasPrice: more.gasPrice }),
  });

/** A chain on which some wallets have gas and 1,000 USDT, and whose newest blocks are empty. */
function chainOf(seed = 1, wallets = [ANNA, BEN]): SimulatedChain {
  const source = randomFrom(seed);
  const chain = simulatedChain({ random: () => source.int(0, 2 ** 30 - 1) / 2 ** 30, chainId: CHAIN_ID });
  for (const { address } of wallets) {
    chain.endow(address, COIN);
    chain.mint(chain.tokens['USDT'] ?? '', address, 1000n * COIN);
  }
  grow(chain, 4);
  return chain;
}

/** Adds blocks that leave nobody waiting. */
function grow(chain: SimulatedChain, blocks = 1): void {
  for (let left = blocks; left > 0; left -= 1)
    chain.mine((chain.truth.blocks.at(-1)?.timestamp ?? 0) + 1, { leave: 0 });
}

const usdt = (chain: SimulatedChain, { address }: { address: string }): bigint =>
  chain.truth.balanceOf(chain.tokens['USDT'] ?? '', address);
const message = (work: () => unknown): string => {
  try {
    work();
    return 'taken';
  } catch (error) {
    return (error as Error).message;
  }
};
const call = <T = Record<string, string>>(rpc: Rpc, method: string, ...params: unknown[]) =>
  rpc.call<T>(method, params);

describe('the mempool', () => {
  test('takes a nonce once, and another transaction for it only at a price higher by a tenth', async () => {
    const chain = chainOf();
    const first = await pay(chain, ANNA, 0, COIN);
    const rpc = node(chain, 'one');
    expect(message(() => chain.send(first))).toBe('taken');
    expect(message(() => chain.send(first))).toMatch(/transaction already imported$/);
    const raised = (gasPrice: bigint) => pay(chain, ANNA, 0, 2n * COIN, { gasPrice });
    const [tooCheap, better] = [await raised((GWEI * 109n) / 100n), await raised((GWEI * 110n) / 100n)];
    expect(message(() => chain.send(tooCheap))).toMatch(/replacement transaction underpriced$/);
    expect(message(() => chain.send(better))).toBe('taken');
    expect(await call(rpc, 'eth_getTransactionCount', ANNA.address, 'pending')).toBe('0x1');
    expect(await call(rpc, 'eth_getTransactionCount', ANNA.address, 'latest')).toBe('0x0');
    grow(chain);
    expect(await call(rpc, 'eth_getTransactionCount', ANNA.address, 'latest')).toBe('0x1');
    expect([998n * COIN, 999n * COIN]).toContain(usdt(chain, ANNA));
    expect(message(() => chain.send(better))).toMatch(/nonce too low$/);
  });

  test('refuses what the sender cannot pay for, what is meant for another chain, and what is no transaction', async () => {
    const chain = chainOf();
    const draft = { nonce: 0, value: 2n * COIN };
    const [dear, foreign] = [await sign(ANNA, draft), await sign(ANNA, { nonce: 0, chainId: 5 })];
    expect(message(() => chain.send(dear))).toMatch(/Insufficient funds for gas \* price \+ value$/);
    expect(message(() => chain.send(foreign))).toMatch(/invalid chain id/);
    expect(message(() => chain.send('0x1234'))).toMatch(/Failed to decode transaction$/);
  });

  test('keeps a transaction until those with lower nonces are in a block, and mines each sender’s in order', async () => {
    const chain = chainOf();
    const raws = await Promise.all([0, 1, 2].map((nonce) => pay(chain, ANNA, nonce, COIN)));
    for (const raw of [raws[2], raws[1]]) chain.send(raw ?? '');
    grow(chain);
    expect(chain.truth.nonce(ANNA.address)).toBe(0);
    chain.send(raws[0] ?? '');
    grow(chain);
    const mined = chain.truth.blocks.at(-1)?.outcomes.map(({ tx }) => tx);
    expect(mined?.filter(({ signed }) => signed).map(({ nonce }) => nonce)).toEqual([0, 1, 2]);
    expect(mined?.at(-1)?.from).toBe(chain.truth.blocks.at(-1)?.miner);
  });

  test('leaves waiting what is cheaper than validators take', async () => {
    const chain = chainOf();
    chain.send(await pay(chain, ANNA, 0, COIN));
    chain.market.least = GWEI + 1n;
    grow(chain, 3);
    expect(chain.truth.nonce(ANNA.address)).toBe(0);
    chain.market.least = GWEI;
    grow(chain);
    expect(chain.truth.nonce(ANNA.address)).toBe(1);
  });
});

describe('a block', () => {
  test('has a receipt for each transaction, also for those that failed, and a filter that contains its logs', async () => {
    const chain = chainOf();
    const rpc = node(chain, 'one');
    const batch = payer.encodeFunctionData('pay', [
      [chain.tokens['USDT'], chain.tokens['USDT']],
      [TREASURY, BEN.address],
      [COIN, 2n * COIN],
    ]);
    const [good, bad] = [
      chain.send(await sign(ANNA, { nonce: 0, to: PAYER, data: batch })),
      chain.send(await pay(chain, BEN, 0, 5000n * COIN)),
    ];
    grow(chain);
    const block = await readBlock(rpc, 'latest');
    const receipt = await call<{ logs: { topics: string[]; address: string }[]; status: string }>(
      rpc,
      'eth_getTransactionReceipt',
      good,
    );
    expect(receipt).toMatchObject({ status: '0x1', blockHash: block?.hash, logs: [{}, {}] });
    expect(await call(rpc, 'eth_getTransactionReceipt', bad)).toMatchObject({ status: '0x0', logs: [] });
    for (const { address, topics } of receipt.logs)
      for (const value of [address, ...topics]) expect(mayContain(block?.logsBloom ?? '', value)).toBe(true);
    expect(mayContain(block?.logsBloom ?? '', chain.tokens['BTC'] ?? '')).toBe(false);
    const topics = [null, null, `0x${TREASURY.slice(2).toLowerCase().padStart(64, '0')}`];
    expect(await call(rpc, 'eth_getLogs', { fromBlock: '0x0', toBlock: 'latest', topics })).toEqual([
      receipt.logs[0],
    ]);
    expect(chain.truth.transfersTo(TREASURY)).toMatchObject([
      { txHash: good, ordinal: 0, amount: COIN, from: ANNA.address.toLowerCase(), final: false },
    ]);
    expect([usdt(chain, ANNA), usdt(chain, BEN)]).toEqual([997n * COIN, 1002n * COIN]);
    expect(chain.truth.wei(BEN.address)).toBe(COIN - 21_000n * GWEI);
  });

  test('shows feeds as of its number', async () => {
    const chain = chainOf();
    const rpc = node(chain, 'one');
    const feed = chain.feeds['BTC'] ?? '';
    const before = chain.truth.blocks.length - 1;
    chain.answer(feed, 100_000n * COIN);
    grow(chain);
    const [old, now] = [await readFeed(rpc, feed, 10, before), await readFeed(rpc, feed, 10)];
    expect([old.answer, now.answer]).toEqual([900_000_000_000_000n, 1_000_000_000_000_000n]);
    expect(now.updatedAt).toBe(BigInt(chain.truth.blocks.at(-1)?.timestamp ?? 0));
  });
});

describe('a re-org', () => {
  test('restores the state, and mines again what it took out of the chain', async () => {
    const chain = chainOf();
    chain.send(await pay(chain, ANNA, 0, COIN));
    chain.send(await pay(chain, BEN, 0, COIN));
    grow(chain, 2);
    const old = chain.truth.blocks.at(-1);
    chain.reorg(2, { blocks: 0 });
    expect([usdt(chain, ANNA), usdt(chain, { address: TREASURY })]).toEqual([1000n * COIN, 0n]);
    expect(chain.truth.wei(ANNA.address)).toBe(COIN);
    expect(chain.truth.transfersTo(TREASURY)).toEqual([]);
    grow(chain, 2);
    expect(usdt(chain, { address: TREASURY })).toBe(2n * COIN);
    expect(chain.truth.transfersTo(TREASURY)).toHaveLength(2);
    expect(chain.truth.blocks.at(-1)?.hash).not.toBe(old?.hash);
    expect(await call(node(chain, 'one'), 'eth_getBlockByHash', old?.hash, false)).not.toBeNull();
  });

  test('forgets transactions when told to, and never touches final blocks', async () => {
    const chain = chainOf();
    const raw = await pay(chain, ANNA, 0, COIN);
    chain.send(raw);
    grow(chain, 2);
    chain.reorg(2, { drop: 1 });
    grow(chain, 3);
    expect(usdt(chain, ANNA)).toBe(1000n * COIN);
    chain.send(raw);
    grow(chain, 3);
    expect(() => chain.reorg(3)).toThrow(RangeError);
    expect(usdt(chain, ANNA)).toBe(999n * COIN);
    expect(chain.truth.transfersTo(TREASURY)).toMatchObject([{ final: true }]);
  });

  test('is the same for the same seed, and differs between seeds', async () => {
    const run = async (seed: number) => {
      const chain = chainOf(seed);
      for (let nonce = 0; nonce < 6; nonce += 1) {
        for (const wallet of [ANNA, BEN]) chain.send(await pay(chain, wallet, nonce, COIN));
        chain.mine(10 + nonce, { leave: 0.5 });
        if (nonce % 2 === 1) chain.reorg(2, { drop: 0.2 });
      }
      return chain.truth.blocks.map(({ hash, outcomes }) => [hash, ...outcomes.map(({ tx }) => tx.hash)]);
    };
    expect(await run(7)).toEqual(await run(7));
    expect(await run(7)).not.toEqual(await run(8));
  });
});

describe('a node', () => {
  test('that lags knows nothing of the newest blocks', async () => {
    const chain = chainOf();
    const faults = { ...faultless(), lag: 2 };
    const rpc = node(chain, 'one', faults);
    const hash = chain.send(await pay(chain, ANNA, 0, COIN));
    grow(chain, 2);
    const newest = chain.truth.blocks.length - 1;
    const { hash: tip } = chain.truth.blocks.at(-1) ?? {};
    expect(await call(rpc, 'eth_blockNumber')).toBe(hex(newest - 2));
    expect((await readBlock(rpc, 'finalized'))?.number).toBe(newest - 2);
    for (const [method, ...params] of [
      ['eth_getTransactionReceipt', hash],
      ['eth_getBlockByNumber', hex(newest), false],
      ['eth_getBlockByHash', tip, false],
      ['eth_getTransactionByBlockHashAndIndex', tip, '0x0'],
    ] as const)
      expect(await call(rpc, method, ...params), method).toBeNull();
    expect(await call(rpc, 'eth_getTransactionCount', ANNA.address, 'latest')).toBe('0x0');
    expect(await call(rpc, 'eth_getLogs', { fromBlock: hex(newest - 1), toBlock: hex(newest) })).toEqual([]);
    faults.lag = 0;
    expect(await call(rpc, 'eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' });
  });

  test('that does not see a re-org goes on with the old blocks, but takes none of them for final', async () => {
    const chain = chainOf();
    const faults = faultless();
    const rpc = node(chain, 'one', faults);
    const hash = chain.send(await pay(chain, ANNA, 0, COIN));
    grow(chain, 2);
    const old = chain.truth.blocks.at(-1);
    const receipt = await call(rpc, 'eth_getTransactionReceipt', hash);
    chain.reorg(2, { drop: 1 });
    faults.branch = old?.hash ?? null;
    grow(chain, 4);
    expect(await call(rpc, 'eth_getTransactionReceipt', hash)).toEqual(receipt);
    expect(await readBlock(rpc, 'latest')).toMatchObject({ hash: old?.hash });
    expect(await call(rpc, 'eth_getTransactionCount', ANNA.address, 'latest')).toBe('0x1');
    expect((await readBlock(rpc, 'finalized'))?.number).toBe((old?.number ?? 0) - 2);
    const logs = () => call<unknown[]>(rpc, 'eth_getLogs', { fromBlock: receipt['blockNumber'] });
    expect(await logs()).toHaveLength(1);
    faults.branch = null;
    expect(await call(rpc, 'eth_getTransactionReceipt', hash)).toBeNull();
    expect(await call(rpc, 'eth_getTransactionCount', ANNA.address, 'latest')).toBe('0x0');
    expect(await logs()).toEqual([]);
  });

  test('loses requests, answers, logs, receipts and transactions as its faults say', async () => {
    const chain = chainOf();
    const faults = faultless();
    const rpc = node(chain, 'one', faults);
    const raw = await pay(chain, ANNA, 0, COIN);
    const send = () => call(rpc, 'eth_sendRawTransaction', raw);
    Object.assign(faults, { down: true });
    await expect(send()).rejects.toThrow('no answer');
    Object.assign(faults, { down: false, dropsBroadcast: true });
    const hash = await send();
    expect(chain.pending()).toEqual([]);
    Object.assign(faults, { dropsBroadcast: false, losesAnswer: true });
    await expect(send()).rejects.toThrow('no answer');
    expect(chain.pending()).toMatchObject([{ hash }]);
    Object.assign(faults, { losesAnswer: false, forgetsReceipts: true, staleFinalized: 1 });
    grow(chain);
    expect(await call(rpc, 'eth_getTransactionReceipt', hash)).toBeNull();
    expect((await readBlock(rpc, 'finalized'))?.number).toBe(chain.finalNumber() - 1);
    const [number, before] = [1, 2].map((back) => hex(chain.truth.blocks.length - back));
    const found = async (fromBlock = number) =>
      (await call<unknown[]>(rpc, 'eth_getLogs', { fromBlock, toBlock: number })).length;
    expect([await found(), await found(before)]).toEqual([1, 1]);
    faults.omitLogs = 'ranges';
    expect([await found(), await found(before)]).toEqual([1, 0]);
    faults.omitLogs = 'all';
    expect([await found(), await found(before)]).toEqual([0, 0]);
  });
});

describe('the server on it', () => {
  /** The part of a devnet that the tests of deposits and payouts use. */
  const seenBy = (chain: SimulatedChain, rpc: Rpc) =>
    ({
      rpc,
      passport: { tokens: chain.tokens, keys: { treasury: keyOf('c1') } },
    }) as unknown as Devnet;

  test('credits a deposit once across a re-org, and pays a withdrawal once', async () => {
    const hot = new Wallet(keyOf('c1'));
    const chain = chainOf(3, [ANNA, BEN, hot]);
    const faults = faultless();
    const devnet = seenBy(chain, node(chain, 'one', faults));
    const database = await freshDatabase('pglite');
    const db = database.kysely;
    const user = await openAccount(db, ANNA.address);
    const { watcher, notified } = watchDeposits(devnet, db);
    await watcher.look();
    const { hash: left } = { hash: chain.send(await pay(chain, ANNA, 0, 5n * COIN)) };
    grow(chain, 2);
    await watcher.look();
    chain.reorg(2, { leave: 1 });
    expect(chain.truth.find(left)).toBeUndefined();
    await watcher.look();
    grow(chain, 3);
    await watcher.look();
    await watcher.look();
    expect((await balances(db, user)).get('USDT')).toBe(5n * COIN);
    expect(notified).toEqual([user]);

    const worker = await openPayouts(devnet, db);
    const address = newAddress();
    const rich = await richUser(db, ['USDT']);
    const id = await order(db, { user: rich, address });
    faults.losesAnswer = true;
    await expect(worker.look()).rejects.toThrow('no answer');
    faults.losesAnswer = false;
    await worker.look();
    grow(chain, 2);
    chain.reorg(2, { drop: 1 });
    await worker.look();
    grow(chain, 3);
    await worker.look();
    expect((await payoutOf(db, id)).state).toBe('confirmed');
    expect(chain.truth.transfersTo(address)).toMatchObject([{ amount: 9n * COIN, final: true }]);
    expect([await openAlerts(db), await audit(db)]).toEqual([[], []]);
    await worker.stop();
    await watcher.stop();
    await database.close();
  });
});
