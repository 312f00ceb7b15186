/** The miners' totals for the public home page. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';

interface Totals {
  miners: number;
  produced: bigint;
}

export async function miningTotals(db: Db): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select coalesce(sum(amount) filter (where kind = 'running'), 0)::int as miners,
      coalesce(sum(amount) filter (where kind = 'mining'), 0) as produced
    from kept_sums where kind in ('mining', 'running')`.execute(db);
  return rows[0] ?? { miners: 0, produced: 0n };
}
