// One data folder for a whole run in which the devnet is deployed, the database migrated and the funds are seeded: apps start on
// copies of it. A first start costs 3 s more than a later one (2 cores, quiet), and a run starts about fifty apps.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATA_TEMPLATE, startApp } from '#tests/support/app.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'adit-template-'));
  const app = await startApp({ dataDir, withoutPage: true });
  await app.stop();
  // Workers inherit it.
  process.env[DATA_TEMPLATE] = dataDir;
  return () => rm(dataDir, { recursive: true, force: true });
}
