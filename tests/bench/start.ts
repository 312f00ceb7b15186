// `npm run bench start`: seconds from `npm start` to a listening server, for the first and later starts, and memory
// after a minute.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#tests/support/ports.ts';
import { ROOT } from '#tests/support/steps.ts';
import { readArgs } from './args.ts';
import { keep, mega, table } from './figures.ts';
import { treeMemory, type Memory } from './memory.ts';

interface Started {
  seconds: number;
  memory: Memory;
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
    await sleep(idleSeconds * 1000);
    return { seconds, memory: treeMemory(child.pid ?? 0) };
  } finally {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}

export async function bench(argv: string[]): Promise<void> {
  const options = readArgs(argv, { idle: 60, later: 3, json: '' });
  const dataDir = await mkdtemp(join(tmpdir(), 'adit-start-'));
  const rows = [['start', 'seconds', 'RSS MB', 'PSS MB', 'processes']];
  const runs: Started[] = [];
  try {
    for (let run = 0; run <= options.later; run++) {
      const result = await start(dataDir, run === 0 ? options.idle : 2);
      runs.push(result);
      const { rss, pss, processes } = result.memory;
      rows.push([
        run ? `later ${run}` : `first, after ${options.idle} s`,
        result.seconds.toFixed(1),
        mega(rss),
        mega(pss),
        String(processes),
      ]);
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  console.log(
    `${table(rows)}\n\n"first" begins without a data folder and builds the page when it is missing or old.`,
  );
  await keep(options.json, { options, runs });
}
