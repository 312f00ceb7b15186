// A list that grows by pages, as the views of the team need it: its rows, whether there are more, and how to get them.
import { useInfiniteQuery, type UseInfiniteQueryOptions, type InfiniteData } from '@tanstack/react-query';
import { useNextPage } from '#api/next-page.ts';
import type { ApiError } from '#api/errors.ts';

export function useList<T, K extends readonly unknown[]>(
  options: UseInfiniteQueryOptions<T, ApiError, InfiniteData<T, string | null>, K, string | null>,
) {
  const list = useInfiniteQuery(options);
  return {
    pages: list.data?.pages,
    /** Why there are no rows at all. */
    error: list.data ? null : list.error,
    refetch: () => void list.refetch(),
    hasMore: list.hasNextPage,
    next: useNextPage(list),
  };
}

export type List<T = unknown> = ReturnType<typeof useList<T, readonly unknown[]>>;
