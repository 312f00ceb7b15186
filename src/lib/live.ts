// Pages that want live events even when nobody is signed in. src/app/live.tsx keeps the stream open for as long as one
// of them is open.
import { atom } from 'jotai';
import { useEffect } from 'react';
import { read, write } from './store.ts';

/** How many open pages want live events. */
export const liveWantedAtom = atom(0);

const change = (by: number): void => write(liveWantedAtom, read(liveWantedAtom) + by);

/** For a page whose figures change on their own: while it is shown, guests receive live events too. */
export function useLive(): void {
  useEffect(() => {
    change(1);
    return () => change(-1);
  }, []);
}
