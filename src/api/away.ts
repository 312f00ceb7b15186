// Whether the data shown may be stale because nothing newer is available: the device has no network, the server failed
// or did not answer, or it has been silent for so long that the cached answer is shown meanwhile. Also how long a page
// waits for its parts.
import { useEffect, useState } from 'react';
import { useOnline } from '#lib/online.ts';
import { isTemporary } from './errors.ts';

interface Asked {
  error: Error | null;
  errorUpdateCount: number;
  dataUpdatedAt: number;
  data: unknown;
}

/** Cached answers are inserted with the earliest possible time (src/api/queries.ts). */
export const isCached = ({ data, dataUpdatedAt }: Pick<Asked, 'data' | 'dataUpdatedAt'>): boolean =>
  data !== undefined && dataUpdatedAt === 0;

/** After this long without an answer, a part says so and offers a retry; a late answer still counts. */
export const SLOW_MS = 10_000;

/**
 * `asked` is the query that would fetch newer figures. While its first answer is merely slow, the cached one is shown
 * without a notice, which would move the page twice.
 */
export function useAway(asked: Asked): boolean {
  const online = useOnline();
  const cached = isCached(asked);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!cached) return undefined;
    const timer = setTimeout(() => setLate(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [cached]);
  return !online || isTemporary(asked.error) || (cached && (late || asked.errorUpdateCount > 0));
}

/** A part that takes longer arrives later and moves what is below it; the page stops waiting for it. */
const PARTS_WITHIN_MS = 2000;

interface Part {
  isFetched: boolean;
  fetchStatus: 'fetching' | 'paused' | 'idle';
}

/**
 * True while a page waits for its parts, so that nothing moves when they arrive: until each has an answer or has failed
 * once, two seconds at most. Once false it stays false: a refetch or a failure of a part never hides the page again.
 */
export function useWaiting(...parts: readonly Part[]): boolean {
  const [shown, setShown] = useState(false);
  // A disabled query is idle and has never been fetched.
  const coming = !shown && parts.some(({ isFetched, fetchStatus }) => !isFetched && fetchStatus !== 'idle');
  if (!coming && !shown) setShown(true);
  useEffect(() => {
    if (shown) return;
    const timer = setTimeout(() => setShown(true), PARTS_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return coming;
}
