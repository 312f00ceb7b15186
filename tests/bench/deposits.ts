// `npm run bench deposits`: how fast a watcher catches up after an outage, and how long after its last confirmation a
// deposit appears on an open page, on both databases.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Devnet } from '#server/chain/devnet/devnet.ts';
import { type Database, openDatabase } from '#server/db/client.ts';
import { type App, startApp } from '#tests/support/app.ts';
import { KINDS, type Kind, quiet } from '#tests/support/databases.ts';
import { byHand, treasuryHolds, watchDeposits } from '#tests/support/deposits.ts';
import { openDevnet, tempFolder } from '#tests/support/devnet.ts';
import { devnetOf, fill, sendToTreasury } from '#tests/support/money.ts';
import { UNLIMITED, balance, newcomer } from '#tests/support/person.ts';
import { startCluster } from '#tests/support/postgres.ts';
import { systemBalance } from '#server/ledger/read.ts';
import { readArgs } from './args.ts';
import { keep, median, table, whole } from './figures.ts';
import { sendTransfers } from '#tests/support/transfers.ts';

const WALLETS = 1000;
const CONFIRMATIONS = 3;

type Place = { databaseUrl?: string; dataDir?: string };

/** Seconds that a watcher takes for all deposits of its downtime. */
async function catchUp(devnet: Devnet, databases: Map<Kind, Database>, count: number) {
  await byHand(devnet);
  for (const { kysely } of databases.values()) {
    const { watcher } = watchDeposits(devnet, kysely);
    await watcher.look();
    await watcher.stop();
  }
  const before = await treasuryHolds(devnet, 'USDT');
  const sent = await sendTransfers(devnet, count, WALLETS);
  const seconds = new Map<Kind, number>();
  for (const [kind, { kysely }] of databases) {
    await sql`
      insert into users (address, invite_code, created_at, sign_ins)
      select address, 'B' || n, now(), 1
      from unnest(${sent.wallets}::text[]) with ordinality as wallet (address, n)`.execute(kysely);
    const begun = performance.now();
    const { watcher } = watchDeposits(devnet, kysely, { secure: (block) => devnet.secure(block) });
    while (watcher.status().lag !== 0) await sleep(10);
    seconds.set(kind, (performance.now() - begun) / 1000);
    await watcher.stop();
    const { rows } = await sql<{
      count: bigint;
    }>`select count(*) from deposits where user_id is not null`.execute(kysely);
    const gained = (await treasuryHolds(devnet, 'USDT')) - before;
    const custody = await systemBalance(kysely, 'custody', 'USDT');
    if (rows[0]?.count !== BigInt(count) || gained !== BigInt(count) || custody !== -gained)
      throw new Error(`${kind}: ${rows[0]?.count} of ${count} are credited, custody is ${custody}`);
  }
  return { seconds, blocks: sent.blocks };
}

/**
 * Milliseconds from a deposit's last confirmation to the response that contains it, requested when the event arrives.
 */
async function latencies(app: App, rounds: number): Promise<number[]> {
  const { api, wallet, token } = await newcomer(app.url);
  const devnet = await devnetOf(app);
  const stop = new AbortController();
  const events = await fetch(`${app.url}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  const stream = (events.body ?? new ReadableStream()).getReader();
  const notified = async () => {
    for (;;) {
      const { value, done } = await stream.read();
      if (done) throw new Error('the stream ended');
      if (
        Buffer.from(value as Uint8Array)
          .toString()
          .includes('event: balance')
      )
        return;
    }
  };
  const results: number[] = [];
  await fill(app.url, devnet, wallet.address, 'USDT', '1');
  for (let round = 1; round <= rounds; round += 1) {
    const seen = (async () => {
      await notified();
      while ((await balance(api, 'USDT')) !== String(round)) await notified();
      return performance.now();
    })();
    const hash = await sendToTreasury(devnet, wallet, 'USDT', '1');
    const receipt = await devnet.provider.getTransactionReceipt(hash);
    const last = (receipt?.blockNumber ?? 0) + CONFIRMATIONS - 1;
    while (Number(await devnet.provider.send('eth_blockNumber', [])) < last) await sleep(5);
    const confirmed = performance.now();
    results.push((await seen) - confirmed);
  }
  stop.abort();
  devnet.close();
  return results;
}

export async function bench(argv: string[]): Promise<void> {
  const options = readArgs(argv, { transfers: 10_000, rounds: 10, json: '' });
  await using end = new AsyncDisposableStack();
  const cluster = await startCluster({ durable: true });
  end.defer(() => cluster.stop());
  const folder = await tempFolder();
  end.defer(() => folder.remove());
  const places: Record<Kind, Place> = {
    pglite: { dataDir: folder.path },
    postgres: { databaseUrl: cluster.url('postgres') },
  };
  const databases = new Map<Kind, Database>();
  for (const kind of KINDS) {
    const database = await openDatabase({ ...places[kind], log: quiet });
    end.defer(() => database.close());
    databases.set(kind, database);
  }
  const devnet = await openDevnet(folder.path);
  const { seconds, blocks } = await catchUp(devnet, databases, options.transfers);
  await devnet.stop();

  const waits = new Map<Kind, number[]>();
  for (const kind of KINDS) {
    const env: Record<string, string> = { ...UNLIMITED };
    if (kind === 'postgres') {
      await sql`create database latency`.execute(databases.get('postgres')?.kysely as Database['kysely']);
      env['DATABASE_URL'] = cluster.url('latency');
    }
    const app = await startApp({ withoutPage: true, env });
    try {
      waits.set(kind, await latencies(app, options.rounds));
    } finally {
      await app.stop();
    }
  }
  const rows = KINDS.map((kind) => {
    const taken = seconds.get(kind) ?? 0;
    const ms = waits.get(kind) ?? [];
    return [
      kind,
      taken.toFixed(1),
      whole(options.transfers / taken),
      whole(median(ms)),
      whole(Math.max(...ms)),
    ];
  });
  console.log(
    `${table([['database', 'caught up s', 'transfers/s', 'visible ms', 'slowest ms'], ...rows])}\n
"caught up": ${options.transfers} transfers from ${WALLETS} wallets in ${blocks} blocks, found by a watcher that was away.
"visible": from the last confirmation on the devnet to an answer with the new balance, asked for when the event came (${options.rounds} deposits).

no goals are set for these figures`,
  );
  await keep(options.json, {
    options,
    seconds: Object.fromEntries(seconds),
    blocks,
    waits: Object.fromEntries(waits),
  });
}
