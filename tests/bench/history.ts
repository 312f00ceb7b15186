// `npm run bench history`: a page of fund history compared with the same page of an account with a thousand times as
// many rows, on both databases, through the whole HTTP stack: session, query, ledger, payouts, envelope.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { pino } from 'pino';
import { type Database, openDatabase } from '#server/db/client.ts';
import { recordPages, recordsRoutes } from '#server/features/assets/records.routes.ts';
import { history } from '#server/ledger/read.ts';
import { fakeApp, newSession } from '#tests/support/fake-app.ts';
import { type Client as Api, client } from '#tests/support/http.ts';
import { COMMON, RARE, longHistory } from '#tests/support/long-history.ts';
import { startCluster } from '#tests/support/postgres.ts';
import { readArgs } from './args.ts';
import { keep, median, ratio, table } from './figures.ts';
import { judged, worst } from './goals.ts';

type Query = Record<string, string>;

interface Account {
  rows: number;
  api: Api;
  /** Where the older half begins. */
  middle: string;
}

/** An account with this many rows and a session. */
async function account(
  database: Database,
  app: Parameters<typeof client>[0],
  rows: number,
): Promise<Account> {
  const db = database.kysely;
  const id = await longHistory(db, rows);
  const { id: stranger, token } = await newSession(database);
  await db.updateTable('sessions').set({ user_id: id }).where('user_id', '=', stranger).execute();
  const [newest] = await history(db, id, { limit: 1 });
  const middle = recordPages.cursorAfter({
    entry: (newest?.entry ?? 0n) - BigInt(rows) / 2n,
    coin: COMMON.coin,
  });
  return { rows, api: client(app, undefined, token), middle };
}

async function time(api: Api, query: Query): Promise<number> {
  const start = performance.now();
  const { code, text } = await api.send('GET /api/assets/records', query);
  const took = performance.now() - start;
  if (code !== 0) throw new Error(`the page was refused: ${text}`);
  return took;
}

const PAGES: Record<string, (account: Account) => Query> = {
  'first page': () => ({}),
  'a page from the middle': ({ middle }) => ({ cursor: middle }),
  'category of most rows': () => ({ category: COMMON.category }),
  'category of 5 rows': () => ({ category: RARE.category }),
  'coin of most rows': () => ({ coin: COMMON.coin }),
  'coin of 5 rows': () => ({ coin: RARE.coin }),
  'category and coin': () => ({ category: 'deposit', coin: COMMON.coin }),
  'since a day': () => ({ from: '2024-01-01T00:10:00Z' }),
  'amount of most rows': () => ({ search: '0.000000000000000001' }),
  'amount of no row': () => ({ search: '5' }),
  'hash of no row': () => ({ search: `0x${'f'.repeat(64)}` }),
  'both, from the middle': ({ middle }) => ({ category: 'deposit', coin: COMMON.coin, cursor: middle }),
};

/** Medians in ms: page → short and long account, alternating, so that a busy moment affects both. */
async function measure(accounts: [Account, Account], rounds: number) {
  const figures: { page: string; ms: [number, number] }[] = [];
  for (const [page, query] of Object.entries(PAGES)) {
    const times: [number[], number[]] = [[], []];
    // The first tenth is a warm-up and is not counted.
    for (let round = -Math.ceil(rounds / 10); round < rounds; round += 1)
      for (const n of [0, 1] as const) {
        const took = await time(accounts[n].api, query(accounts[n]));
        if (round >= 0) times[n].push(took);
      }
    figures.push({ page, ms: [median(times[0]) ?? 0, median(times[1]) ?? 0] });
  }
  return figures;
}

async function compare(database: Database, rows: number, short: number, rounds: number) {
  const { app } = fakeApp(database, { handlers: recordsRoutes() });
  try {
    const accounts: [Account, Account] = [
      await account(database, app, short),
      await account(database, app, rows),
    ];
    // As autovacuum or the embedded database's maintenance would eventually do.
    for (const name of ['ledger_postings', 'ledger_journal', 'ledger_accounts'])
      await sql`vacuum (analyze) ${sql.table(name)}`.execute(database.kysely);
    return await measure(accounts, rounds);
  } finally {
    await app.close();
  }
}

export async function bench(argv: string[]): Promise<void> {
  const options = readArgs(argv, { rows: 1_000_000, short: 1000, rounds: 100, json: '' });
  const log = pino({ level: 'silent' });
  await using end = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'adit-bench-'));
  end.defer(() => rm(dataDir, { recursive: true, force: true }));
  const cluster = await startCluster({ durable: true });
  end.defer(() => cluster.stop());
  const admin = new Client(cluster.url('postgres'));
  await admin.connect();
  await admin.query('create database bench');
  await admin.end();
  const results: Record<string, Awaited<ReturnType<typeof compare>>> = {};
  for (const [name, place] of [
    ['PostgreSQL', { databaseUrl: cluster.url('bench') }],
    ['PGlite', { dataDir }],
  ] as const) {
    const database = await openDatabase({ ...place, log });
    try {
      results[name] = await compare(database, options.rows, options.short, options.rounds);
    } finally {
      await database.close();
    }
    const lines = results[name].map(({ page, ms: [few, many] }) => [
      page,
      few.toFixed(2),
      many.toFixed(2),
      ratio(many, few),
    ]);
    const head = [name, `${options.short} rows, ms`, `${options.rows} rows, ms`, 'ratio'];
    console.log(`${table([head, ...lines])}\n`);
  }
  console.log(`pages of 20, medians of ${options.rounds}

${judged(
  Object.entries(results).map(([name, pages]) => [
    'page of a long history beside that of a short one',
    worst(pages.map(({ ms: [few, many] }) => many / few)),
    `worst, ${name}`,
  ]),
)}`);
  await keep(options.json, { options, results });
}
