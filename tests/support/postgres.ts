// Starts a temporary PostgreSQL server from the installed binaries on a free port. PostgreSQL refuses to run as root, so root starts it
// as another user. By default it does not sync its files, because they are deleted at the end.
import { type ChildProcess, execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { spawnLeashed } from '#server/lib/leash.ts';
import { freePort } from '#tests/support/ports.ts';
import { findPostgres } from '#tests/support/tools.ts';

/** A role beside `adit`, the superuser: it may do nothing but what it is granted. */
export const SERVING = 'adit_serving';

export interface Cluster {
  readonly port: number;
  /** Connection string of a database; the role may create databases. */
  url(database: string): string;
  /** Ends the server like `kill -9` on all of its processes, then starts it again on the same files and port. */
  crash(): Promise<void>;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

interface ClusterOptions {
  /** Syncs files like a production server; for benchmarks and crash tests. */
  durable?: boolean;
}

const START_LIMIT_MS = 20_000;
const TRIES = 3;

const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'deadlock_timeout=100ms'];
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=256MB',
  'max_wal_size=2GB',
  'log_min_messages=fatal',
];

export interface User {
  uid: number;
  gid: number;
}

/** The user to run as if this process is root: postgres if it exists, else nobody. */
export function unprivileged(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const [, , uid, gid] = (
    ['postgres', 'nobody'].map((name) => users.find((line) => line.startsWith(`${name}:`))).find(Boolean) ??
    ''
  ).split(':');
  if (!uid || !gid)
    throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody');
  return { uid: Number(uid), gid: Number(gid) };
}

export const ended = (child: ChildProcess): Promise<unknown> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', resolve));

/** Starts the server and waits until it accepts connections. Undefined if it exited instead, for example because the port was taken. */
async function launch(bin: string, dir: string, port: number, durable: boolean, who?: User) {
  const settings = [...SETTINGS, ...(durable ? [] : FAST)].flatMap((setting) => ['-c', setting]);
  const child = spawnLeashed(join(bin, 'postgres'), ['-D', dir, '-p', String(port), ...settings], {
    ...who,
    cwd: dir,
    stdio: ['ignore', 'ignore', 'ignore'],
    ask: 'INT',
  });
  const limit = performance.now() + START_LIMIT_MS;
  while (child.exitCode === null && child.signalCode === null) {
    try {
      // The eighth line of postmaster.pid is the server's state.
      if (readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim() === 'ready') return child;
    } catch {
      // Not written yet.
    }
    if (performance.now() > limit) {
      child.kill('SIGKILL');
      throw new Error(`PostgreSQL did not start within ${START_LIMIT_MS / 1000} s`);
    }
    await sleep(20);
  }
  return undefined;
}

/** @throws Error that says what is missing */
export async function startCluster({ durable = false }: ClusterOptions = {}): Promise<Cluster> {
  const bin = findPostgres();
  if (!bin)
    throw new Error('PostgreSQL is not installed (initdb, postgres); name its folder in POSTGRES_BIN');
  const who = unprivileged();
  const home = mkdtempSync(join(tmpdir(), 'adit-postgres-'));
  if (who) chownSync(home, who.uid, who.gid);
  const dir = join(home, 'data');
  execFileSync(
    join(bin, 'initdb'),
    ['-D', dir, '-U', 'adit', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    {
      ...who,
      cwd: home,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let port = 0;
  let child: ChildProcess | undefined;
  for (let attempt = 0; !child && attempt < TRIES; attempt += 1) {
    port = await freePort();
    child = await launch(bin, dir, port, durable, who);
  }
  if (!child) throw new Error('PostgreSQL ended while it started');
  const url = (database: string) => `postgres://adit@127.0.0.1:${port}/${database}`;
  const admin = new pg.Client(url('postgres'));
  await admin.connect();
  await admin.query(`create role ${SERVING} login`);
  await admin.end();
  let server = child;
  /** Leaves no process or files behind if the run ends without calling `stop`. */
  const onExit = () => {
    server.kill('SIGKILL');
    // The server's processes end a moment later and may still write: hence the retries.
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  process.once('exit', onExit);
  return {
    port,
    url,
    async crash() {
      // Immediate shutdown: all processes exit at once, and the next start recovers from the write-ahead log.
      server.kill('SIGQUIT');
      await ended(server);
      const next = await launch(bin, dir, port, durable, who);
      if (!next) throw new Error('PostgreSQL did not come back');
      server = next;
    },
    async stop() {
      process.off('exit', onExit);
      server.kill('SIGINT');
      await ended(server);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
