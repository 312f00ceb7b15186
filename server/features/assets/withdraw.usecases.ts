/** Requests a withdrawal: checks, debit and order in one transaction. The payout worker does the rest. */
import { leftOf } from '#rules/amounts.ts';
import { dayStart } from '#rules/days.ts';
import { type Limits, feeOf, needsApproval } from '#rules/withdraw.ts';
import { withdrawEntry } from '#server/chain/payouts/payouts.ledger.ts';
import type { Db } from '#server/db/client.ts';
import { post } from '#server/ledger/post.ts';
import { Refusal, refuse } from '#server/lib/refusal.ts';
import { insertPayout, lockAccount, newPayoutId, withdrawnSince } from './withdraw.repository.ts';
import { type WithdrawCoin, checkLimit, readAddress, readAmount } from './withdraw.rules.ts';

export interface WithdrawDeps {
  readonly coins: () => readonly (WithdrawCoin & { readonly withdrawals: boolean })[];
  /** The most per day in Singapore. */
  readonly limits: () => Limits;
  /** From these amounts up, the operator must approve. */
  readonly approval: () => 'off' | Limits;
  /** Receivers that would lose the money (`closedAddresses`). */
  readonly closed: ReadonlySet<string>;
  /** False without a hot wallet: nothing can be withdrawn. */
  readonly paying: boolean;
}

export interface WithdrawIntent {
  readonly coin: string;
  readonly amount: string;
  /** The account's own wallet if missing. */
  readonly address?: string | undefined;
}

const invalidCoin = (reason: string): never => {
  throw new Refusal('invalid_request', { issues: [{ path: 'coin', reason }] });
};

/**
 * Debits the account and orders the payout, within the caller's transaction.
 * @throws Refusal in this order: invalid_request (coin), forbidden (switched off), kyc_required, invalid_amount,
 * address_invalid, insufficient_balance
 */
export async function withdraw(
  tx: Db,
  deps: WithdrawDeps,
  user: { readonly id: bigint; readonly address: string },
  intent: WithdrawIntent,
  now: Date,
): Promise<{ id: bigint; fee: bigint; entry: bigint }> {
  const coin = deps.coins().find(({ symbol }) => symbol === intent.coin) ?? invalidCoin('not a listed coin');
  if (!coin.contract || !deps.paying) invalidCoin('cannot be withdrawn');
  if (!coin.withdrawals) refuse('forbidden');
  const account = await lockAccount(tx, user.id);
  if (account.kyc !== 'approved') refuse('kyc_required');
  const amount = readAmount(intent.amount, coin);
  const limit = deps.limits().get(coin.symbol);
  if (limit !== undefined) {
    const spent = (await withdrawnSince(tx, user.id, dayStart(now))).get(coin.symbol) ?? 0n;
    checkLimit(coin.symbol, amount, limit, spent, now);
  }
  const address = readAddress(intent.address ?? user.address, deps.closed);
  const fee = feeOf(coin);
  const id = await newPayoutId(tx);
  const withdrawn = { id, user: user.id, coin: coin.symbol, amount, fee };
  const journalId = await post(tx, withdrawEntry(withdrawn, now));
  const approvedAt = needsApproval(coin.symbol, amount, deps.approval()) ? null : now;
  await insertPayout(tx, { ...withdrawn, address, approvedAt, requestedAt: now, journalId });
  return { id, fee, entry: journalId };
}

/** What an account may still withdraw today (Asia/Singapore), by coin; coins without a limit are missing. */
export async function withdrawLeft(
  db: Db,
  userId: bigint,
  now: Date,
  limits: Limits,
): Promise<Map<string, bigint>> {
  if (limits.size === 0) return new Map();
  const spent = await withdrawnSince(db, userId, dayStart(now));
  return new Map([...limits].map(([coin, limit]) => [coin, leftOf(limit, spent.get(coin) ?? 0n)]));
}
