// The badge on the app icon: the number of things waiting for the user, summed over its parts. Set by the page and the
// worker.
import { kvUpdate } from './kv.ts';

/** 'claim': 1 while a finished cycle waits to be claimed. 'queue': the number of actions waiting to be sent. */
type BadgePart = 'claim' | 'queue';
type Parts = Partial<Record<BadgePart, number>>;

/** Fallback when storage is unavailable: the parts that this page or worker knows. */
let known: Parts = {};

/** Never throws: storage may be full or forbidden, and not every icon supports a badge. */
export async function setBadge(part: BadgePart, count: number): Promise<void> {
  const change = (old: Parts = {}): Parts => ({ ...old, [part]: Math.max(0, count) });
  known = change(known);
  try {
    await kvUpdate<Parts>('badge', (old) => (known = change(old)));
  } catch {
    // Fall back to the parts in memory.
  }
  const sum = (known.claim ?? 0) + (known.queue ?? 0);
  if (!('setAppBadge' in navigator)) return;
  await (sum > 0 ? navigator.setAppBadge(sum) : navigator.clearAppBadge()).catch(() => undefined);
}
