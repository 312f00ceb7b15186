/**
 * An upgrade as DEPLOYING.md describes it, behind nginx and under load: the servers of the previous release are
 * replaced by this one's, one by one. Then the next release is tried and rolled back.
 */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportChaos, shortOrLong } from '#tests/support/chaos.ts';
import { expectSound } from '#tests/support/command.ts';
import { emptyPlace, twoRoles } from '#tests/support/databases.ts';
import { type Fleet, startFleet } from '#tests/support/fleet.ts';
import { hasPrevious, takeOutPrevious } from '#tests/support/previous-release.ts';
import { ROOT } from '#tests/support/steps.ts';
import { type Course, startLoad } from '#tests/support/upgrade-load.ts';

const PEOPLE = 8;
/** Calls before and after each restart. */
const CALLS = shortOrLong(80, 3000);

let folder = '';
let previous = '';
let place: Awaited<ReturnType<typeof emptyPlace>>;
let fleet: Fleet;
let load: Course;

/** The next release: it has its own table and functions, and its server fails after preparing the database. */
async function brokenRelease(): Promise<string> {
  const root = join(folder, 'broken');
  for (const part of ['package.json', 'server', 'src', 'tests/support'])
    await cp(join(ROOT, part), join(root, part), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const edit = async (file: string, from: string, to: string) => {
    const text = await readFile(join(root, file), 'utf8');
    expect(text).toContain(from);
    await writeFile(join(root, file), text.replaceAll(from, to));
  };
  for (const name of ['calls.sql', 'session.ts'])
    await edit(`server/http/${name}`, 'session_of', 'session_by');
  await writeFile(join(root, 'server/db/schema/9999_next.sql'), 'create table next (id int);\n');
  await edit(
    'server/start.ts',
    '  const { config, env,',
    "  throw new Error('broken');\n  const { config, env,",
  );
  return root;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adit-app-'));
  place = await emptyPlace('postgres');
  previous = takeOutPrevious(join(folder, 'previous'));
  fleet = await startFleet({ folder, database: twoRoles(place), root: previous });
  load = await startLoad(fleet, PEOPLE);
});
afterAll(async () => {
  await load?.end();
  await fleet?.stop();
  await place?.remove();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

test.runIf(hasPrevious)(
  'no call fails while the previous release’s servers are replaced by this one’s, one by one',
  async () => {
    await load.more(CALLS);
    for (const server of [1, 0] as const) {
      await fleet.replace(server, ROOT);
      await load.more(CALLS);
    }
    expect(load.failed).toEqual([]);
  },
);

test.runIf(hasPrevious)(
  'no call fails while a next release that never becomes healthy is tried and taken back',
  async () => {
    await expect(fleet.replace(1, await brokenRelease())).rejects.toThrow('broken');
    await load.more(CALLS);
    await fleet.replace(1, ROOT);
    await load.more(CALLS);
    const { calls, failed } = await load.end();
    expect(failed).toEqual([]);
    for (const name of [
      'POST /api/mining/claim',
      'POST /api/assets/swap',
      'POST /api/assets/withdraw',
      'sign-in',
    ])
      expect(calls.get(name), name).toBeGreaterThan(0);
    // The keeper is from the previous release, whose functions are gone by now.
    await expectSound(fleet.servers[0]?.dataDir ?? '');
    reportChaos({ rounds: 4, acknowledged: [...calls.values()].reduce((sum, n) => sum + n, 0) });
  },
);
