/**
 * An upgrade as DEPLOYING.md describes it: the servers of the previous release are replaced by this one's, one after the other, behind
 * nginx and under load.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSound } from '#tests/support/command.ts';
import { emptyPlace, twoRoles } from '#tests/support/databases.ts';
import { type Fleet, startFleet } from '#tests/support/fleet.ts';
import { takeOutPrevious } from '#tests/support/previous-release.ts';
import { ROOT } from '#tests/support/steps.ts';
import { startLoad } from '#tests/support/upgrade-load.ts';

const PEOPLE = 8;
/** Calls before, between and after the two restarts. */
const CALLS = 120;

let folder = '';
let place: Awaited<ReturnType<typeof emptyPlace>>;
let fleet: Fleet;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adit-app-'));
  place = await emptyPlace('postgres');
  const root = takeOutPrevious(join(folder, 'previous'));
  fleet = await startFleet({ folder, database: twoRoles(place), root });
});
afterAll(async () => {
  await fleet?.stop();
  await place?.remove();
  await rm(folder, { recursive: true, force: true });
});

test('no call fails while the previous release’s servers are replaced by this one’s, one by one', async () => {
  const load = await startLoad(fleet, PEOPLE);
  await load.more(CALLS);
  for (const server of [1, 0] as const) {
    await fleet.replace(server, ROOT);
    await load.more(CALLS);
  }
  const { calls, failed, slowestMs, slowest } = await load.end();
  console.log(Object.fromEntries(calls), failed, slowestMs, slowest);
  expect(failed).toEqual([]);
  await expectSound(fleet.keeper.dataDir);
});
