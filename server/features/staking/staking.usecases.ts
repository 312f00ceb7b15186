/** Staking and redeeming, and the payout job. */
import { isUnlocked, outputOf, paysAt, readStake, unlocksAt } from '#rules/staking.ts';
import { fromUnits } from '#rules/amounts.ts';
import type { Rates } from '#rules/team.ts';
import type { Database, Db } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { enqueue } from '#server/jobs/queue.ts';
import type { Work } from '#server/jobs/runner.ts';
import { post } from '#server/ledger/post.ts';
import { refuse } from '#server/lib/refusal.ts';
import { createOrder, lockOrder, redeemOrder, settleBatch, stakeMoment } from './staking.repository.ts';
import { BATCH, nextSize } from './staking.batches.ts';

export interface StakingDeps {
  /** False: no new orders are accepted. */
  open: () => boolean;
  /** What a new order pays every 24 h, in smallest units of 1; an order keeps the rate it was created with. */
  dailyRate: () => bigint;
  /** Records for the team above a member that its stake has changed, within the transaction. */
  noteTeam: (db: Db, memberId: bigint, change: { staked: bigint }) => Promise<void>;
}

export interface Staked {
  id: bigint;
  amount: bigint;
  stakedAt: Date;
}

/**
 * Stakes ADIT from the balance.
 * @throws Refusal forbidden when staking is switched off, invalid_amount below the minimum, insufficient_balance
 */
export async function stake(
  db: Db,
  deps: StakingDeps,
  userId: bigint,
  text: string,
  now: Date,
): Promise<Staked> {
  if (!deps.open()) refuse('forbidden');
  const amount = readStake(text) ?? refuse('invalid_amount', { coin: 'ADIT' });
  const stakedAt = await stakeMoment(db, now);
  const output = outputOf(amount, deps.dailyRate());
  const id = await createOrder(db, { userId, amount, output, stakedAt });
  await post(db, {
    kind: 'stake',
    // What it pays, which cannot be changed unnoticed then.
    ref: `${id}/${fromUnits(output)}`,
    at: stakedAt,
    lines: [
      { user: userId, coin: 'ADIT', amount: -amount },
      { system: 'staked', coin: 'ADIT', amount },
    ],
  });
  await deps.noteTeam(db, userId, { staked: amount });
  return { id, amount, stakedAt };
}

/**
 * Returns the whole amount of an order. The time since its last payout earns nothing.
 * @throws Refusal not_found for an order that is not the account's or has been redeemed, stake_locked before its hold
 * is over
 */
export async function unstake(
  db: Db,
  deps: Pick<StakingDeps, 'noteTeam'>,
  userId: bigint,
  id: bigint,
  now: Date,
): Promise<bigint> {
  const redeemedAt = await stakeMoment(db, now);
  const order = (await lockOrder(db, userId, id)) ?? refuse('not_found');
  if (!isUnlocked(order.stakedAt, now))
    refuse('stake_locked', { unlocksAt: unlocksAt(order.stakedAt).toISOString() });
  await post(db, {
    kind: 'unstake',
    ref: String(id),
    at: redeemedAt,
    lines: [
      { user: userId, coin: 'ADIT', amount: order.amount },
      { system: 'staked', coin: 'ADIT', amount: -order.amount },
    ],
  });
  await redeemOrder(db, id, redeemedAt);
  await deps.noteTeam(db, userId, { staked: -order.amount });
  return order.amount;
}

export const stakedView = ({ id, amount, stakedAt }: Staked) => ({
  id: String(id),
  amount: fromUnits(amount),
  unlocksAt: unlocksAt(stakedAt).toISOString(),
  nextOutputAt: paysAt(stakedAt).toISOString(),
});

export const PAYOUT_JOB = 'staking.payout';
const KEY = 'main';

/** Enqueues the payout job, unless it is already waiting; from then on each run enqueues its successor. */
export const startPayouts = (db: Db, now: Date): Promise<void> =>
  enqueue(db, { kind: PAYOUT_JOB, key: KEY, dueAt: now });

/**
 * Pays one batch. The successor is due with the next order, or at once if more is left, and never later than 24 h from
 * now. So a stake does not have to wake the job, and no moment can be missed: payouts are locked out while the stake is
 * made, it starts no earlier than the last payout's watermark, and its first moment is 24 h later. Events are sent
 * after the commit.
 */
export function payOut(deps: {
  database: Pick<Database, 'kind'>;
  clock: Pick<Clock, 'wall'>;
  /** Rates for payouts from now on. */
  rates: () => Rates;
  tellBalance: (userId: bigint) => void;
}): Work {
  const bounds = BATCH[deps.database.kind];
  let size: number = bounds.least;
  return async (db, _job, now) => {
    const begun = deps.clock.wall().getTime();
    const batch = await settleBatch(db, now, size, deps.rates());
    size = nextSize(size, batch.paid, deps.clock.wall().getTime() - begun, bounds);
    const latest = paysAt(now);
    const dueAt = batch.nextAt && batch.nextAt < latest ? batch.nextAt : latest;
    await enqueue(db, { kind: PAYOUT_JOB, key: KEY, dueAt });
    return () => batch.accounts.forEach(deps.tellBalance);
  };
}
