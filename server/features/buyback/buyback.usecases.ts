/**
 * What the repurchase fund buys: ADIT that an account has produced, within the day's budget and the account's share of
 * it. Exchanges run one batch after another, so both are exact.
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
  lockExchange,
  noteRepurchases,
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

/** What the fund offers an account, or everybody, after paying another `spent` USDT for other accounts' ADIT. */
type Offers = (user?: bigint, spent?: bigint) => Offer;

/** What the fund offers everybody, and accounts that have `produced` this, which is read if omitted. */
export async function readOffers(
  db: Db,
  users: readonly bigint[],
  now: Date,
  produced?: ReadonlyMap<bigint, Produced>,
): Promise<Offers> {
  const { opening, paidBefore } = await readDay(db, now);
  const balance = await systemBalance(db, 'buyback', 'USDT');
  const paid = (await totals(db)).paid - paidBefore;
  const paidToday = await paidTo(db, users, dayStart(now));
  const found = produced ?? (await findProduced(db, users));
  return (user = 0n, spent = 0n) => ({
    ...budgetOf({
      opening,
      balance: balance - spent,
      paid: paid + spent,
      paidToAccount: paidToday.get(user) ?? 0n,
    }),
    ...(found.get(user) ?? { upto: 0n, unsold: 0n }),
    renewsAt: nextDay(now),
  });
}

/** ADIT that the fund has bought from an account, under its offer. */
interface Bought {
  offer: Produced;
  journal: bigint;
  at: Date;
  user: bigint;
  /** ADIT; 0 if the sale was exchanged as a whole. */
  repurchased: bigint;
  /** USDT that the fund paid, including the fee. */
  paid: bigint;
}

/**
 * Records sales in the transaction of their entries, under offers whose budget was read since `lockExchange` and whose
 * produced part was read since the accounts' balances were locked.
 */
async function sold(db: Db, sales: readonly Bought[]): Promise<void> {
  await storeProduced(
    db,
    sales.map(({ user, offer: { upto, unsold }, repurchased }) => ({
      user,
      upto,
      unsold: unsold - repurchased,
    })),
  );
  await noteRepurchases(
    db,
    sales.flatMap(({ journal, at, user, repurchased, paid }) =>
      repurchased === 0n
        ? []
        : [
            {
              journal,
              at,
              user,
              kind: 'token' as const,
              amount: repurchased,
              paid,
              ...halvesOf(repurchased),
            },
          ],
    ),
  );
}

/** What the exchange needs from the fund. */
export const repurchasing = { findProduced, lockExchange, openDay, readOffers, sold };

export const DAY_JOB = 'buyback.day';
const KEY = 'main';

/** Enqueues the job that opens the days, unless it is already waiting; each run enqueues its successor. */
export const startDays = (db: Db, now: Date): Promise<void> =>
  enqueue(db, { kind: DAY_JOB, key: KEY, dueAt: now });

/** Opens the day. After a missed midnight it begins late, with less to spend. */
export const beginDay: Work = async (db, _job, now) => {
  await openDay(db, now);
  await enqueue(db, { kind: DAY_JOB, key: KEY, dueAt: nextDay(now) });
};
