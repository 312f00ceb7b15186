/** Lines of a CSV file (RFC 4180) that spreadsheets can open safely. Pure. */

const NUMBER = /^-?\d+(\.\d+)?$/;
/** Spreadsheets run a cell that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * An apostrophe turns a formula into text, numbers keep their minus, and cells with characters that would end them are
 * quoted.
 */
function cellOf(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (...cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`;
