// Medians, percentiles and the tables that the benchmarks print; the raw numbers go to a JSON file on request.
import { writeFile } from 'node:fs/promises';

export function percentile(values: number[], share: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

export function median(values: (number | undefined)[]): number | undefined {
  const sorted = values.filter((value) => value !== undefined).toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

export const whole = (value: number | undefined): string =>
  value === undefined ? '–' : String(Math.round(value));
export const kilo = (bytes: number): string => (bytes / 1000).toFixed(1);
export const mega = (bytes: number): string => String(Math.round(bytes / 1024 / 1024));
export const ratio = (a: number | undefined, b: number | undefined): string =>
  a === undefined || !b ? '–' : (a / b).toFixed(2);

/** What happened how often, as text. */
export const counts = (of: Readonly<Record<string, number>>): string =>
  Object.entries(of)
    .map(([what, times]) => `${times} × ${what}`)
    .join(', ') || 'none';

/** Aligned columns, the first one left-aligned. */
export function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]): string =>
    row.map((cell, i) => (i ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0))).join('  ');
  const [head = [], ...body] = rows;
  return [line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...body.map(line)].join('\n');
}

export async function keep(path: string, data: unknown): Promise<void> {
  if (path) await writeFile(path, `${JSON.stringify(data, null, 1)}\n`);
}
