/** Race bets, for an account's data export. */
import { sql } from 'kysely';
import { fromUnits } from '#rules/amounts.ts';
import { type DataSection, pageByPage } from '#server/lib/sections.ts';

interface Entry {
  round: bigint;
  stakes: bigint[];
  bets: number;
  placed_at: Date;
  state: string | null;
  champion: number | null;
}

const bets: DataSection = {
  name: 'raceBets',
  about:
    'Bets in the race, in ADIT: what was put on each of the six lanes of a round, and which lane came in first.',
  async *rows(db, userId) {
    // A row comparison in the order of the key's columns: with separate conditions, the planner might choose the index
    // of all rounds.
    const found = pageByPage<Entry>(async (limit, after) => {
      const { rows } = await sql<Entry>`
        select e.round, e.stakes, e.bets, e.placed_at, r.state, r.champion
        from (
          select * from race_entries
          where (user_id, round) > (${userId}::bigint, ${after?.round ?? -1n}::bigint) and user_id <= ${userId}
          order by user_id, round limit ${limit}
        ) e left join race_rounds r on r.round = e.round order by e.round`.execute(db);
      return rows;
    });
    for await (const row of found)
      yield {
        round: String(row.round),
        lanes: row.stakes.map((stake) => fromUnits(stake)),
        bets: row.bets,
        lastBetAt: row.placed_at,
        state: row.state,
        champion: row.champion,
      };
  },
};

export const raceSections: readonly DataSection[] = [bets];
