// Prefetches several reads in one request. Their queries then run as always, but find the answers here.
import type { QueryKey } from '@tanstack/react-query';
import type { ReadName } from '#contract';
import { ahead, aheadKey, call, sender } from './client.ts';
import { isLost } from './errors.ts';
import { queryClient, STALE_MS } from './queries.ts';
import { urlOf } from './request.ts';

/** What is being fetched, or has just been, is not requested again. */
function isWanted(queryKey: QueryKey): boolean {
  const query = queryClient.getQueryCache().find({ queryKey, exact: true });
  return !query || (query.state.fetchStatus === 'idle' && query.isStaleByTime(STALE_MS));
}

/** The URL of the read that a query makes: its key begins with the call's name, and its input is the first object in it. */
const urlOfQuery = ([name, ...rest]: QueryKey): string =>
  urlOf(name as ReadName, rest.find((part) => typeof part === 'object') ?? {});

const pathOf = (url: string): string => url.slice((import.meta.env.VITE_API_BASE ?? '').length);

/**
 * Asks for the reads of these queries in one request; while `run` runs, calls for them take their answers from it.
 * Reads that it refuses are requested individually, as is everything if the server refuses the batch. @throws
 * ApiError if the request is lost
 */
export async function batched(keys: readonly QueryKey[], run: () => Promise<unknown>): Promise<void> {
  const urls = keys.filter(isWanted).map(urlOfQuery);
  const by = sender();
  const ask = async () => {
    if (urls.length === 0) return;
    const { replies } = await call(
      'GET /api/batch',
      { calls: urls.map(pathOf).join(' ') },
      { backOff: true },
    );
    for (const [at, { code, data }] of replies.entries())
      if (code === 0) ahead.set(aheadKey(urls[at] ?? '', by), data);
  };
  await ask().catch((error: unknown) => {
    if (isLost(error)) throw error;
  });
  await run().finally(() => {
    for (const url of urls) ahead.delete(aheadKey(url, by));
  });
}
