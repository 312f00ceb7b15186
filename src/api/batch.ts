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

interface Asked {
  url: string;
  /** Its place in `ahead`, unless a newer answer or batch has been asked for since. */
  key: string;
  entry: { name: ReadName; data?: unknown };
}

/** The read that a query makes: its key begins with the call's name, and its input is the first object in it. */
function readOf([first, ...rest]: QueryKey, by: ReturnType<typeof sender>): Asked {
  const name = first as ReadName;
  const url = urlOf(name, rest.find((part) => typeof part === 'object') ?? {});
  return { url, key: aheadKey(url, by), entry: { name } };
}

const pathOf = (url: string): string => url.slice((import.meta.env.VITE_API_BASE ?? '').length);

async function fetchAhead(reads: readonly Asked[]): Promise<void> {
  if (reads.length === 0) return;
  const calls = reads.map(({ url }) => pathOf(url)).join(' ');
  const { replies } = await call('GET /api/batch', { calls }, { backOff: true });
  for (const [at, { code, data }] of replies.entries()) {
    const asked = reads[at];
    if (code === 0 && asked) asked.entry.data = data;
  }
}

/**
 * Asks for the reads of these queries in one request; while `run` runs, calls for them take their answers from it.
 * Reads that it refuses or that have changed meanwhile are requested individually, as is everything if the server
 * refuses the batch. @throws ApiError if the request is lost
 */
export async function batched(keys: readonly QueryKey[], run: () => Promise<unknown>): Promise<void> {
  const by = sender();
  const reads = keys.filter(isWanted).map((key) => readOf(key, by));
  for (const { key, entry } of reads) ahead.set(key, entry);
  try {
    await fetchAhead(reads).catch((error: unknown) => {
      if (isLost(error)) throw error;
    });
    await run();
  } finally {
    for (const { key, entry } of reads) if (ahead.get(key) === entry) ahead.delete(key);
  }
}
