// The baseline for payouts: one INSERT … SELECT of the same postings into a table that has everything that the
// ledger's own table has, in the same database and with the same durability.
import { sql } from 'kysely';
import { type Database, inTransaction } from '#server/db/client.ts';

const BARE = 'bare_postings';

/** Columns, constraints, indexes and triggers of a table, without its name. */
async function shapeOf({ kysely: db }: Database, table: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select line from (
      select format('%s %s %s %s', attnum, attname, format_type(atttypid, atttypmod), attnotnull) as line
      from pg_attribute where attrelid = ${table}::regclass and attnum > 0
      union all select pg_get_constraintdef(oid) from pg_constraint where conrelid = ${table}::regclass
      union all select regexp_replace(pg_get_indexdef(indexrelid), 'INDEX \\S+ ON \\S+ ', '')
        from pg_index where indrelid = ${table}::regclass
      union all select format('%s %s %s %s', tgname, tgfoid::regproc, tgtype, tgenabled)
        from pg_trigger where tgrelid = ${table}::regclass and not tgisinternal
    ) lines order by line`.execute(db);
  return rows.map(({ line }) => line);
}

/** An empty copy of the table of postings; LIKE leaves out triggers, which check sums. */
async function makeBare(database: Database): Promise<void> {
  const { kysely: db } = database;
  await sql`create table ${sql.table(BARE)} (like ledger_postings including all)`.execute(db);
  const { rows } = await sql<{ definition: string }>`
    select pg_get_triggerdef(oid) as definition from pg_trigger
    where tgrelid = 'ledger_postings'::regclass and not tgisinternal`.execute(db);
  for (const { definition } of rows)
    await sql.raw(definition.replace(/ ON \S*ledger_postings /, ` ON ${BARE} `)).execute(db);
  const [own, bare] = [await shapeOf(database, 'ledger_postings'), await shapeOf(database, BARE)];
  if (own.join('\n') !== bare.join('\n'))
    throw new Error(`the table of the bare insert differs:\n${bare.join('\n')}\n\n${own.join('\n')}`);
}

/**
 * Seconds to copy the newest `rows` postings, including the commit. They are sorted beforehand by entry and account,
 * as the ledger writes them. The copy's triggers add to the stored sums, so the books are only sound before it.
 */
export async function bareInsert(database: Database, rows: number): Promise<number> {
  const db = database.kysely;
  await makeBare(database);
  await sql`
    create table source as
    select * from (select * from ledger_postings order by journal_id desc limit ${rows}) newest
    order by journal_id, account_id`.execute(db);
  await sql`analyze source`.execute(db);
  await sql`checkpoint`.execute(db);
  const begun = performance.now();
  await inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`insert into ${sql.table(BARE)} select * from source`.execute(tx);
  });
  const took = (performance.now() - begun) / 1000;
  await sql`drop table ${sql.table(BARE)}`.execute(db);
  await sql`drop table source`.execute(db);
  return took;
}
