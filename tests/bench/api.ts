// `npm run bench api`: claims through HTTP compared with pgbench sending the same SQL, one claim at a time, to the
// same PostgreSQL: how many per second, and how long one takes when both are offered the same load. Sides alternate,
// so that a slow minute of the machine affects both. `--servers 2` spreads the calls over that many processes;
// `--pgbouncer 16` puts PgBouncer in transaction mode before the database, with that many connections to it. pgbench
// always connects to the database directly.
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { spawnLeashed } from '#server/lib/leash.ts';
import { type App, startApp } from '#tests/support/app.ts';
import { freePort } from '#tests/support/ports.ts';
import { type Cluster, startCluster, unprivileged } from '#tests/support/postgres.ts';
import { readArgs } from './args.ts';
import { bytesOf, claimsBooked, createAccounts, endCycles, PGBENCH_SCRIPT } from './claims.ts';
import { counts, keep, median, mega, percentile, ratio, table, whole } from './figures.ts';
import { httpLoad, type Load } from './http-load.ts';
import { type Row, judged } from './goals.ts';
import { atRandom, pacedLoad } from './paced-load.ts';
import { pgbench } from './pgbench.ts';
import { TICKS_PER_SECOND, treeMemory, treeTicks } from './process-tree.ts';

/** Starts PgBouncer as `server/deploy/compose.yaml` does, but without passwords. Returns the database's address through it. */
async function startBouncer(
  cluster: Cluster,
  folder: string,
  connections: number,
  end: AsyncDisposableStack,
) {
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const settings = [
    '[databases]',
    `bench = host=127.0.0.1 port=${cluster.port} user=adit`,
    '[pgbouncer]',
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any'],
    ...['pool_mode = transaction', `default_pool_size = ${connections}`, 'max_client_conn = 1000'],
    'ignore_startup_parameters = extra_float_digits,statement_timeout',
  ];
  await writeFile(file, `${settings.join('\n')}\n`);
  await chmod(folder, 0o755);
  const child = spawnLeashed('pgbouncer', [file], { ...unprivileged(), stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  end.defer(async () => void (child.kill('SIGINT') && (await ended)));
  let said = '';
  for await (const part of child.stderr ?? [])
    if ((said += String(part)).includes('process up')) return `postgres://adit@127.0.0.1:${port}/bench`;
  throw new Error(`PgBouncer ended: ${said}`);
}

/** A side that reports more than the ledger has hit an error or run out of accounts. */
function agree(side: string, done: number, booked: number): void {
  if (done !== booked)
    throw new Error(`${side} reports ${done} claims, ${booked} are booked; more --accounts?`);
}

/** Milliseconds. */
interface Round {
  http: Load;
  pgbench: { rate: number; latencies: number[] };
  /** Processor time per claim, in microseconds, at full speed. */
  cost: { servers: number; database: number; pgbench: number };
  /** At the same offered load. */
  offered: number;
  httpPaced: number[];
  pgbenchPaced: number[];
}

/** The offered load, as a share of what pgbench can do: neither side builds up an ever-growing queue. */
const OFFERED_SHARE = 0.5;
const WARM_UP_SECONDS = 2;

interface Setting {
  origins: readonly string[];
  db: Client;
  url: string;
  script: string;
  accounts: number;
  /** Processes of the servers, and of the database. */
  servers: readonly number[];
  database: number;
}

/** Processor time that processes have used meanwhile, in microseconds. */
async function costOf<T>(
  pids: readonly (readonly number[])[],
  run: () => Promise<T>,
): Promise<[T, number[]]> {
  const ticks = () => pids.map((some) => some.reduce((sum, pid) => sum + treeTicks(pid), 0));
  const before = ticks();
  const result = await run();
  return [result, ticks().map((now, at) => ((now - (before[at] ?? 0)) * 1e6) / TICKS_PER_SECOND)];
}

const signed = async (count: number): Promise<Buffer[]> => {
  const requests: Buffer[] = [];
  for (let n = 1; n <= count; n += 1) requests.push(await bytesOf('POST /api/mining/claim', n));
  return requests;
};

/** HTTP and pgbench in turn: at full speed, then at the same offered load. */
async function oneRound(
  { origins, db, url, script, accounts, servers, database }: Setting,
  connections: number,
  seconds: number,
): Promise<Round> {
  /** Every side must have booked as many claims as it reports. */
  const counted = async <T>(side: string, run: () => Promise<T>, done: (result: T) => number): Promise<T> => {
    await endCycles(db);
    const before = await claimsBooked(db);
    const result = await run();
    agree(side, done(result), (await claimsBooked(db)) - before);
    return result;
  };
  const requests = await signed(accounts);
  const [http, [byServers = 0, byDatabase = 0]] = await counted(
    'HTTP',
    () => costOf([servers, [database]], () => httpLoad(origins, requests, connections, seconds)),
    ([load]) => load.done,
  );
  const [fast, [byPgbench = 0]] = await counted(
    'pgbench',
    () => costOf([[database]], () => pgbench({ url, script, connections, seconds })),
    ([{ done }]) => done,
  );
  const cost = {
    servers: byServers / http.done,
    database: byDatabase / http.done,
    pgbench: byPgbench / fast.done,
  };
  const offered = fast.rate * OFFERED_SHARE;
  const due = await signed(Math.min(accounts, Math.ceil(offered * seconds)));
  const answers = await counted(
    'HTTP at the offered load',
    () => {
      const after = atRandom(offered, due.length);
      return pacedLoad(origins, due, { connections, start: performance.now() + 1000, after });
    },
    (all) => all.filter(({ status }) => status === 200).length,
  );
  const paced = await counted(
    'pgbench at the offered load',
    () => pgbench({ url, script, connections, seconds, rate: offered }),
    ({ done }) => done,
  );
  const httpPaced = answers.map((one) => one.answered - one.due);
  return { http, pgbench: fast, cost, offered, httpPaced, pgbenchPaced: paced.latencies };
}

/** Medians of the rates, percentiles over all rounds. */
function summed(rounds: readonly Round[]) {
  const latencies = (of: (round: Round) => number[]) => {
    const all = rounds.flatMap(of);
    return { p50: percentile(all, 0.5), p99: percentile(all, 0.99) };
  };
  return {
    http: median(rounds.map(({ http }) => http.done / http.seconds)),
    pgbench: median(rounds.map((round) => round.pgbench.rate)),
    servers: median(rounds.map(({ cost }) => cost.servers)),
    database: median(rounds.map(({ cost }) => cost.database)),
    databaseAlone: median(rounds.map(({ cost }) => cost.pgbench)),
    offered: median(rounds.map(({ offered }) => offered)),
    httpFast: latencies(({ http }) => http.latencies),
    pgbenchFast: latencies((round) => round.pgbench.latencies),
    httpPaced: latencies(({ httpPaced }) => httpPaced),
    pgbenchPaced: latencies(({ pgbenchPaced }) => pgbenchPaced),
    refused: rounds.map(({ http }) => http.refused),
  };
}

type Summed = ReturnType<typeof summed>;

const lines = (connections: number, one: Summed): string[][] => {
  const side = (
    name: string,
    rate: number | undefined,
    cost: readonly [server: number | undefined, database: number | undefined],
    fast: Summed['httpFast'],
    paced: Summed['httpFast'],
  ) => [
    `${connections} connections, ${name}`,
    whole(rate),
    ...[fast.p50, fast.p99].map((ms) => ms?.toFixed(1) ?? '–'),
    ratio(rate, one.pgbench),
    ...cost.map(whole),
    whole(one.offered),
    ...[paced.p50, paced.p99].map((ms) => ms?.toFixed(1) ?? '–'),
    ratio(paced.p99, one.pgbenchPaced.p99),
  ];
  return [
    side('HTTP', one.http, [one.servers, one.database], one.httpFast, one.httpPaced),
    side('pgbench', one.pgbench, [undefined, one.databaseAlone], one.pgbenchFast, one.pgbenchPaced),
  ];
};

/** Goals are set for these numbers of connections. */
const JUDGED = {
  '16': 'claims over HTTP beside pgbench, 16 connections',
  '64': 'claims over HTTP beside pgbench, 64 connections',
  '256': 'claims over HTTP beside pgbench, 256 connections',
} as const;

const verdicts = (connections: string, one: Summed): Row[] => {
  const goal = JUDGED[connections as keyof typeof JUDGED] as (typeof JUDGED)[keyof typeof JUDGED] | undefined;
  const beside = (a = NaN, b = NaN) => a / b;
  return [
    ...(goal ? ([[goal, beside(one.http, one.pgbench)]] as Row[]) : []),
    [
      'p99 of a claim beside pgbench at the same offered load',
      beside(one.httpPaced.p99, one.pgbenchPaced.p99),
      `${connections} connections`,
    ],
    ['processor time of a server for a claim', one.servers ?? NaN, `${connections} connections`],
  ];
};

export async function bench(argv: string[]): Promise<void> {
  const options = readArgs(argv, {
    ...{ connections: '16,64,256', seconds: 6, rounds: 3, accounts: 40_000 },
    ...{ servers: 1, pgbouncer: 0, json: '' },
  });
  await using end = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), 'adit-bench-'));
  end.defer(() => rm(dir, { recursive: true, force: true }));
  const cluster = await startCluster({ durable: true, settings: ['max_connections=400'] });
  end.defer(() => cluster.stop());
  const admin = new Client(cluster.url('postgres'));
  await admin.connect();
  await admin.query('create database bench');
  await admin.end();
  const url = cluster.url('bench');
  const env = {
    DATABASE_URL: options.pgbouncer ? await startBouncer(cluster, dir, options.pgbouncer, end) : url,
    DATABASE_DIRECT_URL: url,
    // All requests come from one address.
    ...{ RATE_LIMIT: '0', RATE_LIMIT_SIGN_IN: '0' },
    // Servers that share a database share the key.
    DOCUMENT_KEY: '7'.repeat(64),
  };
  const apps: App[] = [];
  while (apps.length < options.servers) {
    const [joins] = apps;
    const app = await startApp({ withoutPage: true, env, ...(joins && { joins }) });
    end.defer(async () => void (await app.stop()));
    apps.push(app);
  }
  const memoryOf = () => apps.map(({ pid }) => treeMemory(pid).rss);
  const db = new Client(url);
  await db.connect();
  end.defer(() => db.end());
  await createAccounts(db, options.accounts);
  const script = join(dir, 'claim.sql');
  await writeFile(script, PGBENCH_SCRIPT);
  const setting = {
    ...{ origins: apps.map((app) => app.url), db, url, script, accounts: options.accounts },
    ...{ servers: apps.map(({ pid }) => pid), database: cluster.pid },
  };
  const idle = memoryOf();
  const results: Record<string, Summed> = {};
  for (const connections of options.connections.split(',')) {
    const rounds: Round[] = [];
    // Round 0 is a warm-up and is not counted.
    for (let n = 0; n <= options.rounds; n += 1) {
      const round = await oneRound(setting, Number(connections), n ? options.seconds : WARM_UP_SECONDS);
      if (n) rounds.push(round);
      const { http, pgbench: other } = round;
      console.error(
        `${connections} connections, round ${n}: HTTP ${whole(http.done / http.seconds)}/s, pgbench ${whole(other.rate)}/s; other answers: ${counts(http.refused)}`,
      );
    }
    results[connections] = summed(rounds);
  }
  const busy = memoryOf();
  const head = [
    'claims',
    'per second',
    'p50 ms',
    'p99 ms',
    'of pgbench',
    'server µs',
    'database µs',
    'offered',
    'p50 ms',
    'p99 ms',
    'p99 of pgbench',
  ];
  const all = Object.entries(results);
  console.log(`${table([head, ...all.flatMap(([connections, one]) => lines(Number(connections), one))])}

as many as possible, then at the offered load; medians of ${options.rounds} rounds of ${options.seconds} s
servers, the first with its devnet: RSS ${idle.map(mega).join(' + ')} MB idle, ${busy.map(mega).join(' + ')} MB after the load

${judged(all.flatMap(([connections, one]) => verdicts(connections, one)))}`);
  await keep(options.json, { options, results, idle, busy });
}
