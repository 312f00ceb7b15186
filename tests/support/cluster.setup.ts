// One temporary PostgreSQL cluster for a whole run; each test file creates its own database in it.
import type { TestProject } from 'vitest/node';
import { startCluster } from '#tests/support/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the cluster's `postgres` database, whose role may create databases. */
    postgresUrl: string;
  }
}

/** Environment variable with which the first project of a run passes its cluster's address to the others. */
const CLUSTER = 'ADIT_TEST_POSTGRES';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const known = process.env[CLUSTER];
  if (known) {
    project.provide('postgresUrl', known);
    return async () => undefined;
  }
  const cluster = await startCluster();
  process.env[CLUSTER] = cluster.url('postgres');
  project.provide('postgresUrl', cluster.url('postgres'));
  return () => cluster.stop();
}
