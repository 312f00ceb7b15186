// Sends queued actions even when no page is open: on the browser's `sync` event, along with a reminder's periodic sync,
// and when a page asks.
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

const isDrain = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'DRAIN';

export function sendQueued(): void {
  const quietly = () => send().catch(() => undefined);
  self.addEventListener('sync', (event) => {
    const sync = event as SyncEvent;
    if (sync.tag === 'outbox') sync.waitUntil(sendOrTryAgain());
  });
  self.addEventListener('periodicsync', (event) => (event as SyncEvent).waitUntil(quietly()));
  self.addEventListener('message', (event) => {
    if (isDrain(event.data)) event.waitUntil(quietly());
  });
}
