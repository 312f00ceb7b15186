/** The invited team. A member's events are stored for those above, and added to their counters a moment later. */
import { fromUnits } from '#rules/amounts.ts';
import { type TeamLevels, levelOf } from '#rules/team.ts';
import type { Database, Db } from '#server/db/client.ts';
import type { Feature } from '#server/lib/feature.ts';
import { type DataSection, pageByPage } from '#server/lib/sections.ts';
import { anyChange, foldTeams, noteBets, noteTeam, noteTeams } from './team.changes.ts';
import { teamProof } from './team.check.ts';
import { teamCounts, validUsers } from './team.repository.ts';
import { teamRoutes } from './team.routes.ts';

interface TeamDeps {
  readonly database: Database;
  /** The current settings. */
  readonly live: () => { readonly teamLevels: TeamLevels };
}

/** Members are other people, so only their numbers are exported. */
const counters: DataSection = {
  name: 'team',
  about: 'The team by level, counted: members are other people, and are not named here.',
  async *rows(db, userId) {
    for (const row of await teamCounts(db, userId))
      yield {
        level: row.level,
        members: row.members,
        verifiedMembers: row.valid,
        hashrate: fromUnits(row.hashrate),
        staked: fromUnits(row.staked),
        bets: fromUnits(row.bets),
      };
  },
};

const earnings: DataSection = {
  name: 'teamEarnings',
  about:
    'What the account has earned from its team, in ADIT, by day of Singapore, and how much of it came from levels 2 and 3.',
  async *rows(db, userId) {
    const days = pageByPage<{ day: string; staking: bigint; race: bigint; level2: bigint; level3: bigint }>(
      (limit, after) =>
        db
          .selectFrom('team_earnings')
          .select(['day', 'staking', 'race', 'level2', 'level3'])
          .where('user_id', '=', userId)
          .$if(after !== undefined, (query) => query.where('day', '>', after?.day ?? ''))
          .orderBy('day')
          .limit(limit)
          .execute(),
    );
    for await (const { day, ...earned } of days)
      yield {
        day,
        staking: fromUnits(earned.staking),
        race: fromUnits(earned.race),
        level2: fromUnits(earned.level2),
        level3: fromUnits(earned.level3),
      };
  },
};

export function teamFeature({ database, live }: TeamDeps) {
  const fold = () => foldTeams(database.kysely);
  return {
    handlers: teamRoutes(() => live().teamLevels),
    chores: [{ name: 'teams', everyMs: 0, when: anyChange, run: fold }],
    proofs: [teamProof],
    sections: [counters, earnings],
    provides: {
      fold,
      noteBets,
      noteTeam,
      noteTeams,
      /** An account's level, derived from its members. */
      levelOf: async (db: Db, userId: bigint) => levelOf(await validUsers(db, userId)),
    },
  } satisfies Feature;
}
