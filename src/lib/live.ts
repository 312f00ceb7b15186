// Pages that want live events even when nobody is signed in. src/app/live.tsx keeps the stream open for as long as one
// of them is open.
import { atom } from 'jotai';
import { useCounted } from './use-counted.ts';

/** How many open pages want live events. */
export const liveWantedAtom = atom(0);

/** For a page whose figures change on their own: while it is shown, guests receive live events too. */
export const useLive = (): void => useCounted(liveWantedAtom);
