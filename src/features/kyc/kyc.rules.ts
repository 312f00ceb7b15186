// What a verification must contain, checked before anything is sent; where a refusal belongs; and whether a lost
// submission has arrived.
import { KYC_SHAPES } from '#rules/kyc.ts';
import type { Note } from './picture.rules.ts';

const FIELDS = ['exchange', 'exchangeUid', 'exchangeAddress'] as const;
export const DOCUMENTS = ['idDocument', 'addressDocument'] as const;
export type FieldName = (typeof FIELDS)[number];
export type DocumentName = (typeof DOCUMENTS)[number];

export type Fields = Record<FieldName, string>;
/** A document in the form it will be sent. */
export interface Picked {
  file: File;
  /** Size of the chosen file, in bytes. */
  was: number;
  note: Note;
}
export type Documents = Partial<Record<DocumentName, Picked>>;

/** What is wrong with a field of the form; the page has a sentence for each. */
export type Problem =
  | 'missing'
  | 'shape'
  | 'taken'
  | 'empty'
  | 'too_large'
  | 'wrong_type'
  | 'broken'
  | 'unreadable'
  | 'refused';
export type Problems = Partial<Record<FieldName | DocumentName, Problem>>;

/** A choice from a list only has to be present. */
const SHAPES: Record<FieldName, RegExp> = {
  exchange: /^.+$/,
  ...KYC_SHAPES,
};

const fieldProblem = (name: FieldName, value: string): Problem | undefined => {
  const text = value.trim();
  if (!text) return 'missing';
  return SHAPES[name].test(text) ? undefined : 'shape';
};

/** Everything that is missing or malformed, all together; documents are checked one by one when they are picked. */
export function problemsOf(fields: Fields, documents: Documents): Problems {
  const problems: Problems = {};
  for (const name of FIELDS) {
    const problem = fieldProblem(name, fields[name]);
    if (problem) problems[name] = problem;
  }
  for (const name of DOCUMENTS) if (!documents[name]) problems[name] = 'missing';
  return problems;
}

/** The field for a document dropped or pasted beside the fields: the first one missing, otherwise none. */
export const placeFor = (documents: Documents): DocumentName | undefined =>
  DOCUMENTS.find((name) => !documents[name]);

/**
 * Whether a submission whose answer was lost has arrived after all: only this account can submit for itself, so any
 * submission newer than before must be it. `before` and `now` are the times of the last submission.
 */
export const hasArrived = (before: string | null, now: string | null): boolean =>
  now !== null && now !== before;

const isIssue = (issue: unknown): issue is { path: string } =>
  typeof issue === 'object' && issue !== null && 'path' in issue && typeof issue.path === 'string';

/** The paths of the `issues` in a refusal's data; empty if it has no such list. */
function issuePaths(data: unknown): string[] {
  if (typeof data !== 'object' || data === null || !('issues' in data) || !Array.isArray(data.issues))
    return [];
  return data.issues.filter(isIssue).map(({ path }) => path);
}

/**
 * Where the server's refusal belongs. Its reasons are in English and meant for logs, so the page uses its own
 * sentences: a well-formed UID can only be refused because it verifies another account.
 */
export function problemsOfRefusal(data: unknown, sent: Fields): Problems {
  const problems: Problems = {};
  for (const path of issuePaths(data)) {
    const field = FIELDS.find((name) => name === path);
    const document = DOCUMENTS.find((name) => name === path);
    if (field)
      problems[field] = fieldProblem(field, sent[field]) ?? (field === 'exchangeUid' ? 'taken' : 'refused');
    if (document) problems[document] = 'refused';
  }
  return problems;
}
