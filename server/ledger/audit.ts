/** Recomputes the ledger from its postings. Amounts in smallest units (10^-18). */
import { sql } from 'kysely';
import { fromUnits } from '#rules/amounts.ts';
import { type Db, atOneMoment } from '#server/db/client.ts';
import { LIMIT, type Span, within } from './proof.ts';

interface Audit {
  /**
   * Accounts whose stored balance is not the sum of their postings; postings that belong to no account or to another
   * coin.
   */
  wrongBalances: { account: bigint; owner: string; coin: string; stored: bigint; computed: bigint }[];
  /** Entries that have no postings, or whose postings do not sum to zero; postings without an entry. */
  wrongEntries: { entry: bigint; coin: string; sum: bigint }[];
  /**
   * Users' postings whose kind differs from that of their entry (fund history filters by it), and system postings that
   * have a kind.
   */
  wrongKinds: { entry: bigint; account: bigint; stored: string; expected: string }[];
  /**
   * The first posting of an account whose stored balance is not the sum up to it, in the order of entries: an entry
   * gets its id once all its accounts are locked (ledger.sql). Shards store no balance.
   */
  wrongChains: {
    account: bigint;
    owner: string;
    coin: string;
    entry: bigint;
    stored: bigint | null;
    computed: bigint | null;
  }[];
  /** Postings that exist more than once. */
  doubled: { entry: bigint; account: bigint; times: bigint }[];
  /** Cached sums (kept_sums) per kind of entry that differ from the sums of users' postings. */
  wrongSums: { kind: string; coin: string; stored: bigint; computed: bigint }[];
  /** Users below zero, or funds below what they have promised. */
  overdrawn: { account: bigint; owner: string; coin: string; balance: bigint }[];
}

/**
 * Compares every balance and every entry with the postings, in the caller's snapshot. Takes a few passes over the
 * postings.
 */
export async function readAudit(tx: Db): Promise<Audit> {
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
  const wrongChains = await sql<Audit['wrongChains'][number]>`
        select distinct on (account) account, owner, coin, entry, stored, computed from (
          select p.account_id as account, coalesce('user ' || a.user_id, a.system || '/' || a.shard) as owner, p.coin,
            p.journal_id as entry, p.balance_after as stored,
            case when a.guarded then sum(p.amount) over (partition by p.account_id order by p.journal_id) end as computed
          from ledger_postings p join ledger_accounts a on a.id = p.account_id
        ) chain where stored is distinct from computed order by account, entry limit ${LIMIT}`.execute(tx);
  const doubled = await sql<Audit['doubled'][number]>`
        select journal_id as entry, account_id as account, count(*) as times from ledger_postings
        group by 1, 2 having count(*) > 1 order by 1, 2 limit ${LIMIT}`.execute(tx);
  const overdrawn = await sql<Audit['overdrawn'][number]>`
        select id as account, coalesce('user ' || user_id, system) as owner, coin, balance
        from ledger_accounts where guarded and balance < coalesce(promised, 0) order by id limit ${LIMIT}`.execute(
    tx,
  );
  const wrongSums = await sql<Audit['wrongSums'][number]>`
        select kind, coin, coalesce(k.sum, 0) as stored, coalesce(p.sum, 0) as computed
        from (select kind, coin, sum(amount) from kept_sums where coin <> '' group by 1, 2) k
        full join (select kind, coin, sum(amount) from ledger_postings where kind is not null group by 1, 2) p using (kind, coin)
        where coalesce(k.sum, 0) <> coalesce(p.sum, 0) order by 1, 2 limit ${LIMIT}`.execute(tx);
  return {
    wrongBalances: wrongBalances.rows,
    wrongEntries: wrongEntries.rows,
    wrongKinds: wrongKinds.rows,
    wrongChains: wrongChains.rows,
    doubled: doubled.rows,
    wrongSums: wrongSums.rows,
    overdrawn: overdrawn.rows,
  };
}

/** The same in its own snapshot, so it may run alongside traffic. */
export const audit = (db: Db): Promise<Audit> => atOneMoment(db, readAudit);

/** Whether nothing differs. */
export const isSound = (result: Audit): boolean => describeAudit(result).length === 0;

/** The differences, one line each. */
export const describeAudit = (found: Audit): string[] => [
  ...found.wrongBalances.map(
    (one) =>
      `account ${one.account} (${one.owner}, ${one.coin}): stored ${fromUnits(one.stored)}, postings ${fromUnits(one.computed)}`,
  ),
  ...found.wrongEntries.map((one) => `entry ${one.entry} (${one.coin}): sums to ${fromUnits(one.sum)}`),
  ...found.wrongKinds.map(
    (one) => `entry ${one.entry}, account ${one.account}: posted as ${one.stored}, booked as ${one.expected}`,
  ),
  ...found.wrongChains.map(({ account, owner, coin, entry, stored, computed }) => {
    const [has, makes] = [stored, computed].map((units) => (units === null ? 'none' : fromUnits(units)));
    return `account ${account} (${owner}, ${coin}): the balance after entry ${entry} is stored as ${has}, its postings make ${makes}`;
  }),
  ...found.doubled.map(
    ({ entry, account, times }) => `entry ${entry}, account ${account}: the posting is there ${times} times`,
  ),
  ...found.wrongSums.map(
    ({ kind, coin, stored, computed }) =>
      `all ${kind} in ${coin}: the sum is stored as ${fromUnits(stored)}, the postings make ${fromUnits(computed)}`,
  ),
  ...found.overdrawn.map(
    (one) => `account ${one.account} (${one.owner}, ${one.coin}): overdrawn, ${fromUnits(one.balance)}`,
  ),
];

/** The same for new entries only: that they sum to zero, and continue the balances of their accounts. */
export async function auditSpan(tx: Db, span: Span): Promise<string[]> {
  const sums = await sql<{ entry: bigint; coin: string; sum: bigint | null }>`
    select j.id as entry, coalesce(p.coin, '-') as coin, sum(p.amount) as sum
    from ledger_journal j left join ledger_postings p on p.journal_id = j.id
    where ${within(span)} group by 1, 2 having sum(p.amount) is distinct from 0 order by 1 limit ${LIMIT}`.execute(
    tx,
  );
  const steps = await sql<{ entry: bigint; account: bigint; owner: string; coin: string }>`
    select p.journal_id as entry, a.id as account, coalesce('user ' || a.user_id, a.system) as owner, p.coin
    from ledger_postings p join ledger_accounts a on a.id = p.account_id and a.guarded
    left join lateral (
      select balance_after from ledger_postings q where q.account_id = p.account_id and q.journal_id < p.journal_id
      order by q.journal_id desc limit 1
    ) before on true
    where ${within(span, sql.ref('p.journal_id'))} and p.balance_after is distinct from coalesce(before.balance_after, 0) + p.amount
    order by 1, 2 limit ${LIMIT}`.execute(tx);
  return [
    ...sums.rows.map(
      ({ entry, coin, sum }) =>
        `entry ${entry} (${coin}): sums to ${sum === null ? 'nothing' : fromUnits(sum)}`,
    ),
    ...steps.rows.map(
      ({ entry, account, owner, coin }) =>
        `account ${account} (${owner}, ${coin}): the balance after entry ${entry} is not the one before it and the amount`,
    ),
  ];
}
