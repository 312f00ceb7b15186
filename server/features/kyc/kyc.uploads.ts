/** Whether an upload may begin, decided before its body is read. */
import { inTransaction } from '#server/db/client.ts';
import type { Announced } from '#server/http/handlers.ts';
import { nameOf } from '#server/lib/marks.ts';
import { refuse } from '#server/lib/refusal.ts';
import { kycOf } from './kyc.repository.ts';
import { waitOf } from './kyc.uploads.rules.ts';
import { emptyUpload, insertUpload, lockUploads, uploadedBy } from './kyc.uploads.repository.ts';
import { refusePending } from './kyc.usecases.ts';

/**
 * Counts an upload with all the bytes that it announces; the returned function takes the bytes back.
 * @throws Refusal kyc_pending, too_many_requests (data: reason `uploads` or `quota`, retryAfter in seconds)
 */
export async function admit(
  { user, db, now, network, bytes, answered }: Announced,
  documentKey: Uint8Array,
): Promise<() => Promise<void>> {
  const uploader = { userId: user.id, network: nameOf(documentKey, 'kyc', network) };
  const id = await inTransaction(db, async (tx) => {
    await lockUploads(tx, uploader);
    // A repeated request with the same key gets the first answer instead.
    if (!answered) refusePending(await kycOf(tx, user.id));
    const wait = waitOf(await uploadedBy(tx, uploader, now), bytes, now);
    return wait ? refuse('too_many_requests', wait) : insertUpload(tx, uploader, bytes, now);
  });
  return () => emptyUpload(db, id);
}
