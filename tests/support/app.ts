// Starts the real server on the built page as a process of its own, as a user would, in a folder that is thrown away.
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnLeashed } from '#server/lib/leash.ts';
import { client } from '#tests/support/http.ts';
import { freePort } from '#tests/support/ports.ts';
import { ROOT } from '#tests/support/steps.ts';
import { APP_TEMPLATE, copyOf } from '#tests/support/templates.ts';

const START_LIMIT_MS = 90_000;
/** Compiled once for all servers of all runs: 0.4 s of processor less a start. */
export const COMPILED = join(ROOT, 'node_modules/.cache/adit-compiled');
/**
 * Of a test's server, which lives for seconds: a third of its processor went into compiling the embedded database's code a second
 * time, for speed that nobody waits for. Benchmarks run without.
 */
const FLAGS = process.env['VITEST'] ? ['--liftoff-only'] : [];
/** The server promises to be gone 10 s after SIGTERM. */
const STOP_LIMIT_MS = 12_000;

export interface App {
  /** Without a slash at the end. */
  url: string;
  pid: number;
  dataDir: string;
  /** Milliseconds from the spawn to the line that says it listens. */
  startedIn: number;
  /** Everything the server has said so far. */
  logs(): string;
  /** Asks it to stop and removes its folder (unless it was given); resolves with the exit code. */
  stop(): Promise<number>;
  /** Kills it at once, as a crash would, and leaves its folder. */
  kill(): Promise<void>;
}

export interface AppOptions {
  /** Settings over those of demo mode. */
  env?: Record<string, string>;
  /** Folder to keep over restarts; not given: a new one, removed by `stop`. */
  dataDir?: string;
  port?: number;
  /** Runs on the devnet of this server, which has the same database, instead of one of its own. */
  joins?: App;
  /** Folder of another release's source. */
  root?: string;
  /** Runs without a built page; for benchmarks of the API. */
  withoutPage?: boolean;
}

/**
 * A folder for one app, prepared as a first start leaves it where the run has such a one. Whoever asks removes it. Its devnet gets
 * a port of its own: that of the template is everybody's.
 */
export async function newDataDir(): Promise<string> {
  const dataDir = await copyOf(APP_TEMPLATE, 'adit-app-');
  if (dataDir === undefined) return mkdtemp(join(tmpdir(), 'adit-app-'));
  const file = join(dataDir, 'chain/devnet.json');
  const passport = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...passport, port: await freePort() }));
  return dataDir;
}

function exited(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode ?? -1);
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? -1)));
}

/**
 * Starts `server/main.ts` and waits until it listens.
 * @throws Error with the server's own words, when it ends or stays silent instead.
 */
export async function startApp(options: AppOptions = {}): Promise<App> {
  if (!options.withoutPage && !existsSync(join(ROOT, 'dist/index.html')))
    throw new Error('there is no built page; run `npm run build` first');
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? (await newDataDir());
  const joined = options.joins && (await client(options.joins.url).call('GET /api/assets/list', {})).data;
  const start = performance.now();
  const program = joined ? 'tests/support/joined-server.ts' : 'server/main.ts';
  const child = spawnLeashed(process.execPath, [...FLAGS, program], {
    cwd: options.root ?? ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_ENV: 'test',
      NODE_COMPILE_CACHE: COMPILED,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      ...(joined && { DEVNET_URL: joined.rpcUrl, TREASURY_ADDRESS: joined.treasury ?? '' }),
      ...options.env,
    },
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (why: string): void => {
      child.kill('SIGKILL');
      reject(new Error(`the server ${why}:\n${output.slice(-4000)}`));
    };
    const timer = setTimeout(() => fail(`did not listen within ${START_LIMIT_MS / 1000} s`), START_LIMIT_MS);
    const listen = (part: Buffer): void => {
      output += part.toString();
      const match = /listening on (https?:\/\/[\w.:[\]-]+)/.exec(output);
      if (!match?.[1]) return;
      clearTimeout(timer);
      resolve(match[1]);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    startedIn: performance.now() - start,
    logs: () => output,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
      const code = await exited(child);
      clearTimeout(timer);
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
      return code;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited(child);
    },
  };
}
