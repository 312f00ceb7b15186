/** Recomputing the ledger from its postings (`operator ledger check`). */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';

export interface Audit {
  entries: bigint;
  postings: bigint;
  /** Accounts whose stored balance is not what their postings add up to; amounts in smallest units. */
  wrongBalances: { account: bigint; owner: string; coin: string; stored: bigint; computed: bigint }[];
  /** Entries whose postings do not sum to zero, or that have none. */
  wrongEntries: { entry: bigint; coin: string; sum: bigint }[];
  /** Users or funds below zero. */
  overdrawn: { account: bigint; owner: string; coin: string; balance: bigint }[];
}

/** At most so many differences of each kind are told. */
const LIMIT = 100;

/** Set-based: three passes over the postings, whatever the number of accounts. Reads one snapshot. */
export async function audit(db: Db): Promise<Audit> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const counts = await sql<{ entries: bigint; postings: bigint }>`
        select (select count(*) from ledger_journal) as entries, (select count(*) from ledger_postings) as postings`.execute(tx);
      const wrongBalances = await sql<Audit['wrongBalances'][number]>`
        select a.id as account, coalesce('user ' || a.user_id, a.system || '/' || a.shard) as owner, a.coin,
          a.balance as stored, coalesce(p.sum, 0) as computed
        from ledger_accounts a
        left join (select account_id, sum(amount) as sum from ledger_postings group by account_id) p on p.account_id = a.id
        where a.balance <> coalesce(p.sum, 0) order by a.id limit ${LIMIT}`.execute(tx);
      const wrongEntries = await sql<Audit['wrongEntries'][number]>`
        select j.id as entry, coalesce(p.coin, '-') as coin, coalesce(p.sum, 0) as sum
        from ledger_journal j
        left join (select journal_id, coin, sum(amount) as sum from ledger_postings group by journal_id, coin) p on p.journal_id = j.id
        where p.sum is null or p.sum <> 0 order by j.id limit ${LIMIT}`.execute(tx);
      const overdrawn = await sql<Audit['overdrawn'][number]>`
        select id as account, coalesce('user ' || user_id, system) as owner, coin, balance
        from ledger_accounts where guarded and balance < 0 order by id limit ${LIMIT}`.execute(tx);
      return {
        entries: counts.rows[0]?.entries ?? 0n,
        postings: counts.rows[0]?.postings ?? 0n,
        wrongBalances: wrongBalances.rows,
        wrongEntries: wrongEntries.rows,
        overdrawn: overdrawn.rows,
      };
    });
}

/** Whether nothing differs. */
export const isSound = (result: Audit): boolean =>
  result.wrongBalances.length + result.wrongEntries.length + result.overdrawn.length === 0;
