// What a verification must bring, checked before anything is sent: fields by their shape, documents by their own bytes.
import { documentType } from '#contract/documents.ts';
import { KYC_SHAPES } from '#contract/kyc-fields.ts';

export const FIELDS = ['exchange', 'exchangeUid', 'exchangeAddress'] as const;
export const DOCUMENTS = ['idDocument', 'addressDocument'] as const;
export type FieldName = (typeof FIELDS)[number];
export type DocumentName = (typeof DOCUMENTS)[number];

export type Fields = Record<FieldName, string>;
export type Documents = Partial<Record<DocumentName, File>>;

/** What is wrong at a place of the form; the page has a sentence for each. */
export type Problem = 'missing' | 'shape' | 'taken' | 'empty' | 'too_large' | 'wrong_type' | 'refused';
export type Problems = Partial<Record<FieldName | DocumentName, Problem>>;

/** What is picked from a list only has to be there. */
const SHAPES: Record<FieldName, RegExp> = {
  exchange: /^.+$/,
  ...KYC_SHAPES,
};

const fieldProblem = (name: FieldName, value: string): Problem | undefined => {
  const text = value.trim();
  if (!text) return 'missing';
  return SHAPES[name].test(text) ? undefined : 'shape';
};

/** Everything that is missing or misshapen, all at once; documents are checked one by one when they are picked. */
export function problemsOf(fields: Fields, documents: Documents): Problems {
  const problems: Problems = {};
  for (const name of FIELDS) {
    const problem = fieldProblem(name, fields[name]);
    if (problem) problems[name] = problem;
  }
  for (const name of DOCUMENTS) if (!documents[name]) problems[name] = 'missing';
  return problems;
}

/** What is wrong with a picked file, by its size and its first bytes. */
export function documentProblem(
  size: number,
  head: Uint8Array,
  rule: { maxBytes: number; mimeTypes: readonly string[] },
): Problem | null {
  if (size === 0) return 'empty';
  if (size > rule.maxBytes) return 'too_large';
  const mime = documentType(head);
  return mime !== null && rule.mimeTypes.includes(mime) ? null : 'wrong_type';
}

const isIssue = (issue: unknown): issue is { path: string } =>
  typeof issue === 'object' && issue !== null && 'path' in issue && typeof issue.path === 'string';

/** The paths of the `issues` in a refusal's data; none when it has no list of them. */
function issuePaths(data: unknown): string[] {
  if (typeof data !== 'object' || data === null || !('issues' in data) || !Array.isArray(data.issues))
    return [];
  return data.issues.filter(isIssue).map(({ path }) => path);
}

/**
 * Where the server's refusal belongs. It tells reasons in English for logs, so the page finds its own sentence: a UID whose
 * shape is right can only be refused because it verifies another account.
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
