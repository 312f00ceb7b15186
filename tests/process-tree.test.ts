// The benchmarks' own processor time: that of processes whose parents ended before them counts too.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { followTree } from './bench/process-tree.ts';

/** Uses half a second of processor time, says so, and ends when told to. */
const WORK = `
  while (process.cpuUsage().user < 500_000);
  console.log('worked');
  process.stdin.once('end', () => process.exit()).resume();`;
/** Starts it, and ends without waiting for it. */
const PARENT = `
  require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(WORK)}], { stdio: 'inherit', detached: true });
  process.once('SIGTERM', () => process.exit());`;
const LEAST_TICKS = 45;

test.skipIf(process.platform !== 'linux')(
  'a process that outlives its parent is counted, once, after both have ended',
  async () => {
    const ticks = followTree(process.pid);
    const before = ticks();
    const parent = spawn(process.execPath, ['-e', PARENT], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(parent.stdout, 'data');
    const worked = ticks() - before;
    expect(worked).toBeGreaterThanOrEqual(LEAST_TICKS);
    parent.kill();
    await once(parent, 'exit');
    parent.stdin.end();
    await once(parent.stdout, 'close');
    const after = ticks() - before;
    expect(after).toBeGreaterThanOrEqual(worked);
    expect(after).toBeLessThan(worked + LEAST_TICKS);
  },
);
