// The state of the simulated chain and what its contracts do to it. State is numbers by name, each with its history, so that it can be
// read as of any block, and the newest blocks can be undone.
import { Interface, ZeroAddress, getBytes, keccak256, toBeHex, zeroPadValue } from 'ethers';
import { artifact } from '#server/chain/contracts/artifacts.ts';
import { TRANSFER } from '#server/chain/deposits/deposits.rules.ts';

/** Reads a number of the state as of one block; 0n if it was never set. */
export type Get = (key: string) => bigint;

interface State {
  /** The state after executing this block. */
  at(block: number): Get;
  set(block: number, changes: ReadonlyMap<string, bigint>): void;
  /** Undoes all blocks after this one, and returns what each had changed. */
  undo(after: number): Map<number, ReadonlyMap<string, bigint>>;
}

export function chainState(): State {
  const histories = new Map<string, { block: number; value: bigint }[]>();
  const written: Set<string>[] = [];
  return {
    at: (block) => (key) => histories.get(key)?.findLast((entry) => entry.block <= block)?.value ?? 0n,
    set(block, changes) {
      const keys = (written[block] ??= new Set());
      for (const [key, value] of changes) {
        const history = histories.get(key) ?? [];
        if (history.at(-1)?.block === block) history.pop();
        history.push({ block, value });
        histories.set(key, history);
        keys.add(key);
      }
    },
    undo(after) {
      const undone = new Map<number, Map<string, bigint>>();
      for (const [index, keys] of written.splice(after + 1).entries())
        for (const key of keys ?? []) {
          const history = histories.get(key) ?? [];
          const block = after + 1 + index;
          const value = history.find((entry) => entry.block === block)?.value ?? 0n;
          undone.set(block, (undone.get(block) ?? new Map<string, bigint>()).set(key, value));
        }
      for (const key of new Set([...undone.values()].flatMap((changes) => [...changes.keys()])))
        histories.set(key, histories.get(key)?.filter(({ block }) => block <= after) ?? []);
      return undone;
    },
  };
}

/** Names of the numbers. Addresses in lower case. */
export const nonceKey = (address: string): string => `nonce ${address}`;
export const weiKey = (address: string): string => `wei ${address}`;
export const tokenKey = (token: string, owner: string): string => `token ${token} ${owner}`;

/** A log before its block has given it a place. */
export interface Emitted {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

const bits = new Map<string, bigint>();
/** The bits of a value in a filter of logs (Yellow Paper, 4.3.1). */
function bitsOf(value: string): bigint {
  const known = bits.get(value);
  if (known !== undefined) return known;
  const hash = getBytes(keccak256(value));
  const found = [0, 2, 4].reduce(
    (filter, at) => filter | (1n << BigInt((((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) % 2048)),
    0n,
  );
  bits.set(value, found);
  return found;
}

/** The filter of the logs' addresses and topics. */
export function bloomOf(logs: readonly Emitted[]): string {
  const values = logs.flatMap(({ address, topics }) => [address, ...topics]);
  const filter = values.reduce((all, value) => all | bitsOf(value), 0n);
  return `0x${filter.toString(16).padStart(512, '0')}`;
}

/** A call, or a transaction without its terms. Addresses in lower case; without `to` it creates a contract. */
export interface Message {
  readonly from: string;
  readonly to: string | null;
  readonly data: string;
  readonly value: bigint;
}

/** The contracts of a simulated chain, by address in lower case. */
export interface Contracts {
  readonly tokens: ReadonlyMap<string, { readonly symbol: string; readonly decimals: number }>;
  readonly feeds: ReadonlyMap<string, { readonly description: string }>;
  /** Receivers that every token refuses. */
  readonly refused: ReadonlySet<string>;
}

/** The outcome of a message that succeeds. */
export interface Executed {
  /** 0x and hex */
  readonly output: string;
  readonly changes: ReadonlyMap<string, bigint>;
  readonly logs: readonly Emitted[];
  readonly gas: bigint;
}

/** The message fails, with the data of its error. */
export class Reverted extends Error {
  readonly data: string;
  constructor(data = '0x') {
    super('execution reverted');
    this.data = data;
  }
}

/** Owns the contracts: mints, and sets the answers of feeds. Nobody holds its key. */
export const OWNER = `0x${'0a'.repeat(20)}`;
/** A contract that makes several token transfers of its caller in one transaction. */
export const PAYER = `0x${'9a'.repeat(20)}`;
export const payer = new Interface([
  'function pay(address[] tokens, address[] receivers, uint256[] amounts)',
]);
/** Decimals of a feed's answers. */
export const PLACES = 10;

const VALUE_GAS = 21_000n;
const KNOWN_GAS = 34_431n;
/** A receiver without coins needs a fresh slot of the state. */
const FRESH_GAS = 51_531n;
const OTHER_GAS = 45_000n;

export const gasOfNothing = VALUE_GAS;

const erc20 = artifact('TestToken').abi;
const aggregator = artifact('MockV3Aggregator').abi;
/** Names of what a feed answers. */
export const feedKey = (feed: string, name: 'answer' | 'at' | 'round'): string => `feed ${feed} ${name}`;

/** Whether an address has code. */
export const isContract = ({ tokens, feeds }: Contracts, address: string): boolean =>
  tokens.has(address) || feeds.has(address) || address === PAYER;

/**
 * Executes a message on a state, which stays unchanged.
 * @param timestamp of the block, epoch seconds
 * @throws Reverted
 */
export function execute(
  contracts: Contracts,
  state: Get,
  { from, to, data, value }: Message,
  timestamp: number,
): Executed {
  const changes = new Map<string, bigint>();
  const logs: Emitted[] = [];
  let gas = VALUE_GAS;
  const get: Get = (key) => changes.get(key) ?? state(key);
  const add = (key: string, amount: bigint): void => void changes.set(key, get(key) + amount);
  const onlyOwner = (): void => {
    if (from !== OWNER) throw new Reverted(erc20.encodeErrorResult('OwnableUnauthorizedAccount', [from]));
  };

  function move(token: string, sender: string | null, receiver: string, amount: bigint): void {
    const key = tokenKey(token, receiver);
    gas = get(key) === 0n ? FRESH_GAS : KNOWN_GAS;
    if (receiver === ZeroAddress || contracts.refused.has(receiver))
      throw new Reverted(erc20.encodeErrorResult('ERC20InvalidReceiver', [receiver]));
    const held = sender === null ? amount : get(tokenKey(token, sender));
    if (held < amount)
      throw new Reverted(erc20.encodeErrorResult('ERC20InsufficientBalance', [sender, held, amount]));
    if (sender !== null) add(tokenKey(token, sender), -amount);
    add(key, amount);
    const topics = [TRANSFER, zeroPadValue(sender ?? ZeroAddress, 32), zeroPadValue(receiver, 32)];
    logs.push({ address: token, topics, data: toBeHex(amount, 32) });
  }

  function callToken(token: string, { symbol, decimals }: { symbol: string; decimals: number }): string {
    const call = erc20.parseTransaction({ data });
    const [first, second] = (call?.args ?? []) as unknown as [string, bigint];
    const result = (answer: readonly unknown[]) => erc20.encodeFunctionResult(call?.name ?? '', answer);
    switch (call?.name) {
      case 'symbol':
      case 'name':
        return result([symbol]);
      case 'decimals':
        return result([decimals]);
      case 'balanceOf':
        return result([get(tokenKey(token, first.toLowerCase()))]);
      case 'transfer':
        move(token, from, first.toLowerCase(), second);
        return result([true]);
      case 'mint':
        onlyOwner();
        move(token, null, first.toLowerCase(), second);
        return '0x';
      default:
        throw new Reverted();
    }
  }

  function callFeed(feed: string, description: string): string {
    const call = aggregator.parseTransaction({ data });
    const result = (answer: readonly unknown[]) => aggregator.encodeFunctionResult(call?.name ?? '', answer);
    const [round, answer, at] = (['round', 'answer', 'at'] as const).map((name) => get(feedKey(feed, name)));
    const put = (next: { round: bigint; answer: bigint; at: bigint }): string => {
      onlyOwner();
      gas = OTHER_GAS;
      for (const name of ['round', 'answer', 'at'] as const) changes.set(feedKey(feed, name), next[name]);
      return '0x';
    };
    const args = (call?.args ?? []) as unknown as bigint[];
    switch (call?.name) {
      case 'decimals':
        return result([PLACES]);
      case 'description':
        return result([description]);
      case 'latestAnswer':
        return result([answer]);
      case 'latestRoundData':
        return result([round, answer, at, at, round]);
      case 'updateAnswer':
        return put({ round: (round ?? 0n) + 1n, answer: args[0] ?? 0n, at: BigInt(timestamp) });
      case 'updateRoundData':
        return put({ round: args[0] ?? 0n, answer: args[1] ?? 0n, at: args[2] ?? 0n });
      default:
        throw new Reverted();
    }
  }

  function callPayer(): string {
    const call = payer.parseTransaction({ data });
    if (!call) throw new Reverted();
    const [tokens, receivers, amounts] = call.args as unknown as [string[], string[], bigint[]];
    let used = 0n;
    for (const [index, token] of tokens.entries()) {
      if (!contracts.tokens.has(token.toLowerCase())) throw new Reverted();
      move(token.toLowerCase(), from, (receivers[index] ?? '').toLowerCase(), amounts[index] ?? 0n);
      used += gas;
    }
    gas = used;
    return '0x';
  }

  function call(): string {
    // A question to a contract that exists only during the call: the check of a signature, which no contract wallet
    // made.
    if (to === null) return '0x00';
    const [token, feed] = [contracts.tokens.get(to), contracts.feeds.get(to)];
    if (value > 0n && isContract(contracts, to)) throw new Reverted();
    if (token) return callToken(to, token);
    if (feed) return callFeed(to, feed.description);
    if (to === PAYER) return callPayer();
    if (get(weiKey(from)) < value) throw new Reverted();
    add(weiKey(from), -value);
    add(weiKey(to), value);
    return '0x';
  }
  return { output: call(), changes, logs, gas };
}
