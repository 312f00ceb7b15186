// The code of another device as people type and paste it. Pure.

export const CODE_DIGITS = 6;

/** The digits of what was typed or pasted: "482 913", "482-913", full-width ones. */
export const codeDigits = (typed: string): string =>
  typed.normalize('NFKC').replace(/\D/g, '').slice(0, CODE_DIGITS);

/** Whole minutes until the next try, rounded up. */
export const minutesOf = (ms: number): number => Math.max(1, Math.ceil(ms / 60_000));
