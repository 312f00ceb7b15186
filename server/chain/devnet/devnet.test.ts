/** The devnet while it runs: what a first start sets up, faucet, time, and a process killed at run time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Wallet, ZeroAddress, computeAddress } from 'ethers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { memoryLog, openDevnet, tempFolder, testClock } from '#tests/support/devnet.ts';
import { COINS, treasurySeed } from '#server/chain/coins.ts';
import { listedFeeds } from '#server/chain/prices/prices.rules.ts';
import { artifact } from '#server/chain/contracts/artifacts.ts';
import type { Devnet } from './devnet.ts';
import { FAUCET_GAS, FAUCET_MINT, faucetOf } from './faucet.ts';
import { startPrices } from '#server/chain/prices/prices.ts';
import { type Rpc, read, readBlock } from '#server/chain/rpc.ts';
import { Reverted } from './sender.ts';

const balance = async (devnet: Devnet, coin: string, owner: string): Promise<bigint> =>
  (
    await read(devnet.rpc, devnet.passport.tokens[coin] ?? '', artifact('TestToken'), 'balanceOf', [owner])
  )[0] as bigint;
const gas = async (rpc: Rpc, address: string) =>
  BigInt(await rpc.call<string>('eth_getBalance', [address, 'latest']));
const head = async (rpc: Rpc) => Number(await rpc.call('eth_blockNumber'));
const stranger = () => Wallet.createRandom().address;

describe('a devnet', () => {
  const clock = testClock();
  const log = memoryLog();
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let devnet: Devnet;
  beforeAll(async () => {
    folder = await tempFolder();
    devnet = await openDevnet(folder.path, { clock, log });
  });
  afterAll(async () => {
    await devnet.stop();
    await folder.remove();
  });

  test('holds every listed coin, and a treasury that matches what demo mode seeds', async () => {
    const treasury = computeAddress(devnet.passport.keys.treasury);
    for (const coin of COINS) expect(await balance(devnet, coin.symbol, treasury)).toBe(treasurySeed(coin));
    expect(fromUnits(await balance(devnet, 'USDT', treasury))).toBe('101000');
    expect(fromUnits(await balance(devnet, 'ADIT', treasury))).toBe('10100000');
  });

  test('answers browsers on any page', async () => {
    const origin = 'http://localhost:8080';
    const ask = await fetch(devnet.rpc.url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect(ask.headers.get('access-control-allow-origin')).toBe('*');
    expect(ask.headers.get('access-control-allow-headers')).toContain('content-type');
  });

  test('has blocks whose last transaction was sent by their own miner', async () => {
    const block = await vi.waitFor(
      async () => {
        for (let number = await head(devnet.rpc); number > 1; number -= 1) {
          const found = await readBlock(devnet.rpc, number);
          if (found && found.transactions.length > 0) return found;
        }
        throw new Error('not yet');
      },
      { timeout: 60_000, interval: 200 },
    );
    const last = await devnet.rpc.call<{ from: string }>('eth_getTransactionByHash', [
      block.transactions.at(-1),
    ]);
    expect(last.from).toBe(block.miner);
  });

  test('reports an address that cannot accept money from the faucet, and continues to work', async () => {
    const faucet = faucetOf(devnet);
    const token = devnet.passport.tokens['USDT'] ?? '';
    for (const address of [ZeroAddress, token])
      await expect(faucet(address)).rejects.toBeInstanceOf(Reverted);
    expect(await faucet(Wallet.createRandom().address)).toHaveLength(2);
  });

  test('pays ten wallets at once from the faucet', async () => {
    const faucet = faucetOf(devnet);
    const wallets = Array.from({ length: 10 }, stranger);
    const hashes = await Promise.all(wallets.map(faucet));
    expect(new Set(hashes.flat()).size).toBe(20);
    for (const wallet of wallets) {
      expect(await gas(devnet.rpc, wallet)).toBe(FAUCET_GAS);
      expect(await balance(devnet, 'USDT', wallet)).toBe(FAUCET_MINT);
    }
  });

  test('refuses a faucet address with a wrong checksum', async () => {
    // The first example of EIP-55 with its last letter in the opposite case. A random address could end up all upper
    // case, which has no checksum.
    await expect(faucetOf(devnet)('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD')).rejects.toThrow('checksum');
  });

  test('follows a clock that skips, with fresh prices', async () => {
    const prices = await startPrices({
      ...{ rpc: devnet.rpc, clock, log },
      feeds: () => listedFeeds(COINS, devnet.passport.feeds),
    });
    expect(fromUnits(prices.quote('SHIB')?.price ?? 0n)).toBe('0.0000088');
    expect(prices.quote('TON')).toBeNull();
    clock.advance(86_400);
    expect(prices.quote('BTC')).toBeNull();
    await devnet.follow();
    await prices.refresh();
    const block = await readBlock(devnet.rpc, 'latest');
    expect(Math.abs((block?.timestamp ?? 0) - clock.now().getTime() / 1000)).toBeLessThan(60);
    expect(prices.quote('BTC')?.price).toBe(toUnits('90000'));
    await devnet.follow();
    await sleep(1500);
    const later = await readBlock(devnet.rpc, 'latest');
    expect(Math.abs((later?.timestamp ?? 0) - clock.now().getTime() / 1000)).toBeLessThan(60);
    await prices.stop();
  });

  test('restarts by itself when its process is killed, with everything the faucet has confirmed', async () => {
    const wallet = stranger();
    await faucetOf(devnet)(wallet);
    const before = await readBlock(devnet.rpc, 'latest');
    const pid = devnet.pid();
    process.kill(pid, 'SIGKILL');
    // It may be down for less time than one poll takes.
    await vi.waitFor(() => expect(devnet.pid()).not.toBe(pid), { timeout: 60_000 });
    await vi.waitFor(async () => expect(await head(devnet.rpc)).toBeGreaterThan(before?.number ?? 0), {
      timeout: 60_000,
    });
    expect(devnet.alive()).toBe(true);
    expect(await balance(devnet, 'USDT', wallet)).toBe(FAUCET_MINT);
    const after = await readBlock(devnet.rpc, 'latest');
    expect(after?.timestamp).toBeGreaterThanOrEqual(before?.timestamp ?? 0);
    expect(log.lines).toContain('the devnet ended; starting it again');
  });

  test('reports a block as safe only when it is', async () => {
    const block = await readBlock(devnet.rpc, 'latest');
    if (!block) throw new Error('no block');
    await devnet.secure(block);
    await expect(devnet.secure({ number: block.number, hash: `0x${'0'.repeat(64)}` })).rejects.toThrow(
      'not the devnet',
    );
  });
});
