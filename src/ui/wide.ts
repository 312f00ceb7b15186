// Whether the window has room for two columns, as a value of React; for what should not even be drawn where it has not.
import { useSyncExternalStore } from 'react';

let media: MediaQueryList | undefined;
/** Asked for in every render, so made once. */
const query = () => (media ??= matchMedia('(min-width: 720px)'));

function subscribe(changed: () => void): () => void {
  const list = query();
  list.addEventListener('change', changed);
  return () => list.removeEventListener('change', changed);
}

export const useWide = (): boolean => useSyncExternalStore(subscribe, () => query().matches);
