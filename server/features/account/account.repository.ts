/** Users as the account page shows them. */
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
      'u.created_at',
      'i.address as inviter',
      sql<boolean>`u.sign_ins <= 1`.as('is_first'),
    ])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
}
