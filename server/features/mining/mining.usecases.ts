/** What the miner does beyond its two daily calls: activation, and what a verified member brings to the team. */
import type { Db } from '#server/db/client.ts';
import { post } from '#server/ledger/post.ts';
import { refuse } from '#server/refusal.ts';
import { type Job, enqueue } from '#server/jobs/queue.ts';
import { RULES, mayActivate } from './mining.rules.ts';
import { addToTeams, createTrial, hasValidInvite, lockMiner, makePermanent } from './mining.repository.ts';

/** Work of kind `mining.team`: a member became valid, its ancestors' bonus grows. */
export const TEAM_JOB = 'mining.team';

/** First sign-in: the gifted hashrate and a trial that waits for its start. */
export const openTrial = (db: Db, userId: bigint): Promise<void> =>
  createTrial(db, userId, RULES.trialHashrate);

/**
 * Activates a permanent miner. By USDT the price goes to the repurchase fund; by invite it needs a direct member whose
 * verification is approved, once an account.
 */
export async function activate(db: Db, userId: bigint, method: 'usdt' | 'invite', now: Date): Promise<void> {
  const miner = await lockMiner(db, userId);
  if (!miner || !mayActivate(miner)) refuse('activation_unavailable');
  if (method === 'invite') {
    if (miner.invite_used || !(await hasValidInvite(db, userId))) refuse('activation_unavailable');
  } else {
    await post(db, {
      kind: 'miner_purchase',
      at: now,
      lines: [
        { user: userId, coin: 'USDT', amount: -RULES.permanentPrice },
        { system: 'buyback', coin: 'USDT', amount: RULES.permanentPrice },
      ],
    });
  }
  await makePermanent(db, userId, method === 'invite');
}

/** A member became valid: noted as due work, so that no inviter's row is locked inside the member's transaction. */
export const memberBecameValid = (db: Db, memberId: bigint, now: Date): Promise<void> =>
  enqueue(db, { kind: TEAM_JOB, key: String(memberId), dueAt: now, payload: { memberId: String(memberId) } });

export async function growTeams(db: Db, job: Job): Promise<void> {
  await addToTeams(db, BigInt((job.payload as { memberId: string }).memberId));
}
