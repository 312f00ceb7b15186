// Labels, help and error texts of the verification form.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { DocumentName, FieldName, Problem } from './kyc.rules.ts';
import type { Note } from './picture.rules.ts';

type Place = FieldName | DocumentName;

export const NAMES: Record<Place, MessageDescriptor> = {
  exchange: msg`Crypto exchange`,
  exchangeUid: msg`Exchange UID`,
  exchangeAddress: msg`Exchange address`,
  idDocument: msg`ID document`,
  addressDocument: msg`Address document`,
};

export const HELP: Record<Place, MessageDescriptor> = {
  exchange: msg`Where you have a verified account`,
  exchangeUid: msg`Your user number there; the exchange shows it in your profile. One UID verifies one account.`,
  exchangeAddress: msg`A deposit address that the exchange has given you`,
  idDocument: msg`Passport, identity card or driving licence; all four corners visible`,
  addressDocument: msg`A bill or bank statement with your name and address`,
};

/** Texts that belong to one field only; all others are shared. */
const OWN: Partial<Record<Place, Partial<Record<Problem, MessageDescriptor>>>> = {
  exchange: { missing: msg`Please choose an exchange` },
  exchangeUid: {
    missing: msg`Please enter the exchange UID`,
    shape: msg`3 to 64 letters, digits, hyphens or underscores`,
    taken: msg`This UID verifies another account already`,
  },
  exchangeAddress: {
    missing: msg`Please enter the exchange address`,
    shape: msg`8 to 128 characters without spaces`,
  },
  idDocument: { missing: msg`Please upload ID document` },
  addressDocument: { missing: msg`Please upload Address document` },
};

const COMMON: Record<Problem, MessageDescriptor> = {
  missing: msg`This is needed`,
  shape: msg`This is not written correctly`,
  taken: msg`This is in use already`,
  empty: msg`The file is empty. Please choose another one.`,
  too_large: msg`The file is larger than 8 MB. Please choose a smaller one.`,
  broken: msg`The file is incomplete or damaged. Please choose it again, or another one.`,
  unreadable: msg`The file cannot be read. Please choose it again.`,
  wrong_type: msg`Only JPEG, PNG, WebP and PDF files can be read. Please choose another file.`,
  refused: msg`This was not accepted. Please check it.`,
};

export const problemWords = (place: Place, problem: Problem): MessageDescriptor =>
  OWN[place]?.[problem] ?? COMMON[problem];

/** Where an exchange shows the UID; all exchanges on the list show it in the same place. */
export const uidHelp = (id: string, name: string): MessageDescriptor =>
  id === 'binance'
    ? msg`In the Binance app: tap your picture at the top left; it is the Binance ID (UID). One UID verifies one account.`
    : msg`In the ${name} app: tap your picture at the top left; the UID stands below your name. One UID verifies one account.`;

/** How a chosen file was prepared for sending. */
export const NOTES: Record<Note, MessageDescriptor> = {
  cleaned: msg`Place, camera and other hidden data were taken out.`,
  smaller: msg`Made smaller on your device.`,
  untouched: msg`Sent as it is; no hidden data was found.`,
  pdf: msg`A PDF is sent as it is, with everything in it.`,
};

/** Steps of a verification. */
export const STEPS = {
  submitted: msg`Submitted`,
  approved: msg`Approved`,
  failed: msg`Not accepted`,
} as const;
