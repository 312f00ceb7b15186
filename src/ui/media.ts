// Media queries about the window and the user's preferences, as a value and as a React hook.
import { useSyncExternalStore } from 'react';

interface Media {
  now: () => boolean;
  use: () => boolean;
}

/** Used in every render, so the list is created once, on first use. */
export function media(query: string): Media {
  let made: MediaQueryList | undefined;
  const list = () => (made ??= matchMedia(query));
  const now = () => list().matches;
  const subscribe = (changed: () => void) => {
    list().addEventListener('change', changed);
    return () => list().removeEventListener('change', changed);
  };
  return { now, use: () => useSyncExternalStore(subscribe, now) };
}
