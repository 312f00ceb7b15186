/** Race rounds and bets in the database. Each movement of money is one SQL function (race.sql, settle.sql). */
import { type Selectable, sql } from 'kysely';
import type { CodeName } from '#contract/codes.ts';
import { RACE_PAYOUT } from '#rules/figures.ts';
import { raceTimes } from '#rules/race.ts';
import type { Rates } from '#rules/team.ts';
import { type Db, inStatement } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Moment } from '#server/jobs/clock.ts';
import type { Item, Outcome } from '#server/http/batches.ts';
import { asCalls } from '#server/http/idempotency.ts';

export type Round = Selectable<Tables['race_rounds']>;
export type Entry = Selectable<Tables['race_entries']>;

/** One call for bets. */
export interface Bet extends Item {
  readonly round: number;
  /** By lane, for all six. */
  readonly stakes: readonly bigint[];
  /** The refusal that would apply in any round, or 'ok'. A reply stored under its key takes precedence. */
  readonly refused: CodeName;
}

/**
 * Books calls for bets in one statement, each with the outcome that it would have had on its own. `open` is the round
 * that takes bets now; with `wait`, a bet whose key somebody holds waits instead of being busy. @throws on any failure; then no call is booked
 */
export async function placeBets(
  db: Db,
  bets: readonly Bet[],
  terms: { open: number | null; wait: boolean; at: Moment; most: bigint; rates: Rates },
): Promise<Outcome[]> {
  const { open, wait, at, most, rates } = terms;
  const calls = bets.map(({ call }) => call);
  const { now, aheadMs, head } = at;
  const until = open === null ? null : raceTimes(open).bettingEndsAt;
  const statement = sql<Outcome>`
    select code, reply, replay, account from ${fn('race_bets')}(${asCalls(calls, now)}, ${wait}::boolean,
      ${bets.map(({ round }) => round)}::bigint[], ${bets.map(({ refused }) => refused)}::text[],
      ${bets.flatMap(({ stakes }) => stakes)}::numeric[], ${open}::bigint, ${until}::timestamptz, ${now}::timestamptz,
      ${aheadMs}::double precision, ${head}::timestamptz, ${most}::numeric, ${RACE_PAYOUT}::numeric, ${rates}::numeric[])`;
  const { rows } = await inStatement(() => statement.execute(db));
  return rows;
}

interface Batch {
  /** No accounts were left, and the round is closed. */
  done: boolean;
  /** Its number; null when `done`. */
  batch: number | null;
  /** The accounts that received something; empty if there are more than 100. */
  accounts: bigint[];
}

/** Pays the next accounts of a round, or refunds them if there is no ranking. */
export async function settleBatch(
  db: Db,
  batch: { round: number; ranking: readonly number[] | null; limit: number; now: Date },
): Promise<Batch> {
  const { rows } = await sql<Batch>`
    select done, batch, accounts from ${fn('race_settle')}(${batch.round}::bigint, ${batch.ranking?.join('') ?? null}::text,
      ${batch.limit}::int, ${batch.now}::timestamptz, ${RACE_PAYOUT}::numeric)`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('race_settle answered nothing');
  return row;
}

/** Tells the teams above how much the accounts of a batch have bet, and adds their payouts to the daily earnings. */
export async function countBatch(db: Db, round: bigint, batch: number): Promise<void> {
  await sql`select ${fn('race_count')}(${round}::bigint, ${batch}::int)`.execute(db);
}

/** Adds rounds that do not exist yet. */
export async function makeRounds(db: Db, rounds: readonly number[]): Promise<void> {
  await db
    .insertInto('race_rounds')
    .values(rounds.map((round) => ({ round: BigInt(round) })))
    .onConflict((conflict) => conflict.column('round').doNothing())
    .execute();
}

/** Deletes rounds before `round` that have no bets. */
export async function dropEmpty(db: Db, round: number): Promise<void> {
  await sql`delete from race_rounds where state = 'open' and round < ${round}::bigint and total = 0`.execute(
    db,
  );
}

export const findRound = (db: Db, round: number): Promise<Round | undefined> =>
  db.selectFrom('race_rounds').selectAll().where('round', '=', BigInt(round)).executeTakeFirst();

/** The most recent round before `round` in which somebody bet. Rounds without bets exist for at most a day. */
export const newestBefore = (db: Db, round: number): Promise<Round | undefined> =>
  db
    .selectFrom('race_rounds')
    .selectAll()
    .where('round', '<', BigInt(round))
    .where('total', '>', 0n)
    .orderBy('round', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The settled round with this number, or the most recent one. */
export async function settledRound(db: Db, round?: number): Promise<Round | undefined> {
  const settled = db.selectFrom('race_rounds').selectAll().where('state', '=', 'settled');
  const one =
    round === undefined ? settled.orderBy('round', 'desc') : settled.where('round', '=', BigInt(round));
  return one.limit(1).executeTakeFirst();
}

/** The account's newest two entries up to a round. */
export const newestEntries = (db: Db, userId: bigint, upTo: bigint): Promise<Entry[]> =>
  db
    .selectFrom('race_entries')
    .selectAll()
    .where('user_id', '=', userId)
    .where('round', '<=', upTo)
    .orderBy('round', 'desc')
    .limit(2)
    .execute();

/** The account's entry in a round. */
export const findEntry = (db: Db, userId: bigint, round: bigint): Promise<Entry | undefined> =>
  db
    .selectFrom('race_entries')
    .selectAll()
    .where('user_id', '=', userId)
    .where('round', '=', round)
    .executeTakeFirst();

export interface Race extends Pick<Round, 'round' | 'state' | 'champion' | 'ranking'> {
  stakes: bigint[];
}

/** The account's races, newest first, starting after `before`. */
export const findRaces = (
  db: Db,
  userId: bigint,
  { before, limit }: { before?: bigint | undefined; limit: number },
): Promise<Race[]> =>
  db
    .selectFrom('race_entries as e')
    .innerJoin('race_rounds as r', 'r.round', 'e.round')
    .select(['e.round', 'e.stakes', 'r.state', 'r.champion', 'r.ranking'])
    .where('e.user_id', '=', userId)
    .$if(before !== undefined, (query) => query.where('e.round', '<', before ?? 0n))
    .orderBy('e.round', 'desc')
    .limit(limit)
    .execute();

/** Entries of accounts in a round with their addresses. */
export const entriesOf = (db: Db, round: bigint, users: readonly bigint[]) =>
  users.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('race_entries as e')
        .innerJoin('users as u', 'u.id', 'e.user_id')
        .select(['e.user_id', 'e.stakes', 'e.total', 'u.address'])
        .where('e.round', '=', round)
        .where('e.user_id', 'in', users)
        .execute();

/**
 * The worst-case cost of unfinished rounds to the bank, in smallest units. No bet adds to it until the caller's
 * transaction ends, so a caller that takes money from the bank must leave at least that much in it.
 */
export async function owedByBank(tx: Db): Promise<bigint> {
  await sql`select pg_advisory_xact_lock(hashtextextended('race bets', 5))`.execute(tx);
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(${fn('race_liability')}(stakes, total, rates, ${RACE_PAYOUT}::numeric)), 0) as sum from race_rounds
    where state in ('open', 'settling', 'returning') and total > 0`.execute(tx);
  return rows[0]?.sum ?? 0n;
}
