// Parses and checks pasted data: the data of a round, and answers of the reader's own node.
import { readClaim, type Claim } from '#draws/claim.ts';
import { learn, NOTHING, readAnswers, type Answer } from '#draws/evidence.ts';
import { isFields, Malformed } from '#draws/fields.ts';
import { checkDraw, type Check } from '#draws/proof.ts';
import { questionsOf, type Question } from '#draws/questions.ts';

export interface Checked {
  claim: Claim;
  checks: Check[];
  /** What the reader's own node has not been asked yet. */
  questions: Question[];
}

/** `Malformed` names this field when a text is not JSON. */
export const NO_JSON = 'JSON';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Malformed(NO_JSON);
  }
}

/** Answers may have been pasted one below the other. */
function parseAll(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(parse);
  }
}

/**
 * Checks what was pasted. Answers of the reader's own node replace those that came with the data.
 * @throws Malformed naming what is invalid
 */
export function checkPaper(data: string, own: string): Checked {
  const paper = parse(data);
  const whole = isFields(paper) && 'claim' in paper;
  const claim = readClaim(whole ? paper.claim : paper);
  const mine: Answer[] = own.trim() === '' ? [] : parseAll(own).flatMap(readAnswers);
  const answers = mine.length > 0 || !whole ? mine : readAnswers(paper.answers ?? []);
  const asked = new Set(mine.map(({ id }) => id));
  return {
    claim,
    checks: checkDraw(claim, answers.reduce(learn, NOTHING)),
    questions: questionsOf(claim, mine.reduce(learn, NOTHING)).filter(({ id }) => !asked.has(id)),
  };
}

/** The requests as one shell command; the user fills in the node's address. */
export const commandOf = (questions: readonly Question[]): string =>
  `curl -s https://YOUR-NODE -H 'content-type: application/json' --data '${JSON.stringify(
    questions.map((question) => ({ jsonrpc: '2.0', ...question })),
  )}'`;
