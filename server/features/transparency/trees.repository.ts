/** Trees in the database while they are being built: the copy of all balances, the nodes, the published root. */
import { sql } from 'kysely';
import { type Db, withoutTimeLimit } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import type { Placed } from '#proofs/tree.ts';
import { sumsText } from '#proofs/sums.ts';
import { head } from '#server/ledger/blocks.ts';
import { heldByUsers } from '#server/ledger/totals.ts';
import { CHUNK, CHUNK_LEVEL, TREES_TO_KEEP } from './transparency.rules.ts';

/** A tree that is not published yet. */
export interface Unfinished {
  id: bigint;
  state: 'wanted' | 'taken' | 'done';
  secret: Uint8Array | null;
  leaves: number;
  owed: string | null;
  hashed: number;
}

/** Requests the tree of a day. Older unfinished ones are dropped, except one in progress. */
export async function wantTree(db: Db, day: string, secret: Uint8Array): Promise<void> {
  await sql`
    delete from solvency_trees where id in (
      select id from solvency_trees where state <> 'done' and day <> ${day} for update skip locked
    )`.execute(db);
  await db
    .insertInto('solvency_trees')
    .values({ day, secret })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute();
}

/** Whether a tree is not published yet. */
export const anyUnfinished = () => sql<boolean>`exists (select from solvency_trees where state <> 'done')`;

/** The most recent unfinished tree, locked; nothing if there is none or another process is working on it. */
export const lockUnfinished = (tx: Db): Promise<Unfinished | undefined> =>
  tx
    .selectFrom('solvency_trees')
    .select(['id', 'state', 'secret', 'leaves', 'owed', 'hashed'])
    .where('state', '<>', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

/**
 * Copies every account's balances in the order of leaves, `CHUNK` per row, and notes the head of the journal. A single
 * statement sees a single snapshot, and it only reads balances, so no posting waits for it. The transaction must be
 * repeatable read, so that the ledger's totals come from the same snapshot.
 */
export async function takeBalances(tx: Db, tree: bigint, secret: Uint8Array, asOf: Date): Promise<void> {
  // Takes longer than a request may if there are very many accounts; each of the two sorts of a million lines fits into
  // this memory.
  await withoutTimeLimit(tx);
  await sql`set local work_mem = '64MB'`.execute(tx);
  await sql`
    insert into solvency_chunks (tree, chunk, first_key, leaves, body)
    select ${tree}::bigint, ((n - 1) / ${CHUNK}::int)::int as part, (array_agg(key order by n))[1], count(*),
      string_agg(line, chr(10) order by n)
    from (
      select key, line, row_number() over (order by key) as n
      from (
        select sha256(${secret}::bytea || convert_to(lower(u.address), 'UTF8')) as key,
          lower(u.address) || ' ' || coalesce(h.sums, '') as line
        from users u left join ${fn('user_holdings')}() h on h.user_id = u.id
      ) leaf
    ) placed
    group by part`.execute(tx);
  const owed = sumsText(await heldByUsers(tx));
  const journal = await head(tx);
  await sql`
    update solvency_trees set state = 'taken', as_of = ${asOf}, owed = ${owed}, hashed = 0,
      journal_to = ${journal?.to ?? null}::bigint, journal_hash = ${journal ? Buffer.from(journal.hash) : null}::bytea,
      leaves = (select coalesce(sum(leaves), 0) from solvency_chunks where tree = ${tree})
    where id = ${tree}`.execute(tx);
}

/** The leaves of this many chunks from `from` on, in order, one line each. */
export async function chunkLines(db: Db, tree: bigint, from: number, limit: number): Promise<string[][]> {
  const rows = await db
    .selectFrom('solvency_chunks')
    .select('body')
    .where('tree', '=', tree)
    .where('chunk', '>=', from)
    .orderBy('chunk')
    .limit(limit)
    .execute();
  return rows.map(({ body }) => body.split('\n'));
}

/** Stores nodes; existing ones stay unchanged. */
export async function keepNodes(db: Db, tree: bigint, nodes: readonly Placed[]): Promise<void> {
  if (nodes.length === 0) return;
  await db
    .insertInto('solvency_nodes')
    .values(
      nodes.map(({ level, index, node }) => ({
        ...{ tree, level, index },
        ...{ hash: Buffer.from(node.hash), sums: sumsText(node.sums) },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function noteHashed(db: Db, tree: bigint, hashed: number): Promise<void> {
  await db.updateTable('solvency_trees').set({ hashed }).where('id', '=', tree).execute();
}

/** Roots of chunks in order, a limited number at a time. */
export const chunkRoots = (db: Db, tree: bigint, from: number, limit: number) =>
  db
    .selectFrom('solvency_nodes')
    .select(['hash', 'sums'])
    .where('tree', '=', tree)
    .where('level', '=', CHUNK_LEVEL)
    .where('index', '>=', from)
    .orderBy('index')
    .limit(limit)
    .execute();

/** Publishes a root, and deletes the leaves of trees that are too old. */
export async function publish(db: Db, tree: bigint, root: string, sums: string): Promise<void> {
  await db.updateTable('solvency_trees').set({ state: 'done', root, sums }).where('id', '=', tree).execute();
  const { rows } = await sql<{ id: bigint }>`
    update solvency_trees set secret = null where state = 'done' and secret is not null and id not in (
      select id from solvency_trees where state = 'done' order by id desc limit ${TREES_TO_KEEP}
    ) returning id`.execute(db);
  for (const { id } of rows) {
    await db.deleteFrom('solvency_chunks').where('tree', '=', id).execute();
    await db.deleteFrom('solvency_nodes').where('tree', '=', id).execute();
  }
}
