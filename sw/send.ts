// One run of the outbox in the worker. It uses only the outbox token, never a session's.
import { drain, type Drained, dropOutboxToken, outboxTokenFor, readOutbox } from '#api/outbox.ts';
import { countsOf, visibleTo } from '#api/outbox.rules.ts';
import { setBadge } from '#lib/badge.ts';
import { isServerTime, serverNow } from '#lib/time.ts';
import { tell } from './claim-result.ts';

/** Sends what can be sent now. */
export async function send(): Promise<Drained['stop']> {
  if ((await readOutbox()).items.length === 0) return 'empty';
  const { stop } = await drain({
    now: serverNow,
    isServerTime,
    isOnline: () => navigator.onLine,
    tokenFor: outboxTokenFor,
    tokenRefused: dropOutboxToken,
    tell,
  });
  const { waiting, refused } = countsOf(visibleTo(await readOutbox(), null));
  await setBadge('queue', waiting + refused);
  return stop;
}
