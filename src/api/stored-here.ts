// What this device caches so that the app can show something without a network, and how to delete it. Pending items
// (actions to send, deposits to credit), the session and the settings are not part of it.
import { forgetOwn } from '#lib/own-store.ts';

/** Cached answers, and read marks of announcements. */
const AREAS = ['last.', 'content.'] as const;
/** Pictures of announcements (sw/pictures.ts). */
const PICTURES = 'pictures';

/** @throws whatever the browser throws if storage is forbidden; some of it may be gone then */
export async function forgetStored(): Promise<void> {
  await Promise.all(AREAS.map((area) => forgetOwn(area)));
  if ('caches' in globalThis) await caches.delete(PICTURES);
}
