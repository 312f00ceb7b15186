/** Entries that pay many users at once: settlements. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import type { SystemAccount } from './accounts.ts';

export interface BulkEntry {
  /** What happened, as fund history calls it: "staking". */
  kind: string;
  /** Identifies the cause of the entry; the same kind and ref cannot be booked twice. */
  ref?: string;
  at: Date;
  coin: string;
  /** Each user once, with the amount it receives: above zero, in smallest units (10^-18). */
  pays: readonly { user: bigint; amount: bigint }[];
  /** The system account that pays all of it. */
  from: SystemAccount;
}

/**
 * Books one entry with a posting per user and the counter-posting of one system account. Set-based: a few statements
 * for any number of users. Runs within the caller's transaction and returns the journal id. Users' accounts are created
 * and locked in id order, the system account last. To book several bulk entries in one transaction, pass them to the
 * SQL function `ledger_pay` together, which locks all users before any system account.
 * @throws Refusal fund_exhausted (data: coin) if `from` is a fund that holds less than the sum; nothing is booked then.
 * Any other error is a bug in the caller: no users, one listed twice, an amount of zero, a reference that has already
 * been booked.
 */
export async function postBulk(db: Db, { kind, ref, at, coin, pays, from }: BulkEntry): Promise<bigint> {
  const { rows } = await sql<{ id: bigint | null }>`
    select ${fn('ledger_post_bulk')}(${kind}, ${ref ?? null}, ${at}, ${coin}, ${pays.map(({ user }) => user)}::bigint[],
      ${pays.map(({ amount }) => amount)}::numeric[], ${from}) as id`.execute(db);
  const id = rows[0]?.id ?? null;
  if (id === null) throw new Error('ledger_post_bulk answered nothing');
  return id;
}
