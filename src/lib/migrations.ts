// Brings what older versions kept on the device into the shape of this one, before anything is read (kv.ts calls it first). Each
// step and the number that says it is done are one transaction: tabs and worker that start at once carry it out once.
import { promisifyRequest, type UseStore } from 'idb-keyval';

const SCHEMA = 'schema';

export interface Change {
  /** Keys that nobody reads any more. */
  drop?: readonly string[];
  put?: readonly (readonly [key: string, value: unknown])[];
}

/** Pure: from everything that is kept to what is to change. */
export type Step = (stored: ReadonlyMap<string, unknown>) => Change;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Answers for offline use carry the time that they are of, since their second format; the token of the outbox says whose it is. */
const datedAnswers: Step = (stored) => ({
  drop: [...stored]
    .filter(
      ([key, value]) =>
        key.startsWith('last.1.') ||
        (key.startsWith('last.') && !(isRecord(value) && typeof value['at'] === 'number')) ||
        (key === 'outboxToken' && !isRecord(value)),
    )
    .map(([key]) => key),
});

/** Never changed or taken away once a version with it was out; new ones come at the end. */
export const STEPS: readonly Step[] = [datedAnswers];

/** True when a step was carried out, and there may be another. */
const carryOut = (within: UseStore, steps: readonly Step[]): Promise<boolean> =>
  within('readwrite', async (store) => {
    const done = Number((await promisifyRequest(store.get(SCHEMA))) ?? 0);
    const step = steps[done];
    if (!step) return false;
    const [keys, values] = await Promise.all([
      promisifyRequest(store.getAllKeys()),
      promisifyRequest<unknown[]>(store.getAll()),
    ]);
    const change = step(new Map(keys.map((key, index) => [String(key), values[index]])));
    for (const key of change.drop ?? []) store.delete(key);
    for (const [key, value] of change.put ?? []) store.put(value, key);
    store.put(done + 1, SCHEMA);
    await promisifyRequest(store.transaction);
    return true;
  });

/**
 * Carries out what is missing. What a newer version has kept, after which an older one is opened again, is left as it is.
 * @throws DOMException where storage is forbidden or full; nothing of the step under way was changed then
 */
export async function migrate(within: UseStore, steps: readonly Step[] = STEPS): Promise<void> {
  const known = await within('readonly', (store) => promisifyRequest<unknown>(store.get(SCHEMA)));
  if (Number(known ?? 0) >= steps.length) return;
  while (await carryOut(within, steps));
}
