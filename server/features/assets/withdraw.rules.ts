/** Which withdrawals and recipients are refused, as pure functions. Amounts in smallest units (10^-18). */
import { getAddress, isAddress } from 'ethers/address';
import { isUnowned } from '#rules/addresses.ts';
import { fromUnits, leftOf, readUnits } from '#rules/amounts.ts';
import { nextDay } from '#rules/days.ts';
import { type WithdrawTerms, minimumOf } from '#rules/withdraw.ts';
import { refuse } from '#server/lib/refusal.ts';

export interface WithdrawCoin extends WithdrawTerms {
  readonly symbol: string;
  readonly contract: string | null;
  readonly dailyWithdraw: string;
}

/**
 * Parses an amount that the chain can pay. Refuses an amount below the minimum, or with more decimals than the token,
 * with 1302.
 */
export function readAmount(text: string, coin: WithdrawCoin): bigint {
  const { symbol, decimals } = coin;
  const amount = readUnits(text, decimals) ?? refuse('invalid_amount', { coin: symbol, decimals });
  const minimum = minimumOf(coin);
  if (amount < minimum)
    refuse('invalid_amount', { reason: 'minimum', coin: symbol, minimum: fromUnits(minimum) });
  return amount;
}

/** Refuses, with 1302, an amount above what the account may still withdraw of the coin today. */
export function checkLimit(coin: string, amount: bigint, limit: bigint, spent: bigint, now: Date): void {
  const left = leftOf(limit, spent);
  if (amount <= left) return;
  refuse('invalid_amount', {
    reason: 'limit',
    coin,
    limit: fromUnits(limit),
    left: fromUnits(left),
    resetsAt: nextDay(now).toISOString(),
  });
}

/** The form in which the rules compare addresses. */
const plain = (address: string): string => address.toLowerCase();

/** Recipients that would lose the money: the listed tokens, and our own wallets. */
export const closedAddresses = (
  coins: readonly Pick<WithdrawCoin, 'contract'>[],
  own: readonly string[],
): ReadonlySet<string> => new Set([...coins.flatMap(({ contract }) => contract ?? []), ...own].map(plain));

/**
 * The recipient's address with its checksum. Refuses, with 1306, an address that is malformed, has a wrong checksum
 * (EIP-55), or would lose the money: one that nobody owns, or one in `closed`.
 */
export function readAddress(text: string, closed: ReadonlySet<string>): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text) || !isAddress(text)) return refuse('address_invalid');
  if (isUnowned(text) || closed.has(plain(text))) return refuse('address_invalid');
  return getAddress(text);
}
