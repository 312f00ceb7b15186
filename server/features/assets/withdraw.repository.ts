/**
 * Withdrawals in the database: who may withdraw, how much of the day's limit is used, and the order itself. Amounts in
 * units (10^-18).
 */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';

/**
 * The account's verification, with its row locked until the transaction ends: withdrawals of one account are handled
 * one after the other, so that two together cannot exceed a limit. The lock does not block inserting rows that
 * reference the account.
 */
export async function lockAccount(tx: Db, userId: bigint): Promise<{ kyc: string }> {
  return tx
    .selectFrom('users')
    .select('kyc')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** What an account has withdrawn since `from`, by coin; failed withdrawals were refunded and do not count. */
export async function withdrawnSince(db: Db, userId: bigint, from: Date): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ coin: string; sum: bigint }>`
    select coin, sum(amount) as sum from payouts
    where user_id = ${userId} and requested_at >= ${from} and state <> 'failed' group by coin`.execute(db);
  return new Map(rows.map(({ coin, sum }) => [coin, sum]));
}

/**
 * How much of a coin all accounts have withdrawn since `from` without approval. Until the transaction ends, nobody else
 * withdraws this coin, so two withdrawals cannot exceed the sum together.
 */
export async function unapprovedSince(tx: Db, coin: string, from: Date): Promise<bigint> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`withdraw/${coin}`}, 4))`.execute(tx);
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(amount), 0) as sum from payouts
    where coin = ${coin} and requested_at >= ${from} and state <> 'failed'
      and approved_at is not null and approved_by is null`.execute(tx);
  return rows[0]?.sum ?? 0n;
}

/** The id of a payout that is about to be booked. */
export async function newPayoutId(tx: Db): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    select nextval(pg_get_serial_sequence('payouts', 'id')) as id`.execute(tx);
  if (!rows[0]) throw new Error('the database gave no number');
  return rows[0].id;
}

interface NewPayout {
  readonly id: bigint;
  readonly user: bigint;
  readonly coin: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly address: string;
  /** Null: waits for the operator. */
  readonly approvedAt: Date | null;
  readonly requestedAt: Date;
  readonly journalId: bigint;
}

export async function insertPayout(tx: Db, p: NewPayout): Promise<void> {
  await sql`
    insert into payouts (id, user_id, coin, amount, fee, address, requested_at, approved_at, journal_id)
    overriding system value
    values (${p.id}, ${p.user}, ${p.coin}, ${p.amount}, ${p.fee}, ${p.address}, ${p.requestedAt}, ${p.approvedAt}, ${p.journalId})`.execute(
    tx,
  );
}
