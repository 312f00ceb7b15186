// Mutants that no test can kill, with the reason. `npm run mutation` fails if one of them is killed or no longer exists.

export interface Explained {
  readonly file: string;
  /** A part of its line, where the same mutant exists more than once. */
  readonly code?: string;
  /** The code before and after, as the run prints it. */
  readonly mutant: string;
  readonly why: string;
}

export const EXPLAINED: readonly Explained[] = [];
