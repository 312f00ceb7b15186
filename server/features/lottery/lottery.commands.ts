/** `operator lottery check`: recomputes the lottery and fails with the list of what differs. */
import { fromUnits } from '#rules/amounts.ts';
import type { Database } from '#server/db/client.ts';
import { type Command, CommandError } from '#server/operator/protocol.ts';
import { checkLottery } from './lottery.check.ts';

export const lotteryCommands = (database: Database): Command[] => [
  {
    name: 'lottery check',
    usage:
      'lottery check                     recomputes rounds, pool and prizes and compares them with the ledger',
    async run() {
      const { rounds, guesses, pool, differences } = await checkLottery(database.kysely);
      const head = `${rounds} rounds, ${guesses} guesses, ${fromUnits(pool)} ADIT in the pool`;
      if (differences.length > 0) throw new CommandError([`${head}: NOT SOUND`, ...differences].join('\n'));
      return { text: `${head}: all that was paid follows from them` };
    },
  },
];
