/** The chain's commands for the operator: list the alerts, and clear them. */
import type { Database } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { type Command, CommandError } from '#server/operator/protocol.ts';
import { clearAlert, openAlerts } from './alerts.ts';

/** The most alerts shown at once. */
const LISTED = 100;

const readId = (text: string | undefined): bigint => {
  if (!text || !/^\d{1,18}$/.test(text))
    throw new CommandError('give the number of an alert; `chain alerts` shows them');
  return BigInt(text);
};

/** `chain alerts` lists the open alerts; `chain clear N` closes one and records who did so and when. */
export function chainCommands({ database, clock }: { database: Database; clock: Clock }): Command[] {
  const db = database.kysely;
  return [
    {
      name: 'chain alerts',
      usage: 'chain alerts                      what happened on the chain that somebody has to look at',
      async run() {
        const rows = await openAlerts(db, LISTED + 1);
        const lines = rows
          .slice(0, LISTED)
          .map(({ id, raisedAt, kind, detail }) => `${id}\t${raisedAt.toISOString()}\t${kind}\t${detail}`);
        if (rows.length > LISTED) lines.push(`and more; only the first ${LISTED} are shown`);
        return { text: lines.length ? lines.join('\n') : 'no open alerts' };
      },
    },
    {
      name: 'chain clear',
      changes: true,
      usage: 'chain clear N                     closes an alert that was looked at',
      async run([text], by) {
        const id = readId(text);
        if (!(await clearAlert(db, id, by, clock.now())))
          throw new CommandError(`alert ${id} is unknown or cleared already`);
        return { text: `alert ${id} cleared` };
      },
    },
  ];
}
