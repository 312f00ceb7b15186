/** `operator race check`: recomputes the race and fails with the list of what differs. */
import { fromUnits } from '#rules/amounts.ts';
import type { Database } from '#server/db/client.ts';
import { type Command, CommandError } from '#server/operator/protocol.ts';
import { checkRace } from './race.check.ts';

export const raceCommands = (database: Pick<Database, 'kysely'>): Command[] => [
  {
    name: 'race check',
    usage:
      'race check                        recomputes rounds, stakes and payouts and compares them with the ledger',
    async run() {
      const { rounds, entries, held, differences } = await checkRace(database.kysely);
      const head = `${rounds} rounds, ${entries} entries, ${fromUnits(held)} ADIT in rounds that are not ended`;
      if (differences.length > 0) throw new CommandError([`${head}: NOT SOUND`, ...differences].join('\n'));
      return { text: `${head}: all that was paid follows from them` };
    },
  },
];
