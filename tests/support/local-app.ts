// Runs the whole server in the test's process through its normal start-up code, on a PostgreSQL database copied from a template, an
// in-memory chain and a temporary folder. It listens on a real port and is ready within a few tenths of a second.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Chain } from '#server/chain/chain.ts';
import { loadConfig } from '#server/config/config.ts';
import { key32, vapidKey } from '#server/config/keys.ts';
import { openDatabase } from '#server/db/client.ts';
import { loggable } from '#server/http/faults.ts';
import { type Closers, closeAll, startServer } from '#server/start.ts';
import { freshUrl, withTwoRoles } from '#tests/support/databases.ts';
import { type LocalChain, localChain } from '#tests/support/local-chain.ts';
import { memoryChain } from '#tests/support/memory-chain.ts';

export interface LocalApp {
  /** Without a trailing slash. */
  readonly url: string;
  readonly dataDir: string;
  /** As the owner of the schema; the server itself uses the role that may only serve. */
  readonly databaseUrl: string;
  readonly chain: Chain & LocalChain;
  /** Everything logged so far. */
  logs(): string;
  /** Restarts it on the same database, folder, chain and port. `settings` override those of `openApp`. */
  restart(settings?: Settings): Promise<void>;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
}

type Settings = Readonly<Record<string, string>>;

/** Starts the server in demo mode, on its own database unless one is given. `settings` override the test defaults. */
export async function openApp(
  settings: Settings = {},
  given?: ReturnType<typeof withTwoRoles>,
): Promise<LocalApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'adit-app-'));
  const place = given ?? withTwoRoles(await freshUrl());
  const memory = memoryChain(0);
  const closers: Closers = [];
  let said = '';
  let url = '';
  let chain: (Chain & LocalChain) | undefined;

  async function start(more: Settings): Promise<void> {
    const port = url ? new URL(url).port : '0';
    const env = { NODE_ENV: 'test', HOST: '127.0.0.1', PORT: port, DATA_DIR: dataDir, ...settings, ...more };
    const config = loadConfig(env);
    const log = pino(
      { level: config.logLevel, base: undefined, serializers: { err: (error: unknown) => loggable(error) } },
      { write: (line) => void (said += line) },
    );
    const database = await openDatabase({ ...place, log });
    closers.push(() => database.close());
    const keys = {
      documentKey: key32(config.documentKey, dataDir, 'document'),
      vapidKey: vapidKey(config.vapidKeys, dataDir),
    };
    url = await startServer(
      {
        ...{ config, env, database, log },
        ...keys,
        createChain: async (...given) => {
          const made = await localChain(memory, ...given);
          chain = made;
          return made;
        },
      },
      closers,
    );
  }

  async function end(): Promise<void> {
    const failures: unknown[] = [];
    await closeAll(closers, (error) => failures.push(error));
    if (failures.length) throw new AggregateError(failures, 'the app did not end well');
  }

  async function stop(): Promise<void> {
    await end();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }

  try {
    await start({});
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    get url() {
      return url;
    },
    get chain() {
      if (!chain) throw new Error('the app has not begun');
      return chain;
    },
    dataDir,
    databaseUrl: place.ownerUrl,
    logs: () => said,
    async restart(more = {}) {
      await end();
      await start(more);
    },
    stop,
  };
}
