// Starts the real server on the built page as a process, as a user would, in a temporary folder.
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnLeashed } from '#server/lib/leash.ts';
import { client } from '#tests/support/http.ts';
import { freePort } from '#tests/support/ports.ts';
import { ROOT } from '#tests/support/steps.ts';
import { APP_TEMPLATE, copyOf } from '#tests/support/templates.ts';

/** How the product is started; production starts with the same flags (tests/deploy.test.ts). */
export const START_FLAGS = startScript().match(/--\S+/g) ?? [];

function startScript(): string {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start;
}

const START_LIMIT_MS = 90_000;
/** Compiled once for all servers of all runs: saves 0.4 s of CPU time per start. */
export const COMPILED = join(ROOT, 'node_modules/.cache/adit-compiled');
/**
 * For a test's server, which lives for seconds: a third of its CPU time went into optimising the embedded database's
 * code, for speed that a short run never benefits from. Benchmarks run without.
 */
const FLAGS = [...START_FLAGS, ...(process.env['VITEST'] ? ['--liftoff-only'] : [])];
/** The server promises to exit within 10 s of SIGTERM. */
const STOP_LIMIT_MS = 12_000;

export interface App {
  /** Without a trailing slash. */
  url: string;
  pid: number;
  dataDir: string;
  /** Milliseconds from the spawn to the line saying that it is listening. */
  startedIn: number;
  /** The server's output so far. */
  logs(): string;
  /** Tells it to stop and removes its folder (unless that was given); resolves with the exit code. */
  stop(): Promise<number>;
  /** Kills it immediately, as a crash would, and leaves its folder. */
  kill(): Promise<void>;
}

export interface AppOptions {
  /** Settings that override those of demo mode. */
  env?: Record<string, string>;
  /** Folder to keep across restarts; by default a new one, removed by `stop`. */
  dataDir?: string;
  port?: number;
  /** Runs on the devnet of this server, which has the same database, instead of its own. */
  joins?: App;
  /** Folder of another release's source. */
  root?: string;
  /** Runs without a built page; for benchmarks of the API. */
  withoutPage?: boolean;
}

/**
 * A folder for one app, prepared as a first start leaves it, if the run has such a template. The caller removes it. Its
 * devnet gets its own port, because all copies share that of the template.
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
 * Starts `server/main.ts` and waits until it is listening.
 * @throws Error with the server's own output if it exits or prints nothing.
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
      ...(joined && {
        DEVNET_URL: joined.rpcUrl,
        DEVNET_FILE: join(options.joins?.dataDir ?? '', 'chain/devnet.json'),
        TREASURY_ADDRESS: joined.treasury ?? '',
      }),
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
    let listening = false;
    const listen = (part: Buffer): void => {
      output += part.toString();
      if (listening) return;
      const match = /listening on (https?:\/\/[\w.:[\]-]+)/.exec(output);
      if (!match?.[1]) return;
      listening = true;
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
