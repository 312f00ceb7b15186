// Whether the person wants nothing to move, as a value of React.
import { useSyncExternalStore } from 'react';

let media: MediaQueryList | undefined;
const query = () => (media ??= matchMedia('(prefers-reduced-motion: reduce)'));

function subscribe(changed: () => void): () => void {
  const list = query();
  list.addEventListener('change', changed);
  return () => list.removeEventListener('change', changed);
}

export const useStill = (): boolean => useSyncExternalStore(subscribe, () => query().matches);
