// One throw-away PostgreSQL cluster for a whole run; each test file makes its own database in it.
import type { TestProject } from 'vitest/node';
import { startCluster } from '#tests/support/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the cluster's `postgres` database, whose role may create databases. */
    postgresUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  project.provide('postgresUrl', cluster.url('postgres'));
  return () => cluster.stop();
}
