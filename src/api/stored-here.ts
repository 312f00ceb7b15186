// What this device keeps so that the app shows something without a network, and taking it away. What is on its way (actions to
// be sent, deposits to be credited), the session and the settings are none of it.
import { kvDeletePrefix } from '#lib/kv.ts';

/** Last answers, and read marks of announcements. */
const AREAS = ['last.', 'content.'] as const;
/** Of announcements (sw/pictures.ts). */
const PICTURES = 'pictures';

/** @throws whatever the browser throws where storage is forbidden; some of it may be gone then. */
export async function forgetStored(): Promise<void> {
  await Promise.all(AREAS.map((area) => kvDeletePrefix(area)));
  if ('caches' in globalThis) await caches.delete(PICTURES);
}
