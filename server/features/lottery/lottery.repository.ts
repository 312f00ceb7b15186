/** Lottery rounds and guesses in the database: reading them, and taking guesses. */
import { type Selectable, sql } from 'kysely';
import type { CodeName } from '#contract/codes.ts';
import { toUnits } from '#rules/amounts.ts';
import { FREE_GUESSES, GUESS_PRICE, MOST_GUESSES } from '#rules/figures.ts';
import { guessesUntil, issueOf, lotteryRoundAt, mostPaidPool, potOf } from '#rules/lottery.ts';
import { type Db, inStatement } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Item, Outcome } from '#server/http/batches.ts';
import { asCalls } from '#server/http/idempotency.ts';
import type { Moment } from '#server/jobs/clock.ts';
import { type Facts, type Mine, NOTHING, type Round, indexView } from './lottery.views.ts';

/** A round as the server's own code sees it. */
export interface StoredRound extends Round {
  /** Accounts with ids up to this one have been paid. */
  readonly settledTo: bigint;
  readonly batches: number;
  /** How much of `carried` was issued; null if unknown, which counts as 0. */
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

/** Locks those of these rounds that exist, oldest first. */
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

/** The most recent round before a given one in which somebody guessed. */
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

/** Finished rounds, newest first: those before a round, or only that one. */
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

/** An account's guesses in these rounds, in the order they were made. */
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

/** Current number of permanent miners. */
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

/** A call that places a guess. */
export interface Guess extends Item {
  readonly number: number;
  /** The refusal that would apply in any round, or 'ok'. A reply stored under its key takes precedence. */
  readonly refused: CodeName;
}

/**
 * Takes guesses for the round of `facts` in one statement, each with the outcome that it would have had on its own; a
 * guess made while another round was open is late. `facts` are those of a guest. `at` is read before the round is
 * locked; the database's clock accounts for the wait.
 */
export async function placeGuesses(
  db: Db,
  guesses: readonly Guess[],
  { facts, at, wait }: { facts: Facts; at: Moment; wait: boolean },
): Promise<Outcome[]> {
  const { round, miners, previous } = facts;
  const { now, aheadMs, head } = at;
  const calls = guesses.map(({ call }) => call);
  const codes = guesses.map(({ call, refused }): CodeName =>
    refused === 'ok' && lotteryRoundAt(call.now) !== round.round ? 'betting_closed' : refused,
  );
  const shown = indexView({ ...facts, eligible: true, now });
  const pot = potOf({ carried: round.carried ?? 0n, issued: issueOf(miners), paid: 0n });
  const settled = previous?.round.state === 'settled' ? previous.round : null;
  const statement = sql<Outcome>`
    select account, code, reply, replay from ${fn('lottery_guesses')}(${asCalls(calls, now)},
      ${codes}::text[], ${guesses.map(({ number }) => number)}::int[], ${round.round}::date, ${now}::timestamptz,
      ${aheadMs}::double precision, ${head}::timestamptz, ${guessesUntil(round.round)}::timestamptz, ${wait}::boolean,
      ${toUnits(GUESS_PRICE)}::numeric, ${FREE_GUESSES}::int, ${MOST_GUESSES}::int, ${issueOf(1)}::numeric,
      ${mostPaidPool()}::numeric, ${JSON.stringify(shown)}::jsonb, ${pot}::numeric, ${previous?.round.round ?? null}::date,
      ${settled?.drawn ?? null}::int, ${settled?.share ?? 0n}::numeric)`;
  const { rows } = await inStatement(() => statement.execute(db));
  return rows;
}
