/**
 * Servers for a scenario: several processes that share PostgreSQL, each over its own faulty link, plus one that
 * nothing happens to, because it runs the devnet; or a single process with the embedded database.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Db, openDatabase } from '#server/db/client.ts';
import { type App, startApp } from '#tests/support/app.ts';
import { operate } from '#tests/support/command.ts';
import { quiet } from '#tests/support/databases.ts';
import { type Link, startLink } from '#tests/support/link.ts';
import { VERIFIED_AT_ONCE } from '#tests/support/person.ts';
import { freePort } from '#tests/support/ports.ts';
import { type Cluster, startCluster } from '#tests/support/postgres.ts';

const DATABASE = 'chaos';
const SETTINGS = {
  ...VERIFIED_AT_ONCE,
  DOCUMENT_KEY: '7'.repeat(64),
  LOG_LEVEL: 'error',
};

/** A server that faults happen to. Its address stays the same. */
export interface Member {
  readonly url: string;
  /** Undefined with the embedded database. */
  readonly link?: Link | undefined;
  readonly alive: boolean;
  kill(): Promise<void>;
  /** Starts it, unless it is already running or starting. */
  launch(): Promise<void>;
  /** Sets the machine's clock, for this process only, ahead by `ms`, or back. */
  step(ms: number): Promise<void>;
  logs(): string;
}

export interface Fleet {
  readonly members: readonly Member[];
  /** The server that moves the product's clock, and whose operator is asked. */
  readonly main: { readonly url: string; readonly dataDir: string };
  /** Missing with the embedded database. */
  readonly cluster?: Cluster;
  /** Reads the database directly; the embedded one is read while its server is stopped. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** The findings of the complete audit of the books. */
  audit(): Promise<string[]>;
  close(): Promise<void>;
}

async function auditOf(dataDir: string): Promise<string[]> {
  const { code, stdout, stderr } = await operate(dataDir, 'ledger', 'check');
  return code === 0 ? [] : [`${stdout}${stderr}`.trim()];
}

/** A process that can be killed and started again on its folder and port. */
function memberOf(
  start: () => Promise<App>,
  place: { readonly url: string; readonly dataDir: string; readonly link?: Link },
): Member & { stop(): Promise<void> } {
  let app: App | undefined;
  let launching: Promise<void> | undefined;
  return {
    url: place.url,
    link: place.link,
    get alive() {
      return app !== undefined;
    },
    async kill() {
      const killed = app;
      app = undefined;
      await killed?.kill();
    },
    launch() {
      if (app) return Promise.resolve();
      const started = async () => void (app = await start());
      return (launching ??= started().finally(() => (launching = undefined)));
    },
    async stop() {
      const stopped = app;
      app = undefined;
      await stopped?.stop();
    },
    async step(ms) {
      if (!app) throw new Error('it does not run');
      const done = () => app?.logs().trimEnd().endsWith(`clock ${ms}`);
      await writeFile(join(place.dataDir, 'clock'), String(ms));
      process.kill(app.pid, 'SIGUSR2');
      while (!done()) await sleep(10);
    },
    logs: () => app?.logs() ?? '',
  };
}

interface FleetOptions {
  readonly size?: number;
  /** PostgreSQL settings; see `startCluster`. */
  readonly home?: string;
  readonly settings?: readonly string[];
}

/** Servers on their own PostgreSQL, which syncs its files, as in production. */
export async function openFleet({ size = 3, ...place }: FleetOptions = {}): Promise<Fleet> {
  const end = new AsyncDisposableStack();
  try {
    const folder = await mkdtemp(join(tmpdir(), 'adit-fleet-'));
    end.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const cluster = await startCluster({ durable: true, ...place });
    end.defer(() => cluster.stop());
    const admin = new pg.Client(cluster.url('postgres'));
    await admin.connect();
    await admin.query(`create database ${DATABASE}`);
    await admin.end();
    const url = cluster.url(DATABASE);
    const env = { ...SETTINGS, DATABASE_URL: url };
    await mkdir(join(folder, 'main'));
    const main = await startApp({ withoutPage: true, dataDir: join(folder, 'main'), env });
    end.defer(async () => void (await main.stop()));
    const members = await Promise.all(
      Array.from({ length: size }, async (_, n) => {
        const [link, port] = [await startLink(cluster.port), await freePort()];
        end.defer(() => link.stop());
        const dataDir = join(folder, `member${n}`);
        const own = { ...env, DATABASE_URL: url.replace(`:${cluster.port}/`, `:${link.port}/`) };
        const member = memberOf(() => startApp({ withoutPage: true, dataDir, port, env: own, joins: main }), {
          ...{ dataDir, link, url: `http://127.0.0.1:${port}` },
        });
        end.defer(() => member.stop());
        await member.launch();
        return member;
      }),
    );
    const database = await openDatabase({ databaseUrl: url, log: quiet });
    end.defer(() => database.close());
    return {
      members,
      main,
      cluster,
      read: (work) => work(database.kysely),
      audit: () => auditOf(main.dataDir),
      close: () => end.disposeAsync(),
    };
  } catch (error) {
    await end.disposeAsync();
    throw error;
  }
}

/** One server with the embedded database and its own devnet, in `dataDir` if given. */
export async function openLoner(dataDir?: string): Promise<Fleet> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'adit-loner-')));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = () => startApp({ withoutPage: true, dataDir: folder, port, env: SETTINGS });
  const member = memberOf(start, { dataDir: folder, url });
  await member.launch();
  return {
    members: [member],
    main: { url, dataDir: folder },
    async read(work) {
      await member.stop();
      const database = await openDatabase({ dataDir: folder, log: quiet });
      try {
        return await work(database.kysely);
      } finally {
        await database.close();
        await member.launch();
      }
    },
    audit: () => auditOf(folder),
    async close() {
      await member.stop();
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
