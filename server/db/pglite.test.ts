// Failures of the embedded database: its thread dies, or its folder is in use, damaged or not a folder.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '#server/lib/refusal.ts';
import { quiet } from '#tests/support/databases.ts';
import { DATABASE_TEMPLATE, copyOf } from '#tests/support/templates.ts';
import { openDatabase } from './client.ts';

/** The last thread to be sent something belongs to the newest database. */
const asked = vi.spyOn(Worker.prototype, 'postMessage');
afterAll(() => void asked.mockRestore());

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adit-embedded-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('if its thread dies, current and later work is unavailable, health is false, and closing works', async () => {
  const dataDir = (await copyOf(DATABASE_TEMPLATE, 'adit-embedded-')) ?? folder;
  const database = await openDatabase({ dataDir, log: quiet });
  await sql`insert into settings (key, value) values ('kept', 'v')`.execute(database.kysely);
  const inFlight = sql`select count(*) from generate_series(1, 50000000)`.execute(database.kysely);
  const queued = sql`select 1`.execute(database.kysely);
  const outcomes = Promise.allSettled([inFlight, queued]);
  setTimeout(() => void (asked.mock.contexts.at(-1) as Worker).terminate(), 100);
  for (const outcome of await outcomes) {
    expect(outcome.status).toBe('rejected');
    expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(Refusal);
    expect((outcome as PromiseRejectedResult).reason).toMatchObject({ name: 'unavailable' });
  }
  expect(await database.ping()).toBe(false);
  await expect(
    database.kysely.transaction().execute((tx) => sql`select 1`.execute(tx)),
  ).rejects.toMatchObject({ name: 'unavailable' });
  await database.close();

  const again = await openDatabase({ dataDir, log: quiet });
  expect((await sql`select 1 from settings where key = 'kept'`.execute(again.kysely)).rows).toHaveLength(1);
  await expect(openDatabase({ dataDir, log: quiet })).rejects.toThrow(
    `the data folder ${dataDir} is in use by process ${process.pid}`,
  );
  expect(await again.ping()).toBe(true);
  await again.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a folder with other content gives a one-line error and is not in use afterwards', async () => {
  mkdirSync(join(folder, 'db'));
  writeFileSync(join(folder, 'db/PG_VERSION'), '9.6\n');
  for (let round = 0; round < 2; round += 1) {
    await expect(openDatabase({ dataDir: folder, log: quiet })).rejects.toThrow(
      /^the embedded database in .* cannot be opened: [^\n]+; restore DATA_DIR from a backup, or empty it to start afresh$/,
    );
  }
});

test('a folder that has lost its version is refused, and nothing is created over it', async () => {
  const commits = join(folder, 'db/pg_xact/0000');
  mkdirSync(dirname(commits), { recursive: true });
  writeFileSync(commits, 'kept');
  await expect(openDatabase({ dataDir: folder, log: quiet })).rejects.toThrow(/is incomplete: [^\n]+$/);
  expect(readFileSync(commits, 'utf8')).toBe('kept');
});

test('a folder that cannot be created gives a one-line error', async () => {
  writeFileSync(join(folder, 'plain'), '');
  await expect(openDatabase({ dataDir: join(folder, 'plain'), log: quiet })).rejects.toThrow(
    /^the data folder .* cannot be written: \w+$/,
  );
});
