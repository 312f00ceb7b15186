/** What the payouts worker decides, as pure functions: units, gas, replacement, what a node's words mean, and when to halt. Prices in wei. */
import { sameAddress } from '#rules/addresses.ts';
import { fromDecimals, toDecimals } from '#rules/amounts.ts';

/** Transactions that may wait for a block at once: what geth keeps for one account even when its pool is full. */
export const WINDOW = 16;
/** The first try and so many replacements: 15 % each, 4 times the first price in the end. */
export const MAX_ATTEMPTS = 11;
/** No node's answer makes us pay more: 100 gwei. BNB Smart Chain asks for less than 5. */
export const MAX_GAS_PRICE = 100_000_000_000n;
/** A transfer of a listed token takes less than 100,000; one that takes more runs code of its receiver's. */
export const MAX_GAS = 400_000n;

/**
 * Ledger units (18 decimals) in the token's own.
 * @throws RangeError when they are not whole there; the withdrawal was checked, so that is a defect
 */
export function tokenUnits(units: bigint, decimals: number): bigint {
  const whole = toDecimals(units, decimals);
  if (fromDecimals(whole, decimals) !== units)
    throw new RangeError(`not whole with ${decimals} decimals: ${units}`);
  return whole;
}

/** Gas limit for an estimate: the receiver's balance may become zero before the block, and a fresh slot costs 20,000. */
export const gasLimitFor = (estimate: bigint): bigint => (estimate * 12n) / 10n + 20_000n;

/** What is bid for a block at the market's price. */
export const firstPrice = (market: bigint): bigint => (market < MAX_GAS_PRICE ? market : MAX_GAS_PRICE);

/** The price of a replacement: 15 % more, rounded up, at least 1 wei, or the market's if that is higher; null past the highest. */
export function raisedPrice(price: bigint, market: bigint): bigint | null {
  const least = price + (price === 0n ? 1n : (price * 15n + 99n) / 100n);
  if (least > MAX_GAS_PRICE) return null;
  return firstPrice(market > least ? market : least);
}

/** Whether the newest attempt has waited long enough for a block. Both times are the machine's. */
export const isOverdue = (signedAt: Date, wall: Date, afterMs: number): boolean =>
  wall.getTime() - signedAt.getTime() >= afterMs;

/**
 * What a node's answer to a sent transaction means. `used`: a transaction with its nonce is in the chain; which one, the receipts
 * tell. `refused`: it may take it another time.
 */
export type SendAnswer = 'taken' | 'used' | 'refused';

/** Reads a refusal's words; geth, its forks, erigon, nethermind, besu and anvil each have their own. */
export function sendAnswer(message: string): SendAnswer {
  if (/already ?known|already imported|known transaction/i.test(message)) return 'taken';
  return /nonce too low|nonce_too_low|OldNonce/i.test(message) ? 'used' : 'refused';
}

/** Whether a refusal is about the price alone, so that a higher one may help; "insufficient funds for gas * price" is not. */
export const isTooCheap = (message: string): boolean =>
  /underpriced|(fee|price)\b.*\b(low|less|below)\b/i.test(message);

/** Whether an answer to eth_estimateGas says that the call itself fails, rather than that the node cannot tell. */
export const isRevert = (error: { readonly code: number; readonly message: string }): boolean =>
  error.code === 3 || /revert/i.test(error.message);

/** What a receipt tells (eth_getTransactionReceipt). */
export interface Receipt {
  readonly transactionHash: string;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly succeeded: boolean;
  readonly logs: readonly { readonly address: string; readonly topics: readonly string[] }[];
}

/** keccak256 of Transfer(address,address,uint256), EIP-20. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/**
 * Whether the hot wallet's coins moved. EIP-20 demands a Transfer event for every transfer, so that a token which answers
 * "false" instead of reverting is told by its silence.
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
  /** `foreign`: a nonce was used by a transaction that is not ours. `lost`: one of a refunded payout may be used again. */
  readonly kind: 'foreign' | 'lost';
  readonly reason: string;
}

/** A signed payout as far as its nonce is judged. */
interface Numbered {
  readonly id: bigint;
  readonly nonce: bigint;
}

/**
 * Why nothing more may be signed for a wallet whose nonce is `chainNonce` on the chain and `next` with us; null when nothing is wrong.
 * `struck` lost their nonce to another transaction, `lost` have ended although the chain does not hold them.
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
