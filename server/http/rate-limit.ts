/**
 * How many requests callers may make, per bucket and minute: signed-in callers by account and by network, guests by
 * network, and sign-in calls also by network. No request waits for the database: processes add up their counts once a
 * second (rate-store.ts).
 */
import { isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CallName, callOf } from '#contract';
import { HOUR_MS } from '#rules/days.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { discard } from './body.ts';
import { answer } from './replies.ts';
import { SIGN_INS, bearerToken, hashToken } from './session.ts';

export const WINDOW_MS = 60_000;

/** A bucket's count is `shared` (the database's last sum, ours included) + `sent` (being sent now) + `fresh`. */
interface Count {
  limit: number;
  shared: number;
  sent: number;
  fresh: number;
}

/** A bucket is shared once it has used a twentieth of its limit here, so quiet callers cost the database nothing. */
const SHARE_FROM = 1 / 20;

export interface RateWindows {
  /**
   * Counts one request. Returns 0 if it is admitted, otherwise the whole seconds until the window ends. A limit of 0
   * means no limit.
   */
  hit(bucket: string, limit: number, nowMs: number): number;
  /** Counts to add up with those of other processes; marks them as sent. */
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
  /** Of an account, across all its sessions. */
  readonly account: number;
  /** Of a network's guests. */
  readonly guest: number;
  /**
   * Sign-in calls of a network, which count towards nothing else: a flood of guests must not keep people from signing
   * in.
   */
  readonly signIn: number;
}

/**
 * A network's signed-in callers may together make as many requests as this many accounts: more people than that may
 * share an address, but not all of them are active at the same time.
 */
const NETWORK_ACCOUNTS = 10;

/**
 * Buckets that refuse; `unknown` is for tokens that this process has not yet seen to be valid, `streams` for event
 * streams.
 */
export type LimitName = 'account' | 'network' | 'guests' | 'unknown' | 'sign_in' | 'streams';

/** Called for each request that a limit refuses. */
type Refused = (limit: LimitName, network: string, account: bigint | undefined) => void;

interface Asking {
  readonly ip: string;
  /** The token's hash in hex. */
  readonly token: string | undefined;
  readonly signIn: boolean;
  /** The call needs no session, so its token is not looked up. */
  readonly open: boolean;
}

export interface RateLimiter {
  readonly windows: RateWindows;
  /** Returns 0 if the request is admitted, otherwise the seconds to wait (Retry-After). */
  admit(caller: Asking, nowMs: number): number;
  /** The token is valid: from now on it counts for its account. */
  trust(token: string, account: bigint, nowMs: number): void;
  /** The token is no longer valid: a caller that still has it must not use up its account's allowance. */
  forget(token: string): void;
  readonly refused: Refused;
}

/**
 * The part of an address that belongs to one subscriber: the whole IPv4 address, or the first 56 bits of an IPv6
 * address. That is what a household gets (RIPE-690, RFC 6177); one that gets less shares them with neighbours.
 */
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
    .map((group, at) => (Number.parseInt(group, 16) & (at === 3 ? 0xff00 : 0xffff)).toString(16))
    .join(':');
}

/** Valid tokens are remembered for one to two hours after their last use. */
const MEMORY_MS = HOUR_MS;

/**
 * Tokens not known to be valid, in calls that look them up, count in a separate bucket, as large as an account's:
 * made-up tokens gain nothing, and after a restart signed-in callers do not wait behind guests. Each caller makes only
 * a few requests this way until its token is known.
 */
export function rateLimiter(limits: RateLimits, refused: Refused = () => undefined): RateLimiter {
  const windows = rateWindows();
  let generation = 0;
  let trusted = new Map<string, bigint>();
  let before = new Map<string, bigint>();

  const turn = (nowMs: number) => {
    const current = Math.floor(nowMs / MEMORY_MS);
    if (current === generation) return;
    before = current === generation + 1 ? trusted : new Map<string, bigint>();
    trusted = new Map();
    generation = current;
  };

  return {
    windows,
    refused,
    admit({ ip, token, signIn, open }, nowMs) {
      turn(nowMs);
      const network = networkOf(ip);
      const account = token === undefined ? undefined : (trusted.get(token) ?? before.get(token));
      const hit = (name: LimitName, whose: string | bigint, limit: number) => {
        const wait = windows.hit(`${name} ${whose}`, limit, nowMs);
        if (wait > 0) refused(name, network, account);
        return wait;
      };
      if (signIn) return hit('sign_in', network, limits.signIn);
      if (token === undefined || (open && account === undefined)) return hit('guests', network, limits.guest);
      if (account === undefined) return hit('unknown', network, limits.account);
      trusted.set(token, account);
      // Requests refused by the account's limit do not count towards the network's.
      return (
        hit('account', account, limits.account) || hit('network', network, limits.account * NETWORK_ACCOUNTS)
      );
    },
    trust(token, account, nowMs) {
      turn(nowMs);
      trusted.set(token, account);
    },
    forget(token) {
      trusted.delete(token);
      before.delete(token);
    },
  };
}

/** The calls of a sign-in, which need no session; they have their own limit. */
const SIGN_IN: ReadonlySet<CallName> = new Set([
  ...SIGN_INS,
  'GET /api/auth/nonce',
  'GET /api/auth/challenge',
]);

/**
 * Counts a call. Returns 0 if it is admitted, otherwise the seconds to wait. It protects the machine, so it uses the
 * machine's clock, not the one that demo mode moves. Signed-in callers count as such in public calls too, once
 * their token is known.
 */
export function admitCall(
  limiter: RateLimiter,
  clock: Clock,
  name: CallName,
  request: FastifyRequest,
): number {
  const token = bearerToken(request.headers.authorization);
  const caller = { ip: request.ip, token: token ? hashToken(token).toString('hex') : undefined };
  const about = { signIn: SIGN_IN.has(name), open: callOf(name).session === 'none' };
  return limiter.admit({ ...caller, ...about }, clock.wall().getTime());
}

/** The limit as a hook that decides before a body is read. */
export function limitRequests(limiter: RateLimiter, clock: Clock) {
  return (name: CallName) => async (request: FastifyRequest, reply: FastifyReply) => {
    const wait = admitCall(limiter, clock, name, request);
    if (wait === 0) return undefined;
    discard(request.raw);
    return answer(reply.header('retry-after', String(wait)), 'too_many_requests', 'null');
  };
}
