// pgbench, which sends the same SQL as the server: as fast as it can, or at a given rate.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgres } from '#tests/support/tools.ts';

const run = promisify(execFile);

interface Run {
  url: string;
  script: string;
  connections: number;
  seconds: number;
  /** Transactions per second, at random moments; if absent, as many as possible. */
  rate?: number;
}

interface Ran {
  done: number;
  /** Per second, excluding connection time. */
  rate: number;
  /** Latency of each transaction in milliseconds; at a given rate, from the moment at which it was due. */
  latencies: number[];
}

export async function pgbench({ url, script, connections, seconds, rate }: Run): Promise<Ran> {
  const logs = await mkdtemp(join(tmpdir(), 'adit-pgbench-'));
  try {
    const { stdout } = await run(join(findPostgres() ?? '', 'pgbench'), [
      ...['-n', '-M', 'prepared', '-j', '2', '-f', script],
      ...['-c', String(connections), '-T', String(seconds)],
      ...(rate === undefined ? [] : ['-R', rate.toFixed(2)]),
      ...['-l', '--log-prefix', join(logs, 'log'), url],
    ]);
    const read = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1]);
    const done = read(/actually processed: (\d+)/);
    if (done === 0)
      throw new Error(`pgbench spent ${seconds} s on ${connections} connections; more --seconds?`);
    const latencies: number[] = [];
    // One line for each transaction; its third field is its duration in microseconds.
    for (const name of await readdir(logs))
      for (const line of (await readFile(join(logs, name), 'utf8')).split('\n'))
        if (line) latencies.push(Number(line.split(' ')[2]) / 1000);
    return { done, rate: read(/^tps = ([\d.]+)/m), latencies };
  } finally {
    await rm(logs, { recursive: true });
  }
}
