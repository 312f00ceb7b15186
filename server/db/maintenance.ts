/**
 * What PostgreSQL does automatically and the embedded database does not: checkpoints, and vacuum with new statistics.
 * Empty and small tables are left alone: a plan made for an empty table scans all of it once it has grown (measured: an
 * entry went from 0.2 to 4 ms), while the planner's default estimate for a table without statistics suits both.
 */
import { sql } from 'kysely';
import type { Database } from './client.ts';

/** In pages of 8 KiB; reading a smaller table is faster than maintaining it. */
const SMALL_PAGES = 32;

/** Keeps the embedded database small and fast. Returns the tables that were vacuumed; none on PostgreSQL. */
export async function maintain({ kind, kysely: db }: Pick<Database, 'kind' | 'kysely'>): Promise<string[]> {
  if (kind !== 'pglite') return [];
  await sql`checkpoint`.execute(db);
  const { rows: large } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = 'public' and pg_relation_size(c.oid) >= ${SMALL_PAGES} * 8192
    order by c.relname`.execute(db);
  const done: string[] = [];
  for (const { name } of large) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length === 0) continue;
    await sql`vacuum (analyze) ${sql.table(name)}`.execute(db);
    done.push(name);
  }
  return done;
}
