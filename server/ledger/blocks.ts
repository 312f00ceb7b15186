/**
 * The chain of hashes over the journal: blocks of entries, each with a hash over the previous block's hash and
 * everything its entries say but their traces (`ledger_block`). Anyone who knows one hash can tell whether anything
 * before it was changed; the newest is published every day.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, inTransaction } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { LIMIT } from './proof.ts';

/** Entries per block. */
const BLOCK = 5000;
/** How long to wait for transactions in progress; entries that they hold up are sealed the next time. */
const WAIT_MS = 10_000;
const POLL_MS = 50;

/** The last sealed entry and the hash that covers all up to it. */
interface Head {
  readonly to: bigint;
  readonly hash: Uint8Array;
}

/**
 * The newest id at or below which no more entries can be committed; null if some transaction takes too long. Nobody
 * else has to wait (`ledger_newest`).
 */
export async function settledId(db: Db): Promise<bigint | null> {
  const { rows } = await sql<{ newest: bigint; writers: string[] }>`
    select newest, writers from ${fn('ledger_newest')}()`.execute(db);
  const { newest, writers: all } = rows[0] ?? { newest: 0n, writers: [] };
  let writers = all;
  for (const limit = performance.now() + WAIT_MS; writers.length > 0; await sleep(POLL_MS)) {
    if (performance.now() > limit) return null;
    const still = await sql<{ writers: string[] }>`select ${fn('ledger_writers')}() as writers`.execute(db);
    writers = writers.filter((one) => still.rows[0]?.writers.includes(one));
  }
  return newest;
}

/** The newest block; undefined before the first one. */
export const head = async (db: Db): Promise<Head | undefined> =>
  db
    .selectFrom('ledger_blocks')
    .select(['to_id as to', 'hash'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Seals one block of entries up to `newest`; false if there is nothing left to seal. */
const sealOne = (db: Db, newest: bigint, now: Date): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('ledger blocks', 6))`.execute(tx);
    // If fewer entries than a full block are left, the block takes all of them, up to `newest`.
    const { rows } = await sql<{ id: bigint }>`
      with last as (
        select coalesce(max(id), 0) as id, coalesce(max(to_id), 0) as to_id,
          coalesce((array_agg(hash order by id desc))[1], ''::bytea) as hash
        from (select id, to_id, hash from ledger_blocks order by id desc limit 1) b
      ), reach as (
        select last.*, coalesce((
          select id from ledger_journal where id > last.to_id and id <= ${newest} order by id offset ${BLOCK - 1}::int limit 1
        ), ${newest}::bigint) as up_to from last
      )
      insert into ledger_blocks (id, from_id, to_id, entries, hash, sealed_at)
      select r.id + 1, r.to_id, r.up_to, b.entries, b.hash, ${now}
      from reach r cross join lateral ${fn('ledger_block')}(r.hash, r.to_id, r.up_to) b
      where r.up_to > r.to_id and b.entries > 0
      returning id`.execute(tx);
    return rows.length > 0;
  });

/** Seals all entries up to `newest`, an id from `settledId`, in transactions of one block each. */
export async function seal(db: Db, newest: bigint, now: Date): Promise<void> {
  while (await sealOne(db, newest, now)) continue;
}

/** Recomputes every block; the differences, one line each. */
export async function checkBlocks(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ id: bigint; from: bigint; to: bigint; linked: boolean }>`
    select b.id, b.from_id + 1 as from, b.to_id as to, b.linked from (
      select *, lag(hash, 1, ''::bytea) over o as before,
        from_id = lag(to_id, 1, 0::bigint) over o and id = lag(id, 1, 0::bigint) over o + 1 as linked
      from ledger_blocks window o as (order by id)
    ) b cross join lateral ${fn('ledger_block')}(b.before, b.from_id, b.to_id) made
    where not b.linked or made.hash <> b.hash or made.entries <> b.entries order by b.id limit ${LIMIT}`.execute(
    tx,
  );
  return rows.map(({ id, from, to, linked }) =>
    linked
      ? `block ${id} of the journal: entries ${from} to ${to} are not what was sealed`
      : `block ${id} of the journal does not follow the block before it`,
  );
}

/** Which of these published heads (entry and hash) are not in the chain. */
export async function missingHeads<T extends Head>(tx: Db, published: readonly T[]): Promise<T[]> {
  const missing: T[] = [];
  for (const one of published) {
    const row = await tx
      .selectFrom('ledger_blocks')
      .select('id')
      .where('to_id', '=', one.to)
      .where('hash', '=', Buffer.from(one.hash))
      .executeTakeFirst();
    if (!row) missing.push(one);
  }
  return missing;
}
