/** Lottery guesses, for an account's data export. */
import { sql } from 'kysely';
import { fromUnits } from '#rules/amounts.ts';
import { type DataSection, pageByPage } from '#server/lib/sections.ts';

interface Guess {
  round: string;
  n: number;
  number: number;
  paid: bigint;
  placed_at: Date;
}

/** Rounds searched at a time; there is one a day. */
const ROUNDS = 500;

const guesses: DataSection = {
  name: 'lotteryGuesses',
  about: 'Guesses in the lottery with what was paid for each in ADIT; 0 for a free one.',
  async *rows(db, userId) {
    const rounds = pageByPage<{ round: string; guesses: Guess[] }>(async (limit, after) => {
      const shown = await db
        .selectFrom('lottery_rounds')
        .select('round')
        .$if(after !== undefined, (query) => query.where('round', '>', after?.round ?? ''))
        .orderBy('round')
        .limit(limit)
        .execute();
      // The key of guesses begins with the round, so the key finds an account's guesses only if the round is given.
      const { rows } = await sql<Guess>`
        select g.* from unnest(${shown.map(({ round }) => round)}::date[]) as r (round)
        cross join lateral (
          select round, n, number, paid, placed_at from lottery_guesses
          where round = r.round and user_id = ${userId} order by n offset 0
        ) g order by g.round, g.n`.execute(db);
      return shown.map(({ round }) => ({ round, guesses: rows.filter((row) => row.round === round) }));
    }, ROUNDS);
    for await (const { round, guesses: own } of rounds)
      for (const row of own)
        yield {
          round,
          numbers: String(row.number).padStart(3, '0'),
          paid: fromUnits(row.paid),
          placedAt: row.placed_at,
        };
  },
};

export const lotterySections: readonly DataSection[] = [guesses];
