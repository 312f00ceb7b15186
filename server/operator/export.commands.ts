/** `operator export …`: everything stored about an account, and the ledger, as files. */
import type { Db } from '#server/db/client.ts';
import { exportLedger } from '#server/ledger/export.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { accountNamed } from '#server/lib/account-named.ts';
import { readMoment } from '#server/lib/moment.ts';
import { type Command, CommandError, type Given, type OperatorFile } from './protocol.ts';

export interface ExportDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** Everything stored about an account, as one JSON text in pieces. */
  readonly accountFile: (user: { id: bigint; address: string }, now: Date) => AsyncIterable<string>;
}

const needFolder = (given: Given | undefined): void => {
  if (given?.options['out'] === undefined) throw new CommandError('say where the files go: --out FOLDER');
};

const piece = (name: string, text: string): OperatorFile => ({
  name,
  content: Buffer.from(text).toString('base64'),
});

async function* accountPieces(name: string, text: AsyncIterable<string>): AsyncGenerator<OperatorFile> {
  for await (const part of text) yield piece(name, part);
}

async function* ledgerPieces(db: Db, since: Date | undefined): AsyncGenerator<OperatorFile> {
  for await (const { file, text } of exportLedger(db, since)) yield piece(`${file}.csv`, text);
}

export const exportCommands = ({ db, clock, accountFile }: ExportDeps): Command[] => [
  {
    name: 'export account',
    usage:
      'export account ADDRESS --out FOLDER  everything that is stored about an account, as one JSON file',
    details:
      "Documents are named in it, never contained; `kyc show` writes them. It is kept in the log: it is somebody's data.",
    logged: true,
    async run([address], _by, given) {
      needFolder(given);
      const user = await accountNamed(db, address);
      const now = clock.now();
      const name = `account-${user.address.toLowerCase()}-${now.toISOString().slice(0, 10)}.json`;
      return { text: `account ${user.address}`, pieces: accountPieces(name, accountFile(user, now)) };
    },
  },
  {
    name: 'export ledger',
    usage:
      'export ledger [--since DATE] --out FOLDER  journal.csv and postings.csv: every entry and what it moved',
    details:
      'Times are in UTC, amounts decimal numbers of whole coins. The postings of an entry sum to zero per coin. Entries that are being booked while it reads may be missing.',
    logged: true,
    async run(_words, _by, given) {
      needFolder(given);
      const since = given?.options['since'];
      const from = since === undefined ? undefined : readMoment(since);
      return {
        text: `the ledger${from ? ` since ${from.toISOString()}` : ''}`,
        pieces: ledgerPieces(db, from),
      };
    },
  },
];
