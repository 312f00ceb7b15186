/** Requests a withdrawal: checks, debit and order in one transaction. The payout worker does the rest. */
import { fromUnits, leftOf } from '#rules/amounts.ts';
import { dayStart } from '#rules/days.ts';
import { type Limits, feeOf, needsApproval } from '#rules/withdraw.ts';
import { withdrawEntry } from '#server/chain/payouts/payouts.ledger.ts';
import type { Db } from '#server/db/client.ts';
import { post } from '#server/ledger/post.ts';
import { Refusal, refuse } from '#server/lib/refusal.ts';
import { type ConsentTerms, consentText, readConsent } from './consent.rules.ts';
import {
  insertPayout,
  lockAccount,
  newPayoutId,
  unapprovedSince,
  withdrawnSince,
} from './withdraw.repository.ts';
import { type WithdrawCoin, checkLimit, readAddress, readAmount } from './withdraw.rules.ts';

export interface WithdrawDeps {
  readonly coins: () => readonly (WithdrawCoin & { readonly withdrawals: boolean })[];
  /** The most an account may withdraw per Singapore day. */
  readonly limits: () => Limits;
  /** From these daily sums up, the operator must approve. */
  readonly approval: () => 'off' | Limits;
  /** Recipients that would lose the money (`closedAddresses`). */
  readonly closed: ReadonlySet<string>;
  /** False without a hot wallet: nothing can be withdrawn. */
  readonly paying: boolean;
  /** Host and port at which the app is reached. */
  readonly host: () => string;
  /** Uses up the nonce of a consent; false if it is unknown, used or expired. */
  readonly useNonce: (db: Db, nonce: string, now: Date) => Promise<boolean>;
}

/** What is needed for a withdrawal to another address than the wallet's own. */
interface Consent {
  /** A text that the wallet has signed. */
  readonly signed: string | undefined;
  /** Whether the nonce in that text has already been used up. */
  readonly used: boolean;
  /** For the text to be signed if there is no valid one. */
  readonly nonce: string;
}

export interface WithdrawIntent {
  readonly coin: string;
  readonly amount: string;
  /** If missing, the account's own wallet. */
  readonly address?: string | undefined;
}

const thresholdOf = (from: 'off' | Limits, coin: string): bigint | undefined =>
  from === 'off' ? undefined : from.get(coin);

const invalidCoin = (reason: string): never => {
  throw new Refusal('invalid_request', { issues: [{ path: 'coin', reason }] });
};

/** Whether an address is not the wallet's own. */
export const isForeign = ({ address }: WithdrawIntent, wallet: string): boolean =>
  address !== undefined && address.toLowerCase() !== wallet.toLowerCase();

/** @throws Refusal consent_required (data: the message to sign) unless the wallet has signed exactly this, just now */
async function checkConsent(
  tx: Db,
  { useNonce }: Pick<WithdrawDeps, 'useNonce'>,
  terms: ConsentTerms,
  { signed, used, nonce }: Consent,
  now: Date,
): Promise<void> {
  const given = signed === undefined ? undefined : readConsent(signed, terms, now);
  if (given && (used || (await useNonce(tx, given.nonce, now)))) return;
  refuse('consent_required', { message: consentText(terms, { time: now, nonce }) });
}

/**
 * Debits the account and orders the payout, within the caller's transaction.
 * @throws Refusal in this order: invalid_request (coin), forbidden (switched off), kyc_required, invalid_amount,
 * address_invalid, insufficient_balance, consent_required
 */
export async function withdraw(
  tx: Db,
  deps: WithdrawDeps,
  user: { readonly id: bigint; readonly address: string },
  intent: WithdrawIntent & { readonly consent?: Consent | undefined },
  now: Date,
): Promise<{ id: bigint; fee: bigint; entry: bigint }> {
  const coin = deps.coins().find(({ symbol }) => symbol === intent.coin) ?? invalidCoin('not a listed coin');
  if (!coin.contract || !deps.paying) invalidCoin('cannot be withdrawn');
  if (!coin.withdrawals) refuse('forbidden');
  const account = await lockAccount(tx, user.id);
  if (account.kyc !== 'approved') refuse('kyc_required');
  const amount = readAmount(intent.amount, coin);
  const limit = deps.limits().get(coin.symbol);
  const spent = (await withdrawnSince(tx, user.id, dayStart(now))).get(coin.symbol) ?? 0n;
  if (limit !== undefined) checkLimit(coin.symbol, amount, limit, spent, now);
  const address = readAddress(intent.address ?? user.address, deps.closed);
  const fee = feeOf(coin);
  const id = await newPayoutId(tx);
  const withdrawn = { id, user: user.id, coin: coin.symbol, amount, fee, address };
  const journalId = await post(tx, withdrawEntry(withdrawn, now));
  if (address !== user.address) {
    const terms = { host: deps.host(), account: user.address, coin: coin.symbol, recipient: address };
    const amounts = { amount: fromUnits(amount), fee: fromUnits(fee) };
    await checkConsent(tx, deps, { ...terms, ...amounts }, intent.consent ?? refuse('consent_required'), now);
  }
  const threshold = thresholdOf(deps.approval(), coin.symbol);
  const others = threshold === undefined ? 0n : await unapprovedSince(tx, coin.symbol, dayStart(now));
  const sums = { account: spent + amount, everybody: others + amount };
  const approvedAt = needsApproval(threshold, sums) ? null : now;
  await insertPayout(tx, { ...withdrawn, approvedAt, requestedAt: now, journalId });
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
