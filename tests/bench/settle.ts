// `npm run bench settle`: paying a million stake orders with three-level yields, compared with a bare INSERT of the
// same postings, and the team page of an account above ten million others compared with one above a hundred; on both databases
// (fewer rows on the embedded one).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { type Database, openDatabase } from '#server/db/client.ts';
import { startCluster } from '#tests/support/postgres.ts';
import { readArgs } from './args.ts';
import { keep, mega, ratio, table, whole } from './figures.ts';
import { type Row, judged, worst } from './goals.ts';
import { type Settled, settleOrders } from './settle-orders.ts';
import { askTeam } from './settle-team.ts';

const SMALL = { accounts: 100, directs: 20 };
const LOOK_MS = 200;

/** The peak memory of this process, which also runs the server's side, during `run`. */
async function peakOf<T>(run: () => Promise<T>): Promise<{ result: T; peak: number }> {
  let peak = process.memoryUsage.rss();
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), LOOK_MS);
  try {
    return { result: await run(), peak };
  } finally {
    clearInterval(timer);
  }
}

const settledTable = (rows: [string, Settled, number][]): string =>
  table([
    [
      'database',
      'orders',
      'postings',
      'seconds',
      'bare insert',
      'ratio',
      'batches',
      'longest, ms',
      'memory, MB',
    ],
    ...rows.map(([name, one, peak]) => [
      name,
      ...[one.orders, one.postings].map(String),
      one.seconds.toFixed(1),
      one.bare.toFixed(1),
      ratio(one.seconds, one.bare),
      String(one.batches),
      whole(one.longest),
      mega(peak),
    ]),
  ]);

export async function bench(argv: string[]): Promise<void> {
  const options = readArgs(argv, {
    ...{ orders: 1_000_000, accounts: 10_000_000, directs: 100_000 },
    ...{ pgliteOrders: 200_000, pgliteAccounts: 500_000, rounds: 100, json: '' },
  });
  const log = pino({ level: 'silent' });
  await using end = new AsyncDisposableStack();
  const cluster = await startCluster({ durable: true });
  end.defer(() => cluster.stop());
  const admin = new Client(cluster.url('postgres'));
  await admin.connect();
  let made = 0;

  async function fresh(embedded: boolean): Promise<Database & AsyncDisposable> {
    made += 1;
    const dataDir = await mkdtemp(join(tmpdir(), 'adit-bench-'));
    if (!embedded) await admin.query(`create database bench${made}`);
    const place = embedded ? { dataDir } : { databaseUrl: cluster.url(`bench${made}`) };
    const database = await openDatabase({ ...place, log });
    return Object.assign(database, {
      async [Symbol.asyncDispose]() {
        await database.close();
        await rm(dataDir, { recursive: true, force: true });
      },
    });
  }

  const results: Record<string, unknown> = { options };
  const rows: Row[] = [];
  const kinds = [
    { name: 'PostgreSQL', embedded: false, orders: options.orders, accounts: options.accounts },
    { name: 'PGlite', embedded: true, orders: options.pgliteOrders, accounts: options.pgliteAccounts },
  ];
  try {
    for (const { name, embedded, orders, accounts } of kinds) {
      const settled = await peakOf(async () => {
        await using database = await fresh(embedded);
        return await settleOrders(database, orders);
      });
      console.log(`${settledTable([[name, settled.result, settled.peak]])}\n`);
      const team = await peakOf(async () => {
        await using small = await fresh(embedded);
        const few = await askTeam(small, SMALL, options.rounds);
        await using large = await fresh(embedded);
        return { few, many: await askTeam(large, { accounts, directs: options.directs }, options.rounds) };
      });
      const { few, many } = team.result;
      const head = [name, `${SMALL.accounts} accounts, ms`, `${accounts} accounts, ms`, 'ratio'];
      const lines = Object.keys(many).map((call) => [
        call,
        ...[few[call], many[call]].map((ms) => (ms ?? 0).toFixed(2)),
        ratio(many[call], few[call]),
      ]);
      console.log(`${table([head, ...lines])}\nmemory: ${mega(team.peak)} MB\n`);
      results[name] = { settled, team };
      const { seconds, bare, longest } = settled.result;
      rows.push(
        ['payout of stake orders beside a bare insert', seconds / bare, name],
        ['longest batch', longest, name],
        // The embedded database lives in the same process.
        ...(embedded ? [] : ([['memory of the paying process', settled.peak / 1024 ** 2, name]] as Row[])),
        [
          'team page of a large team beside that of a small one',
          worst(Object.keys(many).map((call) => (many[call] ?? 0) / (few[call] ?? 0))),
          name,
        ],
      );
    }
  } finally {
    await admin.end();
  }
  console.log(judged(rows));
  await keep(options.json, results);
}
