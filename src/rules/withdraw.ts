/**
 * Withdrawals: minimum, fee, daily limit, and which ones need the operator's approval. Smallest units (10^-18); the
 * coin list has the figures.
 */
import { fromDecimals, toUnits, wholeSteps } from './amounts.ts';
import { APPROVAL_PART, UNAPPROVED_IN_ALL } from './figures.ts';

/** By coin; a coin that is missing has no limit. */
export type Limits = ReadonlyMap<string, bigint>;

/** The coin list's terms for a coin: decimal strings, and the decimals of its token. */
export interface WithdrawTerms {
  readonly minWithdraw: string;
  readonly withdrawFee: string;
  readonly decimals: number;
}

/** The daily limits in force: those set by the operator, and the coin list's for all other coins. */
export function limitsOf(
  coins: readonly { readonly symbol: string; readonly dailyWithdraw: string }[],
  given: 'off' | Limits | undefined,
): Limits {
  if (given === 'off') return new Map();
  return new Map(
    coins.map(({ symbol, dailyWithdraw }) => [symbol, given?.get(symbol) ?? toUnits(dailyWithdraw)]),
  );
}

/** From which sums of a day up withdrawals need approval: those set by the operator, else a part of the daily limits. */
export const approvalOf = (
  coins: readonly { readonly symbol: string; readonly dailyWithdraw: string }[],
  given: 'off' | Limits | undefined,
): 'off' | Limits =>
  given ??
  new Map(coins.map(({ symbol, dailyWithdraw }) => [symbol, toUnits(dailyWithdraw) / APPROVAL_PART]));

/** What is withdrawn of a coin on one day, a withdrawal in question included. */
export interface DaySums {
  /** By the account. */
  readonly account: bigint;
  /** By all accounts, without the operator's approval. */
  readonly everybody: bigint;
}

/**
 * Whether a withdrawal needs the operator's approval: by the sums of the day, so that splitting one into many, or over
 * many accounts, does not avoid it. @param threshold undefined: never
 */
export const needsApproval = (threshold: bigint | undefined, { account, everybody }: DaySums): boolean =>
  threshold !== undefined && (account >= threshold || everybody >= threshold * BigInt(UNAPPROVED_IN_ALL));

/**
 * A withdrawal's fee, truncated to the token's decimals. The rest of the amount has to be paid on chain exactly; a
 * payout that cannot be would hold up all others of its coin.
 */
export const feeOf = ({ withdrawFee, decimals }: Pick<WithdrawTerms, 'withdrawFee' | 'decimals'>): bigint =>
  wholeSteps(toUnits(withdrawFee), decimals);

/** The minimum withdrawal: the coin list's minimum, but always more than the fee. */
export function minimumOf({ minWithdraw, withdrawFee, decimals }: WithdrawTerms): bigint {
  const least = feeOf({ withdrawFee, decimals }) + fromDecimals(1n, decimals);
  const listed = toUnits(minWithdraw);
  return listed > least ? listed : least;
}
