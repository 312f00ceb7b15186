// Work behind a button: whether it is under way, and the function that starts it.
import { useState } from 'react';

export function useBusy<A extends unknown[]>(
  work: (...args: A) => Promise<unknown>,
): [busy: boolean, start: (...args: A) => void] {
  const [busy, setBusy] = useState(false);
  const start = (...args: A) => {
    setBusy(true);
    void work(...args).finally(() => setBusy(false));
  };
  return [busy, start];
}
