/** What an account's verifications have in common with those of other accounts. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';

/** A submission of another account, and what it shares with one of this account's. */
interface Duplicate {
  readonly id: bigint;
  readonly address: string;
  readonly status: 'submitted' | 'approved' | 'failed';
  readonly submitted_at: Date;
  /** `uid`, `address`, `document`. */
  readonly shared: readonly string[];
}

/**
 * Submissions of other accounts with the UID, exchange address or a document of any submission of this account, oldest
 * first. Rejected submissions count, and so do deleted documents.
 */
export async function duplicatesOf(db: Db, userId: bigint, limit: number): Promise<Duplicate[]> {
  const { rows } = await sql<Duplicate>`
    with mine as (
      select id, lower(exchange_uid) as uid, lower(exchange_address) as address
      from kyc_submissions where user_id = ${userId}
    ), found as (
      select s.id, 'uid' as what from mine m join kyc_submissions s on lower(s.exchange_uid) = m.uid
      union
      select s.id, 'address' from mine m join kyc_submissions s on lower(s.exchange_address) = m.address
      union
      select d.submission_id, 'document' from mine m join kyc_documents own on own.submission_id = m.id
        join kyc_documents d on d.fingerprint = own.fingerprint
    )
    select s.id, u.address, s.status, s.submitted_at, array_agg(f.what order by f.what) as shared
    from found f join kyc_submissions s on s.id = f.id join users u on u.id = s.user_id
    where s.user_id <> ${userId}
    group by s.id, u.address order by s.id limit ${limit}`.execute(db);
  return rows;
}

/** How many of the account's documents have no fingerprint under this key, so nothing can be compared with them. */
export async function uncompared(db: Db, userId: bigint, key: string): Promise<number> {
  const { n } = await db
    .selectFrom('kyc_documents as d')
    .innerJoin('kyc_submissions as s', 's.id', 'd.submission_id')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('s.user_id', '=', userId)
    .where('d.fingerprint_key', 'is distinct from', key)
    .executeTakeFirstOrThrow();
  return n;
}
