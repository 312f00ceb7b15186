// `npm run bench merkle`: the tree over a million accounts' balances while people are being paid: its time, memory and
// the event loop's longest stall, the payments' delays, an account's proof and the totals of the public page; on both
// databases.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { pino } from 'pino';
import { checkProof, proves } from '#proofs/proof.ts';
import { type Database, openDatabase } from '#server/db/client.ts';
import { trees } from '#server/features/transparency/proofs.repository.ts';
import { treeView } from '#server/features/transparency/transparency.rules.ts';
import { proofOf } from '#server/features/transparency/transparency.usecases.ts';
import { treeKeeper } from '#server/features/transparency/tree-keeper.ts';
import { wantTree } from '#server/features/transparency/trees.repository.ts';
import { systemClock } from '#server/jobs/clock.ts';
import { post } from '#server/ledger/post.ts';
import { ledgerTotals } from '#server/ledger/totals.ts';
import { startCluster } from '#tests/support/postgres.ts';
import { readArgs } from './args.ts';
import { keep, mega, median, table, whole } from './figures.ts';
import { judged } from './goals.ts';
import { ADDRESS, fillBalances } from './merkle-rows.ts';

/** Milliseconds between payments. */
const PAY_EVERY = 50;

interface Measured {
  users: number;
  seconds: number;
  /** CPU time of this process: on a busy machine less than the elapsed time. */
  processor: number;
  peak: number;
  stall: number;
  payments: number[];
  proofs: number[];
  totals: number;
}

/** Makes payments again and again until `done`, and returns how long each took. */
async function payMeanwhile({ kysely: db }: Database, done: Promise<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: bigint }>`select min(id) as id from users`.execute(db);
  const user = rows[0]?.id ?? 0n;
  const took: number[] = [];
  let over = false;
  void done.finally(() => (over = true)).catch(() => undefined);
  while (!over) {
    const begun = performance.now();
    await post(db, {
      ...{ kind: 'bench', at: new Date() },
      lines: [
        { user, coin: 'ADIT', amount: 1n },
        { system: 'issuance', coin: 'ADIT', amount: -1n },
      ],
    });
    took.push(performance.now() - begun);
    await sleep(PAY_EVERY);
  }
  return took;
}

async function measure(database: Database, users: number, coins: number, rounds: number): Promise<Measured> {
  const db = database.kysely;
  await fillBalances(db, users, coins);
  await sql`vacuum analyze`.execute(db);
  const log = pino({ level: 'error' });
  const keeper = treeKeeper({ database, clock: systemClock, log });
  await wantTree(db, '2026-11-22', randomBytes(32));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let peak = 0;
  const look = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50);
  delay.enable();
  const begun = performance.now();
  const used = process.cpuUsage();
  const made = keeper.run().then(() => performance.now() - begun);
  const payments = await payMeanwhile(database, made);
  const seconds = (await made) / 1000;
  const { user, system } = process.cpuUsage(used);
  delay.disable();
  clearInterval(look);

  const [tree] = await trees(db, 1);
  if (!tree || tree.leaves !== users) throw new Error('the tree was not made');
  const step = Math.max(1, Math.floor(users / rounds));
  const { rows } = await sql<{ id: bigint; address: string }>`
    select u.id, u.address from generate_series(1, ${users}::int, ${step}::int) n
    join users u on u.address = ${ADDRESS}`.execute(db);
  const proofs: number[] = [];
  for (const { id, address } of rows) {
    const asked = performance.now();
    const proof = await proofOf(db, { id, address });
    proofs.push(performance.now() - asked);
    if (!proves(checkProof(proof, treeView(tree), address))) throw new Error(`no proof for ${address}`);
  }
  const asked = performance.now();
  await ledgerTotals(db);
  const totals = performance.now() - asked;
  return {
    users,
    seconds,
    processor: (user + system) / 1e6,
    peak,
    stall: delay.max / 1e6,
    payments,
    proofs,
    totals,
  };
}

const line = (name: string, one: Measured): string[] => [
  name,
  String(one.users),
  one.seconds.toFixed(1),
  one.processor.toFixed(1),
  mega(one.peak),
  whole(one.stall),
  `${whole(median(one.payments))} / ${whole(Math.max(...one.payments))}`,
  `${(median(one.proofs) ?? 0).toFixed(1)} / ${Math.max(...one.proofs).toFixed(1)}`,
  whole(one.totals),
];

export async function bench(argv: string[]): Promise<void> {
  const options = readArgs(argv, {
    ...{ users: 1_000_000, pgliteUsers: 20_000, coins: 6, rounds: 200, json: '' },
  });
  const log = pino({ level: 'silent' });
  await using end = new AsyncDisposableStack();
  const rows: string[][] = [
    [
      'database',
      'accounts',
      'seconds',
      'processor, s',
      'memory, MB',
      'stall, ms',
      'payment, ms',
      'proof, ms',
      'totals, ms',
    ],
  ];
  const results: Record<string, unknown> = { options };
  let large: Measured | undefined;
  const open = async (name: string, users: number, place: Parameters<typeof openDatabase>[0]) => {
    const database = await openDatabase(place);
    try {
      const measured = await measure(database, users, options.coins, options.rounds);
      rows.push(line(name, measured));
      results[name] = measured;
      if (users >= 1_000_000) large = measured;
    } finally {
      await database.close();
    }
  };
  if (options.users > 0) {
    const cluster = await startCluster({ durable: true });
    end.defer(() => cluster.stop());
    const admin = new Client(cluster.url('postgres'));
    await admin.connect();
    await admin.query('create database bench');
    await admin.end();
    await open('PostgreSQL', options.users, { databaseUrl: cluster.url('bench'), log });
  }
  if (options.pgliteUsers > 0) {
    const dataDir = await mkdtemp(join(tmpdir(), 'adit-bench-'));
    end.defer(() => rm(dataDir, { recursive: true, force: true }));
    await open('PGlite', options.pgliteUsers, { dataDir, log });
  }
  console.log(table(rows));
  console.log(`payments and proofs: median / longest

${judged([
  ['tree over a million balances', large?.seconds],
  ['memory of the process that makes the tree', large && large.peak / 1024 ** 2],
])}`);
  await keep(options.json, results);
}
