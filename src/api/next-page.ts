// The next page of a list that grows at its end (cachedPages): whether it is on its way, why it did not come, and how to ask for it.
import { useCallback } from 'react';
import { errorText } from './errors.ts';

interface Grown {
  data: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isFetchNextPageError: boolean;
}

interface Growing extends Grown {
  error: Error | null;
  isFetchingNextPage: boolean;
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<Grown>;
}

const countPages = ({ data }: Grown): number => data?.pages.length ?? 0;

export function useNextPage(list: Growing) {
  const { fetchNextPage, isFetchingNextPage: busy } = list;
  const isLost = list.isFetchNextPageError && !busy;
  const pages = countPages(list);
  const ask = useCallback(() => {
    const fetchNext = () => fetchNextPage({ cancelRefetch: false });
    void fetchNext().then((after) => {
      // While the whole list is refetched, the query answers with that instead of the next page.
      const isSwallowed = countPages(after) <= pages && after.hasNextPage && !after.isFetchNextPageError;
      return isSwallowed ? fetchNext() : after;
    });
  }, [fetchNextPage, pages]);
  const more = useCallback(() => {
    if (!busy && !isLost) ask();
  }, [busy, isLost, ask]);
  return {
    busy,
    /** Why it did not come, as text. */
    failed: isLost ? errorText(list.error) : undefined,
    /** When the user taps. */
    ask,
    /** When the page itself asks; does nothing if it is on its way or has failed. */
    more,
  };
}
