// The outbox as it is stored: every change is one transaction, and every open tab and the worker hear of it. Nothing here knows
// the page, because the worker uses it as well.
import { kvGet, kvUpdate } from '#lib/kv.ts';
import { EMPTY, type Outbox } from './outbox.rules.ts';

const KEY = 'outbox';
const CHANNEL = 'adit-outbox';

const isOutbox = (value: unknown): value is Outbox =>
  typeof value === 'object' &&
  value !== null &&
  'v' in value &&
  value.v === 1 &&
  'items' in value &&
  Array.isArray(value.items);

/** What another version of the app keeps in another form is not overwritten by this one: then nothing can be queued. */
function known(value: unknown): Outbox {
  if (value === undefined) return EMPTY;
  if (!isOutbox(value)) throw new Error('the outbox has another form');
  return value;
}

const listeners = new Set<() => void>();
let channel: BroadcastChannel | undefined;

function open(): BroadcastChannel | undefined {
  if (channel || !('BroadcastChannel' in globalThis)) return channel;
  channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', () => {
    for (const run of listeners) run();
  });
  return channel;
}

/** Calls `run` after each change, whoever made it, until the function it gives is called. */
export function onOutbox(run: () => void): () => void {
  open();
  listeners.add(run);
  return () => listeners.delete(run);
}

/** @throws whatever the browser throws where storage is forbidden. */
export const readOutbox = async (): Promise<Outbox> => known(await kvGet(KEY));

/**
 * Changes the record in one transaction and gives what `work` gives beside it.
 * @throws where storage is forbidden or full; nothing has changed then.
 */
export async function changeOutbox<T>(work: (box: Outbox) => readonly [Outbox, T]): Promise<T> {
  let outcome: { value: T } | undefined;
  let changed = false;
  await kvUpdate<unknown>(KEY, (old) => {
    const before = known(old);
    const [after, value] = work(before);
    outcome = { value };
    changed = after !== before;
    return changed ? after : old;
  });
  if (!outcome) throw new Error('the record was not changed');
  if (changed) {
    open()?.postMessage('changed');
    for (const run of listeners) run();
  }
  return outcome.value;
}

/** A change that has nothing to tell. */
export const editOutbox = (work: (box: Outbox) => Outbox): Promise<void> =>
  changeOutbox((box) => [work(box), undefined]);
