// Whether what is shown may be old because nothing newer can be had: the device has no network, the server did not answer or
// failed, or it has been silent for so long that the last answer stands there meanwhile. And how long a page waits for its parts.
import { useEffect, useState } from 'react';
import { useOnline } from '#lib/online.ts';
import { isTemporary } from './errors.ts';

interface Asked {
  error: Error | null;
  dataUpdatedAt: number;
  data: unknown;
}

/** Kept answers are put in as old as can be (src/api/queries.ts). */
export const isCached = ({ data, dataUpdatedAt }: Pick<Asked, 'data' | 'dataUpdatedAt'>): boolean =>
  data !== undefined && dataUpdatedAt === 0;

/** `asked` is the query that would bring newer figures. */
export function useAway(asked: Asked): boolean {
  const online = useOnline();
  return !online || isCached(asked) || isTemporary(asked.error);
}

/** A part that takes longer comes later and moves what is below it; the page does not wait for it any more. */
const LONGEST_WAIT_MS = 2000;

interface Part {
  isFetched: boolean;
  fetchStatus: 'fetching' | 'paused' | 'idle';
}

/**
 * True while a page waits for its parts, so that nothing moves when they come: until each has an answer or has failed once, two
 * seconds at most. Once false it stays false: a part that is asked for again, or fails, never takes the page away.
 */
export function useWaiting(...parts: readonly Part[]): boolean {
  const [shown, setShown] = useState(false);
  // A query that is switched off is idle and has never been fetched.
  const coming = !shown && parts.some(({ isFetched, fetchStatus }) => !isFetched && fetchStatus !== 'idle');
  if (!coming && !shown) setShown(true);
  useEffect(() => {
    if (shown) return;
    const timer = setTimeout(() => setShown(true), LONGEST_WAIT_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return coming;
}
