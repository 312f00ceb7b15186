/** The whole ledger as CSV, page by page, whatever its length: entries, and the postings of each. */
import { sql } from 'kysely';
import { csvLine } from '#server/lib/csv.ts';
import { fromUnits } from '#rules/amounts.ts';
import { type Db, inTransaction, withoutTimeLimit } from '#server/db/client.ts';

/** Entries read at a time. */
const PAGE = 2000;
/** Postings read at a time: one settlement may have a hundred thousand in one entry. */
const LINES = 10_000;

interface LedgerPart {
  readonly file: 'journal' | 'postings';
  readonly text: string;
}

interface Entry {
  id: bigint;
  kind: string;
  ref: string | null;
  at: Date;
}

interface Posting {
  entry: bigint;
  account: bigint;
  owner: string;
  coin: string;
  amount: bigint;
  after: bigint | null;
}

const JOURNAL = csvLine('entry', 'kind', 'ref', 'time');
const POSTINGS = csvLine('entry', 'account', 'coin', 'amount', 'balance_after');

/** Entries after `after`, oldest first. A pass over a large ledger takes longer than a request's time limit. */
const nextEntries = (db: Db, after: bigint, since: Date | undefined): Promise<Entry[]> =>
  inTransaction(db, async (tx) => {
    await withoutTimeLimit(tx);
    const { rows } = await sql<Entry>`
      select id, kind, ref, at from ledger_journal
      where id > ${after} and ${since ? sql`at >= ${since}` : sql`true`} order by id limit ${PAGE}`.execute(
      tx,
    );
    return rows;
  });

/** The postings of entries, in the order of entries and accounts, a limited number at a time. */
async function* postingsOf(db: Db, entries: readonly bigint[], limit: number): AsyncGenerator<Posting[]> {
  let last = { entry: 0n, account: 0n };
  for (;;) {
    // Leaves out entries that are done, so they are not searched again.
    const open = entries.filter((id) => id >= last.entry);
    const { rows } = await sql<Posting>`
      select p.journal_id as entry, p.account_id as account, coalesce('user:' || u.address, a.system) as owner, p.coin, p.amount,
        p.balance_after as after
      from ledger_postings p join ledger_accounts a on a.id = p.account_id left join users u on u.id = a.user_id
      where p.journal_id = any(${open}) and (p.journal_id, p.account_id) > (${last.entry}::bigint, ${last.account}::bigint)
      order by p.journal_id, p.account_id limit ${limit}`.execute(db);
    yield rows;
    if (rows.length < limit) return;
    last = rows.at(-1) ?? last;
  }
}

/**
 * Journal and postings from `since` on, in pieces: for each page, first its entries, then its postings. Amounts are
 * decimal strings in whole coins. Every entry comes with all of its postings; one that is being booked meanwhile may be
 * missing.
 */
export async function* exportLedger(db: Db, since?: Date, lines = LINES): AsyncGenerator<LedgerPart> {
  yield { file: 'journal', text: JOURNAL };
  yield { file: 'postings', text: POSTINGS };
  for (let after = 0n; ;) {
    const entries = await nextEntries(db, after, since);
    if (entries.length === 0) return;
    yield {
      file: 'journal',
      text: entries
        .map(({ id, kind, ref, at }) => csvLine(String(id), kind, ref ?? '', at.toISOString()))
        .join(''),
    };
    const ids = entries.map(({ id }) => id);
    for await (const postings of postingsOf(db, ids, lines))
      yield {
        file: 'postings',
        text: postings
          .map(({ entry, owner, coin, amount, after: balance }) =>
            csvLine(
              String(entry),
              owner,
              coin,
              fromUnits(amount),
              balance === null ? '' : fromUnits(balance),
            ),
          )
          .join(''),
      };
    after = entries.at(-1)?.id ?? after;
    if (entries.length < PAGE) return;
  }
}
