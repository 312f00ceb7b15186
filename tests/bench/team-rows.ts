/**
 * A large team in a database, created set-based: one account that invited `directs` people, and everybody else below
 * them, half on the second level and half on the third. Addresses are in random order, as real ones are.
 */
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

const BATCH = 500_000;
const START = '2026-01-01T00:00:00Z';

interface Index {
  name: string;
  table: string;
  definition: string;
  constrained: boolean;
}

/** The indexes of a table except its primary key. */
async function indexesOf(db: Kysely<Tables>, table: string): Promise<Index[]> {
  const { rows } = await sql<Index>`
    select i.relname as name, ${table}::text as table, coalesce(pg_get_constraintdef(c.oid), pg_get_indexdef(i.oid)) as definition,
      c.oid is not null as constrained
    from pg_index x join pg_class i on i.oid = x.indexrelid left join pg_constraint c on c.conindid = i.oid and c.contype = 'u'
    where x.indrelid = ${table}::regclass and not x.indisprimary`.execute(db);
  return rows;
}

/** Building indexes once at the end takes minutes less than updating them while ten million rows are inserted. */
async function withoutIndexes(db: Kysely<Tables>, table: string, fill: () => Promise<void>): Promise<void> {
  const indexes = await indexesOf(db, table);
  for (const { name, constrained } of indexes)
    await (
      constrained
        ? sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`
        : sql`drop index ${sql.ref(name)}`
    ).execute(db);
  await fill();
  for (const { name, definition, constrained } of indexes)
    await (
      constrained
        ? sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`
        : sql.raw(definition)
    ).execute(db);
}

/** Fills an empty database with this many accounts and returns the id of the one above all others. */
export async function largeTeam(db: Kysely<Tables>, accounts: number, directs: number): Promise<bigint> {
  return db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one);
    // Foreign keys refer to rows of the same statement; checking each again would take most of the time.
    await sql`set session_replication_role = replica`.execute(one);
    await withoutIndexes(one, 'users', async () => {
      for (let from = 1; from <= accounts; from += BATCH)
        await sql`
          insert into users (id, address, invite_code, invited_by, ancestor1, ancestor2, ancestor3, kyc, created_at)
          overriding system value
          select n, '0x' || md5(n::text) || substr(md5('x' || n), 1, 8), 'B' || to_hex(n), first, first,
            case when n <= ${directs + 1}::int then null when third then second else 1 end,
            case when third then 1 end,
            case when n % 3 = 0 then 'approved' else 'none' end, ${START}::timestamptz + n * interval '1 second'
          from (
            select n, n > ${directs + 1}::int and n % 2 = 0 as third,
              2 + ((n - 1 + n % 2)::bigint * 7919) % ${directs}::int as second,
              -- on the third level: below somebody of the second, whose number is odd
              case when n = 1 then null when n <= ${directs + 1}::int then 1
                when n % 2 = 1 then 2 + (n::bigint * 7919) % ${directs}::int else n - 1 end as first
            from generate_series(${from}::int, ${Math.min(accounts, from + BATCH - 1)}::int) n
          ) made`.execute(one);
    });
    await sql`insert into miners (user_id, kind, state, gifted) select id, 'trial', 'pending_start', 1200 * 1e18::numeric from users`.execute(
      one,
    );
    await sql`
      insert into team_counters (user_id, level, members, valid, hashrate)
      select a.id, a.level, count(*), count(*) filter (where u.kyc = 'approved'), count(*) * 1200 * 1e18::numeric
      from users u
      cross join lateral (values (u.ancestor1, 1), (u.ancestor2, 2), (u.ancestor3, 3)) as a (id, level)
      where a.id is not null group by a.id, a.level`.execute(one);
    await sql`select setval(pg_get_serial_sequence('users', 'id'), ${accounts}::bigint)`.execute(one);
    await sql`set session_replication_role = origin`.execute(one);
    for (const name of ['users', 'miners', 'team_counters'])
      await sql`vacuum (analyze) ${sql.table(name)}`.execute(one);
    return 1n;
  });
}
