// Maintenance of the embedded database: grown tables are vacuumed and analysed, empty ones never, and requests can
// run meanwhile.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onBothDatabases, removeClusterAtEnd } from '#tests/support/databases.ts';
import { maintain } from './maintenance.ts';

removeClusterAtEnd();

onBothDatabases((open, kind) => {
  const known = async (table: string) =>
    (
      await sql<{ pages: number }>`select relpages as pages from pg_class where relname = ${table}`.execute(
        open().kysely,
      )
    ).rows[0]?.pages;
  const size = async () =>
    (await sql<{ size: bigint }>`select pg_relation_size('settings') as size`.execute(open().kysely)).rows[0]
      ?.size ?? 0n;

  test.runIf(kind === 'pglite')(
    'a grown table is looked after, an emptied or small one is left alone',
    async () => {
      const { kysely: db } = open();
      await sql`insert into settings select 'k' || i, repeat('v', 100) from generate_series(1, 5000) i`.execute(
        db,
      );
      expect(await maintain(open())).toEqual(['settings']);
      expect(await known('settings')).toBeGreaterThan(32);
      expect(await known('jobs')).toBe(0);

      await sql`insert into nonces select 'n' || i, now() from generate_series(1, 50000) i`.execute(db);
      await sql`delete from nonces`.execute(db);
      await maintain(open());
      expect(await known('nonces')).toBe(0);
    },
  );

  test.runIf(kind === 'pglite')('dead rows make room for new ones', async () => {
    const { kysely: db } = open();
    for (let round = 0; round < 3; round += 1)
      await sql`update settings set value = value || 'x'`.execute(db);
    await maintain(open());
    const before = await size();
    await sql`update settings set value = value || 'y'`.execute(db);
    expect(await size()).toBe(before);
  });

  test('requests run in between, and maintenance joins no open transaction', async () => {
    const held = open()
      .kysely.transaction()
      .execute(async (tx) => {
        await sql`select 1`.execute(tx);
        await new Promise((resolve) => setTimeout(resolve, 100));
        return (await sql`select 1`.execute(tx)).rows.length;
      });
    const [, rows] = await Promise.all([maintain(open()), held]);
    expect(rows).toBe(1);
  });

  test.runIf(kind === 'postgres')('a PostgreSQL server is left to itself', async () => {
    expect(await maintain(open())).toEqual([]);
  });
});
