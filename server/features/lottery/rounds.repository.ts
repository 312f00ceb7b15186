/**
 * Writing lottery rounds: creating and closing them, and what a settlement reads and records. Everything runs in the
 * caller's transaction.
 */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { systemBalance } from '#server/ledger/read.ts';
import { lotteryAfter, lotteryClose } from '#rules/lottery.ts';
import type { StoredRound } from './lottery.repository.ts';

/** The newest existing round. */
async function newestRound(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('lottery_rounds')
    .select('round')
    .orderBy('round', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.round;
}

/**
 * Adds missing rounds. The amount carried over into the very first is known; the others get theirs from the previous
 * round.
 */
export async function insertRounds(db: Db, rounds: readonly string[], carried?: bigint): Promise<void> {
  if (rounds.length === 0) return;
  await db
    .insertInto('lottery_rounds')
    .values(
      rounds.map((round, i) => ({
        round,
        closes_at: lotteryClose(round),
        carried: i === 0 ? (carried ?? null) : null,
      })),
    )
    // Another process may have been faster, for either of the two keys.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Creates every round up to `last`; the very first is `first`, and carries over the pool's balance. */
export async function makeRounds(db: Db, first: string, last: string): Promise<void> {
  const newest = await newestRound(db);
  const rounds: string[] = [];
  for (let round = newest ? lotteryAfter(newest) : first; round <= last; round = lotteryAfter(round))
    rounds.push(round);
  await insertRounds(db, rounds, newest ? undefined : await systemBalance(db, 'lottery_pool', 'ADIT'));
}

/** Rounds that still accept guesses although their closing time has passed, oldest first. */
export async function dueRounds(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('lottery_rounds')
    .select('round')
    .where('state', '=', 'open')
    .where('closes_at', '<=', now)
    .orderBy('round')
    .execute();
  return rows.map(({ round }) => round);
}

/**
 * Number of accounts that were permanent before a close; nobody else can become permanent until the transaction ends.
 */
export async function countMiners(db: Db, closesAt: Date): Promise<number> {
  const { rows } = await sql<{ miners: number }>`
    select ${fn('lottery_count')}(${closesAt}::timestamptz) as miners`.execute(db);
  return rows[0]?.miners ?? 0;
}

export async function saveRound(
  db: Db,
  round: string,
  change: Partial<Omit<StoredRound, 'round' | 'closesAt' | 'settledTo' | 'carriedIssued'>> & {
    carried_issued?: bigint;
    settled_to?: bigint;
    finished_at?: Date;
  },
): Promise<void> {
  await db.updateTable('lottery_rounds').set(change).where('round', '=', round).execute();
}

/** Accounts whose guesses one batch settles: ids above `from`, up to and including `to`. */
export interface Range {
  readonly round: string;
  readonly from: bigint;
  readonly to: bigint;
}

/** The next accounts of a round, with `limit` guesses or slightly more; the end is null if these are the last. */
export async function nextEnd(db: Db, round: string, from: bigint, limit: number): Promise<bigint | null> {
  const { rows } = await sql<{ to: bigint }>`
    select user_id as to from lottery_guesses where round = ${round}::date and user_id > ${from}
    order by user_id, n offset ${limit - 1} limit 1`.execute(db);
  return rows[0]?.to ?? null;
}

export async function countWinners(db: Db, round: string, number: number): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from lottery_guesses where round = ${round}::date and number = ${number}`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0n);
}

export interface Sum {
  user: bigint;
  amount: bigint;
}

/** Accounts that have guessed a number, and how often. */
export async function winnersOf(db: Db, { round, from, to }: Range, number: number): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select user_id as user, count(*) as amount from lottery_guesses
    where round = ${round}::date and number = ${number} and user_id > ${from} and user_id <= ${to}
    group by user_id order by user_id`.execute(db);
  return rows;
}

/** What accounts have paid. */
export async function paidOf(db: Db, { round, from, to }: Range): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select user_id as user, sum(paid) as amount from lottery_guesses
    where round = ${round}::date and user_id > ${from} and user_id <= ${to} and paid > 0
    group by user_id order by user_id`.execute(db);
  return rows;
}

/** Deducts refunds from the amounts spent on the days of the guesses. */
export async function unspend(db: Db, { round, from, to }: Range): Promise<void> {
  await sql`
    select ${fn('play_return_all')}(array_agg(user_id), array_agg(paid), array_agg(placed_at)) from lottery_guesses
    where round = ${round}::date and user_id > ${from} and user_id <= ${to} and paid > 0`.execute(db);
}
