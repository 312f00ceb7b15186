/**
 * What is encrypted with DOCUMENT_KEY. Documents are compared by hashes that outlive them, so the key of these hashes
 * stays the same when DOCUMENT_KEY is replaced: it was derived from the first DOCUMENT_KEY and is stored in the
 * database, encrypted with the current one.
 */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import { fingerprint } from '#server/lib/fingerprint.ts';
import { fingerprintKeyOf, labelOf, seal, unseal } from './kyc.rules.ts';

export interface DocumentKeys {
  readonly documentKey: Buffer;
  /** Also decrypts while the key is being replaced. */
  readonly otherKey?: Buffer | undefined;
}

/** Decrypts with whichever key fits. @throws if neither does */
export function openWith(keys: DocumentKeys, label: string, sealed: Uint8Array): Buffer {
  try {
    return unseal(keys.documentKey, label, sealed);
  } catch (error) {
    if (!keys.otherKey) throw error;
    return unseal(keys.otherKey, label, sealed);
  }
}

/** Whether this key decrypts it. */
export function opens(key: Buffer, label: string, sealed: Uint8Array): boolean {
  try {
    unseal(key, label, sealed);
    return true;
  } catch {
    return false;
  }
}

const [STORED, LABEL] = ['kyc_fingerprint_key', 'kyc/fingerprints'];

interface FingerprintKey {
  /** The fingerprint of the DOCUMENT_KEY that the key was derived from; stored with each hash. */
  readonly name: string;
  readonly key: Buffer;
}

async function stored(db: Db): Promise<{ name: string; sealed: Buffer } | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', STORED).executeTakeFirst();
  const [name, sealed] = row?.value.split(' ') ?? [];
  return name && sealed ? { name, sealed: Buffer.from(sealed, 'base64') } : undefined;
}

const valueOf = async ({ name, key }: FingerprintKey, { documentKey }: DocumentKeys): Promise<string> =>
  `${name} ${(await seal(documentKey, LABEL, key)).toString('base64')}`;

/** The key that the newest hash was made with, if it is one of these; otherwise the key for new hashes. */
async function derived(db: Db, { documentKey, otherKey }: DocumentKeys): Promise<FingerprintKey> {
  const newest = await db
    .selectFrom('kyc_documents')
    .select('fingerprint_key as name')
    .where('fingerprint_key', 'is not', null)
    .orderBy('submission_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const first = otherKey && newest?.name === fingerprint(otherKey) ? otherKey : documentKey;
  return { name: fingerprint(first), key: fingerprintKeyOf(first) };
}

/** The key used for comparing documents; stored when first needed. */
export async function fingerprintKey(db: Db, keys: DocumentKeys): Promise<FingerprintKey> {
  const found = await stored(db);
  if (!found) {
    const value = await valueOf(await derived(db, keys), keys);
    await sql`insert into settings (key, value) values (${STORED}, ${value}) on conflict do nothing`.execute(
      db,
    );
    return fingerprintKey(db, keys);
  }
  try {
    return { name: found.name, key: openWith(keys, LABEL, found.sealed) };
  } catch {
    // Another server has a different key. Documents received here are compared only with those received here.
    const { documentKey } = keys;
    return { name: fingerprint(documentKey), key: fingerprintKeyOf(documentKey) };
  }
}

/** Encrypts the key with the current DOCUMENT_KEY; false if no key decrypts it. */
export async function resealFingerprintKey(db: Db, keys: DocumentKeys): Promise<boolean> {
  const one = await fingerprintKey(db, keys);
  const { numUpdatedRows } = await db
    .updateTable('settings')
    .set({ value: await valueOf(one, keys) })
    .where('key', '=', STORED)
    .where('value', 'like', `${one.name} %`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Encrypts a stored document with the current DOCUMENT_KEY. Returns whether that was necessary, or null if no key
 * decrypts it.
 */
export async function resealDocument(
  tx: Db,
  keys: DocumentKeys,
  id: bigint,
  name: string,
): Promise<boolean | null> {
  const row = await tx
    .selectFrom('kyc_documents')
    .select('sealed')
    .where('submission_id', '=', id)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst();
  // Deleted meanwhile.
  if (!row?.sealed) return false;
  const label = labelOf(id, name);
  if (opens(keys.documentKey, label, row.sealed)) return false;
  if (!keys.otherKey || !opens(keys.otherKey, label, row.sealed)) return null;
  await tx
    .updateTable('kyc_documents')
    .set({ sealed: await seal(keys.documentKey, label, unseal(keys.otherKey, label, row.sealed)) })
    .where('submission_id', '=', id)
    .where('name', '=', name)
    .execute();
  return true;
}
