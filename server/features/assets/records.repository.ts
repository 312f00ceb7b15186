/**
 * Reading fund history: the ledger's entries, with the current state of withdrawals and the details of purchases, sales
 * and grants.
 */
import { sql } from 'kysely';
import type { FundCategory } from '#rules/fund-categories.ts';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { bookedTo, END, entryBefore, history, type Movement } from '#server/ledger/read.ts';
import {
  ALL_KINDS,
  type EntryFacts,
  type FundRecord,
  type PayoutFacts,
  type Place,
  couponOf,
  isBought,
  isResale,
  kindsOf,
  payoutOf,
  recordView,
  soughtBy,
} from './records.rules.ts';

async function payoutsOf(db: Db, ids: readonly bigint[]): Promise<Map<bigint, PayoutFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('payouts')
    .select(['id', 'state', 'tx_hash as txHash', 'address', 'fee'])
    .where('id', '=', sql<bigint>`any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

async function resalesOf(db: Db, journals: readonly bigint[]): Promise<Map<bigint, bigint>> {
  if (journals.length === 0) return new Map();
  const rows = await db
    .selectFrom('repurchases')
    .select(['journal_id', 'amount'])
    .where('journal_id', '=', sql<bigint>`any(${journals}::bigint[])`)
    .execute();
  return new Map(rows.map(({ journal_id, amount }) => [journal_id, amount]));
}

async function couponsOf(db: Db, ids: readonly bigint[]): Promise<Map<bigint, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('coupons')
    .select(['id', 'code'])
    .where('id', '=', sql<bigint>`any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, code }) => [id, code]));
}

/** What other tables know about these entries; each table is queried only if some entry concerns it. */
async function factsOf(db: Db, shown: readonly Movement[]): Promise<(movement: Movement) => EntryFacts> {
  const payouts = await payoutsOf(
    db,
    shown.flatMap((movement) => payoutOf(movement) ?? []),
  );
  const resales = await resalesOf(
    db,
    shown.filter(isResale).map(({ entry }) => entry),
  );
  const coupons = await couponsOf(
    db,
    shown.flatMap((movement) => couponOf(movement) ?? []),
  );
  // The ledger books a swap's fee as revenue, in the coin that was bought.
  const swapFees = await bookedTo(
    db,
    'revenue',
    shown.filter(isBought).map(({ entry }) => entry),
  );
  return (movement) => ({
    payout: payouts.get(payoutOf(movement) ?? 0n),
    hashrateSold: resales.get(movement.entry),
    coupon: coupons.get(couponOf(movement) ?? 0n),
    swapFee: isBought(movement) ? (swapFees.get(movement.entry) ?? 0n) : undefined,
  });
}

/** As callers give it (contract). */
interface RecordFilter {
  readonly category?: FundCategory | undefined;
  readonly coin?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly search?: string | undefined;
}

/** The account's entries that match the beginning of a hash or an address, for a page that ends at an entry. */
async function referencesOf(
  db: Db,
  userId: bigint,
  {
    reference,
    coin,
    from,
    to,
    upTo,
    limit,
  }: RecordFilter & { reference: string; upTo: bigint; limit: number },
): Promise<bigint[]> {
  const { rows } = await sql<{ entries: bigint[] }>`
    select ${fn('history_references')}(${userId}, ${reference}, ${coin ?? null},
      ${from === undefined ? 0n : entryBefore(new Date(from))},
      least(${upTo}::bigint, ${to === undefined ? END : entryBefore(new Date(to))}), ${limit}) as entries`.execute(
    db,
  );
  return rows[0]?.entries ?? [];
}

/** More than anybody redeems. */
const MOST_COUPONS = 1000;

/** The account's entries for coupons whose codes start with `begin`. */
async function couponEntries(db: Db, userId: bigint, begin: string): Promise<bigint[]> {
  const rows = await db
    .selectFrom('coupon_uses as u')
    .innerJoin('coupons as c', 'c.id', 'u.coupon_id')
    .select('u.journal_id')
    .where('u.user_id', '=', userId)
    .where(sql<boolean>`starts_with(c.code, ${begin})`)
    .orderBy('u.id', 'desc')
    .limit(MOST_COUPONS)
    .execute();
  return rows.flatMap(({ journal_id: entry }) => entry ?? []);
}

/** A page of the ledger with a filter applied. */
async function filtered(
  db: Db,
  userId: bigint,
  filter: RecordFilter,
  limit: number,
  after: Place | undefined,
): Promise<Movement[]> {
  const { category, coin, from, to, search } = filter;
  const { fitting, amount, entry, reference, code, exact } = soughtBy(search);
  const upTo = after?.entry ?? END;
  const references =
    reference === undefined ? [] : await referencesOf(db, userId, { ...filter, reference, upTo, limit });
  const coupons = code === undefined ? [] : await couponEntries(db, userId, code);
  const entries = [...references, ...coupons];
  const found = { amount, entries: entry === undefined ? entries : [entry, ...entries] };
  return history(db, userId, {
    ...{ coin, after, limit },
    kinds: kindsOf(category) ?? (search === undefined ? undefined : ALL_KINDS),
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
    ...(search !== undefined && { fitting, found: exact ? found : undefined }),
  });
}

export interface RecordPage {
  readonly rows: FundRecord[];
  /** The cursor of the last row, if more rows follow. */
  readonly next: Place | null;
}

/** A page of an account's history, newest first; withdrawals carry their current state. */
export async function recordPage(
  db: Db,
  userId: bigint,
  filter: RecordFilter,
  limit: number,
  after: Place | undefined,
): Promise<RecordPage> {
  // One row more than the page shows tells whether there is a next page.
  const found = await filtered(db, userId, filter, limit + 1, after);
  const shown = found.slice(0, limit);
  const facts = await factsOf(db, shown);
  const last = shown.at(-1);
  return {
    rows: shown.map((movement) => recordView(movement, facts(movement))),
    next: last && found.length > limit ? { entry: last.entry, coin: last.coin } : null,
  };
}

/** More than the rows that one entry can have for one account (one per coin). */
const ROWS_OF_ENTRY = 20;

/** The account's rows of one journal entry; none if the entry belongs to another account. */
export async function entryRows(
  db: Db,
  userId: bigint,
  filter: RecordFilter,
  entry: bigint,
): Promise<FundRecord[]> {
  // The position just above the entry: every coin of the next entry sorts after the empty name.
  const { rows } = await recordPage(db, userId, filter, ROWS_OF_ENTRY, { entry: entry + 1n, coin: '' });
  return rows.filter((row) => row.entry === String(entry));
}
