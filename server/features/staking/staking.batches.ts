/** How many orders a payout takes at once. Pure. */

/** How many orders a payout takes at least and at most, by what the database is good for. */
export const BATCH = {
  postgres: { least: 2000, most: 100_000 },
  pglite: { least: 500, most: 10_000 },
} as const;
/**
 * A payout holds its locks for about so long; nothing may hold one for more than a second. Large batches cost less an order: their
 * accounts lie closer together.
 */
const AIM_MS = 500;

/**
 * The size of the next batch after one of `size` orders, `paid` of which were due, that took `ms`: smaller when it took too long,
 * larger while it was quick. Never more than doubled, and not by one that had little to pay: orders of the last 24 h have no moment
 * yet and cost next to nothing.
 */
export function nextSize(
  size: number,
  paid: number,
  ms: number,
  { least, most }: { least: number; most: number },
) {
  if (ms > AIM_MS) return Math.max(least, Math.floor((Math.min(size, paid || size) * AIM_MS) / ms));
  if (paid < size / 2 || ms > AIM_MS / 1.5) return size;
  return Math.min(most, Math.floor(size * Math.min(2, AIM_MS / Math.max(1, ms))));
}
