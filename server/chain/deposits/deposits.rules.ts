/**
 * Which events on the chain are deposits, as pure functions: a Transfer of a listed token to the treasury, proved by
 * its log and the receipt that contains it. This file returns amounts in the ledger's smallest units (10^-18).
 */
import { ZeroAddress } from 'ethers/constants';
import { getAddress } from 'ethers/address';
import { keccak256 } from 'ethers/crypto';
import { id } from 'ethers/hash';
import { getBytes, zeroPadValue } from 'ethers/utils';
import { fromDecimals } from '#rules/amounts.ts';
import type { Coin } from '#server/chain/coins.ts';
import type { CoinChanges, Token } from '#server/chain/coins.terms.ts';
import type { Place } from '#server/chain/cursor.ts';
import { hex } from '#server/chain/rpc.ts';
import { CHUNK, type Range } from '#server/chain/watcher.rules.ts';

/** keccak256("Transfer(address,address,uint256)"): topic 0 of the event (ERC-20, "Events"). */
export const TRANSFER = id('Transfer(address,address,uint256)');
/** The most transfers credited in one database transaction, unless one block has more. */
export const MOST_AT_ONCE = 1000;

/**
 * A deposit that would bring our holdings of a coin to this much is not credited, and the operator is alerted: 10^16
 * coins, ten times the most that a listed coin ever had. A balance can hold ten thousand times as much, so a token
 * whose owner mints at will cannot overflow it, however many deposits it makes, and so cannot block everyone else's.
 */
export const TOO_LARGE = 10n ** 34n;

/** A log in the form of Ethereum JSON-RPC (eth_getLogs). */
export interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: string;
  readonly blockHash: string;
  readonly transactionHash: string;
  readonly logIndex: string;
  readonly removed?: boolean;
}

/** A receipt in the form of Ethereum JSON-RPC (eth_getTransactionReceipt). */
export interface Receipt {
  readonly status: string;
  readonly blockNumber: string;
  readonly blockHash: string;
  readonly logs: readonly Log[];
}

/** Determines which transfers count. */
export interface Book {
  /** By address in lower case. */
  readonly tokens: ReadonlyMap<
    string,
    {
      readonly coin: string;
      readonly decimals: number;
      /** The coin has another token now. */
      readonly replaced?: true;
    }
  >;
  /** The treasury, and those that it has replaced. */
  readonly treasuries: readonly [string, ...string[]];
}

/**
 * The tokens of coins at the start, those that the operator has added since, and those that have been replaced. Servers
 * share one cursor, so none may move it past a transfer of a token that another server, started after the change,
 * already accepts.
 */
export function tokensOf(
  coins: readonly Pick<Coin, 'symbol' | 'decimals' | 'contract' | 'earlier'>[],
  changes: CoinChanges,
): Book['tokens'] {
  const entry = (coin: string, { address, decimals }: Token) =>
    [address.toLowerCase(), { coin, decimals }] as const;
  const named = [...changes].flatMap(([coin, { contract }]) =>
    contract && coins.some(({ symbol }) => symbol === coin) ? [{ coin, ...contract }] : [],
  );
  const earlier = [...coins.map(({ symbol, earlier }) => ({ coin: symbol, earlier })), ...named];
  return new Map([
    ...earlier.flatMap(({ coin, earlier: tokens = [] }) =>
      tokens.map((token) => {
        const [address, of] = entry(coin, token);
        return [address, { ...of, replaced: true as const }] as const;
      }),
    ),
    ...named.map(({ coin, ...token }) => entry(coin, token)),
    ...coins.flatMap(({ symbol, decimals, contract }) =>
      contract ? [entry(symbol, { address: contract, decimals })] : [],
    ),
  ]);
}

/** A deposit's facts, independent of its position in the chain. */
interface Facts {
  readonly txHash: string;
  readonly coin: string;
  /** Smallest units of the ledger, above 0. */
  readonly amount: bigint;
  /** EIP-55. */
  readonly from: string;
  /**
   * Of a token, or to a treasury, that has been replaced. Whoever has the key of that treasury could deposit for ever,
   * so this counts only when an operator asks for it (`chain rescan --replaced`).
   */
  readonly replaced?: true;
}

/** A deposit as described by its log only. */
export interface Transfer extends Facts {
  readonly logIndex: number;
  readonly block: Place;
}

/** A deposit proved by its receipt. `txHash` and `ordinal` stay the same if its block is replaced. */
export interface Deposit extends Facts {
  /** The position of its log among the logs of the receipt. */
  readonly ordinal: number;
  readonly block: Place;
}

const topicOf = (address: string): string => zeroPadValue(address, 32).toLowerCase();
const hasShape = ({ topics, data }: Log): boolean =>
  topics.length === 3 && topics[0] === TRANSFER && /^0x[0-9a-f]{64}$/i.test(data);

/** The filter that finds transfers to the treasuries in a range (eth_getLogs). */
export const filterOf = ({ tokens, treasuries }: Book, { from, to }: Range) => ({
  fromBlock: hex(from),
  toBlock: hex(to),
  address: [...tokens.keys()],
  topics: [TRANSFER, null, treasuries.map(topicOf)],
});

/**
 * Whether the logs of a block can contain this address or topic. False is certain; true may be a coincidence. A filter has
 * 2048 bits, three of them for each value (Yellow Paper, 4.3.1).
 */
export function mayContain(logsBloom: string, value: string): boolean {
  const filter = BigInt(logsBloom);
  const hash = getBytes(keccak256(value));
  return [0, 2, 4].every((at) => {
    const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) % 2048;
    return ((filter >> BigInt(bit)) & 1n) === 1n;
  });
}

/**
 * The share of set bits from which a filter is too full to be useful: at 0.8, one block in seven looks as if it had our
 * transfer.
 */
const FULL = 0.8;

const isFull = (logsBloom: string): boolean =>
  BigInt(logsBloom).toString(2).replaceAll('0', '').length > FULL * 2048;

/**
 * Whether the header of a block announces a transfer of a listed token to a treasury. A nearly full filter, as on
 * busy blocks of BNB Smart Chain, announces nothing: such blocks are left to the second reading.
 */
export const announcesTransfers = (logsBloom: string, { tokens, treasuries }: Book): boolean =>
  !isFull(logsBloom) &&
  mayContain(logsBloom, TRANSFER) &&
  treasuries.some((treasury) => mayContain(logsBloom, topicOf(treasury))) &&
  [...tokens.keys()].some((token) => mayContain(logsBloom, token));

/** The transfer that a log describes; null if it does not count, such as a mint. */
export function transferOf(log: Log, { tokens, treasuries }: Book): Transfer | null {
  const token = tokens.get(log.address.toLowerCase());
  if (!token || log.removed || !hasShape(log)) return null;
  const to = log.topics[2]?.toLowerCase();
  const treasury = treasuries.findIndex((one) => topicOf(one) === to);
  if (treasury < 0) return null;
  const from = getAddress(`0x${(log.topics[1] ?? '').slice(-40)}`);
  const amount = fromDecimals(BigInt(log.data), token.decimals);
  if (amount === 0n || from === ZeroAddress) return null;
  return {
    txHash: log.transactionHash.toLowerCase(),
    coin: token.coin,
    amount,
    from,
    ...((token.replaced || treasury > 0) && { replaced: true as const }),
    logIndex: Number(log.logIndex),
    block: { number: Number(log.blockNumber), hash: log.blockHash },
  };
}

const sameFacts = (one: Facts, other: Facts): boolean =>
  one.txHash === other.txHash &&
  one.coin === other.coin &&
  one.amount === other.amount &&
  one.from === other.from;

/**
 * The position of a log in its receipt; -1 if it is not there. Nodes number the logs of a block consecutively, so the
 * likely place is tried first: searching for each of 20,000 in one receipt would take 20 s.
 */
function ordinalOf({ logs }: Receipt, logIndex: number): number {
  const isAt = (log: Log | undefined) => Number(log?.logIndex) === logIndex;
  const likely = logIndex - Number(logs[0]?.logIndex);
  return isAt(logs[likely]) ? likely : logs.findIndex(isAt);
}

/**
 * The deposit behind a transfer: the receipt shows that the transaction succeeded in the block that the chain has at
 * that number, and contains the same log. Null if the node contradicts itself.
 */
export function depositOf(
  transfer: Transfer,
  canonicalHash: string | undefined,
  receipt: Receipt | null,
  book: Book,
): Deposit | null {
  const { logIndex, block, ...facts } = transfer;
  if (!receipt || Number(receipt.status) !== 1) return null;
  if (block.hash !== canonicalHash || receipt.blockHash !== canonicalHash) return null;
  const ordinal = ordinalOf(receipt, logIndex);
  const log = receipt.logs[ordinal];
  const found = log && transferOf(log, book);
  return found && sameFacts(found, transfer) ? { ...facts, ordinal, block } : null;
}

/** The position of a credited deposit in the chain, taken from its receipt; null if the chain no longer contains it. */
export function standsAt(credited: Deposit, receipt: Receipt | null, book: Book): Place | null {
  if (!receipt || Number(receipt.status) !== 1) return null;
  const log = receipt.logs[credited.ordinal];
  const found = log && transferOf(log, book);
  return found && sameFacts(found, credited)
    ? { number: Number(receipt.blockNumber), hash: receipt.blockHash }
    : null;
}

/**
 * How a deposit on the chain compares with the ledger: not credited, credited exactly so, credited in another block, or
 * credited with other facts.
 */
export function compare(
  credited: Deposit | undefined,
  found: Deposit,
): 'fresh' | 'same' | 'moved' | 'changed' {
  if (!credited) return 'fresh';
  if (!sameFacts(credited, found)) return 'changed';
  return credited.block.hash === found.block.hash ? 'same' : 'moved';
}

/** The last block of a range with at most MOST_AT_ONCE transfers; a single block is never split. */
export function cutAt(transfers: readonly Transfer[], to: number): number {
  const beyond = transfers[MOST_AT_ONCE]?.block.number;
  const first = transfers[0]?.block.number;
  if (beyond === undefined || first === undefined) return to;
  return Math.max(first, beyond - 1);
}

/**
 * How many blocks to request after a range of `span` blocks: half as many if it was refused, otherwise twice as many.
 */
export const nextSpan = (span: number, refused: boolean): number =>
  refused ? Math.max(1, Math.floor(span / 2)) : Math.min(CHUNK, span * 2);
