// `npm run bench history`: a page of fund history compared with the same page of an account with a thousand times as
// many rows, on both databases, through the whole HTTP stack: session, query, ledger, payouts, envelope.
import { sql } from 'kysely';
import { pino } from 'pino';
import { type Database, openDatabase } from '#server/db/client.ts';
import { recordPages, recordsRoutes } from '#server/features/assets/records.routes.ts';
import { history } from '#server/ledger/read.ts';
import { fakeApp, newSession } from '#tests/support/fake-app.ts';
import { type Client as Api, client } from '#tests/support/http.ts';
import { COMMON, RARE, longHistory } from '#tests/support/long-history.ts';
import { type Pages, longBesideShort, measure } from './long-lists.ts';

type Query = Record<string, string>;

interface Account {
  rows: number;
  api: Api;
  /** Where the older half begins. */
  middle: string;
}

/** An account with this many rows and a session. */
async function account(
  database: Database,
  app: Parameters<typeof client>[0],
  rows: number,
): Promise<Account> {
  const db = database.kysely;
  const id = await longHistory(db, rows);
  const { id: stranger, token } = await newSession(database);
  await db.updateTable('sessions').set({ user_id: id }).where('user_id', '=', stranger).execute();
  const [newest] = await history(db, id, { limit: 1 });
  const middle = recordPages.cursorAfter({
    entry: (newest?.entry ?? 0n) - BigInt(rows) / 2n,
    coin: COMMON.coin,
  });
  return { rows, api: client(app, undefined, token), middle };
}

const QUERIES: Record<string, (account: Account) => Query> = {
  'first page': () => ({}),
  'a page from the middle': ({ middle }) => ({ cursor: middle }),
  'category of most rows': () => ({ category: COMMON.category }),
  'category of 5 rows': () => ({ category: RARE.category }),
  'coin of most rows': () => ({ coin: COMMON.coin }),
  'coin of 5 rows': () => ({ coin: RARE.coin }),
  'category and coin': () => ({ category: 'deposit', coin: COMMON.coin }),
  'since a day': () => ({ from: '2024-01-01T00:10:00Z' }),
  'amount of most rows': () => ({ search: '0.000000000000000001' }),
  'amount of no row': () => ({ search: '5' }),
  'hash of no row': () => ({ search: `0x${'f'.repeat(64)}` }),
  'both, from the middle': ({ middle }) => ({ category: 'deposit', coin: COMMON.coin, cursor: middle }),
};

const PAGES: Pages<Account> = Object.fromEntries(
  Object.entries(QUERIES).map(([page, query]) => [
    page,
    (account) => account.api.send('GET /api/assets/records', query(account)),
  ]),
);

export const bench = (argv: string[]): Promise<void> =>
  longBesideShort(argv, {
    goal: 'page of a long history beside that of a short one',
    defaults: { rows: 1_000_000, short: 1000, rounds: 100 },
    databases: ['bench'],
    async compare([place], { rows, short, rounds }) {
      await using end = new AsyncDisposableStack();
      const database = await openDatabase({ ...place, log: pino({ level: 'silent' }) });
      end.defer(() => database.close());
      const { app } = fakeApp(database, { handlers: recordsRoutes() });
      end.defer(() => app.close());
      const accounts: [Account, Account] = [
        await account(database, app, short),
        await account(database, app, rows),
      ];
      // As autovacuum or the embedded database's maintenance would eventually do.
      for (const name of ['ledger_postings', 'ledger_journal', 'ledger_accounts'])
        await sql`vacuum (analyze) ${sql.table(name)}`.execute(database.kysely);
      return await measure(PAGES, accounts, rounds);
    },
  });
