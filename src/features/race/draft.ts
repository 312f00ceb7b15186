// The bet that is being made, and the rounds whose result this tab waits for. Both end with the session.
import { atom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { keepDraft } from '#lib/drafts.ts';
import { onSessionEnd } from '#lib/session.ts';
import { read, write } from '#lib/store.ts';
import { sessionJson } from '#lib/stored.ts';
import { type Draft, EMPTY } from './bet.rules.ts';

export const draftAtom = atom<Draft>(EMPTY);
keepDraft(draftAtom);

/** Rounds with own bets whose result nobody has seen here. */
export const awaitedAtom = atomWithStorage<readonly number[]>('awaitedRaces', [], sessionJson(), {
  getOnInit: true,
});

/** Enough for a day without a look; older ones are in the records. */
const MOST = 50;

export function awaitRound(round: number): void {
  const known = read(awaitedAtom);
  if (!known.includes(round)) write(awaitedAtom, [...known, round].slice(-MOST));
}

/** Its result has been seen or told. */
export function roundSeen(round: number): void {
  const known = read(awaitedAtom);
  if (known.includes(round))
    write(
      awaitedAtom,
      known.filter((other) => other !== round),
    );
}

/** How many open views tell results by themselves; no notice comes meanwhile. */
export const watchedAtom = atom(0);

onSessionEnd(() => {
  write(draftAtom, EMPTY);
  write(awaitedAtom, []);
});
