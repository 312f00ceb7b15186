/** How often and how much an account and a network may upload. Pure. */
import { HOUR_MS, nextDay } from '#rules/days.ts';

/** Uploads of an account within an hour, whatever their outcome. */
export const MOST_UPLOADS = 10;

const MIB = 1024 * 1024;
/** Stored bytes per day. A whole submission has at most 16 MiB; pictures prepared by the page have one or two. */
export const MOST_BYTES = { account: 100 * MIB, network: 500 * MIB } as const;

/** What has been uploaded so far. */
export interface Uploaded {
  /** When the MOST_UPLOADS-th newest upload of the account began. */
  readonly oldest: Date | undefined;
  /** Bytes stored today. */
  readonly account: number;
  readonly network: number;
}

/** Why an upload of this many bytes has to wait, and for how many seconds; null if it may begin. */
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
