/** The payout job. */
import { paysAt } from '#rules/staking.ts';
import type { Rates } from '#rules/team.ts';
import type { Database, Db } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { enqueue } from '#server/jobs/queue.ts';
import type { Work } from '#server/jobs/runner.ts';
import { settleBatch } from './staking.repository.ts';
import { BATCH, nextSize } from './staking.batches.ts';

export const PAYOUT_JOB = 'staking.payout';
const KEY = 'main';

/** Enqueues the payout job, unless it is already waiting; from then on each run enqueues its successor. */
export const startPayouts = (db: Db, now: Date): Promise<void> =>
  enqueue(db, { kind: PAYOUT_JOB, key: KEY, dueAt: now });

/**
 * Pays one batch. The successor is due with the next order, or immediately if more is left, and never later than 24 h
 * from now. So a stake does not have to wake the job, and no moment can be missed: payouts are locked out while the
 * stake is made, it starts no earlier than the last payout's watermark, and its first moment is 24 h later. Events are
 * sent after the commit.
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
