// The form's current state, only in memory: it outlives the page but not the visit, and is cleared with the session.
// Nothing is ever written to the device.
import { atom } from 'jotai';
import { keepDraft } from '#lib/drafts.ts';
import { onSessionEnd } from '#lib/session.ts';
import { write } from '#lib/store.ts';
import type { DocumentName, Documents, Fields, Problems } from './kyc.rules.ts';

export interface Draft {
  fields: Fields;
  documents: Documents;
  problems: Problems;
}

/** Null until something was entered. */
export const draftAtom = atom<Draft | null>(null);
keepDraft(draftAtom);

/** A form prefilled with what was submitted before, to be corrected. */
export const blank = (start: Partial<Fields>): Draft => ({
  fields: { exchange: '', exchangeUid: '', exchangeAddress: '', ...start },
  documents: {},
  problems: {},
});

/** The file chosen last for a field; one that finishes preparing later, or after the form was cleared, is discarded. */
const latest: Partial<Record<DocumentName, File>> = {};

/** Records the choice for a field, or that there is none. */
export function choose(name: DocumentName, file: File | undefined): void {
  if (file) latest[name] = file;
  else delete latest[name];
}
export const isWanted = (name: DocumentName, file: File): boolean => latest[name] === file;

export function forgetDraft(): void {
  choose('idDocument', undefined);
  choose('addressDocument', undefined);
  write(draftAtom, null);
}

onSessionEnd(forgetDraft);
