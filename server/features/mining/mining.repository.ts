/**
 * Miners in the database: the facts, the two calls that take one round trip each, activation, and an account's own
 * hashrate.
 */
import { sql } from 'kysely';
import { type Db, inStatement } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import type { Item, Outcome } from '#server/http/batches.ts';
import { asCalls } from '#server/http/idempotency.ts';
import { toUnits } from '#rules/amounts.ts';
import { CYCLE_HOURS, OUTPUT_PER_HASHRATE } from '#rules/figures.ts';
import { type TeamLevels, ratesOf } from '#rules/team.ts';
import type { MinerFacts } from './mining.views.ts';

type Written = Record<string, string | null>;

/** Reads the output of `mining_facts`: times as ISO text, amounts as text in smallest units. */
export function readFacts(text: string): MinerFacts {
  const f = JSON.parse(text) as Written;
  const units = (name: string) => BigInt(f[name] ?? '0');
  const time = (name: string) => (f[name] ? new Date(f[name]) : null);
  return {
    now: time('now') as Date,
    kind: f['kind'] as MinerFacts['kind'],
    state: f['state'] as MinerFacts['state'],
    gifted: units('gifted'),
    purchased: units('purchased'),
    team: [units('team1'), units('team2'), units('team3')],
    startedAt: time('startedAt'),
    endsAt: time('endsAt'),
    cycleHashrate: units('cycleHashrate'),
    cycleBonus: units('cycleBonus'),
    cycleOutput: units('cycleOutput'),
    totalOutput: units('totalOutput'),
    yesterdayOutput: units('yesterdayOutput'),
  };
}

/** The facts of accounts, in the given order; undefined for one without a miner. */
export async function factsOf(
  db: Db,
  users: readonly bigint[],
  now: Date,
): Promise<(MinerFacts | undefined)[]> {
  const { rows } = await sql<{ facts: (string | null)[] | null }>`
    select ${fn('mining_facts')}(${users}::bigint[], ${now}) as facts`.execute(db);
  return (rows[0]?.facts ?? []).map((facts) => (facts ? readFacts(facts) : undefined));
}

export const findFacts = async (db: Db, userId: bigint, now: Date): Promise<MinerFacts | undefined> =>
  (await factsOf(db, [userId], now))[0];

const CYCLE = sql.raw(`interval '${CYCLE_HOURS} hours'`);

/** A call that starts or claims a cycle. */
export interface Act extends Item {
  readonly start: boolean;
}

/** Carries out such calls in one statement; `levels` team levels bring bonus hashrate. */
export async function act(
  db: Db,
  acts: readonly Act[],
  wait: boolean,
  levels: TeamLevels,
): Promise<Outcome[]> {
  const calls = acts.map(({ call }) => call);
  const now = new Date(Math.max(...calls.map((call) => call.now.getTime())));
  const statement = sql<Outcome>`
    select account, code, reply, replay from ${fn('mining_acts')}(${asCalls(calls, now)},
      ${acts.map(({ start }) => start)}::boolean[], ${now}::timestamptz, ${wait}::boolean, ${CYCLE},
      ${toUnits(OUTPUT_PER_HASHRATE)}::numeric, ${ratesOf('mining', levels)}::numeric[], ${levels}::int)`;
  const { rows } = await inStatement(() => statement.execute(db));
  return rows;
}

export async function createTrial(db: Db, userId: bigint, hashrate: bigint): Promise<void> {
  await db
    .insertInto('miners')
    .values({
      user_id: userId,
      kind: 'trial',
      state: hashrate > 0n ? 'pending_start' : 'not_activated',
      gifted: hashrate,
    })
    .execute();
}

/** Locks the account's miner until the transaction ends. */
export async function lockMiner(db: Db, userId: bigint) {
  return db
    .selectFrom('miners')
    .select(['kind', 'state', 'invite_used'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/** A direct member with approved verification ("valid user"). */
export async function hasValidInvite(db: Db, userId: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('invited_by', '=', userId)
    .where('kyc', '=', 'approved')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the account before its miner and its balances, as withdrawals, verdicts and deletions do. */
export async function lockUser(db: Db, userId: bigint): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/** The permanent miner waits for its first start; the account is official from now on. */
export async function makePermanent(db: Db, userId: bigint, byInvite: boolean, at: Date): Promise<void> {
  await db
    .updateTable('miners')
    .set({
      kind: 'permanent',
      state: 'pending_start',
      permanent_at: at,
      ...(byInvite && { invite_used: true }),
    })
    .where('user_id', '=', userId)
    .execute();
  await db.updateTable('users').set({ official: true }).where('id', '=', userId).execute();
}

/** An account's own hashrate, both gifted and purchased; its miner is locked until the transaction ends. */
export async function lockOwnHashrate(db: Db, userId: bigint): Promise<bigint> {
  const row = await db
    .selectFrom('miners')
    .select(['gifted', 'purchased'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row ? row.gifted + row.purchased : 0n;
}
