// The fund history as a CSV file: from the server straight to the disk where the browser can write there, else through memory.
import { download } from '#api/download.ts';
import type { Filter } from './history.rules.ts';

/** Where a file goes. One of `finish` and `drop` ends it. */
export interface Target {
  write: (part: Uint8Array) => Promise<void>;
  finish: () => Promise<void>;
  drop: () => Promise<void>;
}

interface Writable {
  write: (part: Uint8Array) => Promise<void>;
  close: () => Promise<void>;
  abort: () => Promise<void>;
}

/** Not in every browser, nor in TypeScript's list of what browsers have. */
interface Picker {
  showSaveFilePicker?: (options: {
    suggestedName: string;
    types: { description: string; accept: Record<string, string[]> }[];
  }) => Promise<{ createWritable: () => Promise<Writable> }>;
}

/** Gathered in memory and handed to the browser's downloads at the end. */
export function memoryTarget(name: string): Target {
  let parts: BlobPart[] = [];
  return {
    write: async (part) => void parts.push(new Uint8Array(part)),
    finish: async () => {
      const url = URL.createObjectURL(new Blob(parts, { type: 'text/csv' }));
      const link = document.createElement('a');
      link.href = url;
      link.download = name;
      link.click();
      // The browser reads it after this turn.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
    drop: async () => void (parts = []),
  };
}

/** Must be called by a tap. Null when the person has closed the file dialog. */
export async function chooseTarget(name: string): Promise<Target | null> {
  const { showSaveFilePicker } = window as Picker;
  if (!showSaveFilePicker) return memoryTarget(name);
  try {
    const handle = await showSaveFilePicker({
      suggestedName: name,
      types: [{ description: 'CSV', accept: { 'text/csv': ['.csv'] } }],
    });
    const file = await handle.createWritable();
    return { write: (part) => file.write(part), finish: () => file.close(), drop: () => file.abort() };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    return memoryTarget(name);
  }
}

export const fileName = (isoDay: string): string => `adit-fund-history-${isoDay}.csv`;

const LINE_END = 10;

/** Line ends in a part of the file; amounts, times and hashes hold none within a field. */
export const linesIn = (part: Uint8Array): number =>
  part.reduce((sum, byte) => sum + (byte === LINE_END ? 1 : 0), 0);

/**
 * Copies the history to the target and tells how many rows there are so far; resolves with their number. What fails or is
 * stopped half-way leaves no file.
 * @throws ApiError for a refusal and for a transport fault; whatever the disk says.
 */
export async function exportHistory(
  filter: Filter,
  target: Target,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): Promise<number> {
  let lines = 0;
  const rows = () => Math.max(0, lines - 1);
  try {
    const stream = await download('GET /api/assets/export', filter, signal);
    const reader = stream.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      lines += linesIn(next.value);
      await target.write(next.value);
      onRows(rows());
    }
    signal.throwIfAborted();
    await target.finish();
    return rows();
  } catch (error) {
    await target.drop().catch(() => undefined);
    throw error;
  }
}
