/** Lottery rounds and guesses in the database: reading them, and taking a guess. */
import { type Selectable, sql } from 'kysely';
import { toUnits } from '#rules/amounts.ts';
import { FREE_GUESSES, GUESS_PRICE, MOST_GUESSES } from '#rules/figures.ts';
import { mostPaidPool, guessesUntil, issueOf } from '#rules/lottery.ts';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Moment } from '#server/jobs/clock.ts';
import { type Mine, NOTHING, type Round } from './lottery.views.ts';

/** A round as the server's own code sees it. */
export interface StoredRound extends Round {
  /** Accounts up to this id have been paid. */
  readonly settledTo: bigint;
  readonly batches: number;
  /** Of `carried`, what was issued; null as long as it is not known, which counts as 0. */
  readonly carriedIssued: bigint | null;
}

const asRound = (row: Selectable<Tables['lottery_rounds']>): StoredRound => ({
  ...row,
  closesAt: row.closes_at,
  settledTo: row.settled_to,
  carriedIssued: row.carried_issued,
});

export async function findRound(db: Db, round: string): Promise<StoredRound | undefined> {
  const row = await db.selectFrom('lottery_rounds').selectAll().where('round', '=', round).executeTakeFirst();
  return row && asRound(row);
}

/** Locks the existing ones of these rounds, oldest first. */
export async function lockRounds(db: Db, rounds: readonly string[]): Promise<Map<string, StoredRound>> {
  const rows = await db
    .selectFrom('lottery_rounds')
    .selectAll()
    .where('round', 'in', rounds)
    .orderBy('round')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.round, asRound(row)]));
}

/** The most recent round before another one in which somebody guessed. */
export async function guessedBefore(db: Db, round: string): Promise<Round | undefined> {
  const row = await db
    .selectFrom('lottery_rounds')
    .selectAll()
    .where('round', '<', round)
    .where('guesses', '>', 0)
    .orderBy('round', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && asRound(row);
}

/** Finished rounds, newest first: those before a round, or a single one. */
export async function finishedRounds(
  db: Db,
  { before, round, limit }: { before?: string | undefined; round?: string | undefined; limit: number },
): Promise<Round[]> {
  const rows = await db
    .selectFrom('lottery_rounds')
    .selectAll()
    .where('state', 'in', ['settled', 'void'])
    .$if(before !== undefined, (query) => query.where('round', '<', before as string))
    .$if(round !== undefined, (query) => query.where('round', '=', round as string))
    .orderBy('round', 'desc')
    .limit(limit)
    .execute();
  return rows.map(asRound);
}

/** An account's guesses in these rounds, in the order in which they were made. */
export async function guessesOf(
  db: Db,
  userId: bigint | undefined,
  rounds: readonly string[],
): Promise<Map<string, Mine>> {
  if (userId === undefined || rounds.length === 0) return new Map();
  const { rows } = await sql<Mine & { round: string }>`
    select round, array_agg(number::int order by n) as numbers, sum(paid) as paid from lottery_guesses
    where user_id = ${userId} and round = any (${rounds}::date[]) group by round`.execute(db);
  return new Map(rows.map(({ round, numbers, paid }) => [round, { numbers, paid }]));
}

export const mineOf = (all: ReadonlyMap<string, Mine>, { round }: Round): Mine => all.get(round) ?? NOTHING;

/** Permanent miners now. */
export async function minersNow(db: Db): Promise<number> {
  const { rows } = await sql<{ miners: number }>`select ${fn('lottery_miners')}() as miners`.execute(db);
  return rows[0]?.miners ?? 0;
}

export async function isPermanent(db: Db, userId: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('miners')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'permanent')
    .executeTakeFirst();
  return row !== undefined;
}

/** Why a guess is refused. */
export type GuessRefusal = 'closed' | 'miner' | 'paused' | 'limit' | 'guesses' | 'pool';

/** The result of a guess: the account's guesses in the round, and what everybody has paid into it. */
export interface Guessed extends Mine {
  readonly roundPaid: bigint;
}

/** Takes a guess in the caller's transaction, which must be rolled back if the guess is refused. */
export async function addGuess(
  db: Db,
  guess: { userId: bigint; round: string; number: number; at: Moment },
): Promise<Guessed | GuessRefusal> {
  const { now, aheadMs, head } = guess.at;
  const { rows } = await sql<{
    refusal: GuessRefusal | null;
    guesses: number[];
    mine: bigint;
    paid: bigint;
  }>`
    select refusal, guesses, mine, paid from ${fn('lottery_guess')}(${guess.userId}::bigint, ${guess.round}::date, ${guess.number}::int,
      ${now}::timestamptz, ${aheadMs}::double precision, ${head}::timestamptz, ${guessesUntil(guess.round)}::timestamptz,
      ${toUnits(GUESS_PRICE)}::numeric, ${FREE_GUESSES}::int, ${MOST_GUESSES}::int,
      ${issueOf(1)}::numeric, ${mostPaidPool()}::numeric)`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('lottery_guess answered nothing');
  return row.refusal ?? { numbers: row.guesses, paid: row.mine, roundPaid: row.paid };
}
