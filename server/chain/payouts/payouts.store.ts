/** Reading payouts, their attempts and the paying wallet. Conditions of partial indexes stand in the SQL word for word. */
import { type Selectable, sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import type { Tables } from '#server/db/tables.ts';

export type Payout = Selectable<Tables['payouts']>;
export type Attempt = Selectable<Tables['payout_attempts']>;
export type WalletRow = Selectable<Tables['payout_wallets']>;

/** A payout that was signed and has not ended. */
export interface Flight extends Payout {
  readonly wallet: string;
  readonly nonce: bigint;
  /** Hash of the newest attempt. */
  readonly tx_hash: string;
  readonly attempts: readonly Attempt[];
}

/** How many payouts have not ended. */
export async function countOpen(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from payouts where state not in ('confirmed', 'failed')`.execute(db);
  return rows[0]?.n ?? 0;
}

/** How many payouts of a coin have not ended. */
export async function countOpenOf(db: Db, coin: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from payouts where state not in ('confirmed', 'failed') and coin = ${coin}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** The wallets that have payouts under way. */
export async function flyingWallets(db: Db): Promise<string[]> {
  const { rows } = await sql<{ wallet: string }>`
    select distinct wallet from payouts where state in ('signed', 'broadcast')`.execute(db);
  return rows.map(({ wallet }) => wallet);
}

/** Payouts that were signed, with every attempt of theirs. */
export async function withAttempts(db: Db, payouts: readonly Payout[]): Promise<Flight[]> {
  if (payouts.length === 0) return [];
  const ids = payouts.map(({ id }) => id);
  const attempts = await db.selectFrom('payout_attempts').selectAll().where('payout_id', 'in', ids).execute();
  return payouts.map((payout) => ({
    ...(payout as Flight),
    attempts: attempts.filter(({ payout_id: id }) => id === payout.id),
  }));
}

/** What a wallet has under way, lowest nonce first. */
export async function flights(db: Db, wallet: string): Promise<Flight[]> {
  const { rows } = await sql<Payout>`
    select * from payouts where state in ('signed', 'broadcast') and wallet = ${wallet} order by nonce`.execute(
    db,
  );
  return withAttempts(db, rows);
}

/** Payouts that have ended although the chain, by its nonce, does not hold their transactions (any more). */
export async function lostFlights(db: Db, wallet: string, chainNonce: bigint): Promise<Flight[]> {
  const { rows } = await sql<Payout>`
    select * from payouts where wallet = ${wallet} and nonce >= ${chainNonce} and state in ('confirmed', 'failed')
    order by nonce`.execute(db);
  return withAttempts(db, rows);
}

/** The approved payout that was asked for first, of a coin that is not among `blocked`. */
export async function nextReady(db: Db, blocked: readonly string[]): Promise<Payout | undefined> {
  const { rows } = await sql<Payout>`
    select * from payouts where state = 'requested' and approved_at is not null and coin <> all(${blocked}::text[])
    order by id limit 1`.execute(db);
  return rows[0];
}

/** A paying wallet's row; undefined before its first payout and its first halt. */
export async function readWallet(db: Db, address: string): Promise<WalletRow | undefined> {
  return db.selectFrom('payout_wallets').selectAll().where('address', '=', address).executeTakeFirst();
}

/** Keys of the open alerts of a kind. */
export async function openAlertKeys(db: Db, kind: string): Promise<string[]> {
  const rows = await db
    .selectFrom('chain_alerts')
    .select('key')
    .where('kind', '=', kind)
    .where('cleared_at', 'is', null)
    .execute();
  return rows.map(({ key }) => key);
}

/** Open payouts, the oldest `limit` of them first. */
export async function openPayouts(db: Db, limit: number): Promise<Payout[]> {
  const { rows } = await sql<Payout>`
    select * from payouts where state not in ('confirmed', 'failed') order by id limit ${limit}`.execute(db);
  return rows;
}

/** Wallets that pay nothing until the operator resumes. */
export const haltedWallets = (db: Db): Promise<WalletRow[]> =>
  db.selectFrom('payout_wallets').selectAll().where('halted_at', 'is not', null).orderBy('address').execute();
