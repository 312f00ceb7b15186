// Two database servers and PgBouncer as server/deploy sets them up, as real processes: the files of that folder with other ports and
// folders. The second server is a standby of the first one.
import { type ChildProcess, execFile, execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { spawnLeashed } from '#server/lib/leash.ts';
import { DEPLOY, deployFileWith } from '#tests/support/deploy-files.ts';
import { freePort } from '#tests/support/ports.ts';
import { ended, unprivileged } from '#tests/support/postgres.ts';
import { findPgbouncer, findPostgres } from '#tests/support/tools.ts';
import { waitFor } from '#tests/support/wait.ts';

const PASSWORDS = {
  POSTGRES_PASSWORD: 'owner',
  SERVING_PASSWORD: 'serving',
  REPLICATION_PASSWORD: 'replica',
};
/** Longer than a base backup of a test's database takes. */
const READY_MS = 60_000;

/** One of the two servers. */
interface Server {
  readonly port: number;
  /** As the owner, without PgBouncer. */
  readonly url: string;
  /** Both roles, without PgBouncer. */
  readonly roles: { readonly databaseUrl: string; readonly ownerUrl: string };
  /** Starts it in the role that primary.ini says; resolves, once it answers, with the milliseconds that took. */
  start(): Promise<number>;
  /** Kills all of its processes immediately. */
  kill(): Promise<void>;
  /**
   * Runs an action of database.sh; resolves with its output, or rejects with what went wrong, even if the action
   * continued.
   */
  act(...words: string[]): Promise<string>;
  /** Stops it and removes its files: the machine is new. */
  empty(): Promise<void>;
}

export interface Pair {
  readonly a: Server;
  readonly b: Server;
  /** Settings of servers: all of them lead through PgBouncer, except those for reads without a primary. */
  readonly env: Readonly<Record<`DATABASE_${'' | 'DIRECT_' | 'OWNER_' | 'READ_'}URL`, string>>;
  /** Shared by both: primary.ini, WAL, backups. */
  readonly folder: string;
  /**
   * Resolves once what the primary acknowledges is on the standby too or, if asynchronous, once the standby follows
   * the primary.
   */
  following(primary: Server, state?: 'sync' | 'async'): Promise<void>;
  stop(): Promise<void>;
}

interface PairOptions {
  /** Syncs files like a production server; for measurements. */
  durable?: boolean;
  /** Whether the primary waits for its standby. */
  synchronous?: boolean;
  /** Starts the first server on its own, as before there is a standby. */
  alone?: boolean;
}

const FAST = ['fsync = off', 'shared_buffers = 64MB'];
const DURABLE = ['shared_buffers = 256MB', 'max_wal_size = 2GB'];

/** One statement on its own connection. */
export async function once<T extends pg.QueryResultRow>(url: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Waits until `look` holds; errors count as no. */
const until = (look: () => Promise<boolean>, what: string): Promise<void> =>
  waitFor(async () => {
    if (!(await look())) throw new Error(`${what} takes too long`);
  }, READY_MS);

function killAll(child: ChildProcess): void {
  const { pid } = child;
  if (!pid) return;
  // Each of its processes has its own group.
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  for (const each of [pid, ...children.map(Number)])
    try {
      process.kill(each, 'SIGKILL');
    } catch {
      // It has just ended.
    }
}

export async function startPair({
  durable = false,
  synchronous = true,
  alone = false,
}: PairOptions = {}): Promise<Pair> {
  const bin = findPostgres();
  const bouncer = findPgbouncer();
  if (!bin || !bouncer) throw new Error('PostgreSQL or PgBouncer is not installed');
  const who = unprivileged();
  const home = mkdtempSync(join(tmpdir(), 'adit-pair-'));
  const folder = join(home, 'cluster');
  mkdirSync(folder);
  for (const path of who ? [home, folder] : []) chownSync(path, who?.uid ?? 0, who?.gid ?? 0);
  const [first, second, pooled] = [await freePort(), await freePort(), await freePort()];
  const write = (name: string, changes: readonly (readonly [string, string])[]): string => {
    writeFileSync(join(home, name), deployFileWith(name, changes));
    return join(home, name);
  };
  const shared = ['/var/lib/adit-cluster', folder] as const;
  const own = [
    `listen_addresses = '127.0.0.1'`,
    `unix_socket_directories = ''`,
    ...(durable ? DURABLE : FAST),
  ];
  const config = write('postgresql.conf', [
    shared,
    ['/opt/adit/server/deploy', DEPLOY],
    [own[0] ?? '', own.join('\n')],
  ]);
  const ini = write('pgbouncer.ini', [shared, ['listen_port = 6432', `listen_port = ${pooled}`]]);
  const common = {
    ...{ HOME: home, PATH: [bin, process.env['PATH']].join(delimiter), ...PASSWORDS },
    ...{ CLUSTER_DIR: folder, POSTGRESQL_CONF: config, PGBOUNCER: `host=127.0.0.1 port=${pooled}` },
    ...{ FIRST_PRIMARY: `host=127.0.0.1 port=${first}`, SYNCHRONOUS: synchronous ? 'on' : 'off' },
  };
  const children: ChildProcess[] = [];

  function server(name: string, port: number): Server {
    const data = join(home, name);
    const as = (user: string, password: string) => `postgres://${user}:${password}@127.0.0.1:${port}/adit`;
    const url = as('adit', PASSWORDS.POSTGRES_PASSWORD);
    const env = { ...common, PGDATA: data, PGPORT: String(port) };
    const script = join(DEPLOY, 'database.sh');
    let child: ChildProcess | undefined;
    const stop = async (end: (running: ChildProcess) => void) => {
      if (!child) return;
      if (child.exitCode === null && child.signalCode === null) end(child);
      await ended(child);
    };
    return {
      ...{ port, url },
      roles: { databaseUrl: as('adit_app', PASSWORDS.SERVING_PASSWORD), ownerUrl: url },
      async start() {
        const from = performance.now();
        child = spawnLeashed('sh', [script, 'start', 'postgres', '-D', data], {
          ...{ ...who, cwd: home, env, ask: 'INT' },
          stdio: ['ignore', 'ignore', process.env['PAIR_LOG'] ? 'inherit' : 'ignore'],
        });
        children.push(child);
        await until(async () => (await once(url, 'select 1')).length === 1, `the start of ${name}`);
        return performance.now() - from;
      },
      kill: () => stop(killAll),
      async act(...words) {
        const ran = await promisify(execFile)('sh', [script, ...words], { ...who, cwd: home, env });
        if (ran.stderr) throw new Error(ran.stderr);
        return ran.stdout.trim();
      },
      async empty() {
        await stop((running) => running.kill('SIGINT'));
        rmSync(data, { recursive: true, force: true });
      },
    };
  }
  const [a, b] = [server('a', first), server('b', second)];

  const secret = join(home, 'password');
  writeFileSync(secret, PASSWORDS.POSTGRES_PASSWORD);
  const made = ['-U', 'adit', '-A', 'scram-sha-256', `--pwfile=${secret}`, '-E', 'UTF8', '--locale=C'];
  execFileSync(join(bin, 'initdb'), ['-D', join(home, 'a'), ...made, '--no-sync', '--no-instructions'], {
    ...who,
    cwd: home,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // As the image does for a new database.
  const creating = a.start();
  const admin = a.url.replace(/adit$/, 'postgres');
  await until(async () => (await once(admin, 'create database adit')).length === 0, 'the first database');
  execFileSync('sh', [join(DEPLOY, 'roles.sh')], {
    env: {
      ...{ ...common, POSTGRES_USER: 'adit', POSTGRES_DB: 'adit' },
      ...{ PGHOST: '127.0.0.1', PGPORT: String(first), PGPASSWORD: PASSWORDS.POSTGRES_PASSWORD },
    },
  });
  await creating;

  const following: Pair['following'] = (primary, state = synchronous ? 'sync' : 'async') =>
    until(async () => {
      const rows = await once<{ sync_state: string }>(
        primary.url,
        `select sync_state from pg_stat_replication where application_name = 'standby' and state = 'streaming'`,
      );
      return rows.some((row) => row.sync_state === state);
    }, 'the standby');
  if (!alone) {
    await b.start();
    await following(a);
  }
  let ending = false;
  let pooler: ChildProcess;
  /** Restarts it whenever it ends, as Docker and systemd do. */
  const pool = (): void => {
    pooler = spawnLeashed(bouncer, [ini], { ...who, cwd: home, stdio: ['ignore', 'ignore', 'ignore'] });
    pooler.once('exit', () => ending || pool());
  };
  pool();
  const through = (user: string, password: string, database: string) =>
    `postgres://${user}:${password}@127.0.0.1:${pooled}/${database}`;
  const env = {
    DATABASE_URL: through('adit_app', PASSWORDS.SERVING_PASSWORD, 'adit'),
    DATABASE_DIRECT_URL: through('adit_app', PASSWORDS.SERVING_PASSWORD, 'adit_direct'),
    DATABASE_OWNER_URL: through('adit', PASSWORDS.POSTGRES_PASSWORD, 'adit_direct'),
    DATABASE_READ_URL: [a, b].map(({ roles }) => roles.databaseUrl).join(),
  };
  await until(async () => (await once(env.DATABASE_URL, 'select 1')).length === 1, 'the start of PgBouncer');
  return {
    ...{ a, b, env, folder, following },
    async stop() {
      ending = true;
      for (const child of [pooler, ...children])
        if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
      await Promise.all([pooler, ...children].map(ended));
      rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}
