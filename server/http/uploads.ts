/**
 * Uploads are read into memory: how many at once, and for how long.
 * Counted per process, since it is the process's memory.
 */
import type { IncomingMessage } from 'node:http';
import { refuse } from '#server/lib/refusal.ts';

/**
 * Maximum number of uploads at once per process. Each takes some 50 MB while its documents are encrypted and stored.
 */
const MOST = 4;
/** In seconds; most uploads are over by then. */
export const BUSY_SECONDS = 5;

/**
 * An upload that has received nothing for this long is stalled. A client that waits as told retries later than that.
 */
const STALLED_MS = 1000 * (BUSY_SECONDS - 1);

interface Upload {
  readonly request: IncomingMessage;
  /**
   * Bytes that had arrived on its connection when the account last requested another upload, and since when that number
   * has not grown.
   */
  seen: number;
  seenAt: number;
  readonly ended: Promise<void>;
}

/**
 * Runs at most one upload per account and four in total at a time. An upload that has received nothing for a while
 * since its account last requested another is cut when the account asks again: its connection was probably lost, and
 * the new request replaces it.
 * @throws Refusal too_many_requests (data: reason `busy`, retryAfter in seconds). Not 503, which would make a page
 * treat the whole server as unreachable.
 */
export function uploadTurns() {
  const running = new Map<bigint, Upload>();
  const busy = () => refuse('too_many_requests', { reason: 'busy', retryAfter: BUSY_SECONDS });

  return async <T>(account: bigint, request: IncomingMessage, work: () => Promise<T>): Promise<T> => {
    const other = running.get(account);
    if (other) {
      const { bytesRead } = other.request.socket;
      const now = performance.now();
      if (bytesRead !== other.seen) Object.assign(other, { seen: bytesRead, seenAt: now });
      if (other.request.complete || now - other.seenAt < STALLED_MS) busy();
      other.request.destroy();
      await other.ended;
    }
    if (running.has(account) || running.size >= MOST) busy();
    const done = Promise.withResolvers<void>();
    running.set(account, { request, seen: -1, seenAt: 0, ended: done.promise });
    try {
      return await work();
    } finally {
      running.delete(account);
      done.resolve();
    }
  };
}

/**
 * Cuts the connection of a body that has not arrived after this many milliseconds, whether it is being read or
 * discarded.
 */
export function arriveWithin(request: IncomingMessage, ms: number): void {
  const timer = setTimeout(() => request.destroy(), ms).unref();
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}
