/** Lines of a CSV file (RFC 4180) that spreadsheets open without harm. Pure. */

const NUMBER = /^-?\d+(\.\d+)?$/;
/** Spreadsheets take a cell that begins so for a formula and run it. */
const FORMULA = /^[=+\-@\t\r]/;

/** A formula becomes text by an apostrophe, numbers keep their minus, and what would end the cell is quoted. */
function cellOf(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (...cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`;
