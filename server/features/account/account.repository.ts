/** Users as the account page shows them, and the sessions they have. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';

export async function findUser(db: Db, userId: bigint) {
  return db
    .selectFrom('users as u')
    .leftJoin('users as i', 'i.id', 'u.invited_by')
    .select([
      'u.address',
      'u.invite_code',
      'u.kyc',
      'u.official',
      'u.sign_ins',
      'u.created_at',
      'i.address as inviter',
      sql<boolean>`u.sign_ins <= 1`.as('is_first'),
    ])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Sessions that were not signed out of, newest first; they may have run out meanwhile. */
export async function findSessions(db: Db, userId: bigint) {
  return db
    .selectFrom('sessions')
    .select(['token_hash', 'created_at', 'last_seen_at', 'expires_at', 'outbox_expires_at', 'push_tested_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();
}
