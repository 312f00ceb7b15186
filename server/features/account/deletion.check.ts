/** Proof of what deleted accounts gave up, and that none of their data has come back. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import { LIMIT, type Proof, against } from '#server/ledger/proof.ts';
import { deletedAddress } from './deletion.rules.ts';

/** Deleted accounts that again have an address, a session, a device or a verification's fields. */
async function returned(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ id: bigint; address: string; again: string | null }>`
    select d.user_id as id, u.address, case
      when exists (select from sessions s where s.user_id = d.user_id) then 'a session'
      when exists (select from devices s where s.user_id = d.user_id) then 'a device'
      when exists (select from push_subscriptions s where s.user_id = d.user_id) then 'reminders'
      when exists (select from kyc_submissions s where s.user_id = d.user_id and exchange_uid not like 'deleted-%') then 'a UID'
      when exists (select from kyc_submissions s join kyc_documents k on k.submission_id = s.id
        where s.user_id = d.user_id and k.sealed is not null) then 'documents' end as again
    from deleted_accounts d join users u on u.id = d.user_id order by 1`.execute(tx);
  return rows
    .map(({ id, address, again }) => ({ id, again: address === deletedAddress(id) ? again : 'an address' }))
    .flatMap(({ id, again }) => (again === null ? [] : [`account ${id} was deleted, and has ${again}`]))
    .slice(0, LIMIT);
}

/** Whatever a deleted account holds goes to the reserve: at its deletion, and later whatever its team earns it. */
export const deletionProof: Proof = {
  kinds: ['forfeit'],
  entries: sql`
    select l.entry, 'what the deleted account ' || d.user_id || ' held' as cause, null::text as ref, null::timestamptz as at,
      a.user_id, a.system, l.coin, a.amount
    from lines l join entries e on e.id = l.entry
    join deleted_accounts d on d.user_id = l.user_id and e.at >= d.deleted_at
    ${against(sql`d.user_id`, 'reserve', sql`l.amount`)}
    where l.amount < 0`,
  check: returned,
};
