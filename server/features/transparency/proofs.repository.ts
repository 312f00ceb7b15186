/** Published trees, and the few rows that a proof is built from. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import { sumsOf } from '#proofs/sums.ts';
import type { Node } from '#proofs/tree.ts';
import type { Tree } from './transparency.rules.ts';

/** Published trees from before an id, newest first. */
export async function trees(db: Db, limit: number, before?: bigint): Promise<Tree[]> {
  const { rows } = await sql<Tree>`
    select id, as_of as "asOf", leaves, root, sums, journal_to as "journalTo", journal_hash as "journalHash" from solvency_trees
    where state = 'done' and (${before ?? null}::bigint is null or id < ${before ?? null}::bigint)
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * The most recent published tree, with the secret that opens its leaves; undefined if the account is newer. Its address
 * may have a leaf even then: that of an account that was deleted.
 */
export async function newestTree(
  db: Db,
  userId: bigint,
): Promise<(Tree & { secret: Uint8Array }) | undefined> {
  const { rows } = await sql<Tree & { secret: Uint8Array }>`
    select * from (
      select id, as_of as "asOf", leaves, root, sums, journal_to as "journalTo", journal_hash as "journalHash", secret from solvency_trees
      where state = 'done' and secret is not null order by id desc limit 1
    ) t where "asOf" >= (select created_at from users where id = ${userId})`.execute(db);
  return rows[0];
}

/** The chunk that contains a position in the order of leaves, if any. */
export const chunkAt = (db: Db, tree: bigint, key: Uint8Array) =>
  db
    .selectFrom('solvency_chunks')
    .select(['chunk', 'body'])
    .where('tree', '=', tree)
    .where('first_key', '<=', Buffer.from(key))
    .orderBy('first_key', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Nodes at these positions, in the given order. @throws Error if one is missing: the stored tree is incomplete */
export async function nodesAt(
  db: Db,
  tree: bigint,
  places: readonly { level: number; index: number }[],
): Promise<Node[]> {
  if (places.length === 0) return [];
  const { rows } = await sql<{ level: number; index: number; hash: Uint8Array; sums: string }>`
    select n.level, n.index, n.hash, n.sums
    from unnest(${places.map(({ level }) => level)}::int[], ${places.map(({ index }) => index)}::int[]) as at (level, index)
    join solvency_nodes n on n.tree = ${tree} and n.level = at.level and n.index = at.index`.execute(db);
  return places.map(({ level, index }) => {
    const found = rows.find((row) => row.level === level && row.index === index);
    if (!found) throw new Error(`tree ${tree} has no node ${index} at level ${level}`);
    return { hash: new Uint8Array(found.hash), sums: sumsOf(found.sums) };
  });
}
