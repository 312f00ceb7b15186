/**
 * Who may ask how often. A signed-in caller is counted by session, everybody else by address, sign-in calls by address
 * on top. No request waits for the database: processes add their counts up once a second (rate-store.ts).
 */
import { isIPv6 } from 'node:net';
import { rateWindows, windowOf } from './rate-windows.ts';
import type { RateWindows } from './rate-windows.ts';

/** Requests a minute; 0 is no limit. */
export interface RateLimits {
  readonly session: number;
  readonly guest: number;
  readonly signIn: number;
}

export interface RateLimiter {
  readonly windows: RateWindows;
  /** 0 when the request is admitted, else the seconds to wait (Retry-After). `token` is the token's hash in hex. */
  admit(caller: { ip: string; token: string | undefined; signIn: boolean }, nowMs: number): number;
  /** The token turned out good: from now on it has a count of its own. */
  trust(token: string, nowMs: number): void;
}

/** The part of an address that one subscriber holds: all of IPv4, the first 64 bits of IPv6 (RFC 6177). */
export function networkOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = (plain.split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * Tokens nobody has seen to be good count for their sender's address: made-up tokens buy no counts of their own. A good
 * one is remembered for one to two windows after its last use.
 */
export function rateLimiter(limits: RateLimits, windows: RateWindows = rateWindows()): RateLimiter {
  let generation = 0;
  let trusted = new Set<string>();
  let before = new Set<string>();

  const turn = (nowMs: number) => {
    const current = windowOf(nowMs);
    if (current === generation) return;
    before = current === generation + 1 ? trusted : new Set();
    trusted = new Set();
    generation = current;
  };

  return {
    windows,
    admit({ ip, token, signIn }, nowMs) {
      turn(nowMs);
      const network = networkOf(ip);
      if (signIn) {
        const wait = windows.hit(`sign-in ${network}`, limits.signIn, nowMs);
        if (wait > 0) return wait;
      }
      if (token !== undefined && (trusted.has(token) || before.has(token))) {
        trusted.add(token);
        return windows.hit(`session ${token}`, limits.session, nowMs);
      }
      return windows.hit(`guest ${network}`, limits.guest, nowMs);
    },
    trust(token, nowMs) {
      turn(nowMs);
      trusted.add(token);
    },
  };
}
