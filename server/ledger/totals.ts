/** What the whole ledger holds at one moment. Amounts in smallest units (10^-18). */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';

/** All accounts of one coin. */
export interface CoinTotals {
  /** The sum of users' balances. */
  users: bigint;
  /** Balances of the system accounts ever used, each as the sum of its shards. */
  system: Map<string, bigint>;
}

/**
 * By coin, as of one moment: the total of users' entries, which is maintained as a sum, and the balances of system
 * accounts. Costs the same however many users there are, but still reads some thousand rows, so callers that show it to
 * everybody should cache it. Coins that were never used are missing.
 */
export async function ledgerTotals(db: Db): Promise<Map<string, CoinTotals>> {
  const { rows } = await sql<{ coin: string; system: string | null; sum: bigint }>`
    select coin, null as system, sum(amount) as sum from kept_sums where coin <> '' group by coin
    union all
    select coin, system, sum(balance) from ledger_accounts where system is not null group by coin, system
    order by system, coin`.execute(db);
  const totals = new Map<string, CoinTotals>();
  for (const { coin, system, sum } of rows) {
    const of = totals.get(coin) ?? { users: 0n, system: new Map<string, bigint>() };
    totals.set(coin, of);
    if (system === null) of.users = sum;
    else of.system.set(system, sum);
  }
  return totals;
}

/**
 * Whether users' entries and the balances of system accounts sum to zero for every coin: no money has been created or
 * lost (DECISIONS.md).
 */
export const isBalanced = (totals: ReadonlyMap<string, CoinTotals>): boolean =>
  [...totals.values()].every(
    ({ users, system }) => [...system.values()].reduce((a, b) => a + b, users) === 0n,
  );

/** System accounts whose balance nevertheless belongs to users (server/ledger/accounts.ts). */
const OWED = ['staked', 'race_stakes', 'unclaimed', 'payouts'] as const;

/**
 * What users own of a coin: their balances, what they have staked, stakes of rounds that are not settled, deposits
 * waiting for their owner's first sign-in, and payouts that are not final on the chain.
 */
export const owedOf = ({ users, system }: CoinTotals): bigint =>
  OWED.reduce((sum, name) => sum + (system.get(name) ?? 0n), users);

/** Users' balances above zero by coin, read in the caller's snapshot. */
export async function heldByUsers(db: Db): Promise<{ coin: string; units: bigint }[]> {
  const { rows } = await sql<{ coin: string; units: bigint }>`
    select coin, sum(balance) as units from ledger_accounts
    where user_id is not null group by coin having sum(balance) > 0 order by coin collate "C"`.execute(db);
  return rows;
}
