// Refreshing a page by hand: whether that is still under way, and the function that starts it.
import { useState } from 'react';
import { refreshShown } from './queries.ts';

export function useRefresh(): [busy: boolean, refresh: () => void] {
  const [busy, setBusy] = useState(false);
  const refresh = () => {
    setBusy(true);
    void refreshShown().finally(() => setBusy(false));
  };
  return [busy, refresh];
}
