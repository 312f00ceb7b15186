/** How often, and how much, an account and a network may upload. Pure. */
import { HOUR_MS, nextDay } from '#rules/days.ts';

/** Uploads of an account within an hour, whatever became of them. */
export const MOST_UPLOADS = 10;

const MIB = 1024 * 1024;
/** Stored bytes of a day. A whole submission has at most 16 MiB; pictures that the page has prepared have one or two. */
export const MOST_BYTES = { account: 100 * MIB, network: 500 * MIB } as const;

/** What was uploaded so far. */
export interface Uploaded {
  /** When the account's upload number MOST_UPLOADS began, counted from the newest. */
  readonly oldest: Date | undefined;
  /** Bytes of this day. */
  readonly account: number;
  readonly network: number;
}

/** Why an upload of so many bytes has to wait, and for how many seconds; null if it may begin. */
export function waitOf(
  { oldest, account, network }: Uploaded,
  bytes: number,
  now: Date,
): { reason: 'uploads' | 'quota'; retryAfter: number } | null {
  const until = (at: number) => Math.max(1, Math.ceil((at - now.getTime()) / 1000));
  if (oldest && oldest.getTime() + HOUR_MS > now.getTime())
    return { reason: 'uploads', retryAfter: until(oldest.getTime() + HOUR_MS) };
  if (account + bytes > MOST_BYTES.account || network + bytes > MOST_BYTES.network)
    return { reason: 'quota', retryAfter: until(nextDay(now).getTime()) };
  return null;
}
