/** The watching process is killed between any two of its steps and restarted: every deposit is credited, none twice. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { computeAddress } from 'ethers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import type { Devnet } from '#server/chain/devnet/devnet.ts';
import { openDatabase } from '#server/db/client.ts';
import { audit } from '#server/ledger/audit.ts';
import { history, systemBalance } from '#server/ledger/read.ts';
import { reportChaos, shortOrLong } from '#tests/support/chaos.ts';
import { type Place, preparedPlace, quiet, removeClusterAtEnd } from '#tests/support/databases.ts';
import { byHand, mine, openAccount, purse, watchDeposits } from '#tests/support/deposits.ts';
import { openDevnet, tempFolder } from '#tests/support/devnet.ts';
import { held } from '#tests/support/payouts.ts';

let folder: Awaited<ReturnType<typeof tempFolder>>;
let devnet: Devnet;
beforeAll(async () => {
  folder = await tempFolder();
  devnet = await openDevnet(folder.path);
  await byHand(devnet);
});
afterAll(async () => {
  await devnet.stop();
  await folder.remove();
});
removeClusterAtEnd();

/** What all tests here have killed and paid. */
const done = { rounds: 0, acknowledged: 0 };
afterAll(() => reportChaos(done));

const CHILD = join(import.meta.dirname, '../support/deposit-child.ts');

/** Runs the child; resolves with the steps it reported, and whether it was killed. */
async function live(place: Place, dieAfter = ''): Promise<{ steps: string[]; killed: boolean }> {
  const orders = JSON.stringify({ place, url: devnet.rpc.url, passport: devnet.passport, dieAfter });
  const child = spawn(process.execPath, ['--liftoff-only', CHILD, orders], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (part: Buffer) => (text += part.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`the child ended with ${String(code)}`);
  return { steps: text.split('\n').slice(0, -1), killed: signal === 'SIGKILL' };
}

/** An empty database whose reading starts at the newest block, with an account whose wallet pays. */
async function begin(place: Place) {
  const wallet = await purse(devnet, { USDT: '1000' });
  const database = await openDatabase({ ...place, log: quiet });
  const user = await openAccount(database.kysely, wallet.address);
  const { watcher } = watchDeposits(devnet, database.kysely);
  await watcher.look();
  await watcher.stop();
  await database.close();
  const paid: string[] = [];
  const holds = () => held(devnet, 'USDT', computeAddress(devnet.passport.keys.treasury));
  const before = await holds();
  return {
    /** Pays 1 USDT and confirms it. */
    pay: async () => {
      const { hash } = await wallet.pay('USDT', '1');
      await mine(devnet.rpc, 3);
      paid.push(`${hash}/0`);
    },
    /** All of it is credited, in order, and nothing twice; the ledger owes what the chain holds. */
    settled: async () => {
      const last = await openDatabase({ ...place, log: quiet });
      const booked = await history(last.kysely, user, { limit: 200 });
      expect(booked.map(({ ref }) => ref).toReversed()).toEqual(paid);
      const custody = await systemBalance(last.kysely, 'custody', 'USDT');
      expect(-custody).toBe((await holds()) - before);
      expect(-custody).toBe(toUnits(String(paid.length)));
      expect(await audit(last.kysely)).toEqual([]);
      done.acknowledged += paid.length;
      await last.close();
    },
  };
}

test('survives kill -9 after its steps', async () => {
  const { remove, ...place } = await preparedPlace('postgres');
  try {
    const { pay, settled } = await begin(place);
    await pay();
    const { steps } = await live(place);
    for (const step of ['eth_getLogs 1', 'batch of eth_getTransactionReceipt 1', 'securing 1', 'commit 1'])
      expect(steps).toContain(step);
    const deadly = steps.slice(steps.indexOf('eth_getLogs 1'), steps.indexOf('commit 1') + 1);
    expect(deadly.length).toBeGreaterThan(4);
    // Until the transaction begins there are only reads, which leave nothing behind: a short run dies after one of them.
    const written = deadly.slice(deadly.indexOf('securing 1')).filter((_, i) => i % 2 === 0);
    for (const step of shortOrLong([...new Set(['eth_getLogs 1', ...written, 'commit 1'])], deadly)) {
      await pay();
      expect((await live(place, step)).killed, step).toBe(true);
      done.rounds += 1;
    }
    expect((await live(place)).killed).toBe(false);
    await settled();
  } finally {
    await remove();
  }
});

test('three processes on one PostgreSQL credit each deposit once', async () => {
  const { remove, ...place } = await preparedPlace('postgres');
  try {
    const { pay, settled } = await begin(place);
    for (let payment = 0; payment < 10; payment += 1) await pay();
    const lives = await Promise.all([live(place), live(place), live(place)]);
    expect(lives.map(({ steps }) => steps.includes('done'))).toEqual([true, true, true]);
    await settled();
  } finally {
    await remove();
  }
});
