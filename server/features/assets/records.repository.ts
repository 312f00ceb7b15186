/**
 * Reading fund history: the ledger's entries, with the current state of withdrawals and the details of purchases, sales
 * and grants.
 */
import { sql } from 'kysely';
import type { FundCategory } from '#rules/fund-categories.ts';
import type { Db } from '#server/db/client.ts';
import { history, type Movement } from '#server/ledger/read.ts';
import {
  type EntryFacts,
  type FundRecord,
  type PayoutFacts,
  type Place,
  couponOf,
  isResale,
  kindsOf,
  payoutOf,
  recordView,
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
  return (movement) => ({
    payout: payouts.get(payoutOf(movement) ?? 0n),
    hashrateSold: resales.get(movement.entry),
    coupon: coupons.get(couponOf(movement) ?? 0n),
  });
}

export interface RecordFilter {
  readonly category?: FundCategory | undefined;
  readonly coin?: string | undefined;
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
  { category, coin }: RecordFilter,
  limit: number,
  after: Place | undefined,
): Promise<RecordPage> {
  // One row more than the page shows reveals whether there is a next page.
  const found = await history(db, userId, { coin, kinds: kindsOf(category), after, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const facts = await factsOf(db, shown);
  const last = shown.at(-1);
  return {
    rows: shown.map((movement) => recordView(movement, facts(movement))),
    next: last && found.length > limit ? { entry: last.entry, coin: last.coin } : null,
  };
}

/** More than the rows that one entry can have for one account, which is one per coin. */
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
