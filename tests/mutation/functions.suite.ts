// Runs suites once for each change of an SQL file. A change replaces its function in the database that all test
// databases are copied from; the release's text stays unchanged. After the first failure, the other tests of that run
// fail immediately.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, inject } from 'vitest';
import { RELEASE } from '#server/db/functions.ts';
import { statementsOf } from '#server/db/script.ts';
import { TEMPLATE, freshUrl } from '#tests/support/databases.ts';
import { ROOT } from '#tests/support/steps.ts';
import type { Run } from './functions.ts';

const { file, runs } = inject('mutation');
const text = readFileSync(join(ROOT, file), 'utf8');
const originals = statementsOf(text);

async function run(database: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(
    Object.assign(new URL(inject('postgresUrl')), { pathname: `/${database}` }).href,
  );
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Recreates a function. */
const create = (statement = ''): Promise<void> =>
  run(
    TEMPLATE,
    statement
      .replace(/create function/, 'create or replace function')
      .replaceAll(/\badit\./g, `${RELEASE.schema}.`),
  );

/** Drops the databases of the suites that have ended. */
async function drop(): Promise<void> {
  const client = new pg.Client(inject('postgresUrl'));
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    String.raw`select datname from pg_database where datname ~ '^adit_\d'`,
  );
  for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  await client.end();
}

/** Declares the suites of a run again; its name keeps them apart. */
async function declare({ name, suites, change }: Run): Promise<void> {
  let isDead = false;
  // The first failure is the verdict on a mutant: the rest would take minutes and change nothing.
  const endIfDead = () => {
    if (isDead) throw new Error('a test before this one has found the mutant');
  };
  beforeEach(endIfDead);
  afterEach(({ task }) => {
    isDead ||= change !== undefined && task.result?.state === 'fail';
  });
  for (const suite of suites)
    describe(suite, async () => {
      // Ends the suite before its own hooks, which create databases and start servers.
      beforeAll(endIfDead);
      await import(/* @vite-ignore */ `${join(ROOT, suite)}?mutant=${encodeURIComponent(name)}`);
    });
  afterAll(drop);
}

// Creates the template.
await freshUrl();

// Some mutants loop forever within a statement; others take at most a second of processor time.
const watcher = new pg.Client(inject('postgresUrl'));
await watcher.connect();
const watch = setInterval(
  () =>
    void watcher.query(`select pg_cancel_backend(pid) from pg_stat_activity
      where state = 'active' and wait_event_type is null and now() - query_start > interval '10 s'`),
  1000,
);
afterAll(() => {
  clearInterval(watch);
  return watcher.end();
});

for (const one of runs) {
  const { at, from, to } = one.change ?? { at: 0, from: '', to: '' };
  const mutated = statementsOf(text.slice(0, at) + to + text.slice(at + from.length));
  const place = mutated.findIndex((statement, n) => statement !== originals[n]);
  let isRefused = false;
  if (one.change) {
    try {
      await create(mutated[place]);
    } catch {
      isRefused = true;
    } finally {
      await create(originals[place]);
    }
  }
  describe.skipIf(isRefused)(one.name, async () => {
    if (isRefused) return;
    if (one.change) {
      beforeAll(() => create(mutated[place]));
      afterAll(() => create(originals[place]));
    }
    await declare(one);
  });
}
