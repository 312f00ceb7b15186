/** What may be withdrawn, and where to: pure decisions. Amounts in smallest units (10^-18). */
import { getAddress, isAddress } from 'ethers';
import { DECIMALS, fromUnits, isAmountText, toUnits } from '#contract/amounts.ts';
import { refuse } from '#server/refusal.ts';

export interface WithdrawCoin {
  readonly symbol: string;
  /** Of the token; the chain cannot pay smaller parts. */
  readonly decimals: number;
  readonly contract: string | null;
  /** Decimal strings. */
  readonly minWithdraw: string;
  readonly withdrawFee: string;
  readonly dailyWithdraw: string;
}

/** By coin; a coin that is missing has none. */
export type Limits = ReadonlyMap<string, bigint>;

const DAY_MS = 86_400_000;
/** Singapore is 8 hours ahead all year. */
const AHEAD_MS = 8 * 3_600_000;

/** The midnight of Asia/Singapore that was last at `now`. */
export function dayStart(now: Date): Date {
  const local = now.getTime() + AHEAD_MS;
  return new Date(local - (local % DAY_MS) - AHEAD_MS);
}

/** The next one. */
export const dayEnd = (now: Date): Date => new Date(dayStart(now).getTime() + DAY_MS);

/** The daily limits in force: those that the operator gave, and the coin list's for coins that were not named. */
export function limitsOf(
  coins: readonly Pick<WithdrawCoin, 'symbol' | 'dailyWithdraw'>[],
  given: 'off' | Limits | undefined,
): Limits {
  if (given === 'off') return new Map();
  return new Map(
    coins.map(({ symbol, dailyWithdraw }) => [symbol, given?.get(symbol) ?? toUnits(dailyWithdraw)]),
  );
}

/** What is left of a limit; a limit that was lowered during the day may be passed already. */
export const leftOf = (limit: bigint, spent: bigint): bigint => (spent < limit ? limit - spent : 0n);

/** Whether a withdrawal waits for the operator. */
export const needsApproval = (coin: string, amount: bigint, from: 'off' | Limits): boolean => {
  const threshold = from === 'off' ? undefined : from.get(coin);
  return threshold !== undefined && amount >= threshold;
};

type Priced = Pick<WithdrawCoin, 'minWithdraw' | 'withdrawFee' | 'decimals'>;

/** The smallest part that the token has. */
const stepOf = (decimals: number): bigint => 10n ** BigInt(DECIMALS - decimals);

/**
 * What a withdrawal costs: the fee, without what is finer than the token. What is left of the amount has to be paid on the chain, to
 * the last unit; a payout that cannot be would hold up all others of its coin.
 */
export function feeOf({ withdrawFee, decimals }: Pick<Priced, 'withdrawFee' | 'decimals'>): bigint {
  const fee = toUnits(withdrawFee);
  return fee - (fee % stepOf(decimals));
}

/** The least that may be withdrawn: the list's minimum, and never so little that the fee takes all of it. */
export function minimumOf({ minWithdraw, withdrawFee, decimals }: Priced): bigint {
  const least = feeOf({ withdrawFee, decimals }) + stepOf(decimals);
  const listed = toUnits(minWithdraw);
  return listed > least ? listed : least;
}

/** Reads an amount that the chain can pay. Refuses with 1302 one below the minimum or with more decimals than the token. */
export function readAmount(text: string, coin: WithdrawCoin): bigint {
  const { symbol, decimals } = coin;
  const given = text.split('.')[1]?.length ?? 0;
  if (!isAmountText(text) || given > decimals) refuse('invalid_amount', { coin: symbol, decimals });
  const amount = toUnits(text);
  const minimum = minimumOf(coin);
  if (amount < minimum) refuse('invalid_amount', { coin: symbol, minimum: fromUnits(minimum) });
  return amount;
}

/** Refuses with 1302 what is more than the account may still withdraw of the coin today. */
export function checkLimit(coin: string, amount: bigint, limit: bigint, spent: bigint, now: Date): void {
  const left = leftOf(limit, spent);
  if (amount <= left) return;
  refuse('invalid_amount', {
    coin,
    limit: fromUnits(limit),
    left: fromUnits(left),
    resetsAt: dayEnd(now).toISOString(),
  });
}

const ZERO = `0x${'0'.repeat(40)}`;

/** How the rules compare addresses. */
const plain = (address: string): string => address.toLowerCase();

/** Receivers that would lose the money: the listed tokens, the treasury and the hot wallet. */
export const closedAddresses = (
  coins: readonly Pick<WithdrawCoin, 'contract'>[],
  ...ours: readonly (string | null | undefined)[]
): ReadonlySet<string> =>
  new Set([...coins.map(({ contract }) => contract), ...ours].flatMap((one) => (one ? [plain(one)] : [])));

/**
 * The receiver's address with its checksum. Refuses with 1306 what is malformed, has a wrong checksum (EIP-55), or is known to
 * lose the money: the zero address, and ours (`closed`).
 */
export function readAddress(text: string, closed: ReadonlySet<string>): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text) || !isAddress(text)) return refuse('address_invalid');
  if (plain(text) === ZERO || closed.has(plain(text))) return refuse('address_invalid');
  return getAddress(text);
}
