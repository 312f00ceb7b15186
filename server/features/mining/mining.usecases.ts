/** The miner beyond its two daily calls: activation, and what a verified member brings to the team. */
import { toUnits } from '#rules/amounts.ts';
import { PERMANENT_PRICE, WELCOME_HASHRATE } from '#rules/figures.ts';
import { mayActivate } from '#rules/mining.ts';
import type { Db } from '#server/db/client.ts';
import { post } from '#server/ledger/post.ts';
import { permanentMoment } from '#server/lib/permanent-moment.ts';
import { refuse } from '#server/lib/refusal.ts';
import {
  createTrial,
  hasValidInvite,
  lockMiner,
  lockOwnHashrate,
  lockUser,
  makePermanent,
} from './mining.repository.ts';

/** Tells the teams above a member what changed. */
export type NoteMember = (
  db: Db,
  memberId: bigint,
  change: { members?: number; valid?: number; hashrate?: bigint; validHashrate?: bigint },
) => Promise<void>;

/** First sign-in: the gifted hashrate and a trial waiting to be started; the teams above gain a member. */
export const openTrial =
  (noteTeam: NoteMember) =>
  async (db: Db, userId: bigint, gift: boolean): Promise<void> => {
    const hashrate = gift ? toUnits(WELCOME_HASHRATE) : 0n;
    await createTrial(db, userId, hashrate);
    await noteTeam(db, userId, { members: 1, hashrate });
  };

/**
 * Activates a permanent miner. With USDT, the price goes to the repurchase fund; by invitation, it requires a direct
 * member whose verification is approved, and works once per account.
 */
export async function activate(db: Db, userId: bigint, method: 'usdt' | 'invite', now: Date): Promise<void> {
  await lockUser(db, userId);
  const miner = await lockMiner(db, userId);
  if (!miner || !mayActivate(miner))
    refuse('activation_unavailable', { reason: miner?.kind === 'trial' ? 'trial' : 'permanent' });
  // Before any account is locked, because a close that counts the miners locks accounts afterwards.
  const at = await permanentMoment(db, now);
  if (method === 'invite') {
    if (miner.invite_used || !(await hasValidInvite(db, userId)))
      refuse('activation_unavailable', { reason: 'friend' });
  } else {
    const price = toUnits(PERMANENT_PRICE);
    await post(db, {
      kind: 'miner_purchase',
      ref: String(userId),
      at: now,
      lines: [
        { user: userId, coin: 'USDT', amount: -price },
        { system: 'buyback', coin: 'USDT', amount: price },
      ],
    });
  }
  await makePermanent(db, userId, method === 'invite', at);
}

/**
 * A member became valid: its own hashrate now counts in the bonus of those above. Its miner is locked, as purchases and
 * sales of hashrate do before they check the verification, so each unit counts as valid exactly once.
 */
export const memberBecameValid =
  (noteTeam: NoteMember) =>
  async (db: Db, memberId: bigint): Promise<void> =>
    noteTeam(db, memberId, { valid: 1, validHashrate: await lockOwnHashrate(db, memberId) });

/** A member's approval was revoked: those above lose what it gave them, under the same lock. */
export const memberBecameInvalid =
  (noteTeam: NoteMember) =>
  async (db: Db, memberId: bigint): Promise<void> =>
    noteTeam(db, memberId, { valid: -1, validHashrate: -(await lockOwnHashrate(db, memberId)) });
