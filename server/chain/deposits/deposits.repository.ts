/**
 * Deposits in the database: crediting them, tracking their blocks, and transferring those made before the owner's first
 * sign-in.
 */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import type { Place } from '#server/chain/cursor.ts';
import { type Deposit, MOST_AT_ONCE } from './deposits.rules.ts';
import type { Range } from '#server/chain/watcher.rules.ts';
import { postTogether } from '#server/ledger/post.ts';

/** A credited deposit. */
export interface Credited extends Deposit {
  /** Null until someone signs in with its address. */
  readonly user: bigint | null;
}

/** Identifies a deposit; also the reference of its journal entry. */
export const keyOf = ({ txHash, ordinal }: Pick<Deposit, 'txHash' | 'ordinal'>): string =>
  `${txHash}/${ordinal}`;

/**
 * Crediting and an address's first sign-in exclude each other: otherwise crediting could miss an account being created,
 * and account creation could miss a deposit being credited. First sign-ins do not wait for each other.
 */
const LOCK = sql.raw(`hashtextextended('deposits', 3)`);

const credited = (db: Db) => db.selectFrom('deposits').selectAll();

type Row = Awaited<ReturnType<ReturnType<typeof credited>['execute']>>[number];

const asCredited = (row: Row): Credited => ({
  txHash: row.tx_hash,
  ordinal: row.ordinal,
  coin: row.coin,
  amount: row.amount,
  from: row.from_address,
  user: row.user_id,
  block: { number: Number(row.block_number), hash: row.block_hash },
});

/** Which of these transactions have been credited. */
export async function creditedOf(db: Db, txHashes: readonly string[]): Promise<Credited[]> {
  if (txHashes.length === 0) return [];
  const rows = await credited(db)
    .where('tx_hash', '=', sql<string>`any(${txHashes}::text[])`)
    .execute();
  return rows.map(asCredited);
}

/** Credited deposits whose stored block is in this range. */
export async function creditedIn(db: Db, { from, to }: Range): Promise<Credited[]> {
  const rows = await credited(db)
    .where('block_number', '>=', BigInt(from))
    .where('block_number', '<=', BigInt(to))
    .execute();
  return rows.map(asCredited);
}

/** The newest block at or below `number` that is stored for a deposit. */
export async function newestDepositBlock(db: Db, number: number): Promise<Place | undefined> {
  const row = await db
    .selectFrom('deposits')
    .select(['block_number', 'block_hash'])
    .where('block_number', '<=', BigInt(number))
    .orderBy('block_number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { number: Number(row.block_number), hash: row.block_hash };
}

/** What crediting a deposit booked. */
interface Credit {
  readonly entry: bigint;
  /** Null: nobody has signed in with the sender's address yet. */
  readonly user: bigint | null;
  readonly coin: string;
}

/** The accounts that were credited, each once. */
export const usersOf = (credits: readonly Credit[]): bigint[] => [
  ...new Set(credits.flatMap(({ user }) => user ?? [])),
];

/** A deposit with its owner, null if nobody has signed in with its sender's address. */
type Owned = Deposit & Pick<Credit, 'user'>;

async function ownersOf(tx: Db, deposits: readonly Deposit[]): Promise<Map<string, bigint>> {
  const senders = [...new Set(deposits.map(({ from }) => from))];
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'address'])
    .where('address', '=', sql<string>`any(${senders}::text[])`)
    .execute();
  return new Map(rows.map(({ id, address }) => [address, id]));
}

/** Accounts are locked in the ledger's order across all batches. */
function byOwner(one: Owned, other: Owned): number {
  if (one.user !== other.user) return (one.user ?? LAST) < (other.user ?? LAST) ? -1 : 1;
  return one.coin < other.coin ? -1 : Number(one.coin > other.coin);
}
/** Above every id. */
const LAST = 2n ** 63n;

async function creditPiece(tx: Db, deposits: readonly Owned[], now: Date): Promise<Credit[]> {
  const journals = await postTogether(
    tx,
    now,
    deposits.map((one) => ({
      ...{ kind: 'deposit', ref: keyOf(one), trace: undefined },
      lines: [
        {
          ...(one.user === null ? { system: 'unclaimed' as const } : { user: one.user }),
          ...{ coin: one.coin, amount: one.amount },
        },
        { system: 'custody', coin: one.coin, amount: -one.amount },
      ],
    })),
  );
  const column = <T>(of: (deposit: Owned) => T) => deposits.map(of);
  await sql`
    insert into deposits
      (tx_hash, ordinal, coin, amount, from_address, user_id, block_number, block_hash, journal_id, credited_at)
    select *, ${now} from unnest(
      ${column(({ txHash }) => txHash)}::text[], ${column(({ ordinal }) => ordinal)}::int[],
      ${column(({ coin }) => coin)}::text[], ${column(({ amount }) => amount)}::numeric[],
      ${column(({ from }) => from)}::text[], ${column(({ user }) => user)}::bigint[],
      ${column(({ block }) => block.number)}::bigint[], ${column(({ block }) => block.hash)}::text[], ${journals}::bigint[])`.execute(
    tx,
  );
  return deposits.map(({ user, coin }, n) => ({ entry: journals[n] ?? 0n, user, coin }));
}

/**
 * Credits new deposits, each with its own journal entry, within the caller's transaction: kind 'deposit', from
 * 'custody' to the account of the sending address (or to 'unclaimed'). They are booked a thousand at a time: one by
 * one, the 29,000 that fit into a block of 100 million gas exceeded a statement's time limit.
 * @returns what was booked, in the order of entries
 * @throws a database error if one of them has already been credited; then nothing is credited
 */
export async function creditDeposits(tx: Db, deposits: readonly Deposit[], now: Date): Promise<Credit[]> {
  if (deposits.length === 0) return [];
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
  const owners = await ownersOf(tx, deposits);
  const owned = deposits.map((one) => ({ ...one, user: owners.get(one.from) ?? null })).toSorted(byOwner);
  const credits: Credit[] = [];
  for (let from = 0; from < owned.length; from += MOST_AT_ONCE)
    credits.push(...(await creditPiece(tx, owned.slice(from, from + MOST_AT_ONCE), now)));
  return credits;
}

/**
 * Records our own wallets (EIP-55), for good: what one of them still holds after it was replaced is booked already.
 * `treasury` receives deposits.
 */
export async function keepOwn(db: Db, treasury: string | null, hotWallet: string | null): Promise<void> {
  const wallets = new Map([
    [hotWallet, false],
    [treasury, true],
  ]);
  for (const [address, receives] of wallets)
    if (address !== null)
      await db
        .insertInto('own_wallets')
        .values({ address, treasury: receives })
        .onConflict((conflict) =>
          conflict
            .column('address')
            .doUpdateSet({ treasury: sql`own_wallets.treasury or excluded.treasury` }),
        )
        .execute();
}

/** The addresses (EIP-55) that are or were our own wallets, and whether deposits went there. */
export async function ownWallets(db: Db): Promise<Map<string, boolean>> {
  const rows = await db.selectFrom('own_wallets').selectAll().execute();
  return new Map(rows.map(({ address, treasury }) => [address, treasury]));
}

/** No deposit is credited until the caller's transaction ends, because it changes which account has an address. */
export async function holdDeposits(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK})`.execute(tx);
}

/** Stores the block that now contains a credited deposit. */
export async function moveDeposit(tx: Db, { txHash, ordinal }: Deposit, block: Place): Promise<void> {
  await tx
    .updateTable('deposits')
    .set({ block_number: BigInt(block.number), block_hash: block.hash })
    .where('tx_hash', '=', txHash)
    .where('ordinal', '=', ordinal)
    .execute();
}

/**
 * Transfers what an address sent before its first sign-in, within the transaction that creates its account: kind
 * 'deposit', from 'unclaimed' to the account, each deposit once. Moved a thousand at a time, since nothing else is
 * credited meanwhile.
 * @returns the number of these deposits
 */
export async function claimDeposits(tx: Db, userId: bigint, now: Date): Promise<number> {
  await holdDeposits(tx);
  const waiting = await tx
    .selectFrom('deposits as d')
    .innerJoin('users as u', 'u.address', 'd.from_address')
    .select(['d.tx_hash as txHash', 'd.ordinal', 'd.coin', 'd.amount'])
    .where('u.id', '=', userId)
    .where('d.user_id', 'is', null)
    .orderBy('d.coin')
    .orderBy('d.block_number')
    .orderBy('d.tx_hash')
    .orderBy('d.ordinal')
    .execute();
  for (let from = 0; from < waiting.length; from += MOST_AT_ONCE) {
    const piece = waiting.slice(from, from + MOST_AT_ONCE);
    const journals = await postTogether(
      tx,
      now,
      piece.map((one) => ({
        ...{ kind: 'deposit', ref: `${keyOf(one)}/claimed`, trace: undefined },
        lines: [
          { user: userId, coin: one.coin, amount: one.amount },
          { system: 'unclaimed', coin: one.coin, amount: -one.amount },
        ],
      })),
    );
    await sql`
      update deposits d set user_id = ${userId}, journal_id = booked.journal
      from unnest(${piece.map(({ txHash }) => txHash)}::text[], ${piece.map(({ ordinal }) => ordinal)}::int[],
        ${journals}::bigint[]) as booked (tx_hash, ordinal, journal)
      where d.tx_hash = booked.tx_hash and d.ordinal = booked.ordinal`.execute(tx);
  }
  return waiting.length;
}

/** A deposit without an owner. */
interface Unclaimed extends Pick<Deposit, 'txHash' | 'ordinal' | 'coin' | 'amount' | 'from'> {
  readonly at: Date;
}

/** The oldest deposits from addresses that nobody has signed in with. */
export async function unclaimedDeposits(db: Db, most: number): Promise<Unclaimed[]> {
  return db
    .selectFrom('deposits')
    .select(['tx_hash as txHash', 'ordinal', 'coin', 'amount', 'from_address as from', 'credited_at as at'])
    .where('user_id', 'is', null)
    .orderBy('credited_at')
    .orderBy('tx_hash')
    .orderBy('ordinal')
    .limit(most)
    .execute();
}

/**
 * Transfers a deposit without an owner to an account that did not send it: kind 'deposit', from 'unclaimed' to the account.
 * Neither a later sign-in with its address nor a second call credits it again.
 * @param assigned who decided this, and the proof
 * @returns undefined if the deposit is unknown or has an owner, or the account was deleted meanwhile
 */
export async function assignDeposit(
  tx: Db,
  { txHash, ordinal }: Pick<Deposit, 'txHash' | 'ordinal'>,
  userId: bigint,
  assigned: string,
  now: Date,
): Promise<Pick<Deposit, 'coin' | 'amount'> | undefined> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
  const { rows } = await sql<{ coin: string; amount: bigint }>`
    with booked as materialized (
      select tx_hash, ordinal, ${fn('ledger_post')}('deposit', tx_hash || '/' || ordinal || '/assigned', ${now},
        array[${userId}, null]::bigint[], array[null, 'unclaimed'], array[coin, coin], array[amount, -amount]) as journal
      from deposits where tx_hash = ${txHash} and ordinal = ${ordinal} and user_id is null
        and not exists (select from deleted_accounts where user_id = ${userId})
    )
    update deposits d set user_id = ${userId}, journal_id = booked.journal, assigned = ${assigned}
    from booked where d.tx_hash = booked.tx_hash and d.ordinal = booked.ordinal
    returning d.coin, d.amount`.execute(tx);
  return rows[0];
}
