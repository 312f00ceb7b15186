// What became of mutants, compared with the list of those that no test can kill.
import { type Explained, EXPLAINED } from './explained.ts';

/** A mutant and its fate. */
export interface Outcome {
  /** Path in the repository. */
  readonly file: string;
  readonly line: number;
  /** The text of the whole line where the mutated code begins. */
  readonly code: string;
  readonly from: string;
  readonly to: string;
  readonly survived: boolean;
}

const LONGEST = 100;
/** Code on one line, shortened. */
const brief = (code: string): string => {
  const line = code.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
};

/** A mutant in the notation of the list of explained ones. */
const nameOf = ({ from, to }: Outcome): string => `${brief(from)} → ${brief(to)}`;

const explains = (one: Explained, outcome: Outcome): boolean =>
  one.file === outcome.file &&
  (one.code === undefined || outcome.code.includes(one.code)) &&
  one.mutant === nameOf(outcome);

/**
 * Prints the score and every mutant that survived unexplained; for a complete run, with `files`, also the explained
 * ones that were killed or do not exist. @returns false if there are any
 */
export function report(area: string, outcomes: readonly Outcome[], files: ReadonlySet<string>): boolean {
  const survivors = outcomes.filter(({ survived }) => survived);
  const expected = EXPLAINED.filter(({ file }) => files.has(file));
  const open = survivors.filter((outcome) => !expected.some((one) => explains(one, outcome)));
  const stale = expected.filter((one) => !survivors.some((outcome) => explains(one, outcome)));
  for (const one of open) console.log(`survived  ${one.file}:${one.line}  ${nameOf(one)}`);
  for (const one of stale) console.log(`explained, but killed or gone  ${one.file}  ${one.mutant}`);
  const killed = outcomes.length - survivors.length;
  const share = ((100 * killed) / Math.max(1, outcomes.length)).toFixed(1);
  console.log(
    `${area}: ${killed} of ${outcomes.length} mutants killed (${share} %), ${survivors.length - open.length} explained, ${open.length} open`,
  );
  return open.length === 0 && stale.length === 0;
}
