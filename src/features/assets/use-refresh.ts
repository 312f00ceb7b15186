// The refresh button of a page: whether it was tapped and is busy, and what it does.
import { useState } from 'react';
import { refreshShown } from '#api/queries.ts';

export function useRefresh(): [busy: boolean, refresh: () => void] {
  const [busy, setBusy] = useState(false);
  const refresh = () => {
    setBusy(true);
    void refreshShown().finally(() => setBusy(false));
  };
  return [busy, refresh];
}
