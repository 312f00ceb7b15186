// The form as it stands, in memory alone: it outlives the page, not the visit, and goes with the session. Nothing of it is ever
// written to the device.
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

/** A form with what was submitted before, to be corrected. */
export const blank = (start: Partial<Fields>): Draft => ({
  fields: { exchange: '', exchangeUid: '', exchangeAddress: '', ...start },
  documents: {},
  problems: {},
});

/** The file that was chosen last for a place; one that is made ready later, or after the form has gone, is no longer wanted. */
const latest: Partial<Record<DocumentName, File>> = {};

/** Notes what was chosen for a place, or that nothing is. */
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
