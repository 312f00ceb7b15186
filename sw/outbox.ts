// Sends queued actions even when no page is open: on the browser's `sync` event, and along with a reminder's periodic
// sync.
import { send } from './send.ts';

declare const self: ServiceWorkerGlobalScope;

/** Chromium's background sync events, which the type library lacks. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** If this fails, the browser retries a few times with growing pauses. */
async function sendOrTryAgain(): Promise<void> {
  const stop = await send();
  if (stop === 'later' || stop === 'offline') throw new Error(`still queued: ${stop}`);
}

export function sendQueued(): void {
  self.addEventListener('sync', (event) => {
    const sync = event as SyncEvent;
    if (sync.tag === 'outbox') sync.waitUntil(sendOrTryAgain());
  });
  self.addEventListener('periodicsync', (event) =>
    (event as SyncEvent).waitUntil(send().catch(() => undefined)),
  );
}
