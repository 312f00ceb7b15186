// Devnets for tests: one in this process whose clock the test moves, or one in a separate process that can be killed.
// Run as a program (`node tests/support/devnet.ts DATA_DIR`) it is that process: it prints "PID URL" and waits.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '#server/jobs/clock.ts';
import { type Devnet, type DevnetOptions, startDevnet } from '#server/chain/devnet/devnet.ts';
import { spawnLeashed } from '#server/lib/leash.ts';

export const CHAIN_ID = 1337;

interface TestClock extends Clock {
  advance(seconds: number): void;
}

/** The machine's time plus what the test skipped. */
export function testClock(): TestClock {
  let offset = 0;
  const now = () => new Date(Date.now() + offset);
  return {
    now,
    wall: () => new Date(),
    near: (time, tolerance) => Math.abs(time.getTime() - now().getTime()) <= tolerance,
    advance(seconds) {
      offset += seconds * 1000;
    },
  };
}

/** Collects log lines, so that a test can check them. */
export function memoryLog(): DevnetOptions['log'] & { lines: string[] } {
  const lines: string[] = [];
  const note = (first: unknown, second?: unknown) => {
    const error = (first as { err?: Error } | undefined)?.err;
    lines.push([typeof first === 'string' ? first : second, error?.message].filter(Boolean).join(': '));
  };
  return { lines, info: note, warn: note, error: note } as DevnetOptions['log'] & { lines: string[] };
}

/** A folder that is removed after the test. */
export async function tempFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'adit-chain-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Starts the devnet of `dataDir` in this process. */
export function openDevnet(dataDir: string, more: Partial<DevnetOptions> = {}): Promise<Devnet> {
  return startDevnet({ dataDir, chainId: CHAIN_ID, clock: testClock(), log: memoryLog(), ...more });
}

/** Starts the devnet of `dataDir` in its own process; `pid` is anvil's. */
export async function devnetProcess(
  dataDir: string,
): Promise<{ server: ChildProcess; pid: number; url: string }> {
  const server = spawnLeashed(process.execPath, [import.meta.filename, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(server.stdout ?? server, 'data')) as [Buffer];
  const [pid = '', url = ''] = line.toString().trim().split(' ');
  return { server, pid: Number(pid), url };
}

/** Whether a process is alive; a zombie that its parent has not reaped yet is not. */
export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`).length > 0;
  } catch {
    return false;
  }
}

if (import.meta.main) {
  const devnet = await openDevnet(process.argv[2] ?? '');
  process.stdout.write(`${devnet.pid()} ${devnet.rpc.url}\n`);
  setInterval(() => undefined, 60_000);
}
