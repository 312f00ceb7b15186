// Where the outbox is stored, and whether there is one: checked before its code is loaded.
import { kvGet } from '#lib/kv.ts';

export const OUTBOX = 'outbox';

/** Also true if the device does not say. */
export const hasOutbox = (): Promise<boolean> =>
  kvGet(OUTBOX).then(
    (stored) => stored !== undefined,
    () => true,
  );
