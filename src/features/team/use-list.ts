// A list that grows by pages, as the views of the team need it: its rows, whether there are more, and how to get them.
import { useInfiniteQuery, type UseInfiniteQueryOptions, type InfiniteData } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ApiError } from '#api/errors.ts';

export function useList<T, K extends readonly unknown[]>(
  options: UseInfiniteQueryOptions<T, ApiError, InfiniteData<T, string | null>, K, string | null>,
) {
  const list = useInfiniteQuery(options);
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  const failed = isFetchNextPageError && !isFetchingNextPage;
  const next = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  const more = useCallback(() => {
    if (!isFetchingNextPage && !failed) next();
  }, [isFetchingNextPage, failed, next]);
  return {
    pages: list.data?.pages,
    /** Why there are no rows at all. */
    error: list.data ? null : list.error,
    refetch: () => void list.refetch(),
    failureReason: list.failureReason,
    hasMore: list.hasNextPage,
    loadingMore: isFetchingNextPage,
    /** Requests more, unless a request is in progress or has failed. */
    more,
    /** Why more could not be loaded. */
    moreError: failed ? list.error : null,
    retry: next,
  };
}

export type List<T = unknown> = ReturnType<typeof useList<T, readonly unknown[]>>;
