/** Withdrawals: the least, the fee, a day's limit, and which wait for the operator. Smallest units (10^-18); the coin list has the figures. */
import { fromDecimals, toUnits, wholeSteps } from './amounts.ts';

/** By coin; a coin that is missing has none. */
export type Limits = ReadonlyMap<string, bigint>;

/** What the coin list says of a coin; decimal strings, and the decimals of its token. */
export interface WithdrawTerms {
  readonly minWithdraw: string;
  readonly withdrawFee: string;
  readonly decimals: number;
}

/** The daily limits in force: those that the operator gave, and the coin list's for coins that were not named. */
export function limitsOf(
  coins: readonly { readonly symbol: string; readonly dailyWithdraw: string }[],
  given: 'off' | Limits | undefined,
): Limits {
  if (given === 'off') return new Map();
  return new Map(
    coins.map(({ symbol, dailyWithdraw }) => [symbol, given?.get(symbol) ?? toUnits(dailyWithdraw)]),
  );
}

/** Whether a withdrawal waits for the operator. */
export const needsApproval = (coin: string, amount: bigint, from: 'off' | Limits): boolean => {
  const threshold = from === 'off' ? undefined : from.get(coin);
  return threshold !== undefined && amount >= threshold;
};

/**
 * What a withdrawal costs: the fee, without what is finer than the token. What is left of the amount has to be paid on the chain, to
 * the last unit; a payout that cannot be would hold up all others of its coin.
 */
export const feeOf = ({ withdrawFee, decimals }: Pick<WithdrawTerms, 'withdrawFee' | 'decimals'>): bigint =>
  wholeSteps(toUnits(withdrawFee), decimals);

/** The least that may be withdrawn: the list's minimum, and never so little that the fee takes all of it. */
export function minimumOf({ minWithdraw, withdrawFee, decimals }: WithdrawTerms): bigint {
  const least = feeOf({ withdrawFee, decimals }) + fromDecimals(1n, decimals);
  const listed = toUnits(minWithdraw);
  return listed > least ? listed : least;
}
