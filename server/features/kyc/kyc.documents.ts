/**
 * How long documents are stored: until some days after the verdict, or until their owner deletes them. A record of them
 * remains.
 */
import type { Output } from '#contract';
import type { Db } from '#server/db/client.ts';
import { refuse } from '#server/lib/refusal.ts';
import { documentFacts, dropDecided, dropOwn } from './kyc.documents.repository.ts';
import { eraseSubmissions, lockKyc, setKyc } from './kyc.repository.ts';
import { decidedUntil, deletedFrom } from './kyc.rules.ts';

export interface DocumentDeps {
  /** Days that documents are stored after the verdict; this may change while the server runs. */
  documentDays: () => number;
}

/** Documents deleted per statement: each may be 8 MiB. */
const BATCH = 100;

/** Deletes documents whose storage period is over. */
export async function dropDocuments(db: Db, deps: DocumentDeps, now: Date): Promise<void> {
  const until = decidedUntil(now, deps.documentDays());
  while ((await dropDecided(db, until, now, BATCH)) === BATCH) continue;
}

/** What an account sees about its documents. */
export async function documentsOf(
  db: Db,
  deps: DocumentDeps,
  userId: bigint,
): Promise<Output<'GET /api/user/kyc'>['documents']> {
  const { kept, decided, deleted } = await documentFacts(db, userId);
  if (kept === 0) return { kept: false, deleteAt: null, deletedAt: deleted?.toISOString() ?? null };
  return {
    kept: true,
    deleteAt: decided && deletedFrom(decided, deps.documentDays()).toISOString(),
    deletedAt: null,
  };
}

/**
 * Deletes the account's documents, whatever the verdict, and returns the time of deletion, or the earlier time if they
 * had already been deleted.
 * @throws Refusal 1102 while a submission is under review, 404 if the account has never submitted any.
 */
export async function eraseOwn(db: Db, userId: bigint, now: Date): Promise<Date> {
  // Takes the same lock as a submission and a verdict, so that neither can run in between.
  if ((await lockKyc(db, userId)) === 'submitted') refuse('kyc_pending');
  await dropOwn(db, userId, now);
  return (await documentFacts(db, userId)).deleted ?? refuse('not_found');
}

/**
 * Erases everything that the account has submitted, as part of deleting it. A submission under review ends with it.
 * @returns the UID with which the account was verified
 */
export async function eraseVerification(db: Db, userId: bigint, now: Date): Promise<string | null> {
  const state = await lockKyc(db, userId);
  const uid = await eraseSubmissions(db, userId, now);
  await dropOwn(db, userId, now);
  if (state === 'submitted') await setKyc(db, userId, 'failed');
  return uid;
}
