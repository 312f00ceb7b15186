// Real faults while everybody acts, a few rounds of each; the full number with `npm run chaos`. Nothing acknowledged is lost,
// nothing is done twice, and the books are clean.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { nodes } from '#tests/chaos/chain.ts';
import { openFleetOnSmallDisk } from '#tests/chaos/disk.ts';
import { type Fleet, openFleet } from '#tests/chaos/fleet.ts';
import { clocks, inTurn, kills, partition, postgres } from '#tests/chaos/servers.ts';
import { type Options, type Result, underLoad } from '#tests/chaos/under-load.ts';

const SEED = 1;
/** Containers often may not mount, even as root. */
const mayMount = spawnSync('unshare', ['--mount', 'true']).status === 0;

/** Each fault in turn; a fault that has several forms occurs more often. */
const PLAN = [
  kills,
  partition,
  clocks,
  partition,
  postgres,
  partition,
  clocks,
  partition,
  postgres,
  partition,
];

async function holds(run: (options: Options) => Promise<Result>, rounds: number): Promise<void> {
  const lines: string[] = [];
  const result = await run({ rounds, seed: SEED, tell: (line) => lines.push(line) });
  expect(result, lines.join('\n')).toMatchObject({ rounds, lost: 0, doubled: 0, problems: [] });
  expect(result.acknowledged).toBeGreaterThan(rounds);
}

test('servers, their database, disk, network and clocks fail: everything acknowledged is there, and there once', async () => {
  await using end = new AsyncDisposableStack();
  const plan = [...PLAN];
  let fleet: Fleet;
  if (mayMount) {
    const small = await openFleetOnSmallDisk(end);
    fleet = small.fleet;
    plan.push(small.full);
  } else {
    fleet = await openFleet({ size: 2 });
    end.defer(() => fleet.close());
  }
  await holds((options) => underLoad(fleet, options, inTurn(plan)), plan.length);
});

test('a node that lies or lags makes nothing early, double or lost', () => holds(nodes, 6));
