/** Recomputes the ledger from its postings (`operator ledger check`). Amounts in smallest units (10^-18). */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';

export interface Audit {
  entries: bigint;
  postings: bigint;
  /** Accounts whose stored balance is not the sum of their postings; postings of no account or of another coin. */
  wrongBalances: { account: bigint; owner: string; coin: string; stored: bigint; computed: bigint }[];
  /** Entries whose postings do not sum to zero, or that have none; postings without an entry. */
  wrongEntries: { entry: bigint; coin: string; sum: bigint }[];
  /** Users' postings whose kind is not that of their entry (fund history filters by it), and system postings that have a kind. */
  wrongKinds: { entry: bigint; account: bigint; stored: string; expected: string }[];
  /** Users or funds below zero. */
  overdrawn: { account: bigint; owner: string; coin: string; balance: bigint }[];
}

/** At most this many differences of each kind are reported. */
const LIMIT = 100;

/**
 * Compares every balance and every entry with the postings. Set-based: three passes over the postings for any number
 * of accounts. It reads one snapshot, so it may run beside traffic.
 */
export async function audit(db: Db): Promise<Audit> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // The time limit of requests does not apply here.
      await sql`set local statement_timeout = 0`.execute(tx);
      const counts = await sql<{ entries: bigint; postings: bigint }>`
        select (select count(*) from ledger_journal) as entries, (select count(*) from ledger_postings) as postings`.execute(
        tx,
      );
      const wrongBalances = await sql<Audit['wrongBalances'][number]>`
        select coalesce(a.id, p.account_id) as account, coalesce('user ' || a.user_id, a.system || '/' || a.shard, 'nobody') as owner,
          coalesce(a.coin, p.coin) as coin, coalesce(a.balance, 0) as stored, coalesce(p.sum, 0) as computed
        from ledger_accounts a
        full join (select account_id, coin, sum(amount) as sum from ledger_postings group by account_id, coin) p
          on p.account_id = a.id and p.coin = a.coin
        where a.id is null or a.balance <> coalesce(p.sum, 0) order by 1 limit ${LIMIT}`.execute(tx);
      const wrongEntries = await sql<Audit['wrongEntries'][number]>`
        select coalesce(j.id, p.journal_id) as entry, coalesce(p.coin, '-') as coin, coalesce(p.sum, 0) as sum
        from ledger_journal j
        full join (select journal_id, coin, sum(amount) as sum from ledger_postings group by journal_id, coin) p
          on p.journal_id = j.id
        where j.id is null or p.sum is distinct from 0 order by 1 limit ${LIMIT}`.execute(tx);
      const wrongKinds = await sql<Audit['wrongKinds'][number]>`
        select j.id as entry, a.id as account, coalesce(p.kind, '-') as stored,
          case when a.user_id is null then '-' else j.kind end as expected
        from ledger_postings p join ledger_journal j on j.id = p.journal_id join ledger_accounts a on a.id = p.account_id
        where p.kind is distinct from case when a.user_id is not null then j.kind end
        order by 1, 2 limit ${LIMIT}`.execute(tx);
      const overdrawn = await sql<Audit['overdrawn'][number]>`
        select id as account, coalesce('user ' || user_id, system) as owner, coin, balance
        from ledger_accounts where guarded and balance < 0 order by id limit ${LIMIT}`.execute(tx);
      return {
        entries: counts.rows[0]?.entries ?? 0n,
        postings: counts.rows[0]?.postings ?? 0n,
        wrongBalances: wrongBalances.rows,
        wrongEntries: wrongEntries.rows,
        wrongKinds: wrongKinds.rows,
        overdrawn: overdrawn.rows,
      };
    });
}

/** Whether nothing differs. */
export const isSound = (result: Audit): boolean =>
  result.wrongBalances.length +
    result.wrongEntries.length +
    result.wrongKinds.length +
    result.overdrawn.length ===
  0;
