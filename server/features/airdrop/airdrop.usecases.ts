/**
 * Redeeming a coupon. First, in a separate transaction, it checks whether the account may try a code at all and whether
 * the code is good: a wrong code must count even though the call is refused. Then, in the call's own transaction, the
 * coupon is locked and checked again, so neither its limit nor the one use per account is ever exceeded. Lock order:
 * coupon, miner, accounts, fund.
 */
import { codeOf, countedSince, couponState, secondsToWait, triesAllowed } from '#rules/coupons.ts';
import { COUPON_TRIES } from '#rules/figures.ts';
import { type Db, inTransaction } from '#server/db/client.ts';
import { post } from '#server/ledger/post.ts';
import { nameOf } from '#server/lib/marks.ts';
import { refuse } from '#server/lib/refusal.ts';
import {
  findCoupon,
  hasTries,
  hasUsed,
  isVerified,
  lockCoupon,
  lockTries,
  noteTry,
  noteUse,
  triesOf,
} from './airdrop.repository.ts';
import { type Gift } from './airdrop.views.ts';

export interface AirdropDeps {
  /** Identifies networks in the database without storing a readable address. */
  secret: Uint8Array;
  /** Adds to an account's gifted hashrate and updates the team above, within the transaction. */
  giveHashrate: (db: Db, userId: bigint, hashrate: bigint) => Promise<void>;
}

const REDEEMED = { reason: 'redeemed' };

interface Asked {
  userId: bigint;
  network: string;
  code: string;
}

/**
 * Accepts a good code and returns the stored coupon. Attempts of one account or network are checked one after the
 * other, so that parallel ones cannot exceed the limit. A good code is not counted. An account is only ever refused for
 * its own wrong codes, never for those of its network. A code that the account itself has redeemed is not wrong.
 * @throws Refusal too_many_requests (data: retryAfter in seconds) after too many wrong codes, coupon_invalid for one
 * more, or (data: reason 'redeemed') for one that the account has redeemed
 */
export async function admit(db: Db, deps: AirdropDeps, asked: Asked, now: Date): Promise<string> {
  const code = codeOf(asked.code);
  const account = `account ${asked.userId}`;
  const network = `network ${nameOf(deps.secret, 'coupon', asked.network)}`;
  const names = [account, network];
  const since = countedSince(now);
  const verdict = await inTransaction(db, async (tx) => {
    await lockTries(tx, names);
    const crowded = await hasTries(tx, network, since, COUPON_TRIES.network);
    const limit = triesAllowed({ crowded, verified: await isVerified(tx, asked.userId) });
    const wait = secondsToWait(await triesOf(tx, account, since), limit, now);
    if (wait > 0) return { wait };
    const coupon = code === null ? undefined : await findCoupon(tx, code);
    if (coupon && (await hasUsed(tx, coupon.id, asked.userId))) return { redeemed: true };
    if (coupon && couponState(coupon, now) === 'open') return { code: coupon.code };
    await noteTry(tx, names, now, since);
    return {};
  });
  if (verdict.wait) refuse('too_many_requests', { retryAfter: verdict.wait });
  return verdict.code ?? refuse('coupon_invalid', verdict.redeemed ? REDEEMED : null);
}

/**
 * Gives an account what the coupon contains, once. ADIT is issued, other coins come from the exchange's reserve.
 * @throws Refusal coupon_invalid if it was used up, closed or redeemed by the account in the meantime, fund_exhausted
 * (data: coin)
 */
export async function redeem(
  db: Db,
  deps: AirdropDeps,
  userId: bigint,
  code: string,
  now: Date,
): Promise<Gift> {
  const coupon = await lockCoupon(db, code);
  if (coupon && (await hasUsed(db, coupon.id, userId))) return refuse('coupon_invalid', REDEEMED);
  if (!coupon || couponState(coupon, now) !== 'open') return refuse('coupon_invalid');
  const { coin, amount, hashrate } = coupon;
  if (hashrate !== null) await deps.giveHashrate(db, userId, hashrate);
  const journal =
    coin === null || amount === null
      ? null
      : await post(db, {
          kind: 'coupon',
          ref: `${coupon.id}/${userId}`,
          at: now,
          lines: [
            { user: userId, coin, amount },
            { system: coin === 'ADIT' ? 'issuance' : 'reserve', coin, amount: -amount },
          ],
        });
  await noteUse(db, { couponId: coupon.id, userId, at: now, journal });
  return { coin, amount, hashrate };
}
