// Migrates what older versions stored on the device to the current format, before anything is read (kv.ts calls this
// first). Each step and the number that marks it as done share one transaction, so tabs and a worker starting at the
// same time run it only once.
import { promisifyRequest, type UseStore } from 'idb-keyval';

const SCHEMA = 'schema';

interface Change {
  /** Keys that are no longer used. */
  drop?: readonly string[];
  put?: readonly (readonly [key: string, value: unknown])[];
}

/** A pure function from everything stored to the change to make. */
export type Step = (stored: ReadonlyMap<string, unknown>) => Change;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** From their second format on, cached answers carry their time, and the outbox token says whose it is. */
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

/** Never change or remove a step that has been released; append new ones. */
export const STEPS: readonly Step[] = [datedAnswers];

/** True if a step was run, so there may be another. */
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
 * Runs the missing steps. Data stored by a newer version is left alone when an older version is opened again.
 * @throws DOMException where storage is forbidden or full; the step in progress has then changed nothing
 */
export async function migrate(within: UseStore, steps: readonly Step[] = STEPS): Promise<void> {
  const known = await within('readonly', (store) => promisifyRequest<unknown>(store.get(SCHEMA)));
  if (Number(known ?? 0) >= steps.length) return;
  while (await carryOut(within, steps));
}
