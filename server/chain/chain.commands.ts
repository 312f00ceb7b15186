/** The chain's commands for the operator: list and clear alerts, reread blocks. */
import type { Database } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { counted } from '#server/lib/counted.ts';
import { isUnavailable } from '#server/lib/refusal.ts';
import { type Command, CommandError, readNumber } from '#server/operator/protocol.ts';
import { clearAlert, openAlerts } from './alerts.ts';
import type { Chain } from './chain.ts';
import { creditedIn } from './deposits/deposits.repository.ts';
import type { Range } from './watcher.rules.ts';

/** The most alerts shown at once. */
const LISTED = 100;

const readId = (text: string | undefined): bigint =>
  readNumber(text, 'give the number of an alert; `chain alerts` shows them');

/** The most blocks that one command rereads: a day of BNB Smart Chain. */
const MOST_BLOCKS = 120_000;

function readRange([from = '', to = from]: string[]): Range {
  if (![from, to].every((text) => /^\d{1,12}$/.test(text)) || Number(to) < Number(from))
    throw new CommandError('give the first block to read again, and the last one if there are several');
  if (Number(to) - Number(from) >= MOST_BLOCKS) throw new CommandError(`give at most ${MOST_BLOCKS} blocks`);
  return { from: Number(from), to: Number(to) };
}

/** `chain alerts` lists the open alerts; `chain clear N` closes one and records who did so and when. */
export function chainCommands({
  database,
  clock,
  chain,
}: {
  database: Database;
  clock: Clock;
  chain: Pick<Chain, 'rescan'>;
}): Command[] {
  const db = database.kysely;
  return [
    {
      name: 'chain alerts',
      usage: 'chain alerts                      open alerts: what somebody has to look at',
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
      usage: 'chain clear N                     closes an alert that somebody has looked at',
      async run([text], by) {
        const id = readId(text);
        if (!(await clearAlert(db, id, by, clock.now())))
          throw new CommandError(`alert ${id} is unknown or cleared already`);
        return { text: `alert ${id} cleared` };
      },
    },
    {
      name: 'chain rescan',
      changes: true,
      usage:
        'chain rescan FROM [TO] [--replaced]  reads blocks again and credits missed deposits; with --replaced also those to a treasury, or in a token, that has been replaced since',
      async run(words, _by, given) {
        const range = readRange(words);
        const before = (await creditedIn(db, range)).length;
        await chain.rescan(range, given?.options['replaced'] === '').catch((error: unknown) => {
          throw error instanceof Error && !isUnavailable(error) ? new CommandError(error.message) : error;
        });
        const found = (await creditedIn(db, range)).length - before;
        return {
          text: `blocks ${range.from} to ${range.to} read again; ${counted(found, 'deposit was', 'deposits were')} credited`,
        };
      },
    },
  ];
}
