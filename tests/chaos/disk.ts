// Scenarios with a file system that fills up under the database: a small one in memory, which only root may mount.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Fleet, openFleet, openLoner } from './fleet.ts';
import { type Options, type Result, type Round, goesOn, recovers, underLoad } from './under-load.ts';

const run = promisify(execFile);
const PIECE = Buffer.alloc(64 * 1024);

/** A folder on a file system of `megabytes`, gone with `end`. @throws Error if this user may not mount */
async function smallDisk(megabytes: number, end: AsyncDisposableStack) {
  const folder = await mkdtemp(join(tmpdir(), 'adit-disk-'));
  end.defer(() => rm(folder, { recursive: true, force: true }));
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  end.defer(async () => void (await run('umount', ['-l', folder])));
  const ballast = join(folder, 'ballast');
  return {
    folder,
    /** Takes all the space that is left. */
    async fill() {
      const file = await open(ballast, 'a');
      try {
        for (;;) await file.write(PIECE);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    empty: () => rm(ballast, { force: true }),
  };
}

type Disk = Awaited<ReturnType<typeof smallDisk>>;

/** Long enough to use up the space that is still free inside the database's files. */
const FULL_MS = 4000;

const filling =
  (disk: Disk, restart: (fleet: Fleet) => Promise<void>): Round =>
  async (world) => {
    const { fleet, load, random } = world;
    const before = load.unavailable;
    await disk.fill();
    await sleep(random.int(FULL_MS / 2, FULL_MS));
    await disk.fill();
    await sleep(random.int(0, FULL_MS / 2));
    const refused = load.unavailable - before;
    await disk.empty();
    await restart(fleet);
    await goesOn(world);
    await Promise.all(fleet.members.map((member) => recovers(member)));
    return `full, ${refused} calls answered 503`;
  };

/** Servers whose PostgreSQL has a small disk, and the fault that fills it. A PostgreSQL that has ended is started again, as an init system does. */
export async function openFleetOnSmallDisk(
  end: AsyncDisposableStack,
): Promise<{ fleet: Fleet; full: Round }> {
  const disk = await smallDisk(220, end);
  const home = join(disk.folder, 'postgres');
  await mkdir(home);
  const fleet = await openFleet({ size: 2, home, settings: ['max_wal_size=48MB', 'min_wal_size=32MB'] });
  end.defer(() => fleet.close());
  const full = filling(disk, async ({ cluster }) => {
    if (!cluster?.alive) await cluster?.revive();
  });
  return { fleet, full };
}

/** The disk of PostgreSQL fills up. */
export async function fullDisk(options: Options): Promise<Result> {
  await using end = new AsyncDisposableStack();
  const { fleet, full } = await openFleetOnSmallDisk(end);
  return await underLoad(fleet, options, full);
}

/** The disk of the data folder fills up, with the embedded database, keys and devnet in it. */
export async function fullFolder(options: Options): Promise<Result> {
  await using end = new AsyncDisposableStack();
  const disk = await smallDisk(160, end);
  const fleet = await openLoner(join(disk.folder, 'data'));
  end.defer(() => fleet.close());
  const full = filling(disk, async ({ members }) => {
    // The embedded database ends with its thread; then the process has to be started again.
    for (const member of members)
      await recovers(member, 5000).catch(async () => {
        await member.kill();
        await member.launch();
      });
  });
  return await underLoad(fleet, options, full);
}
