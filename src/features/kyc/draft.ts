// The form as it stands, in memory alone: it outlives the page, not the visit, and goes with the session. Nothing of it is ever
// written to the device.
import { atom } from 'jotai';
import { onSessionEnd } from '#lib/session.ts';
import { write } from '#lib/store.ts';
import type { Documents, Fields, Problems } from './kyc.rules.ts';

export interface Draft {
  fields: Fields;
  documents: Documents;
  problems: Problems;
}

/** Null until something was entered. */
export const draftAtom = atom<Draft | null>(null);

/** A form with what was submitted before, to be corrected. */
export const blank = (start: Partial<Fields>): Draft => ({
  fields: { exchange: '', exchangeUid: '', exchangeAddress: '', ...start },
  documents: {},
  problems: {},
});

export const forgetDraft = (): void => write(draftAtom, null);

onSessionEnd(forgetDraft);
