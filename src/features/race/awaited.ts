// The rounds whose results this tab waits for. They end with the session. Apart from the draft of a bet (draft.ts),
// because every page loads them (race-background.tsx).
import { atom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { onSessionEnd } from '#lib/session.ts';
import { read, write } from '#lib/store.ts';
import { sessionJson } from '#lib/stored.ts';

/** Rounds with own bets whose result has not been shown here yet. */
export const awaitedAtom = atomWithStorage<readonly number[]>('awaitedRaces', [], sessionJson(), {
  getOnInit: true,
});

/** Enough for a day without opening the app; older ones are in the records. */
const MOST = 50;

export function awaitRound(round: number): void {
  const known = read(awaitedAtom);
  if (!known.includes(round)) write(awaitedAtom, [...known, round].slice(-MOST));
}

/** Its result has been shown or announced. */
export function roundSeen(round: number): void {
  const known = read(awaitedAtom);
  if (known.includes(round))
    write(
      awaitedAtom,
      known.filter((other) => other !== round),
    );
}

/** How many open views show results themselves; meanwhile no notice appears. */
export const watchedAtom = atom(0);

onSessionEnd(() => write(awaitedAtom, []));
