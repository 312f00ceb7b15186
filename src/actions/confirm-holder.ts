// Called right before money leaves: on a locked device, the holder confirms once more.
import { t } from '@lingui/core/macro';
import { ApiError, TRANSPORT } from '#api/errors.ts';
import { isHolder } from '#lib/lock.ts';

/** Resolves immediately without an app lock. @throws ApiError if it was not confirmed; nothing may be sent then */
export async function confirmHolder(): Promise<void> {
  if (await isHolder()) return;
  throw new ApiError('unknown', TRANSPORT.aborted, t`Not confirmed. Nothing was sent. Try again.`);
}
