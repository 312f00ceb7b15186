/**
 * Draws in the database. A draw leaves `waiting` only once: every statement that changes a state also checks the old
 * one.
 */
import { type Selectable, sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import type { DrawRule } from '#draws/hash.ts';
import type { Tables } from '#server/db/tables.ts';
import type { DecidedBlock } from './draw-block.ts';
import type { Kept } from '#server/chain/devnet/state.ts';

type Row = Selectable<Tables['draws']>;

type DrawGame = 'race' | 'lottery';

/** What the chain decided, and the seed that was secret until then. Hashes are 0x and 64 lower-case hex digits. */
interface DrawResult {
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly txHash: string;
  readonly seed: string;
  /** The hash that gives the result (src/draws/hash.ts). */
  readonly hash: string;
}

/** A draw as anyone may see it. */
export interface Draw {
  /** `race:5849201` or `lottery:2026-11-21` (src/draws/rounds.ts). */
  readonly id: string;
  readonly game: DrawGame;
  /** The draw block is the first one at or after this time that satisfies the rule. */
  readonly drawsAt: Date;
  readonly rule: DrawRule;
  readonly seedHash: string;
  /** Whether anyone takes part. */
  readonly wanted: boolean;
  /** `waiting` for its time or its block; `void`: every stake is returned; `idle`: its time came and nobody took part. */
  readonly state: 'waiting' | 'drawn' | 'void' | 'idle';
  /** Null unless the state is drawn. */
  readonly result: DrawResult | null;
}

/** A draw as the server's own code sees it. */
export interface Waiting extends Draw {
  readonly sealed: Uint8Array;
  readonly attempts: number;
  readonly triedAt: Date | null;
}

function resultOf(row: Row): Draw['result'] {
  const { block_number, block_hash, tx_hash, seed, hash } = row;
  if (row.state !== 'drawn' || block_number === null || !block_hash || !tx_hash || !seed || !hash)
    return null;
  return { blockNumber: Number(block_number), blockHash: block_hash, txHash: tx_hash, seed, hash };
}

const asDraw = (row: Row): Draw => ({
  id: row.id,
  game: row.game,
  drawsAt: row.draws_at,
  rule: row.rule,
  seedHash: row.seed_hash,
  wanted: row.wanted,
  state: row.state,
  result: resultOf(row),
});

const asWaiting = (row: Row): Waiting => ({
  ...asDraw(row),
  sealed: row.sealed_seed,
  attempts: row.attempts,
  triedAt: row.tried_at,
});

/** The draws with these ids. */
export async function readDraws(db: Db, ids: readonly string[]): Promise<Map<string, Draw>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('draws').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, asDraw(row)]));
}

interface NewDraw extends Pick<Draw, 'id' | 'game' | 'drawsAt' | 'rule' | 'seedHash'> {
  readonly sealed: Uint8Array;
}

/** Adds draws; an existing one stays unchanged. */
export async function insertDraws(db: Db, draws: readonly NewDraw[]): Promise<void> {
  await db
    .insertInto('draws')
    .values(
      draws.map(({ id, game, drawsAt, rule, seedHash, sealed }) => ({
        ...{ id, game, rule, draws_at: drawsAt, seed_hash: seedHash, sealed_seed: sealed },
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Draws whose time has come by `now`, oldest first, with or without participants. */
export async function dueDraws(db: Db, now: Date, limit: number): Promise<Waiting[]> {
  const rows = await db
    .selectFrom('draws')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('draws_at', '<=', now)
    .orderBy('draws_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(asWaiting);
}

/** When the first of all waiting draws takes place; null if none is waiting. */
export async function firstDrawAt(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('draws')
    .select('draws_at')
    .where('state', '=', 'waiting')
    .orderBy('draws_at')
    .limit(1)
    .executeTakeFirst();
  return row?.draws_at ?? null;
}

/** Marks draws without participants that became due by `now` as idle, and deletes idle races from before `old`. */
export async function layAside(db: Db, now: Date, old: Date): Promise<void> {
  await sql`update draws set state = 'idle' where state = 'waiting' and not wanted and draws_at <= ${now}`.execute(
    db,
  );
  await sql`delete from draws where state = 'idle' and draws_at < ${old} and game = 'race' and not wanted`.execute(
    db,
  );
}

/** Counts a failed try, unless any process counted one after `since`. */
export async function countTry(db: Db, id: string, reason: string, now: Date, since: Date): Promise<void> {
  await sql`
    update draws set attempts = attempts + 1, tried_at = ${now}, reason = ${reason}
    where id = ${id} and state = 'waiting' and (tried_at is null or tried_at <= ${since})`.execute(db);
}

/** Whether a draw is still waiting; it cannot end before the transaction does. */
export async function stillWaits(tx: Db, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('draws')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a waiting draw with the chain's result; false if it has already ended. */
export async function markDrawn(
  tx: Db,
  id: string,
  found: DecidedBlock,
  { seed, hash }: { seed: string; hash: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('draws')
    .set({
      ...{ state: 'drawn', seed, hash, finished_at: now, reason: null },
      from_block: BigInt(found.from),
      block_number: BigInt(found.number),
      block_hash: found.hash,
      tx_hash: found.txHash,
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends a waiting draw without a result; false if it has already ended, or was tried fewer than `tries` times. */
export async function markVoid(tx: Db, id: string, tries: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('draws')
    .set({ state: 'void', finished_at: now })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '>=', tries)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** How many of the newest draws keep their blocks on a devnet: about five blocks each, 2 kB per block. */
const KEPT_DRAWS = 1000;

/**
 * Blocks that a devnet must keep: those that decided draws, starting with the block before the first candidate, and
 * those that may still decide one.
 */
export async function keptBlocks(db: Db): Promise<Kept> {
  const drawn = await sql<{ from: bigint; to: bigint }>`
    select from_block as from, block_number as to from draws where state = 'drawn'
    order by block_number desc limit ${KEPT_DRAWS}`.execute(db);
  const { oldest } = await db
    .selectFrom('draws')
    .select((draw) => draw.fn.min('draws_at').as('oldest'))
    .where('state', '=', 'waiting')
    .where('wanted', '=', true)
    .executeTakeFirstOrThrow();
  return {
    blocks: drawn.rows.map(({ from, to }) => [Number(from) - 1, Number(to)]),
    since: oldest ? oldest.getTime() / 1000 : Number.POSITIVE_INFINITY,
  };
}
