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

const listeners = new Set<() => void>();

/** What was last known of the record. */
let seen: Outbox = EMPTY;

/**
 * A browser may clear its data while a page is open: what that page has seen stands in for the record, under the same keys, and is
 * written down again with the next change. Who does not follow the record, as the worker, may have missed what was taken back.
 * What another version of the app keeps in another form is not overwritten by this one: then nothing can be queued.
 */
function known(value: unknown): Outbox {
  if (value === undefined) return listeners.size > 0 ? seen : EMPTY;
  if (!isOutbox(value)) throw new Error('the outbox has another form');
  return value;
}

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
export const readOutbox = async (): Promise<Outbox> => (seen = known(await kvGet(KEY)));

/**
 * Changes the record in one transaction and gives what `work` gives beside it.
 * @throws where storage is forbidden or full; nothing has changed then.
 */
export async function changeOutbox<T>(work: (box: Outbox) => readonly [Outbox, T]): Promise<T> {
  let outcome: { value: T; after: Outbox } | undefined;
  let changed = false;
  await kvUpdate<unknown>(KEY, (old) => {
    const [after, value] = work(known(old));
    outcome = { value, after };
    changed = after !== (old ?? EMPTY);
    return changed ? after : old;
  });
  if (!outcome) throw new Error('the record was not changed');
  seen = outcome.after;
  if (changed) {
    open()?.postMessage('changed');
    for (const run of listeners) run();
  }
  return outcome.value;
}

/** A change that has nothing to tell. */
export const editOutbox = (work: (box: Outbox) => Outbox): Promise<void> =>
  changeOutbox((box) => [work(box), undefined]);
