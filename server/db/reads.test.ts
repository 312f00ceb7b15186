// Reads while the primary is away: its connection is cut, and the same server under another address stands in for the standby.
import { queryObjects } from 'node:v8';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Refusal, refuse } from '#server/lib/refusal.ts';
import { quiet } from '#tests/support/databases.ts';
import { type Link, startLink } from '#tests/support/link.ts';
import { type Cluster, startCluster } from '#tests/support/postgres.ts';
import { waitFor } from '#tests/support/wait.ts';
import { type Database, type Db, openDatabase } from './client.ts';

let cluster: Cluster;
let link: Link;
let database: Database;

/** The port through which work reached the server. */
const portOf = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ name: string }>`select current_setting('application_name') as name`.execute(
    db,
  );
  return rows[0]?.name ?? '';
};
async function read<T>(work: (db: Db) => Promise<T>): Promise<T> {
  if (!database.read) throw new Error('no standbys');
  return database.read(work);
}

beforeAll(async () => {
  cluster = await startCluster();
  link = await startLink(cluster.port);
  const url = (name: string, port = cluster.port) =>
    `${cluster.url('postgres').replace(`:${cluster.port}/`, `:${port}/`)}?application_name=${name}`;
  database = await openDatabase({
    databaseUrl: url('primary', link.port),
    // The first one is down the whole time.
    readUrls: [url('nobody', 1), url('standby')],
    log: quiet,
  });
});
afterAll(async () => {
  await database?.close();
  await link?.stop();
  await cluster?.stop();
});
beforeEach(async () => {
  link.calm();
  await waitFor(async () => expect(await read(portOf)).toBe('primary'), 20_000);
});

test('while the primary answers, everything is read there', async () => {
  // A primary that takes longer than a second counts as away, and on a busy machine it may.
  await waitFor(async () => {
    const from = await Promise.all(Array.from({ length: 20 }, () => read(portOf)));
    expect(new Set(from)).toEqual(new Set(['primary']));
  }, 20_000);
});

test('a read leaves nothing behind for as long as the primary is there', async () => {
  /** Promises that are still reachable. */
  const alive = () => queryObjects(Promise, { format: 'count' });
  const READS = 2000;
  const before = alive();
  for (let n = 0; n < READS; n += 1) await read(async () => n);
  expect(alive() - before).toBeLessThan(READS / 10);
});

test.each(['cut', 'hang'] as const)(
  'no read fails when the primary is away (%s): the first standby that answers takes it',
  async (fault) => {
    link.begin(fault);
    expect(await read(portOf)).toBe('standby');
    expect(await read(portOf)).toBe('standby');
  },
);

test('a read that is refused while the primary is there is not repeated elsewhere', async () => {
  const asked: string[] = [];
  const refused = read(async (db) => {
    asked.push(await portOf(db));
    return refuse('unavailable');
  });
  await expect(refused).rejects.toBeInstanceOf(Refusal);
  expect(asked).toEqual(['primary']);
});

test('a refusal of the standby is the answer', async () => {
  link.begin('cut');
  expect(await read(portOf)).toBe('standby');
  const refused = read(async () => refuse('not_found'));
  await expect(refused).rejects.toMatchObject({ name: 'not_found' });
});
