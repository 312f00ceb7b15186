/** Submitting a verification, and the verdict on it, by the operator or by demo mode. */
import { setImmediate } from 'node:timers/promises';
import type { Db } from '#server/db/client.ts';
import type { Job } from '#server/jobs/queue.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { markOf } from '#server/lib/marks.ts';
import { refuse } from '#server/lib/refusal.ts';
import type { DocumentDeps } from './kyc.documents.ts';
import { type DocumentKeys, fingerprintKey } from './kyc.keys.repository.ts';
import { insertDocument, noteDecided } from './kyc.documents.repository.ts';
import {
  DOCUMENTS,
  type DocumentName,
  type Fields,
  type Issue,
  checkDocument,
  checkFields,
  fingerprintOf,
  labelOf,
  seal,
} from './kyc.rules.ts';
import {
  insertSubmission,
  isDeleted,
  lockKyc,
  lockSubmission,
  nextSubmission,
  review,
  setKyc,
  uidTaken,
  withdrawApproval,
} from './kyc.repository.ts';

/** Job kind `kyc.approve`: demo mode's verdict, a few seconds after the submission. */
export const APPROVE_JOB = 'kyc.approve';

export interface KycDeps extends DocumentDeps, DocumentKeys {
  /** Undefined leaves the verdict to the operator. */
  autoApproveSeconds: () => number | undefined;
  /** The account may now start its miner, and counts in its team. */
  onApproved: (db: Db, userId: bigint, now: Date) => Promise<void>;
  /** The reverse: takes back from the team what `onApproved` gave. */
  onRevoked: (db: Db, userId: bigint, now: Date) => Promise<void>;
}

type Files = Partial<Record<DocumentName, { bytes: Uint8Array }>>;

interface CheckedSubmission {
  fields: Fields;
  documents: { name: DocumentName; mime: string; bytes: Uint8Array }[];
}

const invalid = (issues: Issue[]): never => refuse('kyc_invalid', { issues });

/** Everything that can be checked without the database. @throws Refusal 1103 with all issues together. */
export async function checkSubmission(input: Partial<Fields>, files: Files): Promise<CheckedSubmission> {
  const { fields, issues } = checkFields(input);
  const documents: CheckedSubmission['documents'] = [];
  for (const name of DOCUMENTS) {
    const bytes = files[name]?.bytes;
    // Passing over the worst 8 MiB takes ten milliseconds.
    await setImmediate();
    const result = checkDocument(name, bytes);
    if ('mime' in result) documents.push({ name, mime: result.mime, bytes: bytes as Uint8Array });
    else issues.push(result);
  }
  return issues.length ? invalid(issues) : { fields, documents };
}

/** A checked submission, with its number and its encrypted documents. */
interface Prepared {
  readonly id: bigint;
  readonly fields: Fields;
  /** The mark left by a deleted account that was verified with this UID. */
  readonly uidMark: Uint8Array;
  readonly documents: readonly Parameters<typeof insertDocument>[2][];
}

/**
 * Checks and encrypts a submission before its transaction, piece by piece, because both take time.
 * @throws Refusal kyc_invalid
 */
export async function prepare(
  db: Db,
  keys: DocumentKeys,
  input: Partial<Fields>,
  files: Files,
): Promise<Prepared> {
  const { fields, documents } = await checkSubmission(input, files);
  const id = await nextSubmission(db);
  const { name: fingerprint_key, key } = await fingerprintKey(db, keys);
  const sealed: Prepared['documents'][number][] = [];
  for (const { name, mime, bytes } of documents) {
    sealed.push({
      ...{ name, mime, size: bytes.length },
      sealed: await seal(keys.documentKey, labelOf(id, name), bytes),
      fingerprint: await fingerprintOf(key, bytes),
      fingerprint_key,
    });
  }
  return { id, fields, uidMark: markOf(key, 'uid', fields.exchangeUid), documents: sealed };
}

/** @throws Refusal kyc_pending if one is waiting for its verdict or was approved */
export function refusePending(state: string): void {
  if (state === 'submitted' || state === 'approved') refuse('kyc_pending');
}

export async function submit(
  db: Db,
  deps: KycDeps,
  userId: bigint,
  { id, fields, uidMark, documents }: Prepared,
  now: Date,
): Promise<void> {
  refusePending(await lockKyc(db, userId));
  // The call began before the deletion, and waited for it.
  if (await isDeleted(db, userId)) refuse('session_expired');
  const taken = [{ path: 'exchangeUid', reason: 'used in the verification of another account' }];
  if (await uidTaken(db, fields, uidMark)) invalid(taken);
  if (!(await insertSubmission(db, id, userId, fields, now))) invalid(taken);
  for (const document of documents) await insertDocument(db, id, document);
  await setKyc(db, userId, 'submitted');
  const seconds = deps.autoApproveSeconds();
  if (seconds !== undefined) {
    const dueAt = new Date(now.getTime() + seconds * 1000);
    await enqueue(db, { kind: APPROVE_JOB, key: String(id), dueAt, payload: { submissionId: String(id) } });
  }
}

export interface Verdict {
  approve: boolean;
  reason: string | null;
  by: string;
}

/** Carries out a verdict; false if the submission is unknown or already has one. */
export async function decide(
  db: Db,
  deps: KycDeps,
  id: bigint,
  verdict: Verdict,
  now: Date,
): Promise<boolean> {
  const found = await lockSubmission(db, id);
  if (found?.status !== 'submitted') return false;
  const status = verdict.approve ? 'approved' : 'failed';
  await review(db, id, { status, reason: verdict.reason, by: verdict.by, now });
  await setKyc(db, found.user_id, status);
  await noteDecided(db, id, now, deps.documentDays() === 0);
  if (verdict.approve) await deps.onApproved(db, found.user_id, now);
  return true;
}

/**
 * Revokes an approval, and what it gave to the team above; the account may submit again. Locks in the order of a
 * verdict. False if the submission is unknown or not approved, so an approval is revoked only once.
 */
export async function revoke(
  db: Db,
  deps: KycDeps,
  id: bigint,
  { reason, by }: { reason: string; by: string },
  now: Date,
): Promise<boolean> {
  const found = await lockSubmission(db, id);
  if (found?.status !== 'approved') return false;
  await withdrawApproval(db, id, { reason, by, now });
  await setKyc(db, found.user_id, 'failed');
  await deps.onRevoked(db, found.user_id, now);
  return true;
}

export const approveDue =
  (deps: KycDeps) =>
  async (db: Db, job: Job, now: Date): Promise<void> => {
    const { submissionId } = job.payload as { submissionId: string };
    await decide(db, deps, BigInt(submissionId), { approve: true, reason: null, by: 'demo mode' }, now);
  };
