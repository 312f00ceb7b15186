// What to do so that the server can reach this device as the user wants.
import type { QuietHours } from '#lib/reminded.ts';

/** What was last reported to the server in this session. */
export interface Reported {
  endpoint: string;
  address: string;
  quiet: QuietHours | null;
  timeZone: string;
  /** Language of the notification's text. */
  lang: string;
}

export interface PushFacts {
  /** Reminders are wanted and allowed. */
  on: boolean;
  /** The session's address; null for a guest. */
  address: string | null;
  /** Endpoint of the browser's subscription; null without one. */
  endpoint: string | null;
  reported: Reported | null;
  quiet: QuietHours | null;
  timeZone: string;
  lang: string;
}

/**
 * 'remove': delete the subscription, here and on the server. 'tell': report the subscription to the server, creating
 * it first if there is none. Nothing new for guests: a server only reminds accounts.
 */
type PushStep = 'nothing' | 'remove' | 'tell';

export function pushStep(now: PushFacts): PushStep {
  const { on, address, endpoint, reported } = now;
  if (!on) return endpoint === null && reported === null ? 'nothing' : 'remove';
  if (address === null) return 'nothing';
  if (endpoint === null || reported === null) return 'tell';
  const same =
    reported.endpoint === endpoint &&
    reported.address === address &&
    reported.timeZone === now.timeZone &&
    reported.lang === now.lang &&
    reported.quiet?.from === now.quiet?.from &&
    reported.quiet?.to === now.quiet?.to;
  return same ? 'nothing' : 'tell';
}

/** Whether a subscription was created with this key. A server that lost its keys cannot use older subscriptions. */
export function madeFor(key: Uint8Array, subscribedWith: ArrayBuffer | null): boolean {
  if (subscribedWith === null) return false;
  const bytes = new Uint8Array(subscribedWith);
  return bytes.length === key.length && bytes.every((byte, at) => byte === key[at]);
}
