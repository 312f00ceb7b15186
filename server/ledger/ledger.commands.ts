/** `operator ledger check`: recomputes every balance from the postings and reports differences. */
import { fromUnits } from '#rules/amounts.ts';
import type { Database } from '#server/db/client.ts';
import { type Command, CommandError } from '#server/operator/protocol.ts';
import { type Audit, audit, isSound } from './audit.ts';

/** The audit as lines of text. */
export function describeAudit(found: Audit): string {
  const head = `${found.entries} entries, ${found.postings} postings`;
  if (isSound(found)) return `${head}: every balance is what its postings add up to`;
  return [
    `${head}: NOT SOUND`,
    ...found.wrongBalances.map(
      (one) =>
        `account ${one.account} (${one.owner}, ${one.coin}): stored ${fromUnits(one.stored)}, postings ${fromUnits(one.computed)}`,
    ),
    ...found.wrongEntries.map((one) => `entry ${one.entry} (${one.coin}): sums to ${fromUnits(one.sum)}`),
    ...found.wrongKinds.map(
      (one) =>
        `entry ${one.entry}, account ${one.account}: posted as ${one.stored}, booked as ${one.expected}`,
    ),
    ...found.overdrawn.map(
      (one) => `account ${one.account} (${one.owner}, ${one.coin}): overdrawn, ${fromUnits(one.balance)}`,
    ),
  ].join('\n');
}

/** The operator's commands for the ledger; `ledger check` fails (exit code 1) and lists the differences if there are any. */
export const ledgerCommands = (database: Database): Command[] => [
  {
    name: 'ledger check',
    usage: 'ledger check                      recomputes every balance from the postings',
    async run() {
      const found = await audit(database.kysely);
      if (!isSound(found)) throw new CommandError(describeAudit(found));
      return { text: describeAudit(found) };
    },
  },
];
