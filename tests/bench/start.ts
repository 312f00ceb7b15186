// `npm run bench start`: seconds from `npm start` to a listening server, for the first and later starts; memory and
// processor time of idle processes: demo mode with its devnet and embedded database, and a server on PostgreSQL that has
// neither, as in production.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp } from '#tests/support/app.ts';
import { freePort } from '#tests/support/ports.ts';
import { startCluster } from '#tests/support/postgres.ts';
import { ROOT } from '#tests/support/steps.ts';
import { readArgs } from './args.ts';
import { keep, mega, table } from './figures.ts';
import { judged } from './goals.ts';
import { type Memory, TICKS_PER_SECOND, treeMemory, treeTicks } from './process-tree.ts';

interface Idle {
  memory: Memory;
  /** Percent of a core. */
  processor: number;
}

interface Started extends Idle {
  seconds: number;
}

/** A listening server keeps preparing for some seconds. */
const SETTLE_MS = 10_000;

async function idleOf(pid: number, seconds: number): Promise<Idle> {
  await sleep(SETTLE_MS);
  const before = treeTicks(pid);
  await sleep(seconds * 1000);
  const processor = (100 * (treeTicks(pid) - before)) / TICKS_PER_SECOND / seconds;
  return { memory: treeMemory(pid), processor };
}

async function start(dataDir: string, idleSeconds: number): Promise<Started> {
  const port = await freePort();
  const begun = performance.now();
  // Its own process group, so that npm, its shell and the server end together.
  const child = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    await new Promise<void>((resolve, reject) => {
      let output = '';
      child.stdout.on('data', (part: Buffer) => {
        output += part.toString();
        if (/listening on http/.test(output)) resolve();
      });
      child.once('exit', (code) =>
        reject(new Error(`npm start ended with ${code}:\n${output.slice(-2000)}`)),
      );
    });
    const seconds = (performance.now() - begun) / 1000;
    return { seconds, ...(await idleOf(child.pid ?? 0, idleSeconds)) };
  } finally {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}

/** The second server of a database: the first one has the devnet. */
async function withoutDevnet(idleSeconds: number): Promise<Started> {
  await using end = new AsyncDisposableStack();
  const cluster = await startCluster({ durable: true });
  end.defer(() => cluster.stop());
  const env = { DATABASE_URL: cluster.url('postgres'), DOCUMENT_KEY: '7'.repeat(64) };
  const first = await startApp({ env });
  end.defer(async () => void (await first.stop()));
  const second = await startApp({ env, joins: first });
  end.defer(async () => void (await second.stop()));
  return { seconds: second.startedIn / 1000, ...(await idleOf(second.pid, idleSeconds)) };
}

export async function bench(argv: string[]): Promise<void> {
  const options = readArgs(argv, { idle: 60, later: 3, json: '' });
  const dataDir = await mkdtemp(join(tmpdir(), 'adit-start-'));
  const runs: [string, Started][] = [];
  let demo: Started;
  try {
    demo = await start(dataDir, options.idle);
    runs.push(['first', demo]);
    for (let run = 1; run <= options.later; run++) runs.push([`later ${run}`, await start(dataDir, 1)]);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  const bare = await withoutDevnet(options.idle);
  runs.push(['on PostgreSQL, without devnet', bare]);
  const rows = runs.map(([name, { seconds, memory, processor }]) => [
    name,
    seconds.toFixed(1),
    ...[memory.rss, memory.pss].map(mega),
    String(memory.processes),
    processor.toFixed(1),
  ]);
  console.log(`${table([['start', 'seconds', 'RSS MB', 'PSS MB', 'processes', '% of a core'], ...rows])}

"first" begins without a data folder and builds the page when it is missing or old; idle for ${options.idle} s, later starts for one

${judged([
  ['idle process', bare.processor, 'on PostgreSQL, without devnet'],
  ['idle process', demo.processor, 'demo mode with its devnet'],
  ['memory of an idle process without devnet', bare.memory.rss / 1024 ** 2],
  ['memory of demo mode', demo.memory.pss / 1024 ** 2],
])}`);
  await keep(options.json, { options, runs });
}
