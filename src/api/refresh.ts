// Refreshing a page by hand: whether that is still under way, and the function that starts it.
import { useBusy } from '#lib/busy.ts';
import { refreshShown } from './queries.ts';

export const useRefresh = () => useBusy(refreshShown);
