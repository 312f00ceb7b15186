/** The chain as main.ts sets it up: on its own devnet, and on an external node. */
import { Wallet } from 'ethers';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fromUnits } from '#rules/amounts.ts';
import type { Database } from '#server/db/client.ts';
import { freshDatabase } from '#tests/support/databases.ts';
import { CHAIN_ID, tempFolder, testClock } from '#tests/support/devnet.ts';
import { type Chain, createChain } from './chain.ts';
import { readBlock } from './rpc.ts';

const log = pino({ level: 'silent' });
const clock = testClock();
let folder: Awaited<ReturnType<typeof tempFolder>>;
let database: Database;
let chain: Chain;
const create = (more: { chainRpcUrl?: string; chainId?: number } = {}) =>
  createChain(
    { dataDir: folder.path, chainId: CHAIN_ID, confirmations: 3, ...more },
    { db: database.kysely, clock, log, changed: () => undefined },
  );

beforeAll(async () => {
  folder = await tempFolder();
  database = await freshDatabase('postgres');
  chain = await create();
});
afterAll(async () => {
  await chain.stop();
  await database.close();
  await folder.remove();
});

test('on the devnet it has everything: coins, treasury, prices, faucet, signatures, the time machine', async () => {
  await vi.waitFor(() => expect(chain.status()).toMatchObject({ ok: true, lag: 0 }), { timeout: 60_000 });
  expect(chain.coins.every(({ contract }) => /^0x[0-9a-fA-F]{40}$/.test(contract ?? ''))).toBe(true);
  expect(chain.treasury).toBe(new Wallet(chain.hotWalletKey ?? '').address);
  expect(fromUnits(chain.quote('ADIT')?.price ?? 0n)).toBe('0.01');
  expect(fromUnits(chain.quote('BTC')?.price ?? 0n)).toBe('90000');
  expect(await chain.faucet?.(Wallet.createRandom().address)).toHaveLength(2);
  const wallet = Wallet.createRandom();
  const claim = { message: 'hello', signature: await wallet.signMessage('hello'), address: wallet.address };
  expect(await chain.verifySignature(claim, async () => false)).toBe(true);
  clock.advance(400 * 86_400);
  expect(chain.quote('BTC')).toBeNull();
  await chain.followClock?.();
  expect(chain.quote('BTC')).not.toBeNull();
  const block = await readBlock(chain.rpc, 'latest');
  expect(Math.abs((block?.timestamp ?? 0) * 1000 - clock.now().getTime())).toBeLessThan(60_000);
});

test("on the operator's node it has no faucet, no time machine, and only the configured contracts", async () => {
  const other = await create({ chainRpcUrl: chain.rpcUrl });
  await vi.waitFor(() => expect(other.status().ok).toBe(true), { timeout: 60_000 });
  expect([other.faucet, other.followClock, other.treasury, other.hotWalletKey]).toEqual([
    undefined,
    undefined,
    null,
    null,
  ]);
  expect(other.coins.every(({ contract }) => contract === null)).toBe(true);
  expect(other.quote('BTC')).toBeNull();
  await other.stop();
});

test('refuses to start with a one-line error when the node is on another chain', async () => {
  const start = create({ chainRpcUrl: chain.rpcUrl, chainId: 56 });
  await expect(start).rejects.toThrow(/^CHAIN_RPC_URL leads to chain 1337, not to 56 \(CHAIN_ID\)$/);
});

test('starts despite an unreachable node, and health reports it', async () => {
  const other = await create({ chainRpcUrl: 'http://127.0.0.1:9' });
  expect(other.status()).toEqual({ ok: false, head: null, finalized: null, lag: null });
  await other.stop();
});
