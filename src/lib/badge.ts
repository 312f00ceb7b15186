// The number on the app's icon: what waits for the person, summed over its parts. Set by page and worker alike.
import { kvUpdate } from './kv.ts';

/** 'claim': 1 while a finished cycle waits to be claimed. 'queue': actions that wait to be sent. */
type BadgePart = 'claim' | 'queue';
type Parts = Partial<Record<BadgePart, number>>;

/** Where nothing can be stored, the parts that this page or worker knows have to do. */
let known: Parts = {};

/** Storage may be full or forbidden, and not every icon can carry a number: nothing here ever fails. */
export async function setBadge(part: BadgePart, count: number): Promise<void> {
  const change = (old: Parts = {}): Parts => ({ ...old, [part]: Math.max(0, count) });
  known = change(known);
  try {
    await kvUpdate<Parts>('badge', (old) => (known = change(old)));
  } catch {
    // The parts in memory stand.
  }
  const sum = (known.claim ?? 0) + (known.queue ?? 0);
  if (!('setAppBadge' in navigator)) return;
  await (sum > 0 ? navigator.setAppBadge(sum) : navigator.clearAppBadge()).catch(() => undefined);
}
