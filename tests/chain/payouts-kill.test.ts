// Withdrawals while the paying process is killed (-9) before or after each of its steps, and in a long run at random: each is paid
// once, and chain and ledger agree to the last unit.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Wallet, id as topic, zeroPadValue } from 'ethers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Devnet } from '#server/chain/devnet/devnet.ts';
import { type Db, openDatabase } from '#server/db/client.ts';
import { audit } from '#server/ledger/audit.ts';
import { balances, systemBalance } from '#server/ledger/read.ts';
import { reportChaos, shortOrLong } from '#tests/support/chaos.ts';
import { type Place, preparedPlace, quiet, removeClusterAtEnd } from '#tests/support/databases.ts';
import { CHAIN_ID, openDevnet, tempFolder } from '#tests/support/devnet.ts';
import { COIN } from '#tests/support/ledger.ts';
import { MOMENTS, type Task } from '#tests/support/payouts-child.ts';
import * as pay from '#tests/support/payouts.ts';

removeClusterAtEnd();

const CHILD = join(import.meta.dirname, '../support/payouts-child.ts');
/** A child that has not reached its moment after its first check is killed wherever it is. */
const LONGEST_LIFE_MS = 2000;
const BLOCK_MS = 150;
const FEE = COIN / 10n;
/** More than a long run pays, of the account and of the wallet. */
const RICH = 1_000_000n * COIN;

let folder: Awaited<ReturnType<typeof tempFolder>>;
let devnet: Devnet;
let mining = true;
let blocks: Promise<void>;

beforeAll(async () => {
  folder = await tempFolder();
  devnet = await openDevnet(folder.path);
  await pay.mineByHand(devnet);
  blocks = (async () => {
    while (mining) {
      // A busy machine may delay it; the next block comes anyway.
      await pay.mine(devnet).catch(() => undefined);
      await sleep(BLOCK_MS);
    }
  })();
});
afterAll(async () => {
  mining = false;
  await blocks;
  await devnet.stop();
  await folder.remove();
});

interface Ordered {
  id: bigint;
  address: string;
  net: bigint;
}

/** A hot wallet with coins, and orders to pay from it. */
async function counter(name: Place) {
  const wallet = new Wallet(Wallet.createRandom().privateKey);
  await pay.mint(devnet, wallet.address, 'USDT', RICH);
  const task = {
    ...name,
    rpcUrl: devnet.rpc.url,
    key: wallet.privateKey,
    chainId: CHAIN_ID,
    coins: pay.coinsOf(devnet),
  };
  const ordered: Ordered[] = [];
  let user = 0n;
  return {
    wallet,
    task,
    ordered,
    async order(db: Db, count: number): Promise<void> {
      user ||= await pay.richUser(db, ['USDT'], RICH);
      for (let n = 0; n < count; n += 1) {
        const address = pay.newAddress();
        const amount = BigInt(ordered.length + 1) * COIN + BigInt(ordered.length);
        const id = await pay.order(db, { user, address, amount, fee: FEE });
        ordered.push({ id, address, net: amount - FEE });
      }
    },
    /** Every order is paid once, nothing else is paid, nothing is pending, and the books agree. */
    async expectPaid(db: Db): Promise<void> {
      const logs = await devnet.rpc.call<{ topics: string[]; data: string }[]>('eth_getLogs', [
        {
          fromBlock: '0x0',
          address: devnet.passport.tokens['USDT'],
          topics: [topic('Transfer(address,address,uint256)'), zeroPadValue(wallet.address, 32)],
        },
      ]);
      const paid = logs.map(({ topics, data }) => `${topics[2]?.slice(-40)} ${BigInt(data)}`);
      const owed = ordered.map(({ address, net }) => `${address.slice(2).toLowerCase()} ${net}`);
      expect(paid.toSorted()).toEqual(owed.toSorted());
      const sum = ordered.reduce((total, { net }) => total + net, 0n);
      expect(await pay.held(devnet, 'USDT', wallet.address)).toBe(RICH - sum);
      const fees = FEE * BigInt(ordered.length);
      expect((await balances(db, user)).get('USDT')).toBe(RICH - sum - fees);
      expect(await systemBalance(db, 'payouts', 'USDT')).toBe(0n);
      expect(await systemBalance(db, 'custody', 'USDT')).toBe(-RICH + sum);
      expect(await systemBalance(db, 'revenue', 'USDT')).toBe(fees);
      expect(await audit(db)).toEqual([]);
      const row = await db.selectFrom('payout_wallets').selectAll().executeTakeFirstOrThrow();
      expect(row).toMatchObject({ next_nonce: BigInt(ordered.length), halted_at: null });
    },
  };
}

const gone = (child: ChildProcess): Promise<unknown> =>
  child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve();

/** Starts a child and resolves when it is gone: true if it reached its moment. */
async function live(task: Task, lifeMs = LONGEST_LIFE_MS): Promise<boolean> {
  const child = spawn(process.execPath, ['--liftoff-only', CHILD, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = gone(child);
  let alone = true;
  void Promise.race([once(child.stdout, 'data'), ended])
    .then(() => sleep(lifeMs))
    .then(() => {
      alone = !child.kill('SIGKILL');
    });
  await ended;
  return alone;
}

/** Most orders of a long run are still open when the killing stops. */
const PAYS_MS = shortOrLong(300_000, 600_000);

async function untilPaid(db: Db): Promise<void> {
  for (const limit = performance.now() + PAYS_MS; performance.now() < limit; await sleep(100)) {
    const open = await db.selectFrom('payouts').select('id').where('state', '!=', 'confirmed').execute();
    if (open.length === 0) return;
  }
  throw new Error('not everything was paid');
}

/**
 * Every moment, alternately before or after (both in a long run), for the first, second or third payout that reaches
 * it.
 */
const DEATHS = MOMENTS.flatMap((moment, index) =>
  shortOrLong([index % 2 === 0], [false, true]).map((after) => ({
    ...{ moment, after, times: 1 + ((index + Number(after)) % 3) },
  })),
);
const RANDOM_KILLS = shortOrLong(0, 60);
/** What all tests here have killed and ordered. */
const done = { rounds: 0, acknowledged: 0 };
afterAll(() => reportChaos(done));

test('by processes that share PostgreSQL and die at every step are each paid once', async () => {
  const place = await preparedPlace('postgres');
  const database = await openDatabase({ ...place, log: quiet });
  try {
    const db = database.kysely;
    const desk = await counter({ databaseUrl: place.databaseUrl ?? '' });
    await desk.order(db, 20);
    const deaths = [...DEATHS];
    const byMoment = async (): Promise<void> => {
      let lives = 0;
      for (let dies = deaths.shift(); dies; dies = deaths.shift()) {
        // The other process may have done the work first: then it gets another chance, and on a busy machine several.
        expect((lives += 1)).toBeLessThan(10 * DEATHS.length);
        await desk.order(db, 4);
        done.rounds += 1;
        if (!(await live({ ...desk.task, dies }))) deaths.push(dies);
      }
    };
    const atRandom = async (): Promise<void> => {
      for (let kills = 0; kills < RANDOM_KILLS; kills += 1) {
        await desk.order(db, 4);
        done.rounds += 1;
        await live(desk.task, Math.random() * 300);
      }
    };
    await Promise.all([byMoment(), atRandom()]);
    const last = await pay.openPayouts(devnet, db, { ...desk.task, pollMs: 50 });
    await untilPaid(db);
    await last.stop();
    await desk.expectPaid(db);
    done.acknowledged += desk.ordered.length;
  } finally {
    await database.close();
    await place.remove();
  }
});

test('by processes that take an embedded database over from each other are each paid once', async () => {
  const place = await preparedPlace('pglite');
  try {
    const desk = await counter({ dataDir: place.dataDir ?? '' });
    const inside = async (work: (db: Db) => Promise<void>) => {
      const database = await openDatabase({ ...place, log: quiet });
      await work(database.kysely);
      await database.close();
    };
    await inside((db) => desk.order(db, 6));
    for (const moment of ['transaction is sent', 'end is booked'] as const)
      expect(await live({ ...desk.task, dies: { moment, after: true, times: 2 } }, 20_000)).toBe(true);
    await inside(async (db) => {
      const last = await pay.openPayouts(devnet, db, { ...desk.task, pollMs: 50 });
      await untilPaid(db);
      await last.stop();
      await desk.expectPaid(db);
    });
    done.rounds += 2;
    done.acknowledged += desk.ordered.length;
  } finally {
    await place.remove();
  }
});
