/**
 * How often callers may ask. Signed-in callers are counted by session, all others by address, and sign-in calls by address as well,
 * per bucket and minute. No request waits for the database: processes add their counts up once a second (rate-store.ts).
 */
import { isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callOf } from '#contract';
import type { CallName } from '#contract';
import type { Clock } from '#server/jobs/clock.ts';
import { answer } from './replies.ts';
import { bearerToken, hashToken } from './session.ts';

export const WINDOW_MS = 60_000;

/** A bucket's count is `shared` (the database's last sum, ours included) + `sent` (being sent now) + `fresh`. */
interface Count {
  limit: number;
  shared: number;
  sent: number;
  fresh: number;
}

/** A bucket is shared once it has used a twentieth of its limit here, so that quiet callers cost the database nothing. */
const SHARE_FROM = 1 / 20;

export interface RateWindows {
  /** Counts one request. Returns 0 if it is admitted, else the whole seconds until the window ends. A limit of 0 means no limit. */
  hit(bucket: string, limit: number, nowMs: number): number;
  /** Counts to add up with other processes; marks them as sent. */
  takeFresh(): { window: number; counts: Map<string, number> };
  /** Takes the database's reply: the sum over all processes, per bucket. Sums of another window are ignored. */
  merge(window: number, totals: ReadonlyMap<string, number>): void;
  /** The database did not answer: counts that were sent become fresh again. */
  putBack(): void;
}

/** The window that a time belongs to, as a number on which all processes agree. */
export const windowOf = (nowMs: number): number => Math.floor(nowMs / WINDOW_MS);

export function rateWindows(): RateWindows {
  let window = 0;
  let counts = new Map<string, Count>();

  const enter = (nowMs: number) => {
    const current = windowOf(nowMs);
    if (current === window) return;
    window = current;
    counts = new Map();
  };

  return {
    hit(bucket, limit, nowMs) {
      if (limit === 0) return 0;
      enter(nowMs);
      let count = counts.get(bucket);
      if (!count) counts.set(bucket, (count = { limit, shared: 0, sent: 0, fresh: 0 }));
      if (count.shared + count.sent + count.fresh >= limit) {
        return Math.ceil(((window + 1) * WINDOW_MS - nowMs) / 1000);
      }
      count.fresh += 1;
      return 0;
    },
    takeFresh() {
      const taken = new Map<string, number>();
      for (const [bucket, count] of counts) {
        const own = count.shared + count.sent + count.fresh;
        if (count.fresh === 0 || own < count.limit * SHARE_FROM) continue;
        taken.set(bucket, count.fresh);
        count.sent += count.fresh;
        count.fresh = 0;
      }
      return { window, counts: taken };
    },
    merge(of, totals) {
      if (of !== window) return;
      for (const [bucket, total] of totals) {
        const count = counts.get(bucket);
        if (!count) continue;
        count.shared = total;
        count.sent = 0;
      }
    },
    putBack() {
      for (const count of counts.values()) {
        count.fresh += count.sent;
        count.sent = 0;
      }
    },
  };
}

/** Requests per minute; 0 means no limit. */
export interface RateLimits {
  readonly session: number;
  readonly guest: number;
  readonly signIn: number;
}

export interface RateLimiter {
  readonly windows: RateWindows;
  /** Returns 0 if the request is admitted, else the seconds to wait (Retry-After). `token` is the token's hash in hex. */
  admit(caller: { ip: string; token: string | undefined; signIn: boolean }, nowMs: number): number;
  /** The token is valid: from now on it has its own count. */
  trust(token: string, nowMs: number): void;
}

/** The part of an address that belongs to one subscriber: all of IPv4, the first 64 bits of IPv6 (RFC 6177). */
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
 * Requests with unverified tokens count for their sender's address, so made-up tokens gain nothing. A valid
 * token is remembered for one to two windows after its last use.
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

/** The calls of sign-in, which need no session; they have their own limit. */
const SIGN_IN: ReadonlySet<CallName> = new Set(['GET /api/auth/nonce', 'POST /api/auth/login']);

/**
 * The limit as a hook that decides before a body is read. It protects the machine, so it uses the machine's clock, not the clock
 * that demo mode moves.
 */
export function limitRequests(limiter: RateLimiter, clock: Clock) {
  return (name: CallName) => {
    const guest = callOf(name).session === 'none';
    const signIn = SIGN_IN.has(name);
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const token = guest ? undefined : bearerToken(request.headers.authorization);
      const caller = { ip: request.ip, token: token ? hashToken(token).toString('hex') : undefined, signIn };
      const wait = limiter.admit(caller, clock.wall().getTime());
      if (wait > 0) return answer(reply.header('retry-after', String(wait)), 'too_many_requests', 'null');
      return undefined;
    };
  };
}
