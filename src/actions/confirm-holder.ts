// Called right before money leaves: on a locked device, the holder confirms once more.
import { notConfirmed } from '#api/errors.ts';
import { isHolder } from '#lib/lock.ts';

/** Resolves immediately without an app lock. @throws ApiError if it was not confirmed; nothing may be sent then */
export async function confirmHolder(): Promise<void> {
  if (!(await isHolder())) throw notConfirmed();
}
