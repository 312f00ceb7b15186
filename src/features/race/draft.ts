// The bet being prepared, and whether one is on its way. Both end with the session.
import { atom } from 'jotai';
import { keepDraft } from '#lib/drafts.ts';
import { onSessionEnd } from '#lib/session.ts';
import { write } from '#lib/store.ts';
import { type Draft, EMPTY } from './bet.rules.ts';

export const draftAtom = atom<Draft>(EMPTY);
keepDraft(draftAtom);

/** A bet is on its way, even if its sheet was closed. */
export const sendingAtom = atom(false);

onSessionEnd(() => {
  write(draftAtom, EMPTY);
  write(sendingAtom, false);
});
