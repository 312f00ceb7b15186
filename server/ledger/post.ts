/** Writing to the ledger. Every movement of money goes through here or through `ledger_post` in a hot SQL function. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import type { SystemAccount } from './accounts.ts';

/** One posting: amount in smallest units (10^-18), positive into the account, negative out of it. */
export type Line = ({ user: bigint; system?: never } | { system: SystemAccount; user?: never }) & {
  coin: string;
  amount: bigint;
};

export interface Entry {
  /** What happened, a word of fund history: "mining", "miner_purchase". */
  kind: string;
  /** Names what caused the entry; the same kind and ref cannot be booked twice. */
  ref?: string;
  at: Date;
  /** Two or more, at most one an account; they sum to zero per coin. */
  lines: readonly Line[];
}

/**
 * Books an entry within the caller's transaction and returns its journal id.
 * @throws Refusal insufficient_balance (data: coin, balance, amount) when a user holds too little, fund_exhausted
 * (data: coin) when a fund cannot pay; nothing is booked then. Source: product, "Money".
 */
export async function post(db: Db, { kind, ref, at, lines }: Entry): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    select ledger_post(${kind}, ${ref ?? null}, ${at},
      ${lines.map(({ user }) => user ?? null)}::bigint[], ${lines.map(({ system }) => system ?? null)}::text[],
      ${lines.map(({ coin }) => coin)}::text[], ${lines.map(({ amount }) => amount)}::numeric[]) as id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('ledger_post answered nothing');
  return id;
}

/**
 * Books an entry that its reference allows once; null when it is booked already. For what is repeated at every start.
 * @throws what `post` throws.
 */
export async function postOnce(db: Db, entry: Entry & { ref: string }): Promise<bigint | null> {
  const known = await db
    .selectFrom('ledger_journal')
    .select('id')
    .where('kind', '=', entry.kind)
    .where('ref', '=', entry.ref)
    .executeTakeFirst();
  return known ? null : post(db, entry);
}
