/**
 * Withdrawals: minimum, fee, daily limit, and which ones need the operator's approval. Amounts in smallest units
 * (10^-18); the figures are in the coin list.
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

/**
 * The daily sums from which withdrawals need approval: those set by the operator, and a fraction of the daily limits for
 * all other coins. @param limits the coin list's if there are none
 */
export const approvalOf = (
  coins: Parameters<typeof limitsOf>[0],
  limits: 'off' | Limits | undefined,
  given: 'off' | Limits | undefined,
): 'off' | Limits => {
  if (given === 'off') return 'off';
  const daily = limitsOf(coins, limits === 'off' ? undefined : limits);
  return new Map([...daily].map(([coin, limit]) => [coin, given?.get(coin) ?? limit / APPROVAL_PART]));
};

/** What is withdrawn of a coin on one day, including the withdrawal in question. */
interface DaySums {
  /** By the account. */
  readonly account: bigint;
  /** By all accounts, without the operator's approval. */
  readonly everybody: bigint;
}

/**
 * Whether a withdrawal needs the operator's approval. The day's sums decide, so splitting it into many, or across many
 * accounts, does not avoid approval. @param threshold undefined: never
 */
export const needsApproval = (threshold: bigint | undefined, { account, everybody }: DaySums): boolean =>
  threshold !== undefined && (account >= threshold || everybody >= threshold * BigInt(UNAPPROVED_IN_ALL));

/**
 * A withdrawal's fee, truncated to the token's decimals. The rest of the amount has to be paid exactly on chain; a
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
