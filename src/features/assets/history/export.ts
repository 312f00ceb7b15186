// The fund history as a CSV file: from the server to the chosen place.
import { download } from '#api/download.ts';
import { type FileKind, saveStream, type Target } from '#lib/save-file.ts';
import type { Filter } from './history.rules.ts';

export const csvFile = (isoDay: string): FileKind => ({
  name: `adit-fund-history-${isoDay}.csv`,
  description: 'CSV',
  mime: 'text/csv',
  ending: '.csv',
});

const LINE_END = 10;

/** Number of line endings in a part of the file; amounts, times and hashes contain none. */
const linesIn = (part: Uint8Array): number =>
  part.reduce((sum, byte) => sum + (byte === LINE_END ? 1 : 0), 0);

/**
 * Copies the history to the target and reports the number of rows so far; resolves with the total. A failed or stopped
 * export leaves no file.
 * @throws ApiError for a refusal and for a transport fault; any error of the disk
 */
export async function exportHistory(
  filter: Filter,
  target: Target,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): Promise<number> {
  let lines = 0;
  const rows = () => Math.max(0, lines - 1);
  const count = (part: Uint8Array) => {
    lines += linesIn(part);
    onRows(rows());
  };
  await saveStream(() => download('GET /api/assets/export', filter, signal), target, count, signal);
  return rows();
}
