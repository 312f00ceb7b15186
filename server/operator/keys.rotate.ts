/**
 * `keys rotate`: encrypts with DOCUMENT_KEY what DOCUMENT_KEY_OTHER decrypts. Each row has its own transaction, so it
 * may stop anywhere.
 */
import { sql } from 'kysely';
import { openSeed, sealSeed, seedKey } from '#server/chain/draws/draw-seeds.ts';
import { type Db, inTransaction } from '#server/db/client.ts';
import {
  type DocumentKeys,
  resealDocument,
  resealFingerprintKey,
} from '#server/features/kyc/kyc.keys.repository.ts';

/** How many rows were re-encrypted and how many did not need it, and the names of those that no key decrypts. */
interface Rotated {
  renewed: number;
  already: number;
  readonly lost: string[];
}

/** Rows listed at a time; the documents themselves are read one by one. */
const PAGE = 1000;

/** The seed of a waiting draw: whether it had to be re-encrypted, or null if no key decrypts it. */
async function resealSeed(
  tx: Db,
  { documentKey, otherKey }: DocumentKeys,
  id: string,
): Promise<boolean | null> {
  const row = await tx
    .selectFrom('draws')
    .select(['seed_hash as seedHash', 'sealed_seed as sealed'])
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();
  if (!row || openSeed(seedKey(documentKey), id, row) !== null) return false;
  const seed = otherKey ? openSeed(seedKey(otherKey), id, row) : null;
  if (seed === null) return null;
  const sealed_seed = sealSeed(seedKey(documentKey), id, seed);
  await tx.updateTable('draws').set({ sealed_seed }).where('id', '=', id).execute();
  return true;
}

/** Pages of stored documents, by submission and name. */
async function* documents(db: Db): AsyncGenerator<{ id: bigint; name: string }> {
  for (let last = { id: 0n, name: '' }; ;) {
    const { id, name } = last;
    const rows = await db
      .selectFrom('kyc_documents')
      .select(['submission_id as id', 'name'])
      .where('sealed', 'is not', null)
      .where(sql<boolean>`(submission_id, name) > (${id}, ${name})`)
      .orderBy('submission_id')
      .orderBy('name')
      .limit(PAGE)
      .execute();
    yield* rows;
    const end = rows.at(-1);
    if (!end || rows.length < PAGE) return;
    last = end;
  }
}

export async function rotate(db: Db, keys: DocumentKeys): Promise<Rotated> {
  const rotated: Rotated = { renewed: 0, already: 0, lost: [] };
  const note = (name: string, done: boolean | null): void => {
    if (done === null) rotated.lost.push(name);
    else rotated[done ? 'renewed' : 'already'] += 1;
  };
  if (!(await resealFingerprintKey(db, keys))) note('the key of fingerprints', null);
  for await (const { id, name } of documents(db))
    note(`${name} of submission ${id}`, await inTransaction(db, (tx) => resealDocument(tx, keys, id, name)));
  // Seeds of draws that have ended are public or were never needed.
  const draws = await db.selectFrom('draws').select('id').where('state', '=', 'waiting').execute();
  for (const { id } of draws)
    note(`the seed of ${id}`, await inTransaction(db, (tx) => resealSeed(tx, keys, id)));
  return rotated;
}
