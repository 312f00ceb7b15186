// Real faults while everybody acts, a few rounds of each; the full number with `npm run chaos`. Nothing acknowledged is lost,
// nothing is done twice, and the books are clean.
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodes, reorgs } from '#tests/chaos/chain.ts';
import { fullDisk } from '#tests/chaos/disk.ts';
import { type Fleet, openFleet } from '#tests/chaos/fleet.ts';
import { clocks, kills, partition, postgres } from '#tests/chaos/servers.ts';
import type { Options, Result } from '#tests/chaos/under-load.ts';

const SEED = 1;
/** Containers often may not mount, even as root. */
const mayMount = spawnSync('unshare', ['--mount', 'true']).status === 0;

async function holds(run: (options: Options) => Promise<Result>, rounds: number): Promise<void> {
  const lines: string[] = [];
  const result = await run({ rounds, seed: SEED, tell: (line) => lines.push(line) });
  expect(result, lines.join('\n')).toMatchObject({ rounds, lost: 0, doubled: 0, problems: [] });
  expect(result.acknowledged).toBeGreaterThan(rounds);
}

describe('servers on one PostgreSQL', () => {
  let fleet: Fleet;
  beforeAll(async () => {
    fleet = await openFleet({ size: 2 });
  });
  afterAll(() => fleet?.close());

  test.each([
    ['one of them is killed', kills, 3],
    ['PostgreSQL is killed', postgres, 2],
    ['the network to it fails', partition, 4],
    ['the clock of one is set ahead or back', clocks, 8],
  ] as const)('keep everything once when %s', (_, run, rounds) =>
    holds((options) => run(fleet, options), rounds),
  );
});

test.runIf(mayMount)('a full disk costs answers, and nothing that was acknowledged', () =>
  holds(fullDisk, 1),
);

test('deposits and withdrawals count once while blocks of every depth are replaced', () => holds(reorgs, 6));

test('a node that lies or lags makes nothing early, double or lost', () => holds(nodes, 6));
