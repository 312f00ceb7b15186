// Which pages want live events although nobody may be signed in. src/app/live.tsx keeps the stream as long as one of them is open.
import { atom } from 'jotai';
import { useEffect } from 'react';
import { read, write } from './store.ts';

/** How many open pages want it. */
export const liveWantedAtom = atom(0);

const change = (by: number): void => write(liveWantedAtom, read(liveWantedAtom) + by);

/** For a page whose figures move by themselves: guests follow them too while it is shown. */
export function useLive(): void {
  useEffect(() => {
    change(1);
    return () => change(-1);
  }, []);
}
