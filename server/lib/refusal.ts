/** A refused call: the name of one of the contract's codes, and data for the caller. */
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

/** The database, or something else that the work needs, cannot serve now; the same work may succeed later. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Refusal && error.name === 'unavailable';

/** Ends the call and rolls its transaction back. */
export function refuse(name: CodeName, data?: unknown): never {
  throw new Refusal(name, data);
}

/** Returns the result of the work, and turns failures of this kind into a refusal. */
export const refusedAs = <T>(
  code: CodeName,
  kind: new (...args: never[]) => Error,
  work: Promise<T>,
): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof kind ? Object.assign(new Refusal(code), { cause: error }) : error;
  });
