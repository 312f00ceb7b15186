// Bonus hashrate as the database computes it: exactly the table's rate for each level, and nothing for levels that are
// switched off.
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fn } from '#server/db/functions.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { makeUsers } from '#tests/support/ledger.ts';
import { ratesOf } from '#rules/team.ts';
import { createTrial } from './mining.repository.ts';
import { bonusOf } from '#rules/hashrate.ts';

removeClusterAtEnd();

onPostgres((open) => {
  test('the database and the rules agree for any team', async () => {
    const db = open().kysely;
    const [user = 0n] = await makeUsers(db, 1);
    await createTrial(db, user, 0n);
    const units = fc.oneof(fc.bigInt(0n, 1000n), fc.bigInt(0n, 10n ** 36n));
    const levels = fc.constantFrom(1 as const, 2 as const, 3 as const);
    await fc.assert(
      fc.asyncProperty(fc.tuple(units, units, units), levels, async (team, on) => {
        const [team1, team2, team3] = team;
        await db.updateTable('miners').set({ team1, team2, team3 }).where('user_id', '=', user).execute();
        const { rows } = await sql<{ bonus: bigint }>`
          select ${fn('mining_bonus')}(m.team1, m.team2, m.team3, ${ratesOf('mining', on)}::numeric[]) as bonus from miners m where user_id = ${user}`.execute(
          db,
        );
        expect(rows[0]?.bonus).toBe(bonusOf(team, on).reduce((a, b) => a + b));
      }),
      { numRuns: 50 },
    );
  });
});
