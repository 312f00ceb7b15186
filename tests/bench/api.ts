// `npm run bench api`: claims per second through HTTP compared with pgbench sending the same SQL to the same
// PostgreSQL. Rounds alternate, so that a slow minute of the machine affects both. `--servers 2` spreads the calls over
// that many processes; `--pgbouncer 16` puts PgBouncer in transaction mode before the database, with so many connections
// to it. pgbench always goes to the database itself.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { DEVELOPMENT_SIGN_KEY } from '#contract/signing.ts';
import { spawnLeashed } from '#server/lib/leash.ts';
import { type App, startApp } from '#tests/support/app.ts';
import { requestOf } from '#tests/support/http.ts';
import { freePort } from '#tests/support/ports.ts';
import { type Cluster, startCluster, unprivileged } from '#tests/support/postgres.ts';
import { findPostgres } from '#tests/support/tools.ts';
import { readArgs } from './args.ts';
import { claimsBooked, createAccounts, endCycles, PGBENCH_SCRIPT, tokenOf } from './claims.ts';
import { keep, median, mega, percentile, ratio, table, whole } from './figures.ts';
import { httpLoad, type Load } from './http-load.ts';
import { treeMemory } from './memory.ts';

const run = promisify(execFile);

/** The signed request as bytes for the socket, prepared before the clock starts. */
async function claimRequest(n: number): Promise<Buffer> {
  const options = { token: tokenOf(n) };
  const {
    method,
    path,
    headers,
    body = '',
  } = await requestOf('POST /api/mining/claim', {}, options, DEVELOPMENT_SIGN_KEY);
  const all = { host: 'bench', 'content-length': String(body.length), ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...head, '', body.toString()].join('\r\n'));
}

/** What pgbench reports: transactions, and their rate without connection time. */
async function pgbench(url: string, script: string, connections: number, seconds: number) {
  const tool = join(findPostgres() ?? '', 'pgbench');
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(connections),
    '-j',
    '2',
    '-T',
    String(seconds),
    '-f',
    script,
    url,
  ];
  const { stdout } = await run(tool, args);
  const read = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1]);
  return { done: read(/actually processed: (\d+)/), rate: read(/^tps = ([\d.]+)/m) };
}

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

/** A side that reports more than the ledger has met an error or has run out of accounts. */
function agree(side: string, done: number, booked: number): void {
  if (done !== booked)
    throw new Error(`${side} reports ${done} claims, ${booked} are booked; more --accounts?`);
}

export async function bench(argv: string[]): Promise<void> {
  const options = readArgs(argv, {
    ...{ connections: 16, seconds: 6, rounds: 3, accounts: 120_000 },
    ...{ servers: 1, pgbouncer: 0, json: '' },
  });
  const { connections, seconds } = options;
  await using end = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), 'adit-bench-'));
  end.defer(() => rm(dir, { recursive: true, force: true }));
  const cluster = await startCluster({ durable: true });
  end.defer(() => cluster.stop());
  const admin = new Client(cluster.url('postgres'));
  await admin.connect();
  await admin.query('create database bench');
  await admin.end();
  const url = cluster.url('bench');
  const env = {
    DATABASE_URL: options.pgbouncer ? await startBouncer(cluster, dir, options.pgbouncer, end) : url,
    DATABASE_DIRECT_URL: url,
    ...{ RATE_LIMIT: '0', RATE_LIMIT_SIGN_IN: '0', LOG_LEVEL: 'warn' },
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
  const loads: Load[] = [];
  const tps: number[] = [];
  await createAccounts(db, options.accounts);
  const script = join(dir, 'claim.sql');
  await writeFile(script, PGBENCH_SCRIPT);
  const idle = memoryOf();
  // Round 0 is a warm-up and is not counted.
  for (let round = 0; round <= options.rounds; round++) {
    const length = round ? seconds : 2;
    await endCycles(db);
    const requests: Buffer[] = [];
    for (let n = 1; n <= options.accounts; n++) requests.push(await claimRequest(n));
    const before = await claimsBooked(db);
    const origins = apps.map((app) => app.url);
    const load = await httpLoad(origins, requests, connections, length);
    const between = await claimsBooked(db);
    agree('HTTP', load.done, between - before);
    await endCycles(db);
    const { done, rate } = await pgbench(url, script, connections, length);
    agree('pgbench', done, (await claimsBooked(db)) - between);
    if (round) loads.push(load);
    if (round) tps.push(rate);
    console.error(
      `round ${round}: HTTP ${whole(load.done / load.seconds)}/s, pgbench ${whole(rate)}/s ${JSON.stringify(load.refused)}`,
    );
  }
  const busy = memoryOf();
  const claims = median(loads.map((load) => load.done / load.seconds));
  const latencies = loads.flatMap((load) => load.latencies);
  const times = [0.5, 0.99].map((share) => percentile(latencies, share)?.toFixed(1) ?? '–');
  const rows = [
    ['claims', 'per second', 'p50 ms', 'p99 ms', 'of pgbench'],
    ['HTTP', whole(claims), ...times, ratio(claims, median(tps))],
    [
      'pgbench, same SQL',
      whole(median(tps)),
      ...[median(tps)].map((rate) => ((connections * 1000) / (rate ?? 1)).toFixed(1)),
      '–',
      '1.00',
    ],
  ];
  const memory = `servers, the first with its devnet: RSS ${idle.map(mega).join(' + ')} MB idle, ${busy.map(mega).join(' + ')} MB after the load`;
  console.log(
    `${table(rows)}\n\n${connections} connections, medians of ${options.rounds} rounds of ${seconds} s; ${memory}`,
  );
  await keep(options.json, {
    options,
    claims,
    tps,
    times,
    idle,
    busy,
    refused: loads.map((load) => load.refused),
  });
}
