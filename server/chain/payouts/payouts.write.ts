/**
 * Changing payouts. Each function is a transaction, or one statement of the caller's; each changes only what is still in the state
 * that it expects, so that of two processes one does it. Lock order: wallet, payout, ledger.
 */
import { sql } from 'kysely';
import { type Db, inTransaction } from '#server/db/client.ts';
import { post } from '#server/ledger/post.ts';
import { type Withdrawn, payoutEntry, refundEntry } from './payouts.ledger.ts';
import type { Signed } from './payouts.signing.ts';
import { type Flight, type Payout, type WalletRow, withAttempts } from './payouts.store.ts';

/** Gives a wallet its first nonce; one that has its nonce already keeps it. */
export async function beginNonces(db: Db, address: string, nonce: bigint): Promise<void> {
  await sql`
    insert into payout_wallets (address, next_nonce) values (${address}, ${nonce})
    on conflict (address) do update set next_nonce = coalesce(payout_wallets.next_nonce, excluded.next_nonce)`.execute(
    db,
  );
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

const addAttempt = (db: Db, { payout, nonce, gasPrice, signed, at }: Omit<Signing, 'wallet'>) =>
  db
    .insertInto('payout_attempts')
    .values({ ...signed, payout_id: payout.id, nonce, gas_price: gasPrice, signed_at: at })
    .execute();

/**
 * Gives a payout its nonce and keeps its transaction. Null, and nothing is kept, when in the meantime the wallet was halted,
 * the nonce was given to another payout, or this one was rejected or signed by another process.
 */
export const storeSigned = (db: Db, s: Signing): Promise<Flight | null> =>
  inTransaction(db, async (tx) => {
    const wallet = await lockWallet(tx, s.wallet);
    if (!wallet || wallet.halted_at || wallet.next_nonce !== s.nonce) return null;
    const payout = await tx
      .updateTable('payouts')
      .set({ state: 'signed', wallet: s.wallet, nonce: s.nonce, tx_hash: s.signed.hash })
      .where('id', '=', s.payout.id)
      .where('state', '=', 'requested')
      .where('approved_at', 'is not', null)
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

/** Keeps a replacement of a payout's newest attempt. Null when the payout or the wallet is not what it was. */
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

/** Locks the wallet's row: whoever gives out nonces, halts or resumes does it alone. */
export const lockWallet = (tx: Db, address: string): Promise<WalletRow | undefined> =>
  tx.selectFrom('payout_wallets').selectAll().where('address', '=', address).forUpdate().executeTakeFirst();

/** Notes that the node has the attempt; true when the payout's state has changed by it. */
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

/** The payout as the ledger knows it. */
const withdrawnOf = ({ id, user_id: user, coin, amount, fee }: Payout): Withdrawn => ({
  id,
  user,
  coin,
  amount,
  fee,
});

/** What the chain has decided for good about a signed payout. */
export interface Outcome {
  readonly txHash: string;
  /** Why it was not paid; null when it was. */
  readonly failure: string | null;
}

/** Ends a signed payout with its ledger entry; false when it has ended already. */
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
    await post(tx, (failure === null ? payoutEntry : refundEntry)(withdrawnOf(payout), now));
    return true;
  });

interface Dismissal {
  readonly reason: string;
  /** The operator; undefined when the worker found out. */
  readonly by?: string;
}

/** Fails and refunds a payout that was not signed; undefined when there is none of this number or it was signed. */
export const dismiss = (
  db: Db,
  id: bigint,
  { reason, by }: Dismissal,
  now: Date,
): Promise<Payout | undefined> =>
  inTransaction(db, async (tx) => {
    const payout = await tx
      .updateTable('payouts')
      .set({ state: 'failed', reason, rejected_by: by ?? null, finished_at: now })
      .where('id', '=', id)
      .where('state', '=', 'requested')
      .returningAll()
      .executeTakeFirst();
    if (payout) await post(tx, refundEntry(withdrawnOf(payout), now));
    return payout;
  });

/** Lets a payout be signed that waits for the operator; undefined when there is none of this number that waits. */
export const approve = (db: Db, id: bigint, by: string, now: Date): Promise<Payout | undefined> =>
  db
    .updateTable('payouts')
    .set({ approved_at: now, approved_by: by })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .where('approved_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
