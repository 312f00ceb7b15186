/**
 * The payout worker's decisions as pure functions: units, gas, replacement, what a node's messages mean, and when to
 * halt. Prices in wei.
 */
import { sameAddress } from '#rules/addresses.ts';
import { fromDecimals, toDecimals } from '#rules/amounts.ts';
import { TRANSFER } from '#server/chain/deposits/deposits.rules.ts';

/** Maximum number of transactions waiting for a block: what geth keeps for one account even when its pool is full. */
export const WINDOW = 16;
/** The first try plus ten replacements: 15 % more each time, four times the first price in the end. */
export const MAX_ATTEMPTS = 11;
/** Whatever a node answers, we never pay more than this: 100 gwei. BNB Smart Chain asks for less than 5. */
export const MAX_GAS_PRICE = 100_000_000_000n;
/** A transfer of a listed token takes less than 100,000; one that takes more runs its recipient's code. */
export const MAX_GAS = 400_000n;

/**
 * Converts ledger units (18 decimals) to the token's own.
 * @throws RangeError when that is not exact; the withdrawal has been checked, so this would be a bug
 */
export function tokenUnits(units: bigint, decimals: number): bigint {
  const whole = toDecimals(units, decimals);
  if (fromDecimals(whole, decimals) !== units)
    throw new RangeError(`not whole with ${decimals} decimals: ${units}`);
  return whole;
}

/**
 * Gas limit for an estimate: the recipient's balance may drop to zero before the block, and a fresh slot costs 20,000.
 */
export const gasLimitFor = (estimate: bigint): bigint => (estimate * 12n) / 10n + 20_000n;

/** The first bid at the market's price. */
export const firstPrice = (market: bigint): bigint => (market < MAX_GAS_PRICE ? market : MAX_GAS_PRICE);

/**
 * The price of a replacement: 15 % more, rounded up, at least 1 wei, or the market's if that is higher; null above the
 * maximum.
 */
export function raisedPrice(price: bigint, market: bigint): bigint | null {
  const least = price + (price === 0n ? 1n : (price * 15n + 99n) / 100n);
  if (least > MAX_GAS_PRICE) return null;
  return firstPrice(market > least ? market : least);
}

/** Whether the newest attempt has waited long enough for a block. Both times are on the machine's clock. */
export const isOverdue = (signedAt: Date, wall: Date, afterMs: number): boolean =>
  wall.getTime() - signedAt.getTime() >= afterMs;

/**
 * What a node's answer to a sent transaction means. `used`: a transaction with its nonce is in the chain; the receipts
 * show which one. `refused`: the node may accept it later.
 */
export type SendAnswer = 'taken' | 'used' | 'refused';

/** Interprets a refusal's message; geth and its forks, erigon, nethermind, besu and anvil each have their own. */
export function sendAnswer(message: string): SendAnswer {
  if (/already ?known|already imported|known transaction/i.test(message)) return 'taken';
  return /nonce too low|nonce_too_low|OldNonce/i.test(message) ? 'used' : 'refused';
}

/**
 * Whether a refusal is only about the price, so that a higher one may help; "insufficient funds for gas * price" is
 * not.
 */
export const isTooCheap = (message: string): boolean =>
  /underpriced|(fee|price)\b.*\b(low|less|below)\b/i.test(message);

/** Whether an answer to eth_estimateGas says that the call itself fails, rather than that the node cannot tell. */
export const isRevert = (error: { readonly code: number; readonly message: string }): boolean =>
  error.code === 3 || /revert/i.test(error.message);

/** A receipt's fields (eth_getTransactionReceipt). */
export interface Receipt {
  readonly transactionHash: string;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly succeeded: boolean;
  readonly logs: readonly { readonly address: string; readonly topics: readonly string[] }[];
}

/**
 * Whether the hot wallet's coins moved. EIP-20 requires a Transfer event for every transfer, so a token that returns
 * "false" instead of reverting is detected by the missing event.
 */
export const hasPaid = (receipt: Receipt, token: string, wallet: string): boolean =>
  receipt.succeeded &&
  receipt.logs.some(
    ({ address, topics: [event, from] }) =>
      sameAddress(address, token) &&
      event === TRANSFER &&
      from?.slice(-40).toLowerCase() === wallet.slice(-40).toLowerCase(),
  );

/** Why nothing more may be signed. */
export interface Doubt {
  /**
   * `foreign`: a nonce was used by a transaction that is not ours. `lost`: the nonce of a refunded payout may be used
   * again.
   */
  readonly kind: 'foreign' | 'lost';
  readonly reason: string;
}

/** The facts about a signed payout that matter for its nonce. */
interface Numbered {
  readonly id: bigint;
  readonly nonce: bigint;
}

/**
 * Why nothing more may be signed for a wallet whose nonce is `chainNonce` on the chain and `next` in our records; null
 * when nothing is wrong. `struck` are those that lost their nonce to another transaction; `lost` are those that have
 * ended although the chain does not contain them.
 */
export function doubtOf(
  chainNonce: bigint,
  next: bigint,
  struck: readonly Numbered[],
  lost: readonly (Numbered & { readonly state: string })[],
): Doubt | null {
  const [first] = struck;
  if (first)
    return {
      kind: 'foreign',
      reason: `nonce ${first.nonce} of payout ${first.id} was used by a transaction that is not ours`,
    };
  if (chainNonce > next)
    return {
      kind: 'foreign',
      reason: `the chain's nonce is ${chainNonce}, ours ${next}: somebody else sends with this key`,
    };
  const refunded = lost.find(({ state }) => state === 'failed');
  if (!refunded) return null;
  const { id, nonce } = refunded;
  return {
    kind: 'lost',
    reason: `payout ${id} was refunded and its transaction has left the chain; send another one with nonce ${nonce} from the hot wallet`,
  };
}
