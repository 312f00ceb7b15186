// The fund history of a filter as a page needs it: what is loaded, what is being fetched, and how to get more.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useAway } from '#api/away.ts';
import { useNextPage } from '#api/next-page.ts';
import { useBusy } from '#lib/busy.ts';
import { listQuery, newestQuery } from './history.queries.ts';
import type { Filter } from './history.rules.ts';

export type History = ReturnType<typeof useHistory>;

export function useHistory(filter: Filter) {
  const newest = useQuery(newestQuery(filter));
  const list = useInfiniteQuery(listQuery(filter));
  const lost = useAway(newest);
  // A page of older rows that fails makes nothing stale.
  const old = useAway({ ...list, error: null });
  const [busy, refresh] = useBusy(() => newest.refetch());
  const next = useNextPage(list);
  // A page lost in transit is requested again as soon as the server answers.
  const resume = useEffectEvent(() => {
    if (next.failed !== undefined) next.ask();
  });
  useEffect(() => resume(), [newest.dataUpdatedAt]);
  return {
    newest,
    /** What is shown may be stale. */
    away: lost || old,
    pages: list.data?.pages,
    hasMore: list.hasNextPage,
    /** Of older rows. */
    next,
    busy,
    /** Manual refresh: the newest rows. */
    refresh,
  };
}
