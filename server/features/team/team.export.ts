/** A team's counters and what it has earned, for the file with all data of an account. Members are other people: they are counted. */
import { fromUnits } from '#rules/amounts.ts';
import { type DataSection, pageByPage } from '#server/lib/sections.ts';
import { teamCounts } from './team.repository.ts';

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
  about: 'What the team has brought, in ADIT, by day of Singapore.',
  async *rows(db, userId) {
    const days = pageByPage<{ day: string; staking: bigint; race: bigint }>((limit, after) =>
      db
        .selectFrom('team_earnings')
        .select(['day', 'staking', 'race'])
        .where('user_id', '=', userId)
        .$if(after !== undefined, (query) => query.where('day', '>', after?.day ?? ''))
        .orderBy('day')
        .limit(limit)
        .execute(),
    );
    for await (const { day, staking, race } of days)
      yield { day, staking: fromUnits(staking), race: fromUnits(race) };
  },
};

export const teamSections: readonly DataSection[] = [counters, earnings];
