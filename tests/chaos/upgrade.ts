// `npm run chaos -- --only upgrade`: the suites of an upgrade at full length, with the page of the previous release built from its commit.
import { spawnSync } from 'node:child_process';
import { CHAOS, UPGRADE_SUITES } from '#tests/support/chaos.ts';

/** @returns whether all of it passed */
export function upgrade(): boolean {
  const { status } = spawnSync('vitest', ['run', ...UPGRADE_SUITES], {
    stdio: 'inherit',
    env: { ...process.env, [CHAOS]: 'long' },
  });
  return status === 0;
}
