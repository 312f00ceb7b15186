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
