// What has to be done so that the server reaches this device as the person wants it.
import type { QuietHours } from '#lib/reminded.ts';

/** What the server was told last in this session. */
export interface Reported {
  endpoint: string;
  address: string;
  quiet: QuietHours | null;
  timeZone: string;
  /** Of the notification's text. */
  lang: string;
}

export interface PushFacts {
  /** Reminders are wanted and allowed. */
  on: boolean;
  /** The session's; null for a guest. */
  address: string | null;
  /** Of the browser's subscription; null without one. */
  endpoint: string | null;
  reported: Reported | null;
  quiet: QuietHours | null;
  timeZone: string;
  lang: string;
}

/**
 * 'remove': the subscription goes, here and on the server. 'tell': the server gets the subscription, which is made first where
 * there is none. Guests get nothing new: a server only reminds accounts.
 */
type PushStep = 'nothing' | 'remove' | 'tell';

export function pushStep({ on, address, endpoint, reported, ...now }: PushFacts): PushStep {
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

/** The server's VAPID key as the browser wants it. */
export const keyBytes = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

/** Whether a subscription was made for this key. A server that lost its keys cannot use those of before. */
export function madeFor(key: Uint8Array, subscribedWith: ArrayBuffer | null): boolean {
  if (subscribedWith === null) return false;
  const bytes = new Uint8Array(subscribedWith);
  return bytes.length === key.length && bytes.every((byte, at) => byte === key[at]);
}
