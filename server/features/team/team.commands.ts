/** `operator team check`: recounts every team and tells where a counter differs. It changes nothing. */
import { fromUnits } from '#rules/amounts.ts';
import type { Database } from '#server/db/client.ts';
import { type Command, CommandError } from '#server/operator/protocol.ts';
import { type TeamCheck, TOLD, checkTeams } from './team.check.ts';

/** Counters of people; all others are of hashrate or ADIT. */
const PEOPLE: readonly string[] = ['members', 'valid'];

/** The check as lines of text. */
export function describeCheck({ teams, differences }: TeamCheck): string {
  const head = `${teams} teams`;
  if (differences.length === 0) return `${head}: every counter is what a recount gives`;
  const shown = (what: string, value: bigint) => (PEOPLE.includes(what) ? String(value) : fromUnits(value));
  return [
    `${head}: NOT SOUND`,
    ...differences
      .slice(0, TOLD)
      .map(
        ({ user, level, what, kept, counted }) =>
          `account ${user}, level ${level}, ${what}: kept ${shown(what, kept)}, counted ${shown(what, counted)}`,
      ),
    ...(differences.length > TOLD ? [`and more; only the first ${TOLD} are shown`] : []),
  ].join('\n');
}

/** The team's commands for the operator; a check that finds a difference fails with the list of them. */
export const teamCommands = (database: Database): Command[] => [
  {
    name: 'team check',
    usage: 'team check                        recounts every team and compares its counters',
    async run() {
      const found = await checkTeams(database.kysely);
      if (found.differences.length > 0) throw new CommandError(describeCheck(found));
      return { text: describeCheck(found) };
    },
  },
];
