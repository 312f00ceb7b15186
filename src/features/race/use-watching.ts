// A view that shows results itself: no notices appear while it is open.
import { useEffect } from 'react';
import { read, write } from '#lib/store.ts';
import { watchedAtom } from './awaited.ts';

const change = (by: number): void => write(watchedAtom, read(watchedAtom) + by);

export function useWatching(on = true): void {
  useEffect(() => {
    if (!on) return;
    change(1);
    return () => change(-1);
  }, [on]);
}
