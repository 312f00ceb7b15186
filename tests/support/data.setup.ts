// Templates that a whole run copies, created once: the data folder of an app with its devnet deployed and its funds
// seeded, and an embedded database with only the schema. Created anew each costs 3 s and 2.5 s of CPU time, copied 1 s
// and 0.7 s; a run needs about sixty of each.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/db/client.ts';
import { startApp } from '#tests/support/app.ts';
import { quiet } from '#tests/support/databases.ts';
import { APP_TEMPLATE, DATABASE_TEMPLATE } from '#tests/support/templates.ts';

/** `npm test` and each project request it; the first one creates it, and workers inherit its location. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env[APP_TEMPLATE]) return async () => undefined;
  const base = await mkdtemp(join(tmpdir(), 'adit-template-'));
  const [dataDir, database] = [join(base, 'app'), join(base, 'database')];
  const [app, schema] = await Promise.all([
    startApp({ dataDir, withoutPage: true }),
    openDatabase({ dataDir: database, log: quiet }),
  ]);
  await Promise.all([app.stop(), schema.close()]);
  process.env[APP_TEMPLATE] = dataDir;
  process.env[DATABASE_TEMPLATE] = database;
  return () => rm(base, { recursive: true, force: true });
}
