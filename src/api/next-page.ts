// The next page of a list that grows at its end (cachedPages): whether it is on its way, why it did not come, and how to ask for it.
import { useCallback } from 'react';
import { errorText } from './errors.ts';

interface Growing {
  error: Error | null;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: (options: { cancelRefetch: boolean }) => unknown;
}

export function useNextPage(list: Growing) {
  const { fetchNextPage, isFetchingNextPage: busy } = list;
  const isLost = list.isFetchNextPageError && !busy;
  const ask = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  const more = useCallback(() => {
    if (!busy && !isLost) ask();
  }, [busy, isLost, ask]);
  return {
    busy,
    /** Why it did not come, in words. */
    failed: isLost ? errorText(list.error) : undefined,
    /** By somebody's tap. */
    ask,
    /** By the page itself: unless it is on its way or has failed. */
    more,
  };
}
