/** How many orders one payout takes. Pure. */

/** Minimum and maximum number of orders per payout, depending on what the database can handle. */
export const BATCH = {
  postgres: { least: 2000, most: 100_000 },
  pglite: { least: 500, most: 10_000 },
} as const;
/**
 * Target for how long a payout holds its locks; no lock may be held for more than half a second. Larger batches cost
 * less per order, because their accounts are closer together.
 */
export const AIM_MS = 300;

/**
 * The size of the next batch after one of `size` orders, `paid` of which were due, that took `ms`: smaller if it took
 * too long, larger if it was fast. At most doubled, and not increased after a batch with little to pay: orders of the
 * last 24 h have no moment yet and cost next to nothing.
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
