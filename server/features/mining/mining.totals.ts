/** The miners' totals for the public home page. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';

export interface Totals {
  miners: number;
  produced: bigint;
}

/** The sum covers all miners, so a process computes it at most this often, however many home pages open. */
const FRESH_MS = 5000;

async function readTotals(db: Db): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select count(*) filter (where state = 'running')::int as miners, coalesce(sum(total_output), 0) as produced
    from miners`.execute(db);
  return rows[0] ?? { miners: 0, produced: 0n };
}

export function miningTotals(clock: Clock): (db: Db) => Promise<Totals> {
  let known: { at: number; totals: Promise<Totals> } | undefined;
  return (db) => {
    const at = clock.wall().getTime();
    if (!known || at - known.at >= FRESH_MS) {
      const totals = readTotals(db);
      known = { at, totals };
      // A failed read is not cached.
      totals.catch(() => (known = undefined));
    }
    return known.totals;
  };
}
