// Templates that a whole run copies, created once: the data folder of an app with its devnet deployed and its funds
// seeded, and an embedded database with only the schema. Creating them costs 3 s and 2.5 s of CPU time, copying them
// 1 s and 0.7 s; a run needs about sixty of the first and thirty of the second.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, MINUTE_MS } from '#rules/days.ts';
import { openDatabase } from '#server/db/client.ts';
import { movableClock } from '#server/jobs/clock.ts';
import { startApp } from '#tests/support/app.ts';
import { quiet } from '#tests/support/databases.ts';
import { APP_TEMPLATE, DATABASE_TEMPLATE } from '#tests/support/templates.ts';

/**
 * 08:30 in Singapore, as time of day in UTC: when the servers of a run begin, whatever the real time. Neither a day
 * nor a lottery round (20:00) ends before a test has skipped hours.
 */
const MORNING_MS = 30 * MINUTE_MS;

/** Sets the clock of the app that will start in this folder, before it opens its first rounds. */
async function setClock(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir, log: quiet });
  const clock = await movableClock(database.kysely);
  const ahead = (DAY_MS + MORNING_MS - (Date.now() % DAY_MS)) % DAY_MS;
  await clock.advance(Math.ceil(ahead / 1000));
  await database.close();
}

/** `npm test` and each project request it; the first one creates it, and workers inherit its location. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env[APP_TEMPLATE]) return async () => undefined;
  const base = await mkdtemp(join(tmpdir(), 'adit-template-'));
  const [dataDir, database] = [join(base, 'app'), join(base, 'database')];
  const [app, schema] = await Promise.all([
    setClock(dataDir).then(() => startApp({ dataDir, withoutPage: true })),
    openDatabase({ dataDir: database, log: quiet }),
  ]);
  await Promise.all([app.stop(), schema.close()]);
  process.env[APP_TEMPLATE] = dataDir;
  process.env[DATABASE_TEMPLATE] = database;
  return () => rm(base, { recursive: true, force: true });
}
