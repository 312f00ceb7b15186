/**
 * The watcher on a real devnet and a real database: order, exactly-once effects, re-orgs, a node that is down, and a
 * chain that is not ours.
 */
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ConfigError } from '#server/config/config.ts';
import type { Database } from '#server/db/client.ts';
import { freshDatabase } from '#tests/support/databases.ts';
import { byHand, mine as mineOn } from '#tests/support/deposits.ts';
import { CHAIN_ID, memoryLog, openDevnet, tempFolder, testClock } from '#tests/support/devnet.ts';
import { countAlerts } from './alerts.ts';
import { readCursor } from './cursor.ts';
import type { Devnet } from './devnet/devnet.ts';
import { type Block, type Rpc, connect, readBlock } from './rpc.ts';
import { type Scan, type WatcherDeps, startWatcher, verifyChain } from './watcher.ts';
import type { Range } from './watcher.rules.ts';

/** Milliseconds. Only a limit for what hangs; nothing depends on the machine's speed. */
const PATIENCE = 30_000;

let folder: Awaited<ReturnType<typeof tempFolder>>;
let devnet: Devnet;
let database: Database;
const mine = (blocks: number) => mineOn(devnet.rpc, blocks);
/** A scan that finds something in every range and notes it when it is applied. */
const finding =
  (note: (range: Range) => void): Scan =>
  async (range) => ({
    to: range.to,
    apply: async () => {
      note(range);
      return () => undefined;
    },
  });
const watch = (more: Partial<WatcherDeps> = {}) =>
  startWatcher({
    rpc: devnet.rpc,
    db: database.kysely,
    clock: testClock(),
    log: memoryLog(),
    chainId: CHAIN_ID,
    confirmations: 3,
    pollMs: 50,
    ...more,
  });

beforeAll(async () => {
  folder = await tempFolder();
  database = await freshDatabase('postgres');
  devnet = await openDevnet(folder.path, { history: 64 });
  await mine(10);
});
afterAll(async () => {
  await devnet.stop();
  await database.close();
  await folder.remove();
});
beforeEach(async () => {
  await database.kysely.deleteFrom('chain_cursor').execute();
});

test('knows its health from the first pass on', async () => {
  const watcher = watch();
  await vi.waitFor(() => expect(watcher.status()).toMatchObject({ ok: true, lag: 0 }), { timeout: PATIENCE });
  // A block that comes between the two questions is counted in the next pass.
  await vi.waitFor(
    () => {
      const { head, finalized } = watcher.status();
      expect(finalized).toBe((head ?? 0) - 2);
    },
    { timeout: PATIENCE },
  );
  await watcher.stop();
});

test('scans every final block in order, and commits its effect once, together with the cursor', async () => {
  const effects: Range[] = [];
  const secured: number[] = [];
  const scan = finding((range) => effects.push(range));
  const secure = async (block: Block) => {
    await devnet.secure(block);
    secured.push(block.number);
  };
  const first = watch({ scan, secure });
  await vi.waitFor(() => expect(first.status().ok).toBe(true), { timeout: PATIENCE });
  await mine(700);
  await vi.waitFor(() => expect(effects.length).toBeGreaterThan(1), { timeout: PATIENCE });
  await first.stop();
  const second = watch({ scan, secure });
  await mine(5);
  const { number } = (await readCursor(database.kysely, 'watcher')) ?? { number: 0 };
  await vi.waitFor(() => expect(effects.at(-1)?.to).toBeGreaterThan(number), { timeout: PATIENCE });
  await second.stop();
  for (const [index, range] of effects.entries())
    if (index > 0) expect(range.from).toBe((effects[index - 1]?.to ?? 0) + 1);
  // The first one is the starting block.
  expect(secured).toEqual([(effects[0]?.from ?? 0) - 1, ...effects.map(({ to }) => to)]);
});

test('applies a block once with two watchers on one database', async () => {
  const applied: number[] = [];
  const scan = finding(({ from, to }) => {
    for (let block = from; block <= to; block += 1) applied.push(block);
  });
  const both = [watch({ scan }), watch({ scan })];
  await vi.waitFor(() => expect(both.every((watcher) => watcher.status().ok)).toBe(true), {
    timeout: PATIENCE,
  });
  for (let round = 0; round < 10; round += 1) await mine(3);
  await vi.waitFor(() => expect(applied.length).toBeGreaterThanOrEqual(30), { timeout: PATIENCE });
  await Promise.all(both.map((watcher) => watcher.stop()));
  expect(applied).toEqual([...new Set(applied)]);
});

test('moves nothing when an effect fails, and retries it', async () => {
  let failures = 2;
  const scan = finding(() => {
    failures -= 1;
    if (failures >= 0) throw new Error('not today');
  });
  const log = memoryLog();
  const watcher = watch({ scan, log });
  await mine(5);
  await vi.waitFor(() => expect(watcher.status()).toMatchObject({ ok: true, lag: 0 }), { timeout: PATIENCE });
  await vi.waitFor(() => expect(failures).toBeLessThan(0), { timeout: PATIENCE });
  expect(log.lines).toContain('the chain could not be read: not today');
  await watcher.stop();
});

test('goes back and reads again when the cursor’s block has left the chain', async () => {
  const head = await readBlock(devnet.rpc, 'latest');
  const gone = { name: 'watcher', number: BigInt((head?.number ?? 0) - 5), hash: `0x${'e'.repeat(64)}` };
  await database.kysely.insertInto('chain_cursor').values(gone).execute();
  const ranges: Range[] = [];
  const scan: Scan = async (range) => {
    ranges.push(range);
    return { to: range.to, apply: null };
  };
  const log = memoryLog();
  const watcher = watch({ scan, log });
  await vi.waitFor(() => expect(watcher.status()).toMatchObject({ ok: true, lag: 0 }), { timeout: PATIENCE });
  expect(await countAlerts(database.kysely)).toBe(1);
  await watcher.stop();
  expect(log.lines[0]).toMatch(/was final and has left the chain; reading again from block/);
  expect(ranges[0]?.from).toBe(Number(gone.number) - 128 + 1);
});

test('reads empty blocks beyond the cursor again when they have left the chain, without an alert', async () => {
  const ranges: Range[] = [];
  const scan: Scan = async (range) => {
    ranges.push(range);
    return { to: range.to, apply: null };
  };
  const log = memoryLog();
  // No block comes between what is read and what leaves the chain.
  await byHand(devnet);
  onTestFinished(() => devnet.rpc.call('evm_setIntervalMining', [1]));
  const watcher = watch({ scan, log, pollMs: 60_000 });
  await watcher.look();
  const { number: cursor = 0 } = (await readCursor(database.kysely, 'watcher')) ?? {};
  await mine(8);
  await watcher.look();
  const { to: last = 0 } = ranges.at(-1) ?? {};
  // Empty blocks come out identical if they have the same miner.
  await devnet.rpc.call('anvil_setCoinbase', [`0x${'1'.repeat(40)}`]);
  await devnet.rpc.call('anvil_reorg', [6, []]);
  await mine(4);
  ranges.length = 0;
  await watcher.look();
  await watcher.stop();
  expect(last).toBeGreaterThan(cursor);
  expect(ranges[0]?.from).toBe(cursor + 1);
  expect(ranges.at(-1)?.to).toBeGreaterThan(last);
  expect(log.lines).toEqual([]);
});

test('applies no effects of blocks that are not final, so a re-org of them leaves none behind', async () => {
  const seen: number[] = [];
  const scan = finding(({ to }) => seen.push(to));
  const log = memoryLog();
  const watcher = watch({ scan, log });
  await mine(4);
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0), { timeout: PATIENCE });
  await devnet.rpc.call('anvil_reorg', [2, []]);
  await mine(4);
  await vi.waitFor(() => expect(watcher.status()).toMatchObject({ ok: true, lag: 0 }), { timeout: PATIENCE });
  await watcher.stop();
  expect(log.lines).toEqual([]);
});

test('reports a node that is down as unhealthy, and waits for it', async () => {
  let away = true;
  const nobody = connect('http://127.0.0.1:9');
  const rpc: Rpc = {
    url: devnet.rpc.url,
    call: (...args) => (away ? nobody : devnet.rpc).call(...args),
    batch: (...args) => (away ? nobody : devnet.rpc).batch(...args),
  };
  const log = memoryLog();
  const watcher = watch({ rpc, log });
  await vi.waitFor(() => expect(log.lines.length).toBeGreaterThan(1), { timeout: PATIENCE });
  expect(watcher.status()).toMatchObject({ ok: false, head: null, finalized: null, lag: null });
  away = false;
  await vi.waitFor(() => expect(watcher.status().ok).toBe(true), { timeout: PATIENCE });
  await watcher.stop();
});

test('refuses a node on another chain with a one-line error', async () => {
  const { kysely } = database;
  await expect(verifyChain(devnet.rpc, kysely, 56)).rejects.toThrow(
    'CHAIN_RPC_URL leads to chain 1337, not to 56 (CHAIN_ID)',
  );
  await kysely
    .insertInto('chain_cursor')
    .values({ name: 'identity', number: 1n, hash: `0x${'a'.repeat(64)}` })
    .execute();
  const wrong = verifyChain(devnet.rpc, kysely, CHAIN_ID);
  await expect(wrong).rejects.toBeInstanceOf(ConfigError);
  await expect(wrong).rejects.toThrow(/block 1 differs/);
  const watcher = watch();
  await expect(watcher.look()).rejects.toThrow(/block 1 differs/);
  expect(watcher.status().ok).toBe(false);
  await watcher.stop();
});
