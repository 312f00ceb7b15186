// Manual refresh of what the current page shows: whether it was asked for and is busy, and how to ask.
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
