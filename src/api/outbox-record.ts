// Where the outbox is stored, and whether there is one: asked before its code is loaded.
import { kvGet } from '#lib/kv.ts';

export const OUTBOX = 'outbox';

/** True as well where the device does not say. */
export const hasOutbox = (): Promise<boolean> =>
  kvGet(OUTBOX).then(
    (stored) => stored !== undefined,
    () => true,
  );
