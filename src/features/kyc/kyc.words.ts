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
  exchangeUid: msg`Your user number, shown in your exchange profile`,
  exchangeAddress: msg`Your deposit address at the exchange`,
  idDocument: msg`Passport, ID card or driving licence, all four corners showing`,
  addressDocument: msg`Bill or bank statement with your name and address`,
};

/** Texts that belong to one field only; all others are shared. */
const OWN: Partial<Record<Place, Partial<Record<Problem, MessageDescriptor>>>> = {
  exchange: { missing: msg`Choose an exchange` },
  exchangeUid: {
    missing: msg`Enter the exchange UID`,
    shape: msg`3 to 64 letters, digits, hyphens or underscores`,
    taken: msg`This UID already belongs to another account`,
  },
  exchangeAddress: {
    missing: msg`Enter the exchange address`,
    shape: msg`8 to 128 characters without spaces`,
  },
  idDocument: { missing: msg`Please upload ID document` },
  addressDocument: { missing: msg`Please upload Address document` },
};

const COMMON: Record<Problem, MessageDescriptor> = {
  missing: msg`Required`,
  shape: msg`Check the spelling`,
  taken: msg`Already in use`,
  empty: msg`This file is empty. Choose another.`,
  too_large: msg`This file is over 8 MB. Choose a smaller one.`,
  broken: msg`This file is damaged. Choose it again, or another.`,
  unreadable: msg`We can't read this file. Choose it again.`,
  wrong_type: msg`Choose a JPEG, PNG, WebP or PDF file.`,
  refused: msg`Not accepted. Check it and try again.`,
};

export const problemWords = (place: Place, problem: Problem): MessageDescriptor =>
  OWN[place]?.[problem] ?? COMMON[problem];

/** Where an exchange shows the UID; all exchanges on the list show it in the same place. */
export const uidHelp = (id: string, name: string): MessageDescriptor =>
  id === 'binance'
    ? msg`In the Binance app, tap your picture at the top left. It's the Binance ID (UID).`
    : msg`In the ${name} app, tap your picture at the top left. The UID is below your name.`;

/** How a chosen file was prepared for sending. */
export const NOTES: Record<Note, MessageDescriptor> = {
  cleaned: msg`Hidden data removed.`,
  smaller: msg`Made smaller.`,
  untouched: msg`No hidden data found.`,
  pdf: msg`PDFs are sent unchanged.`,
};

/** Steps of a verification. */
export const STEPS = {
  submitted: msg`Submitted`,
  approved: msg`Approved`,
  failed: msg`Not accepted`,
} as const;
