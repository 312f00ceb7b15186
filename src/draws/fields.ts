/** Strict parsing of fields in data that may have been pasted by hand. */

/** A field that is missing or invalid. The message names it. */
export class Malformed extends RangeError {
  readonly field: string;
  constructor(field: string) {
    super(`malformed: ${field}`);
    this.field = field;
  }
}

type Fields = Record<string, unknown>;

/** Whether a value is an object with fields, not a list or a primitive. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The given number of hex digits after 0x, converted to lower case.
 * @throws Malformed
 */
export function hexAt(value: unknown, digits: number, field: string): string {
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (!/^0x[0-9a-f]*$/.test(text) || text.length !== digits + 2) throw new Malformed(field);
  return text;
}

/**
 * 32 bytes of hex.
 * @throws Malformed
 */
export const hashAt = (value: unknown, field: string): string => hexAt(value, 64, field);

/**
 * A JSON-RPC quantity ("0x1b4") as a number.
 * @throws Malformed
 */
export function quantityAt(value: unknown, field: string): number {
  const number = typeof value === 'string' && /^0x[0-9a-f]{1,14}$/i.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new Malformed(field);
  return number;
}

/**
 * A non-negative integer.
 * @throws Malformed
 */
export function wholeAt(value: unknown, field: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw new Malformed(field);
  return value;
}
