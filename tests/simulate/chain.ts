// A chain for the simulation: everything happens immediately on command, and a seeded source decides what a real
// chain leaves to chance. It holds accounts, the listed coins' tokens and price feeds, a mempool, and blocks that a
// re-org may replace until they are final. Servers see it through `node` (node.ts), checkers through `truth`.
//
// - `mine(timestamp)` adds a block: transactions of the mempool, and the validator's own as the last one, which decides draws.
// - `reorg(depth)` replaces the newest blocks. What they held is mined again, in another order, in another block, or dropped.
// - `mint`, `endow` and `answer` are transactions of OWNER: they take effect in the next block, and a re-org moves them too.
import { ZeroHash, id } from 'ethers';
import { toDecimals } from '#rules/amounts.ts';
import { COINS, seedPrice } from '#server/chain/coins.ts';
import { artifact } from '#server/chain/contracts/artifacts.ts';
import { type Tx, decode, mempool, refusal } from './mempool.ts';
import * as st from './state.ts';

/** What became of a transaction. */
export interface Outcome {
  readonly tx: Tx;
  readonly succeeded: boolean;
  readonly gasUsed: bigint;
  readonly logs: readonly st.Emitted[];
  /** Index of its first log in the block. */
  readonly firstLog: number;
}

export interface Block {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  /** Epoch seconds. */
  readonly timestamp: number;
  readonly miner: string;
  readonly outcomes: readonly Outcome[];
  readonly logsBloom: string;
}

/** A Transfer event of a canonical block. */
interface TransferSeen {
  readonly token: string;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly txHash: string;
  /** Its position among the logs of its transaction. */
  readonly ordinal: number;
  readonly block: Block;
  readonly final: boolean;
}

/** What really is on the chain. */
interface Truth {
  /** By number. */
  readonly blocks: readonly Block[];
  isFinal(block: Pick<Block, 'number' | 'hash'>): boolean;
  /** In chain order. */
  transfers(): TransferSeen[];
  transfersTo(address: string): TransferSeen[];
  /** At the newest block, or at this one. */
  balanceOf(token: string, address: string, at?: number): bigint;
  wei(address: string): bigint;
  nonce(address: string): number;
  /** Where a transaction is; undefined if it is in no block. */
  find(hash: string): { readonly block: Block; readonly index: number } | undefined;
}

interface MineOptions {
  readonly miner?: string;
  /** Whether the validator's own transaction ends the block; default true. */
  readonly own?: boolean;
  /** The share of senders that wait for a later block; default 0.1. */
  readonly leave?: number;
}

interface ReorgOptions extends Omit<MineOptions, 'miner'> {
  /** The share of signed transactions that the nodes forget; default 0. */
  readonly drop?: number;
  /** How many blocks replace the old ones; as many by default. They have the timestamps of the old ones. */
  readonly blocks?: number;
}

/** Addresses by symbol. */
export interface Addresses {
  readonly tokens: Readonly<Record<string, string>>;
  readonly feeds: Readonly<Record<string, string>>;
}

export interface SimulatedChain extends Addresses {
  readonly chainId: number;
  readonly truth: Truth;
  readonly contracts: st.Contracts;
  /** Receivers that the tokens refuse from now on, in lower case. */
  readonly refused: Set<string>;
  /** In wei: what nodes say about the market, and the least that validators accept. */
  readonly market: { price: bigint; least: bigint };
  mine(timestamp: number, options?: MineOptions): Block;
  /** @throws RangeError if one of the blocks is final */
  reorg(depth: number, options?: ReorgOptions): Block[];
  /** The newest final block. */
  finalNumber(): number;
  mint(token: string, to: string, amount: bigint): void;
  endow(address: string, wei: bigint): void;
  /** Sets a feed's answer in units (10^-18 USD), as of its block or of this time (epoch seconds). */
  answer(feed: string, price: bigint, at?: number): void;
  /** Accepts a signed transaction, as a node that sees this state would. @throws RpcError */
  send(raw: string, seen?: st.Get): string;
  /** Makes the nodes forget a transaction that is in no block. */
  drop(hash: string): void;
  /** The transactions that wait for a block in this state, by sender and nonce; of several with one nonce, the newest. */
  pending(seen?: st.Get): Tx[];
  /** The state after executing this block, which a re-org may have replaced; by default the newest. */
  state(at?: Pick<Block, 'number' | 'hash'>): st.Get;
  /** A block of the chain, or one that a re-org has replaced. */
  byHash(hash: string): Block | undefined;
}

const VALIDATORS = ['d1', 'd2', 'd3', 'd4', 'd5'].map((byte) => `0x${byte.repeat(20)}`);
/** What validators of BNB Smart Chain send their fees to. */
const DEPOSIT_CONTRACT = `0x${'1000'.padStart(40, '0')}`;
/** Blocks 0 and 1 are final from the start: a server knows its chain by block 1. */
const FIRST = 1;
/** The share of replaced transactions that a validator takes although it should know the replacement. */
const OUTDATED = 0.05;

const addressAt = (place: number): string => `0x${place.toString(16).padStart(40, 'c')}`;

const erc20 = artifact('TestToken').abi;
const aggregator = artifact('MockV3Aggregator').abi;

/** Addresses of the listed coins' contracts on a chain with no particular id. */
const PLACED: Addresses = {
  tokens: Object.fromEntries(COINS.map(({ symbol }, index) => [symbol, addressAt(100 + index)])),
  feeds: Object.fromEntries(
    COINS.flatMap(({ symbol, price }, index) =>
      price && 'feed' in price ? [[symbol, addressAt(200 + index)]] : [],
    ),
  ),
};

/**
 * A chain of two empty blocks.
 * @param random a seeded source of numbers in [0, 1)
 * @param timestamp of the first blocks, epoch seconds
 * @param finality a block is final once this many follow it
 */
export function simulatedChain({
  random,
  chainId,
  timestamp: genesis = 1,
  finality = 2,
  places = PLACED,
}: {
  random: () => number;
  chainId: number;
  timestamp?: number;
  finality?: number;
  places?: Addresses;
}): SimulatedChain {
  const state = st.chainState();
  const refused = new Set<string>();
  const contracts: st.Contracts = {
    tokens: new Map(
      COINS.flatMap(({ symbol, decimals }) => {
        const address = places.tokens[symbol]?.toLowerCase();
        return address ? [[address, { symbol, decimals }] as const] : [];
      }),
    ),
    feeds: new Map(
      Object.entries(places.feeds).map(([symbol, address]) => [
        address.toLowerCase(),
        { description: `${symbol} / USD` },
      ]),
    ),
    refused,
  };
  const market = { price: 1_000_000_000n, least: 0n };
  const blocks: Block[] = [];
  /** Including those that a re-org has replaced. */
  const known = new Map<string, Block>();
  /** The changes made by those that a re-org has replaced, by hash. */
  const undone = new Map<string, ReadonlyMap<string, bigint>>();
  const found = new Map<string, { block: Block; index: number }>();
  const pool = mempool();
  /** Makes hashes differ between seeds, and between blocks with the same contents. */
  const salt = String(random());
  let made = 0;
  let ownerNonce = 0;
  let final = FIRST;

  const head = (): number => blocks.length - 1;
  const newest = (): Block => blocks[head()] as Block;
  const nonceAt = (get: st.Get, address: string): number => Number(get(st.nonceKey(address)));
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  /** Whether something happens that occurs in this share of cases. */
  const chance = (share: number): boolean => share > 0 && random() < share;
  const isAffordable = (get: st.Get, { from, value, gasPrice, gasLimit }: Tx): boolean =>
    from === st.OWNER || get(st.weiKey(from)) >= value + gasPrice * gasLimit;

  /** Executes a transaction in a block: it takes its nonce and its fee even if it fails. */
  function include(tx: Tx, number: number, timestamp: number, firstLog: number): Outcome {
    const get = state.at(number);
    const outcome = outcomeOf(tx, get, timestamp, firstLog);
    const { executed, gasUsed } = outcome;
    const changes = new Map(executed?.changes);
    const wei = changes.get(st.weiKey(tx.from)) ?? get(st.weiKey(tx.from));
    changes.set(st.nonceKey(tx.from), BigInt(tx.nonce + 1));
    changes.set(st.weiKey(tx.from), wei - gasUsed * tx.gasPrice);
    state.set(number, changes);
    return { tx, succeeded: executed !== null, gasUsed, logs: executed?.logs ?? [], firstLog };
  }

  function outcomeOf(tx: Tx, get: st.Get, timestamp: number, firstLog: number) {
    try {
      const executed = st.execute(contracts, get, tx, timestamp);
      const enough = executed.gas <= tx.gasLimit;
      return { executed: enough ? executed : null, gasUsed: enough ? executed.gas : tx.gasLimit, firstLog };
    } catch (error) {
      if (!(error instanceof st.Reverted)) throw error;
      return { executed: null, gasUsed: st.gasOfNothing, firstLog };
    }
  }

  /** The sender's next transaction that a validator would take now. */
  function nextOf(sender: string, get: st.Get): Tx | undefined {
    const versions = pool.versions(sender, nonceAt(get, sender));
    const tx = versions.length > 1 && chance(OUTDATED) ? pick(versions) : versions.at(-1);
    return tx && tx.gasPrice >= market.least && isAffordable(get, tx) ? tx : undefined;
  }

  /** Fills a block from the mempool: senders in random order, each one's transactions by nonce. */
  function fill(number: number, timestamp: number, leave: number): Outcome[] {
    const outcomes: Outcome[] = [];
    const senders = pool.senders();
    let logs = 0;
    while (senders.length > 0) {
      const at = below(senders.length);
      const sender = senders[at] as string;
      const tx = nextOf(sender, state.at(number));
      if (!tx || chance(leave)) {
        senders.splice(at, 1);
        continue;
      }
      const outcome = include(tx, number, timestamp, logs);
      logs += outcome.logs.length;
      outcomes.push(outcome);
    }
    return outcomes;
  }

  const unsigned = (text: string, fields: Omit<Tx, 'hash' | 'gasPrice' | 'gasLimit'>): Tx => ({
    ...fields,
    hash: id(`${salt} ${text}`),
    gasPrice: 0n,
    gasLimit: 1_000_000n,
  });

  function mine(timestamp: number, { miner, own = true, leave = 0.1 }: MineOptions = {}): Block {
    const parent = blocks.at(-1);
    if (parent && timestamp < parent.timestamp) throw new RangeError('a block is not older than its parent');
    const validator = miner ?? pick(VALIDATORS);
    const number = blocks.length;
    made += 1;
    const outcomes = fill(number, timestamp, leave);
    if (own) {
      const nonce = nonceAt(state.at(number), validator);
      const fields = { from: validator, to: DEPOSIT_CONTRACT, data: '0x', value: 0n, nonce };
      const last = outcomes.at(-1);
      const logs = last ? last.firstLog + last.logs.length : 0;
      outcomes.push(include(unsigned(`own ${made}`, fields), number, timestamp, logs));
    }
    const parentHash = parent?.hash ?? ZeroHash;
    const block: Block = {
      ...{ number, parentHash, timestamp, miner: validator, outcomes },
      hash: id(`${salt} block ${made} ${parentHash}`),
      logsBloom: st.bloomOf(outcomes.flatMap(({ logs }) => logs)),
    };
    blocks.push(block);
    known.set(block.hash, block);
    for (const [index, { tx }] of outcomes.entries()) found.set(tx.hash, { block, index });
    settle();
    return block;
  }

  /** Advances finality; transactions whose nonce is final can never be mined again. */
  function settle(): void {
    if (head() - finality <= final) return;
    final = head() - finality;
    const get = state.at(final);
    pool.forget((sender) => nonceAt(get, sender));
  }

  function reorg(
    depth: number,
    { drop: share = 0, blocks: count = depth, ...rest }: ReorgOptions = {},
  ): Block[] {
    const kept = head() - depth;
    if (kept < final) throw new RangeError(`blocks up to ${final} are final`);
    const old = blocks.splice(kept + 1);
    const changes = state.undo(kept);
    for (const block of old) {
      undone.set(block.hash, changes.get(block.number) ?? new Map());
      for (const { tx } of block.outcomes) {
        found.delete(tx.hash);
        if (tx.signed && chance(share)) pool.drop(tx.hash);
      }
    }
    const latest = old.at(-1)?.timestamp ?? 0;
    return Array.from({ length: count }, (_, index) => mine(old[index]?.timestamp ?? latest, rest));
  }

  function stateOf(block: Pick<Block, 'number' | 'hash'> = newest()): st.Get {
    const changes = undone.get(block.hash);
    if (!changes) return state.at(block.number);
    const before = stateOf(known.get(known.get(block.hash)?.parentHash ?? ''));
    return (key) => changes.get(key) ?? before(key);
  }

  function send(raw: string, get = stateOf()): string {
    const tx = decode(raw);
    if (tx.signed?.chainId !== BigInt(chainId)) throw refusal('invalid chain id for signer', -32_000);
    const rival = pool.versions(tx.from, tx.nonce).at(-1);
    if (tx.nonce < nonceAt(get, tx.from)) throw refusal('nonce too low');
    if (rival?.hash === tx.hash) throw refusal('transaction already imported');
    if (tx.gasLimit < st.gasOfNothing) throw refusal('intrinsic gas too low', -32_000);
    if (rival && tx.gasPrice * 100n < rival.gasPrice * 110n)
      throw refusal('replacement transaction underpriced');
    if (!isAffordable(get, tx)) throw refusal('Insufficient funds for gas * price + value');
    // A node that lags behind accepts what the chain can no longer include.
    if (tx.nonce >= nonceAt(state.at(final), tx.from)) pool.put(tx);
    return tx.hash;
  }

  /** A transaction of OWNER, for the next block. */
  function asOwner(to: string, data: string, value = 0n): void {
    const fields = { from: st.OWNER, to: to.toLowerCase(), data, value, nonce: ownerNonce };
    pool.put(unsigned(`owner ${ownerNonce}`, fields));
    ownerNonce += 1;
  }

  const isFinal: Truth['isFinal'] = ({ number, hash }) => number <= final && blocks[number]?.hash === hash;
  const seenIn = (block: Block, { tx, logs }: Outcome): TransferSeen[] =>
    logs.map(({ address: token, topics, data }, ordinal) => {
      const [from = '', to = ''] = topics.slice(1).map((topic) => `0x${topic.slice(-40)}`);
      const final = isFinal(block);
      return { token, from, to, amount: BigInt(data), txHash: tx.hash, ordinal, block, final };
    });
  const transfers = () => blocks.flatMap((block) => block.outcomes.flatMap((one) => seenIn(block, one)));

  const start = new Map([[st.weiKey(st.OWNER), 10n ** 40n]]);
  for (const [symbol, feed] of Object.entries(places.feeds)) {
    const price = seedPrice(COINS.find((coin) => coin.symbol === symbol) as (typeof COINS)[number]) ?? 0n;
    start.set(st.feedKey(feed.toLowerCase(), 'answer'), toDecimals(price, st.PLACES));
    start.set(st.feedKey(feed.toLowerCase(), 'at'), BigInt(genesis));
    start.set(st.feedKey(feed.toLowerCase(), 'round'), 1n);
  }
  state.set(0, start);
  mine(genesis, { own: false });
  mine(genesis, { own: false });

  return {
    ...places,
    ...{ chainId, contracts, refused, market, mine, reorg, send, state: stateOf },
    drop: (hash) => pool.drop(hash),
    pending: (get = stateOf()) => pool.from((sender) => nonceAt(get, sender)),
    finalNumber: () => final,
    mint: (token, to, amount) => asOwner(token, erc20.encodeFunctionData('mint', [to, amount])),
    endow: (address, wei) => asOwner(address, '0x', wei),
    answer(feed, price, at) {
      const said = toDecimals(price, st.PLACES);
      const data =
        at === undefined
          ? aggregator.encodeFunctionData('updateAnswer', [said])
          : aggregator.encodeFunctionData('updateRoundData', [1, said, at, at]);
      asOwner(feed, data);
    },
    byHash: (hash) => known.get(hash),
    truth: {
      ...{ blocks, isFinal, transfers },
      transfersTo: (address) => transfers().filter(({ to }) => to === address.toLowerCase()),
      balanceOf: (token, address, at = head()) =>
        state.at(at)(st.tokenKey(token.toLowerCase(), address.toLowerCase())),
      wei: (address) => stateOf()(st.weiKey(address.toLowerCase())),
      nonce: (address) => nonceAt(stateOf(), address.toLowerCase()),
      find: (hash) => found.get(hash),
    },
  };
}
