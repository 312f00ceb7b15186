/**
 * The devnet across restarts: ended properly, killed with and without its server, damaged, and with another program on
 * its port.
 */
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Wallet } from 'ethers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mine } from '#tests/support/deposits.ts';
import {
  CHAIN_ID,
  devnetProcess,
  lives,
  memoryLog,
  openDevnet,
  tempFolder,
  testClock,
} from '#tests/support/devnet.ts';
import { type Launch, anvilBinary, launchAnvil, openPort } from './anvil.ts';
import { artifact } from '#server/chain/contracts/artifacts.ts';
import type { Devnet, DevnetOptions } from './devnet.ts';
import { FAUCET_MINT, faucetOf } from './faucet.ts';
import { connect, read, readBlock } from '#server/chain/rpc.ts';
import { leftFile, readPassport } from './state.ts';

let folder: Awaited<ReturnType<typeof tempFolder>>;
const opened: Devnet[] = [];
const open = async (more: Partial<DevnetOptions> = {}): Promise<Devnet> => {
  const devnet = await openDevnet(folder.path, more);
  opened.push(devnet);
  return devnet;
};
const usdtOf = async ({ rpc, passport }: Pick<Devnet, 'rpc' | 'passport'>, owner: string) =>
  (await read(rpc, passport.tokens['USDT'] ?? '', artifact('TestToken'), 'balanceOf', [owner]))[0] as bigint;
/** A chain that is not one of our devnets. */
const plain = (port: number): Launch => ({
  port,
  chainId: CHAIN_ID,
  folder: `${folder.path}/plain`,
  genesis: 1_700_000_000,
  history: 0,
});
const stranger = () => Wallet.createRandom().address;

beforeEach(async () => {
  folder = await tempFolder();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((devnet) => devnet.stop()));
  await folder.remove();
});

test('keeps chain, balances, addresses and port over a restart, and its time does not run backwards', async () => {
  const clock = testClock();
  const first = await open({ clock });
  const wallet = stranger();
  await faucetOf(first)(wallet);
  clock.advance(3 * 86_400);
  await first.follow();
  const before = await readBlock(first.rpc, 'latest');
  const pid = first.pid();
  await first.stop();
  expect(lives(pid)).toBe(false);

  // The clock has forgotten the skip, but the chain's time continues from its last block.
  const second = await open();
  expect(second.passport).toEqual(first.passport);
  expect(second.rpc.url).toBe(first.rpc.url);
  expect(await usdtOf(second, wallet)).toBe(FAUCET_MINT);
  const same = await readBlock(second.rpc, before?.number ?? 0);
  expect(same?.hash).toBe(before?.hash);
  const after = await readBlock(second.rpc, 'latest');
  expect(after?.number).toBeGreaterThan(before?.number ?? 0);
  expect(after?.timestamp).toBeGreaterThan(before?.timestamp ?? 0);
});

test('ends with a killed server, and the next start has everything it had', async () => {
  const { server, pid, url } = await devnetProcess(folder.path);
  const wallet = stranger();
  const passport = await readPassport(join(folder.path, 'chain'));
  if (!passport) throw new Error('no passport');
  const rpc = connect(url);
  await faucetOf({ rpc, passport, secure: async () => undefined } as unknown as Devnet)(wallet);
  // More blocks than one save may contain, none with a user's transaction.
  await mine(rpc, 500);
  const newest = await readBlock(rpc, 'latest');
  server.kill('SIGKILL');
  await vi.waitFor(() => expect(lives(pid)).toBe(false), { timeout: 60_000 });

  const devnet = await open();
  expect(devnet.passport).toEqual(passport);
  expect(await usdtOf(devnet, wallet)).toBe(FAUCET_MINT);
  expect((await readBlock(devnet.rpc, newest?.number ?? 0))?.hash).toBe(newest?.hash);
});

test('a start right after the kill waits for the devnet to write its state, and ignores half of one', async () => {
  const { server, pid, url } = await devnetProcess(folder.path);
  await mine(connect(url), 2000);
  const newest = await readBlock(connect(url), 'latest');
  process.kill(pid, 'SIGSTOP');
  server.kill('SIGKILL');
  await vi.waitFor(() => expect(server.signalCode).toBe('SIGKILL'));
  const opening = open();
  setTimeout(() => process.kill(pid, 'SIGCONT'), 300);
  const devnet = await opening;
  expect((await readBlock(devnet.rpc, newest?.number ?? 0))?.hash).toBe(newest?.hash);
  expect(lives(pid)).toBe(false);

  const head = Number(await devnet.rpc.call('eth_blockNumber'));
  await devnet.stop();
  await writeFile(leftFile(join(folder.path, 'chain')), '{"blocks":[');
  expect(Number(await (await open()).rpc.call('eth_blockNumber'))).toBeGreaterThanOrEqual(head);
});

test('loses nothing it had confirmed when server and devnet are killed at once', async () => {
  const { server, pid, url } = await devnetProcess(folder.path);
  const rpc = connect(url);
  await vi.waitFor(async () => expect(Number(await rpc.call('eth_blockNumber'))).toBeGreaterThan(3), {
    timeout: 60_000,
  });
  server.kill('SIGKILL');
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(lives(pid)).toBe(false));
  const devnet = await open();
  const wallet = stranger();
  await faucetOf(devnet)(wallet);
  process.kill(devnet.pid(), 'SIGKILL');
  await vi.waitFor(async () => expect(await usdtOf(devnet, wallet)).toBe(FAUCET_MINT), { timeout: 60_000 });
});

test('refuses a folder that another server uses, with a one-line error', async () => {
  const { server, pid } = await devnetProcess(folder.path);
  await expect(open()).rejects.toThrow(/^DATA_DIR is in use by another server \(process \d+\)/);
  expect(lives(pid)).toBe(true);
  server.kill('SIGKILL');
  process.kill(pid, 'SIGKILL');
});

test('tolerates a pid file with the id of another process', async () => {
  await (await open()).stop();
  const bystander = await launchAnvil(plain(await openPort(0)));
  await writeFile(join(folder.path, 'chain', 'anvil.pid'), `${bystander.pid} 1\n`);
  await open();
  expect(bystander.alive()).toBe(true);
  await bystander.kill();
});

test('reports a damaged state in one line and overwrites nothing', async () => {
  await (await open()).stop();
  const file = join(folder.path, 'chain', 'state.json.gz');
  await truncate(file, 2000);
  const line =
    /^the devnet in DATA_DIR is damaged \(.*state\.json\.gz\); restore DATA_DIR from a backup, or empty it to start afresh$/;
  await expect(open()).rejects.toThrow(line);
  expect(await readFile(file)).toHaveLength(2000);
  await rm(file);
  await expect(open()).rejects.toThrow(line);
  await writeFile(join(folder.path, 'chain', 'devnet.json'), '{}');
  await expect(open()).rejects.toThrow(/damaged \(.*devnet\.json\)/);
});

test('starts over after a first start that did not finish', async () => {
  await (await open()).stop();
  await rm(join(folder.path, 'chain', 'devnet.json'));
  await expect(open()).resolves.toBeDefined();
});

test('leaves another program on the remembered port alone, moves to another port and remembers it', async () => {
  const first = await open();
  const { port } = first.passport;
  await first.stop();
  const planted = await launchAnvil(plain(port));
  const second = await open();
  expect(second.rpc.url).not.toBe(planted.rpc.url);
  expect((await readBlock(second.rpc, 1))?.hash).toBe(first.passport.identity);
  expect((await readPassport(join(folder.path, 'chain')))?.port).toBe(second.passport.port);
  await planted.kill();
});

test('does not take an answer on the port for its own when its process has ended', async () => {
  const port = await openPort(0);
  const planted = await launchAnvil(plain(port));
  await expect(launchAnvil({ ...plain(port), folder: `${folder.path}/second` })).rejects.toThrow(
    /^anvil did not start: .*in use/i,
  );
  await planted.kill();
  const mute = createServer().listen(port, '127.0.0.1');
  expect(await openPort(port)).not.toBe(port);
  mute.close();
});

test('refuses a state of another chain under our passport', async () => {
  const first = await open();
  await first.stop();
  const file = join(folder.path, 'chain', 'devnet.json');
  const passport = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...passport, identity: `0x${'1'.repeat(64)}` }));
  await expect(open()).rejects.toThrow('another chain');
});

test('is trimmed while it runs: old empty blocks are dropped, blocks with users’ transactions stay', async () => {
  const log = memoryLog();
  const devnet = await open({ recycleBlocks: 1500, log });
  const wallet = stranger();
  const [hash = ''] = await faucetOf(devnet)(wallet);
  const pid = devnet.pid();
  const mined = Number(await devnet.rpc.call('eth_blockNumber')) + 1;
  await mine(devnet.rpc, 1600);
  await vi.waitFor(() => expect(devnet.pid()).not.toBe(pid), { timeout: 30_000, interval: 50 });
  await vi.waitFor(
    async () => expect(Number(await devnet.rpc.call('eth_blockNumber'))).toBeGreaterThan(mined + 1600),
    { timeout: 60_000 },
  );
  expect(await readBlock(devnet.rpc, mined + 10)).toBeNull();
  expect(await readBlock(devnet.rpc, mined + 1500)).not.toBeNull();
  expect((await readBlock(devnet.rpc, 1))?.hash).toBe(devnet.passport.identity);
  expect(await devnet.rpc.call('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' });
  expect(await usdtOf(devnet, wallet)).toBe(FAUCET_MINT);
  expect(log.lines).toEqual([]);
});

test('reports in one line that there is no devnet for this machine', () => {
  expect(() => anvilBinary('sunos', 'sparc', '')).toThrow(
    /^CHAIN_RPC_URL is not set and there is no devnet for sunos on sparc/,
  );
});
