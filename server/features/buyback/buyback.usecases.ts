/**
 * What the repurchase fund buys: ADIT that an account has produced, within the day's budget and the account's share of
 * it. Sales of ADIT go one after another, so that both are exact.
 */
import { type Budget, budgetOf, halvesOf } from '#rules/buyback.ts';
import { dayStart, nextDay } from '#rules/days.ts';
import type { Db } from '#server/db/client.ts';
import { enqueue } from '#server/jobs/queue.ts';
import type { Work } from '#server/jobs/runner.ts';
import { systemBalance } from '#server/ledger/read.ts';
import {
  type Produced,
  findProduced,
  lockDay,
  noteRepurchase,
  openDay,
  paidTo,
  readDay,
  storeProduced,
  totals,
} from './buyback.repository.ts';

/** What the fund offers an account today. */
export interface Offer extends Budget, Produced {
  /** When the next day's budget begins. */
  renewsAt: Date;
}

async function offer(db: Db, user: bigint | undefined, now: Date, lock: boolean): Promise<Offer> {
  const { opening, paidBefore } = await (lock ? lockDay : readDay)(db, now);
  const balance = await systemBalance(db, 'buyback', 'USDT');
  const paid = (await totals(db)).paid - paidBefore;
  const paidToAccount = user === undefined ? 0n : await paidTo(db, user, dayStart(now));
  const produced = user === undefined ? { upto: 0n, unsold: 0n } : await findProduced(db, user);
  return { ...budgetOf({ opening, balance, paid, paidToAccount }), ...produced, renewsAt: nextDay(now) };
}

/** What the fund offers an account, or everybody. */
export const readOffer = (db: Db, user: bigint | undefined, now: Date): Promise<Offer> =>
  offer(db, user, now, false);

/** The same for a sale: nobody else sells ADIT until the transaction ends. */
export const lockOffer = (db: Db, user: bigint, now: Date): Promise<Offer> => offer(db, user, now, true);

/** ADIT that the fund has bought from an account. */
export interface Bought {
  journal: bigint;
  at: Date;
  user: bigint;
  /** ADIT; 0 if the sale was exchanged as a whole. */
  repurchased: bigint;
  /** USDT that the fund paid, the fee included. */
  paid: bigint;
}

/** Records a sale under an offer that `lockOffer` returned, in the transaction of its entry. */
export async function sold(db: Db, { upto, unsold }: Produced, bought: Bought): Promise<void> {
  const { journal, at, user, repurchased, paid } = bought;
  await storeProduced(db, user, { upto, unsold: unsold - repurchased });
  if (repurchased === 0n) return;
  const halves = halvesOf(repurchased);
  await noteRepurchase(db, { journal, at, user, kind: 'token', amount: repurchased, paid, ...halves });
}

/** What the exchange needs of the fund. */
export const repurchasing = { readOffer, lockOffer, sold };

export const DAY_JOB = 'buyback.day';
const KEY = 'main';

/** Enqueues the job that opens the days, unless it is waiting already; each run enqueues its successor. */
export const startDays = (db: Db, now: Date): Promise<void> =>
  enqueue(db, { kind: DAY_JOB, key: KEY, dueAt: now });

/** Opens the day. After a missed midnight it begins late, with less to spend. */
export const beginDay: Work = async (db, _job, now) => {
  await openDay(db, now);
  await enqueue(db, { kind: DAY_JOB, key: KEY, dueAt: nextDay(now) });
};
