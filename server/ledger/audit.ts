/** Recomputes the ledger from its postings. Amounts in smallest units (10^-18). */
import { type RawBuilder, sql } from 'kysely';
import { fromUnits } from '#rules/amounts.ts';
import { type Db, atOneMoment } from '#server/db/client.ts';
import { LIMIT, type Span, within } from './proof.ts';

/** One line for each row of a query. */
const linesOf = async <T>(tx: Db, query: RawBuilder<T>, line: (row: T) => string): Promise<string[]> =>
  (await query.execute(tx)).rows.map(line);

interface Owned {
  account: bigint;
  owner: string;
  coin: string;
}

/**
 * What differs when every balance and every entry is compared with the postings, one line each, in the caller's
 * snapshot. Takes a few passes over the postings.
 */
export async function readAudit(tx: Db): Promise<string[]> {
  // Accounts whose stored balance is not the sum of their postings; postings that belong to no account or to another coin.
  const balances = await linesOf(
    tx,
    sql<Owned & { stored: bigint; computed: bigint }>`
      select coalesce(a.id, p.account_id) as account, coalesce('user ' || a.user_id, a.system || '/' || a.shard, 'nobody') as owner,
        coalesce(a.coin, p.coin) as coin, coalesce(a.balance, 0) as stored, coalesce(p.sum, 0) as computed
      from ledger_accounts a
      full join (select account_id, coin, sum(amount) as sum from ledger_postings group by account_id, coin) p
        on p.account_id = a.id and p.coin = a.coin
      where a.id is null or a.balance <> coalesce(p.sum, 0) order by 1 limit ${LIMIT}`,
    ({ account, owner, coin, stored, computed }) =>
      `account ${account} (${owner}, ${coin}): stored ${fromUnits(stored)}, postings ${fromUnits(computed)}`,
  );
  // Entries that have no postings, or whose postings do not sum to zero; postings without an entry.
  const entries = await linesOf(
    tx,
    sql<{ entry: bigint; coin: string; sum: bigint }>`
      select coalesce(j.id, p.journal_id) as entry, coalesce(p.coin, '-') as coin, coalesce(p.sum, 0) as sum
      from ledger_journal j
      full join (select journal_id, coin, sum(amount) as sum from ledger_postings group by journal_id, coin) p
        on p.journal_id = j.id
      where j.id is null or p.sum is distinct from 0 order by 1 limit ${LIMIT}`,
    ({ entry, coin, sum }) => `entry ${entry} (${coin}): sums to ${fromUnits(sum)}`,
  );
  // Users' postings whose kind differs from that of their entry (fund history filters by it), and system postings that
  // have a kind.
  const kinds = await linesOf(
    tx,
    sql<{ entry: bigint; account: bigint; stored: string; expected: string }>`
      select j.id as entry, a.id as account, coalesce(p.kind, '-') as stored,
        case when a.user_id is null then '-' else j.kind end as expected
      from ledger_postings p join ledger_journal j on j.id = p.journal_id join ledger_accounts a on a.id = p.account_id
      where p.kind is distinct from case when a.user_id is not null then j.kind end
      order by 1, 2 limit ${LIMIT}`,
    ({ entry, account, stored, expected }) =>
      `entry ${entry}, account ${account}: posted as ${stored}, booked as ${expected}`,
  );
  // The first posting of an account whose stored balance is not the sum up to it, in the order of entries: an entry
  // gets its id once all its accounts are locked (ledger.sql). Shards store no balance.
  const chains = await linesOf(
    tx,
    sql<Owned & { entry: bigint; stored: bigint | null; computed: bigint | null }>`
      select distinct on (account) account, owner, coin, entry, stored, computed from (
        select p.account_id as account, coalesce('user ' || a.user_id, a.system || '/' || a.shard) as owner, p.coin,
          p.journal_id as entry, p.balance_after as stored,
          case when a.guarded then sum(p.amount) over (partition by p.account_id order by p.journal_id) end as computed
        from ledger_postings p join ledger_accounts a on a.id = p.account_id
      ) chain where stored is distinct from computed order by account, entry limit ${LIMIT}`,
    ({ account, owner, coin, entry, stored, computed }) => {
      const [has, makes] = [stored, computed].map((units) => (units === null ? 'none' : fromUnits(units)));
      return `account ${account} (${owner}, ${coin}): the balance after entry ${entry} is stored as ${has}, its postings make ${makes}`;
    },
  );
  const doubled = await linesOf(
    tx,
    sql<{ entry: bigint; account: bigint; times: bigint }>`
      select journal_id as entry, account_id as account, count(*) as times from ledger_postings
      group by 1, 2 having count(*) > 1 order by 1, 2 limit ${LIMIT}`,
    ({ entry, account, times }) => `entry ${entry}, account ${account}: the posting is there ${times} times`,
  );
  // Cached sums (kept_sums) per kind of entry that differ from the sums of users' postings.
  const sums = await linesOf(
    tx,
    sql<{ kind: string; coin: string; stored: bigint; computed: bigint }>`
      select kind, coin, coalesce(k.sum, 0) as stored, coalesce(p.sum, 0) as computed
      from (select kind, coin, sum(amount) from kept_sums where coin <> '' group by 1, 2) k
      full join (select kind, coin, sum(amount) from ledger_postings where kind is not null group by 1, 2) p using (kind, coin)
      where coalesce(k.sum, 0) <> coalesce(p.sum, 0) order by 1, 2 limit ${LIMIT}`,
    ({ kind, coin, stored, computed }) =>
      `all ${kind} in ${coin}: the sum is stored as ${fromUnits(stored)}, the postings make ${fromUnits(computed)}`,
  );
  // Users below zero, or funds below what they have promised.
  const overdrawn = await linesOf(
    tx,
    sql<Owned & { balance: bigint }>`
      select id as account, coalesce('user ' || user_id, system) as owner, coin, balance
      from ledger_accounts where guarded and balance < coalesce(promised, 0) order by id limit ${LIMIT}`,
    ({ account, owner, coin, balance }) =>
      `account ${account} (${owner}, ${coin}): overdrawn, ${fromUnits(balance)}`,
  );
  return [...balances, ...entries, ...kinds, ...chains, ...doubled, ...sums, ...overdrawn];
}

/** The same in its own snapshot, so it may run alongside traffic. */
export const audit = (db: Db): Promise<string[]> => atOneMoment(db, readAudit);

/** The same for new entries only: that they sum to zero, and continue the balances of their accounts. */
export async function auditSpan(tx: Db, span: Span): Promise<string[]> {
  const sums = await linesOf(
    tx,
    sql<{ entry: bigint; coin: string; sum: bigint | null }>`
      select j.id as entry, coalesce(p.coin, '-') as coin, sum(p.amount) as sum
      from ledger_journal j left join ledger_postings p on p.journal_id = j.id
      where ${within(span)} group by 1, 2 having sum(p.amount) is distinct from 0 order by 1 limit ${LIMIT}`,
    ({ entry, coin, sum }) =>
      `entry ${entry} (${coin}): sums to ${sum === null ? 'nothing' : fromUnits(sum)}`,
  );
  const steps = await linesOf(
    tx,
    sql<Owned & { entry: bigint }>`
      select p.journal_id as entry, a.id as account, coalesce('user ' || a.user_id, a.system) as owner, p.coin
      from ledger_postings p join ledger_accounts a on a.id = p.account_id and a.guarded
      left join lateral (
        select balance_after from ledger_postings q where q.account_id = p.account_id and q.journal_id < p.journal_id
        order by q.journal_id desc limit 1
      ) before on true
      where ${within(span, sql.ref('p.journal_id'))} and p.balance_after is distinct from coalesce(before.balance_after, 0) + p.amount
      order by 1, 2 limit ${LIMIT}`,
    ({ entry, account, owner, coin }) =>
      `account ${account} (${owner}, ${coin}): the balance after entry ${entry} is not the one before it and the amount`,
  );
  return [...sums, ...steps];
}
