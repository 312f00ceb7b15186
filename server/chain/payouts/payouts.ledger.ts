/**
 * A withdrawal in the ledger: debited when it is requested, paid when the payment is final on the chain, or refunded in
 * full. References begin with the payout's id, so none can be booked twice; the debit's reference also names the
 * recipient, so that cannot be changed unnoticed. Amounts in smallest units (10^-18).
 */
import type { Entry } from '#server/ledger/post.ts';

/** A withdrawal as the ledger records it, in smallest units. */
export interface Withdrawn {
  readonly id: bigint;
  readonly user: bigint;
  readonly coin: string;
  /** The amount debited from the account; the recipient gets `amount - fee`. */
  readonly amount: bigint;
  readonly fee: bigint;
}

/** A withdrawal with its recipient. */
interface Requested extends Withdrawn {
  readonly address: string;
}

/** What the recipient gets. */
export const netOf = ({ amount, fee }: Pick<Withdrawn, 'amount' | 'fee'>): bigint => amount - fee;

const feeLine = (coin: string, amount: bigint) =>
  amount === 0n ? [] : [{ system: 'revenue' as const, coin, amount }];

/** The debit: 'payouts' holds the amount until the chain has paid it; the fee is earned immediately. */
export const withdrawEntry = (w: Requested, at: Date): Entry => ({
  kind: 'withdraw',
  ref: `${w.id}/${w.address}`,
  at,
  lines: [
    { user: w.user, coin: w.coin, amount: -w.amount },
    { system: 'payouts', coin: w.coin, amount: netOf(w) },
    ...feeLine(w.coin, w.fee),
  ],
});

/** Paid: our holdings on the chain decrease by that amount. */
export const payoutEntry = (w: Omit<Withdrawn, 'user'>, at: Date): Entry => ({
  kind: 'payout',
  ref: String(w.id),
  at,
  lines: [
    { system: 'payouts', coin: w.coin, amount: -netOf(w) },
    { system: 'custody', coin: w.coin, amount: netOf(w) },
  ],
});

/** Refunded: the debit reversed, including the fee. */
export const refundEntry = (w: Withdrawn, at: Date): Entry => ({
  kind: 'refund',
  ref: String(w.id),
  at,
  lines: [
    { user: w.user, coin: w.coin, amount: w.amount },
    { system: 'payouts', coin: w.coin, amount: -netOf(w) },
    ...feeLine(w.coin, -w.fee),
  ],
});
