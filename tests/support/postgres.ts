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

/** A role beside `adit`, the superuser: it may only do what it is granted. */
export const SERVING = 'adit_serving';

export interface Cluster {
  readonly port: number;
  /** Connection string of a database; the role may create databases. */
  url(database: string): string;
  /** Ends the server by an immediate shutdown, or by kill -9 of all its processes; `revive` restarts it. */
  die(how?: 'shutdown' | 'kill'): Promise<void>;
  readonly alive: boolean;
  /** Id of the process that is the parent of the others. */
  readonly pid: number;
  /** Restarts a server that has ended, on the same files and port. @throws Error if it does not start */
  revive(): Promise<void>;
  /** Dies by an immediate shutdown, and is revived. */
  crash(): Promise<void>;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

interface ClusterOptions {
  /** Syncs files like a production server; for benchmarks and crash tests. */
  durable?: boolean;
  /** Folder for its files; by default a new one. */
  home?: string;
  /** Settings that override the others. */
  settings?: readonly string[];
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

/** The processes that a server has started. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

function kill9(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended on its own.
  }
}

/** Starts the server and waits until it accepts connections. Undefined if it exited instead, for example because the port was taken. */
async function launch(bin: string, dir: string, port: number, settings: readonly string[], who?: User) {
  const given = settings.flatMap((setting) => ['-c', setting]);
  const child = spawnLeashed(join(bin, 'postgres'), ['-D', dir, '-p', String(port), ...given], {
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
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const settings = [...SETTINGS, ...(options.durable ? [] : FAST), ...(options.settings ?? [])];
  const bin = findPostgres();
  if (!bin)
    throw new Error('PostgreSQL is not installed (initdb, postgres); name its folder in POSTGRES_BIN');
  const who = unprivileged();
  const home = options.home ?? mkdtempSync(join(tmpdir(), 'adit-postgres-'));
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
    child = await launch(bin, dir, port, settings, who);
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
  /** All processes exit immediately, and the next start recovers from the write-ahead log. */
  async function die(how: 'shutdown' | 'kill' = 'shutdown'): Promise<void> {
    const { pid } = server;
    if (how === 'kill' && pid) for (const one of [pid, ...childrenOf(pid)]) kill9(one);
    else server.kill('SIGQUIT');
    await ended(server);
  }
  const revive = async (): Promise<void> => {
    const next = await launch(bin, dir, port, settings, who);
    if (!next) throw new Error('PostgreSQL did not come back');
    server = next;
  };
  return {
    port,
    url,
    get pid() {
      return server.pid ?? 0;
    },
    get alive() {
      return server.exitCode === null && server.signalCode === null;
    },
    die,
    revive,
    crash: () => die().then(revive),
    async stop() {
      process.off('exit', onExit);
      server.kill('SIGINT');
      await ended(server);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
