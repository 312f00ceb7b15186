/** Writes to the ledger. Every movement of money goes through here or through a function of `ledger.sql`. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import type { Fund, SystemAccount } from './accounts.ts';

/** One posting: an amount in smallest units (10^-18), positive into the account, negative out of it. */
export type Line = ({ user: bigint; system?: never } | { system: SystemAccount; user?: never }) & {
  coin: string;
  amount: bigint;
};

export interface Entry {
  /** What happened, as fund history calls it: "mining", "miner_purchase". */
  kind: string;
  /** Identifies the cause of the entry; the same kind and ref cannot be booked twice. */
  ref?: string;
  at: Date;
  /** Two or more lines, at most one per account and coin, none of zero; they sum to zero per coin. */
  lines: readonly Line[];
}

async function call(
  db: Db,
  name: 'ledger_post' | 'ledger_post_once',
  { kind, ref, at, lines }: Entry,
): Promise<bigint | null> {
  const { rows } = await sql<{ id: bigint | null }>`
    select ${fn(name)}(${kind}, ${ref ?? null}, ${at},
      ${lines.map(({ user }) => user ?? null)}::bigint[], ${lines.map(({ system }) => system ?? null)}::text[],
      ${lines.map(({ coin }) => coin)}::text[], ${lines.map(({ amount }) => amount)}::numeric[]) as id`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

/**
 * Books an entry within the caller's transaction, or in a new one, and returns its journal id.
 * @throws Refusal insufficient_balance (data: coin, balance, amount as decimal strings) if a user holds too little,
 * fund_exhausted (data: coin) if a fund cannot pay; nothing is booked then. Any other error is a bug in the caller:
 * lines that do not sum to zero, or a reference that has already been booked.
 */
export async function post(db: Db, entry: Entry): Promise<bigint> {
  const id = await call(db, 'ledger_post', entry);
  if (id === null) throw new Error('ledger_post answered nothing');
  return id;
}

/** One of many entries booked together, with the trace of the request that it belongs to. */
export interface TracedEntry extends Omit<Entry, 'at'> {
  trace: string | undefined;
}

/**
 * The same for many entries in the caller's transaction, in the given order: each account is locked and changed once.
 * Returns their journal ids. If one cannot be paid, all are refused.
 * @throws what `post` throws
 */
export async function postTogether(db: Db, at: Date, entries: readonly TracedEntry[]): Promise<bigint[]> {
  const lines = entries.flatMap((entry, n) => entry.lines.map((line) => ({ ...line, entry: n + 1 })));
  const { rows } = await sql<{ ids: bigint[] }>`
    select ${fn('ledger_entries')}(${entries.map(({ kind }) => kind)}::text[], ${entries.map(({ ref }) => ref ?? null)}::text[],
      ${at}, ${entries.map(({ trace }) => trace ?? null)}::uuid[], ${lines.map(({ entry }) => entry)}::int[],
      ${lines.map(({ user }) => user ?? null)}::bigint[], ${lines.map(({ system }) => system ?? null)}::text[],
      ${lines.map(({ coin }) => coin)}::text[], ${lines.map(({ amount }) => amount)}::numeric[]) as ids`.execute(
    db,
  );
  return rows[0]?.ids ?? [];
}

/**
 * Raises what a fund has promised by `change`, or lowers it if negative, in the caller's transaction. The fund's row is
 * locked: raise the promise after the entry that pays for it, lower it before the entry that keeps it.
 * @throws Error if the fund holds less than that
 */
export async function promise(db: Db, fund: Fund, coin: string, change: bigint): Promise<void> {
  await sql`select ${fn('ledger_promise')}(${fund}, ${coin}, ${change}::numeric)`.execute(db);
}

/** Locks an account's balance until the caller's transaction ends. Accounts are locked before funds, as entries do. */
export async function lockBalance(db: Db, user: bigint, coin: string): Promise<void> {
  await sql`select ${fn('ledger_lock')}(${user}, ${coin})`.execute(db);
}

/** A user's account. */
interface Held {
  readonly user: bigint;
  readonly coin: string;
}

/**
 * Locks accounts in their order until the caller's transaction ends; one that does not exist yet counts as locked.
 * Unless `wait`, those that somebody else has locked are left out, and their users returned.
 */
export async function lockBalances(db: Db, accounts: readonly Held[], wait: boolean): Promise<Set<bigint>> {
  if (accounts.length === 0) return new Set();
  const given = sql`
    unnest(${accounts.map(({ user }) => user)}::bigint[], ${accounts.map(({ coin }) => coin)}::text[]) as held (u, c)`;
  const { rows } = await (
    wait
      ? sql<{ busy: bigint[] }>`
          select array[]::bigint[] as busy, ${fn('ledger_lock')}(u, c) from (select * from ${given} order by u, c) one`
      : sql<{
          busy: bigint[];
        }>`select ${fn('ledger_try_locks')}(array_agg(u), c) as busy from ${given} group by c`
  ).execute(db);
  return new Set(rows.flatMap(({ busy }) => busy));
}

/**
 * Books an entry once per reference, and returns null if it has already been booked: for work that repeats at every
 * start and for settlements that catch up. Of two simultaneous callers, one books; the other waits and gets null.
 * @throws what `post` throws.
 */
export const postOnce = (db: Db, entry: Entry & { ref: string }): Promise<bigint | null> =>
  call(db, 'ledger_post_once', entry);
