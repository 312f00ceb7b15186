// What the browser says of the window and of the person's wishes, as a value and as a value of React.
import { useSyncExternalStore } from 'react';

interface Media {
  now: () => boolean;
  use: () => boolean;
}

/** Asked for in every render, so the list is made once, at the first question. */
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
