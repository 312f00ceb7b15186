/** A call that is refused: a name of the contract's codes, and what the caller may know about it. */
import type { CodeName } from '#contract/codes.ts';

export class Refusal extends Error {
  override readonly name: CodeName;
  readonly data: unknown;

  constructor(name: CodeName, data?: unknown) {
    super(name);
    this.name = name;
    this.data = data;
  }
}

/** Ends the call; what its transaction did is rolled back. */
export function refuse(name: CodeName, data?: unknown): never {
  throw new Refusal(name, data);
}

/** Passes work on whose failures of this kind are a refusal. */
export const refusedAs = <T>(
  code: CodeName,
  kind: new (...args: never[]) => Error,
  work: Promise<T>,
): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof kind ? Object.assign(new Refusal(code), { cause: error }) : error;
  });
