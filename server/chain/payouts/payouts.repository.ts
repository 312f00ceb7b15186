/**
 * Payouts, their attempts and the paying wallets in the database. The SQL repeats the conditions of partial indexes
 * exactly.
 *
 * Each change is a transaction, or one statement in the caller's, and changes only rows in the expected state, so of
 * two processes only one succeeds. Lock order: wallet, payout, ledger.
 */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Db, inTransaction } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import type { Tables } from '#server/db/tables.ts';
import { post } from '#server/ledger/post.ts';
import { isHome } from './payouts.home.ts';
import { payoutEntry, refundEntry } from './payouts.ledger.ts';

/** A withdrawal in progress, with amounts in smallest units of the ledger (10^-18). */
export type Payout = Selectable<Tables['payouts']>;
/** A signed transaction of a payout; of those that share a nonce, the chain accepts only one. */
export type Attempt = Selectable<Tables['payout_attempts']>;
/** A paying wallet: its next nonce, and whether it is halted. */
export type WalletRow = Selectable<Tables['payout_wallets']>;

/** A payout that has been signed but has not ended. */
export interface Flight extends Payout {
  readonly wallet: string;
  readonly nonce: bigint;
  /** Hash of the newest attempt. */
  readonly tx_hash: string;
  readonly attempts: readonly Attempt[];
}

/** A transaction as it is stored and sent. */
export interface Signed {
  readonly hash: string;
  readonly raw: string;
}

const COUNT = sql<number>`count(*)::int`;
const OPEN = sql<boolean>`state not in ('confirmed', 'failed')`;

/** How many payouts have not ended, and whether the wallet is halted. */
export function glance(db: Db, wallet: string): Promise<{ open: number; halted: boolean }> {
  const halted = sql<boolean>`exists (
    select from payout_wallets where address = ${wallet} and halted_at is not null)`;
  return db
    .selectFrom('payouts')
    .select([COUNT.as('open'), halted.as('halted')])
    .where(OPEN)
    .executeTakeFirstOrThrow();
}

/** How many payouts have not ended, by state; those without approval count as `unapproved`. */
export async function countOpenByState(db: Db): Promise<{ state: string; n: number }[]> {
  const { rows } = await sql<{ state: string; n: number }>`
    select case when approved_at is null then 'unapproved' else state end as state, ${COUNT} as n from payouts
    where ${OPEN} group by 1`.execute(db);
  return rows;
}

/** How many payouts of a coin have not ended. */
export async function countOpenOf(db: Db, coin: string): Promise<number> {
  const ofCoin = db.selectFrom('payouts').select(COUNT.as('n')).where(OPEN).where('coin', '=', coin);
  return (await ofCoin.executeTakeFirstOrThrow()).n;
}

/** What payouts in progress transfer, by coin: it may have left the wallet already. */
export async function flyingByCoin(db: Db): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ coin: string; units: bigint }>`select coin, sum(amount - fee) as units
    from payouts where state in ('signed', 'broadcast') group by coin`.execute(db);
  return new Map(rows.map(({ coin, units }) => [coin, units]));
}

/** The wallets that have payouts in progress. */
export async function flyingWallets(db: Db): Promise<string[]> {
  const { rows } = await sql<{ wallet: string }>`
    select distinct wallet from payouts where state in ('signed', 'broadcast')`.execute(db);
  return rows.map(({ wallet }) => wallet);
}

/** Signed payouts, each with all of its attempts. */
async function withAttempts(db: Db, payouts: readonly Payout[]): Promise<Flight[]> {
  const ids = payouts.map(({ id }) => id);
  const { rows: attempts } = await sql<Attempt>`
    select * from payout_attempts where payout_id = any(${ids}::bigint[])`.execute(db);
  const byPayout = Map.groupBy(attempts, ({ payout_id: id }) => id);
  return payouts.map((payout) => ({ ...(payout as Flight), attempts: byPayout.get(payout.id) ?? [] }));
}

/** A payout with its signed transactions, the oldest first; undefined if there is none with this number. */
export async function payoutOf(
  db: Db,
  id: bigint,
): Promise<{ payout: Payout; attempts: Attempt[] } | undefined> {
  const payout = await db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst();
  const tried = db.selectFrom('payout_attempts').selectAll().where('payout_id', '=', id);
  return payout && { payout, attempts: await tried.orderBy('signed_at').execute() };
}

/** What a wallet has in progress, lowest nonce first. */
export async function flights(db: Db, wallet: string): Promise<Flight[]> {
  const { rows } = await sql<Payout>`
    select * from payouts where state in ('signed', 'broadcast') and wallet = ${wallet} order by nonce`.execute(
    db,
  );
  return withAttempts(db, rows);
}

/** Ended payouts whose transactions, according to the chain's nonce, are not (or no longer) in the chain. */
export async function lostFlights(db: Db, wallet: string, chainNonce: bigint): Promise<Flight[]> {
  const { rows } = await sql<Payout>`
    select * from payouts where wallet = ${wallet} and nonce >= ${chainNonce} and state in ('confirmed', 'failed')
    order by nonce`.execute(db);
  return withAttempts(db, rows);
}

/** Payouts that are not yet signed wait while their account is frozen. */
const notFrozen = sql<boolean>`not exists (
  select 1 from users u where u.id = payouts.user_id and u.frozen_at is not null)`;

/** Whether the entry of a payout is its debit. */
const debitIs = (ref: RawBuilder<unknown>) => sql`${fn('ledger_is')}(payouts.journal_id, 'withdraw', ${ref},
  array[payouts.user_id, null, null], array[null, 'payouts', 'revenue'],
  array[payouts.coin, payouts.coin, payouts.coin], array[-payouts.amount, payouts.amount - payouts.fee, payouts.fee])`;

/**
 * Whether the ledger has the debit of an unsigned payout: the entry that it names is its own withdrawal, takes exactly
 * this amount of this coin from this account, belongs to no other payout, and nothing has been paid or refunded for it
 * yet. The entry names the recipient; entries of earlier releases do not.
 */
export const DEBITED = sql<boolean>`(
  (${debitIs(sql`payouts.id || '/' || payouts.address`)} or ${debitIs(sql`payouts.id::text`)})
  and not ${fn('ledger_booked')}('payout', payouts.id::text) and not ${fn('ledger_booked')}('refund', payouts.id::text)
  and not exists (select 1 from payouts o where o.journal_id = payouts.journal_id and o.id <> payouts.id))`;

/** A payout that may be signed if it is `debited`. */
interface Ready extends Payout {
  readonly debited: boolean;
}

/**
 * The oldest approved payout that is not among `halted`, whose coin is not among `blocked` and whose account is not
 * frozen. Accounts with fewer payouts in progress come first, so one account's many small withdrawals do not delay
 * everybody else.
 */
export async function nextReady(
  db: Db,
  blocked: readonly string[] = [],
  halted: readonly bigint[] = [],
): Promise<Ready | undefined> {
  const { rows } = await sql<Ready>`
    select *, ${DEBITED} as debited from payouts
    where state = 'requested' and approved_at is not null and coin <> all(${blocked}::text[]) and id <> all(${halted}::bigint[])
      and ${notFrozen}
    order by (
      select count(*) from payouts f where f.state in ('signed', 'broadcast') and f.user_id = payouts.user_id
    ), id limit 1`.execute(db);
  return rows[0];
}

/** A paying wallet's row; undefined before its first payout and its first halt. */
export async function readWallet(db: Db, address: string): Promise<WalletRow | undefined> {
  return db.selectFrom('payout_wallets').selectAll().where('address', '=', address).executeTakeFirst();
}

/** The `limit` oldest open payouts, oldest first; those of frozen accounts are `held`. */
export async function openPayouts(db: Db, limit: number): Promise<(Payout & { readonly held: boolean })[]> {
  const { rows } = await sql<Payout & { readonly held: boolean }>`
    select *, not ${notFrozen} as held from payouts where ${OPEN} order by id limit ${limit}`.execute(db);
  return rows;
}

/** Wallets that pay nothing until the operator resumes. */
export const haltedWallets = (db: Db): Promise<WalletRow[]> =>
  db.selectFrom('payout_wallets').selectAll().where('halted_at', 'is not', null).orderBy('address').execute();

/** Sets a wallet's first nonce, or keeps the one it has. @returns its next nonce */
export async function beginNonces(db: Db, address: string, nonce: bigint): Promise<bigint | null> {
  const { next_nonce: next } = await db
    .insertInto('payout_wallets')
    .values({ address, next_nonce: nonce })
    .onConflict((conflict) =>
      conflict.column('address').doUpdateSet({
        next_nonce: sql`coalesce(payout_wallets.next_nonce, excluded.next_nonce)`,
      }),
    )
    .returning('next_nonce')
    .executeTakeFirstOrThrow();
  return next;
}

export interface Signing {
  readonly payout: Payout;
  readonly wallet: string;
  readonly nonce: bigint;
  readonly gasPrice: bigint;
  readonly signed: Signed;
  /** The machine's time. */
  readonly at: Date;
}

/** Stores a transaction of a payout. */
export const addAttempt = (db: Db, { payout, nonce, gasPrice, signed, at }: Omit<Signing, 'wallet'>) =>
  db
    .insertInto('payout_attempts')
    .values({ ...signed, payout_id: payout.id, nonce, gas_price: gasPrice, signed_at: at })
    .execute();

/**
 * Assigns a payout its nonce and stores its transaction. Returns null and stores nothing if, in the meantime, the
 * wallet was halted, the nonce was assigned to another payout, this payout was rejected or signed by another process,
 * its account was frozen, or another database has taken over.
 */
export const storeSigned = (db: Db, s: Signing): Promise<Flight | null> =>
  inTransaction(db, async (tx) => {
    if (!(await isHome(tx))) return null;
    const wallet = await lockWallet(tx, s.wallet);
    if (!wallet || wallet.halted_at || wallet.next_nonce !== s.nonce) return null;
    const payout = await tx
      .updateTable('payouts')
      .set({ state: 'signed', wallet: s.wallet, nonce: s.nonce, tx_hash: s.signed.hash })
      .where('id', '=', s.payout.id)
      .where('state', '=', 'requested')
      .where('approved_at', 'is not', null)
      .where(notFrozen)
      .returningAll()
      .executeTakeFirst();
    if (!payout) return null;
    await addAttempt(tx, s);
    await tx
      .updateTable('payout_wallets')
      .set({ next_nonce: s.nonce + 1n })
      .where('address', '=', s.wallet)
      .execute();
    return (await withAttempts(tx, [payout]))[0] ?? null;
  });

/** Stores a replacement of a payout's newest attempt. Null if payout or wallet have changed. */
export const storeReplacement = (
  db: Db,
  flight: Flight,
  replacement: Pick<Signing, 'gasPrice' | 'signed' | 'at'>,
): Promise<Flight | null> =>
  inTransaction(db, async (tx) => {
    const wallet = await lockWallet(tx, flight.wallet);
    if (!wallet || wallet.halted_at) return null;
    const payout = await tx
      .updateTable('payouts')
      .set({ tx_hash: replacement.signed.hash })
      .where('id', '=', flight.id)
      .where('tx_hash', '=', flight.tx_hash)
      .where('state', 'in', ['signed', 'broadcast'])
      .returningAll()
      .executeTakeFirst();
    if (!payout) return null;
    await addAttempt(tx, { payout, nonce: flight.nonce, ...replacement });
    return (await withAttempts(tx, [payout]))[0] ?? null;
  });

/** Locks a payout's row; false if it has ended or has another transaction by now. */
export async function stillWaits(tx: Db, { id, tx_hash: hash }: Flight): Promise<boolean> {
  const { rows } = await sql`
    select id from payouts where id = ${id} and tx_hash = ${hash} and state in ('signed', 'broadcast')
    for no key update`.execute(tx);
  return rows.length > 0;
}

/** Locks the wallet's row: only one caller at a time assigns nonces, halts or resumes. */
export const lockWallet = (tx: Db, address: string): Promise<WalletRow | undefined> =>
  tx.selectFrom('payout_wallets').selectAll().where('address', '=', address).forUpdate().executeTakeFirst();

/** Halts a wallet; false if it is already halted. */
export async function haltWallet(tx: Db, address: string, reason: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ address: string }>`
    insert into payout_wallets (address, halted_at, halt_reason) values (${address}, ${now}, ${reason})
    on conflict (address) do update set halted_at = excluded.halted_at, halt_reason = excluded.halt_reason
      where payout_wallets.halted_at is null
    returning address`.execute(tx);
  return rows.length > 0;
}

/** A wallet to resume, locked by the caller. */
interface Resumption {
  readonly address: string;
  readonly chainNonce: bigint;
  /** Payouts whose nonce has been used, but by none of their attempts. */
  readonly struck: readonly Flight[];
  /** Any approved payout may have been paid by a transaction that this database does not know. */
  readonly doubtful: boolean;
}

/** Ends a halt and continues from the chain's nonce if that is ahead. @returns payouts that need approval again */
export async function resumeWallet(
  tx: Db,
  { address, chainNonce, struck, doubtful }: Resumption,
): Promise<Pick<Payout, 'id' | 'user_id'>[]> {
  const { rows } = await sql<Pick<Payout, 'id' | 'user_id'>>`
    update payouts set state = 'requested', approved_at = null, approved_by = null, wallet = null, nonce = null, tx_hash = null
    where id = any(${struck.map(({ id }) => id)}::bigint[]) and wallet = ${address}
        and state in ('signed', 'broadcast') and nonce < ${chainNonce}
      or ${doubtful} and state = 'requested' and approved_at is not null
    returning id, user_id`.execute(tx);
  await sql`
    update payout_wallets set halted_at = null, halt_reason = null,
      next_nonce = case when next_nonce is not null or ${doubtful} then greatest(next_nonce, ${chainNonce}::bigint) end
    where address = ${address}`.execute(tx);
  return rows;
}

/** Records that the node has the attempt; true if this changed the payout's state. */
export async function markSent(db: Db, flight: Flight, hash: string, at: Date): Promise<boolean> {
  await db
    .updateTable('payout_attempts')
    .set({ sent_at: at })
    .where('hash', '=', hash)
    .where('sent_at', 'is', null)
    .execute();
  const { numUpdatedRows } = await db
    .updateTable('payouts')
    .set({ state: 'broadcast' })
    .where('id', '=', flight.id)
    .where('state', '=', 'signed')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const refundOf = (payout: Payout, now: Date) => refundEntry({ ...payout, user: payout.user_id }, now);

/** The chain's final decision about a signed payout. */
interface Outcome {
  readonly txHash: string;
  /** Why it was not paid; null if it was. */
  readonly failure: string | null;
}

/** Ends a signed payout with its ledger entry; false if it has already ended. */
export const finish = (db: Db, id: bigint, { txHash, failure }: Outcome, now: Date): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const payout = await tx
      .updateTable('payouts')
      .set({
        state: failure === null ? 'confirmed' : 'failed',
        tx_hash: txHash,
        reason: failure,
        finished_at: now,
      })
      .where('id', '=', id)
      .where('state', 'in', ['signed', 'broadcast'])
      .returningAll()
      .executeTakeFirst();
    if (!payout) return false;
    await post(tx, failure === null ? payoutEntry(payout, now) : refundOf(payout, now));
    return true;
  });

interface Dismissal {
  readonly reason: string;
  /** The operator; undefined if the worker made the decision. */
  readonly by?: string;
}

/**
 * Fails and refunds an unsigned payout; one that was never debited is failed without a refund. Undefined if there is
 * none with this number or it has been signed.
 */
export const dismiss = (
  db: Db,
  id: bigint,
  { reason, by }: Dismissal,
  now: Date,
): Promise<(Payout & { readonly refunded: boolean }) | undefined> =>
  inTransaction(db, async (tx) => {
    const payout = await tx
      .updateTable('payouts')
      .set({ state: 'failed', reason, rejected_by: by ?? null, finished_at: now })
      .where('id', '=', id)
      .where('state', '=', 'requested')
      .returningAll()
      .executeTakeFirst();
    if (!payout) return undefined;
    const { refunded } = await tx
      .selectFrom('payouts')
      .select(DEBITED.as('refunded'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (refunded) await post(tx, refundOf(payout, now));
    return { ...payout, refunded };
  });

/** Approves a payout that waits for the operator; undefined if none with this number is waiting. */
export const approve = (db: Db, id: bigint, by: string, now: Date): Promise<Payout | undefined> =>
  db
    .updateTable('payouts')
    .set({ approved_at: now, approved_by: by })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .where('approved_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
