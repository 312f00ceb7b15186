/** Entries that pay many users at once: settlements. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import type { SystemAccount } from './accounts.ts';

export interface BulkEntry {
  /** What happened, a word of fund history: "staking". */
  kind: string;
  /** Names what caused the entry; the same kind and ref cannot be booked twice. */
  ref?: string;
  at: Date;
  coin: string;
  /** Each user once, and what it gets: above zero, in smallest units (10^-18). */
  pays: readonly { user: bigint; amount: bigint }[];
  /** Who pays all of it. */
  from: SystemAccount;
}

/**
 * Books one entry with a posting a user and the counter-posting of one system account, set-based: a few statements however many
 * users there are. Runs within the caller's transaction and returns the journal id. Users' accounts are made and locked in the
 * order of ids, the system account last: who books several bulk entries in one transaction gives them to the SQL function
 * `ledger_pay` together, which locks all users before any system account.
 * @throws Refusal fund_exhausted (data: coin) when `from` is a fund that holds less than the sum; nothing is booked then. Any
 * other error is a defect of the caller: no users, one named twice, an amount of zero, a reference that is booked already.
 * Source: product, "Money".
 */
export async function postBulk(db: Db, { kind, ref, at, coin, pays, from }: BulkEntry): Promise<bigint> {
  const { rows } = await sql<{ id: bigint | null }>`
    select ${fn('ledger_post_bulk')}(${kind}, ${ref ?? null}, ${at}, ${coin}, ${pays.map(({ user }) => user)}::bigint[],
      ${pays.map(({ amount }) => amount)}::numeric[], ${from}) as id`.execute(db);
  const id = rows[0]?.id ?? null;
  if (id === null) throw new Error('ledger_post_bulk answered nothing');
  return id;
}
