// The simulated chain as one server sees it: a node that answers JSON-RPC in the shapes of anvil, with faults that
// the simulation switches on and off. Where anvil and other nodes differ, it does what is harder on the server: for
// blocks that it does not have, it returns no logs.
import { Transaction, ZeroHash } from 'ethers';
import { type Call, NodeUnreachable, type Rpc, RpcError, hex } from '#server/chain/rpc.ts';
import type { Block, Outcome, SimulatedChain } from './chain.ts';
import type { Tx } from './mempool.ts';
import * as st from './state.ts';

/** What is wrong with a node now. */
export interface Faults {
  /** Nothing is answered, and nothing takes effect. */
  down: boolean;
  /** Requests take effect, and their answers are lost. */
  losesAnswer: boolean;
  /** The node is this many blocks behind. */
  lag: number;
  /** Hash of a replaced block that the node still considers its newest; it does not see the re-org. */
  branch: string | null;
  /** The newest final block is this many blocks older than the node says elsewhere. */
  staleFinalized: number;
  /** Logs are left out of answers about several blocks, or out of all. */
  omitLogs: 'none' | 'ranges' | 'all';
  /** No transaction has a receipt. */
  forgetsReceipts: boolean;
  /** Transactions are accepted, then dropped. */
  dropsBroadcast: boolean;
}

export const faultless = (): Faults => ({
  down: false,
  losesAnswer: false,
  lag: 0,
  branch: null,
  staleFinalized: 0,
  omitLogs: 'none',
  forgetsReceipts: false,
  dropsBroadcast: false,
});

interface Filter {
  fromBlock?: string;
  toBlock?: string;
  blockHash?: string;
  address?: string | readonly string[];
  topics?: readonly (string | readonly string[] | null)[];
}

interface Asked {
  from?: string;
  to?: string | null;
  data?: string;
  input?: string;
  value?: string;
}

const UNCLES = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';
const GAS_LIMIT = hex(30_000_000);

const listOf = <T>(one: T | readonly T[]): readonly T[] => (Array.isArray(one) ? one : [one as T]);

function transactionOf(tx: Tx, chainId: number, block?: Block, index = 0) {
  const { signed } = tx;
  const { networkV, v = 0, r, s } = signed?.signature ?? {};
  return {
    ...{
      type: hex(signed?.type ?? 0),
      chainId: hex(chainId),
      nonce: hex(tx.nonce),
      gasPrice: hex(tx.gasPrice),
    },
    ...(signed?.type === 2 && {
      maxFeePerGas: hex(signed.maxFeePerGas ?? 0n),
      maxPriorityFeePerGas: hex(signed.maxPriorityFeePerGas ?? 0n),
    }),
    ...{
      gas: hex(tx.gasLimit),
      to: tx.to,
      value: hex(tx.value),
      input: tx.data,
      hash: tx.hash,
      from: tx.from,
    },
    ...{ r: r ?? '0x0', s: s ?? '0x0', v: hex(networkV ?? v) },
    blockHash: block?.hash ?? null,
    blockNumber: block ? hex(block.number) : null,
    transactionIndex: block ? hex(index) : null,
    ...(block && { blockTimestamp: hex(block.timestamp) }),
  };
}

const logsOf = ({ outcomes, ...block }: Block, index: number) => {
  const { tx, logs, firstLog } = outcomes[index] as Outcome;
  return logs.map(({ address, topics, data }, ordinal) => ({
    ...{ address, topics: [...topics], data },
    ...{ blockHash: block.hash, blockNumber: hex(block.number), blockTimestamp: hex(block.timestamp) },
    ...{ transactionHash: tx.hash, transactionIndex: hex(index), logIndex: hex(firstLog + ordinal) },
    removed: false,
  }));
};

function receiptOf(block: Block, index: number) {
  const { tx, succeeded, gasUsed, logs } = block.outcomes[index] as Outcome;
  const used = block.outcomes.slice(0, index + 1).reduce((sum, one) => sum + one.gasUsed, 0n);
  return {
    ...{ type: hex(tx.signed?.type ?? 0), status: succeeded ? '0x1' : '0x0', cumulativeGasUsed: hex(used) },
    ...{ logs: logsOf(block, index), logsBloom: st.bloomOf(logs) },
    ...{ transactionHash: tx.hash, transactionIndex: hex(index) },
    ...{ blockHash: block.hash, blockNumber: hex(block.number) },
    ...{ gasUsed: hex(gasUsed), effectiveGasPrice: hex(tx.gasPrice) },
    ...{ from: tx.from, to: tx.to, contractAddress: null },
  };
}

function blockOf(block: Block, chainId: number, full: boolean) {
  const { number, hash, parentHash, timestamp, miner, logsBloom, outcomes } = block;
  return {
    ...{ hash, parentHash, sha3Uncles: UNCLES, miner, stateRoot: ZeroHash, transactionsRoot: ZeroHash },
    ...{ receiptsRoot: ZeroHash, logsBloom, difficulty: '0x0', number: hex(number), gasLimit: GAS_LIMIT },
    gasUsed: hex(outcomes.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)),
    ...{ timestamp: hex(timestamp), extraData: '0x', mixHash: ZeroHash, nonce: '0x0000000000000000' },
    ...{ baseFeePerGas: '0x0', totalDifficulty: '0x0', size: '0x2f2', uncles: [] },
    transactions: outcomes.map(({ tx }, index) =>
      full ? transactionOf(tx, chainId, block, index) : tx.hash,
    ),
  };
}

/** The answers of a node with these faults. @throws RpcError */
function answerer(chain: SimulatedChain, faults: Faults) {
  const { truth, contracts, chainId } = chain;
  const refuse = (method: string, code: number, message: string, data?: string): RpcError =>
    new RpcError(method, { code, message, ...(data !== undefined && { data }) });

  /** The blocks that the node has and the chain has replaced, oldest first. */
  function ownBlocks(): Block[] {
    const own: Block[] = [];
    let block = faults.branch === null ? undefined : chain.byHash(faults.branch);
    for (; block && truth.blocks[block.number]?.hash !== block.hash; block = chain.byHash(block.parentHash))
      own.unshift(block);
    return own;
  }
  /** The blocks that the node has, by number. */
  function seen(): readonly Block[] {
    const own = ownBlocks();
    const [first] = own;
    if (first) return [...truth.blocks.slice(0, first.number), ...own];
    return faults.lag > 0
      ? truth.blocks.slice(0, Math.max(2, truth.blocks.length - faults.lag))
      : truth.blocks;
  }
  const headNumber = (): number => seen().length - 1;
  /** No node treats as final what is not. */
  const finalNumber = (): number => {
    const shared = (ownBlocks()[0]?.number ?? Number.POSITIVE_INFINITY) - 1;
    return Math.max(0, Math.min(chain.finalNumber(), headNumber(), shared) - faults.staleFinalized);
  };

  function numberOf(tag: unknown): number {
    if (tag === 'finalized' || tag === 'safe') return finalNumber();
    if (tag === 'earliest') return 0;
    return tag === undefined || tag === 'latest' || tag === 'pending' ? headNumber() : Number(tag);
  }
  const blockAt = (tag: unknown): Block | undefined => seen()[numberOf(tag)];
  /** Of the blocks it lacks, it still has those that a re-org has replaced. */
  const has = (block: Block): boolean =>
    seen()[block.number] === block || truth.blocks[block.number] !== block;
  /** A transaction's place in the chain that the node sees. */
  function placeOf(given: string) {
    const hash = given.toLowerCase();
    for (const block of ownBlocks()) {
      const index = block.outcomes.findIndex(({ tx }) => tx.hash === hash);
      if (index >= 0) return { block, index };
    }
    const place = truth.find(hash);
    return place && seen()[place.block.number] === place.block ? place : undefined;
  }
  /** The block whose state is requested. */
  function stateBlock(method: string, tag: unknown): Block {
    const block = blockAt(tag);
    if (!block) throw refuse(method, -32_000, 'header not found');
    return block;
  }
  const stateAt = (method: string, tag: unknown): st.Get => chain.state(stateBlock(method, tag));

  const newestState = (): st.Get => chain.state(seen().at(-1));

  function run(method: string, asked: Asked, tag: unknown): st.Executed {
    const block = stateBlock(method, tag);
    const { from = `0x${'0'.repeat(40)}`, to = null, data, input, value = '0x0' } = asked;
    const message = { from: from.toLowerCase(), to: to && to.toLowerCase(), value: BigInt(value) };
    try {
      const whole = { ...message, data: input ?? data ?? '0x' };
      return st.execute(contracts, chain.state(block), whole, block.timestamp);
    } catch (error) {
      if (error instanceof st.Reverted) throw refuse(method, 3, error.message, error.data);
      throw error;
    }
  }

  function blocksOf({ fromBlock, toBlock, blockHash }: Filter): readonly Block[] {
    if (blockHash !== undefined) {
      const block = chain.byHash(blockHash.toLowerCase());
      if (!block || !has(block)) throw refuse('eth_getLogs', -32_000, 'unknown block');
      return [block];
    }
    const [from, to] = [numberOf(fromBlock), numberOf(toBlock)];
    if (faults.omitLogs === 'ranges' && to > from) return [];
    return seen().slice(from, to + 1);
  }

  function logs(filter: Filter) {
    const { address = [], topics = [] } = filter;
    const addresses = new Set(listOf(address).map((one) => one.toLowerCase()));
    const wanted = topics.map((one) => (one === null ? null : listOf(one).map((each) => each.toLowerCase())));
    if (faults.omitLogs === 'all') return [];
    return blocksOf(filter)
      .flatMap((block) => block.outcomes.flatMap((_, index) => logsOf(block, index)))
      .filter((log) => addresses.size === 0 || addresses.has(log.address))
      .filter((log) => wanted.every((some, at) => !some || some.includes(log.topics[at] ?? '')));
  }

  function byNumber(tag: unknown, full: unknown) {
    if (tag !== 'pending') {
      const block = blockAt(tag);
      return block ? blockOf(block, chainId, full === true) : null;
    }
    const parent = stateBlock('eth_getBlockByNumber', 'latest');
    const waiting = chain.pending(chain.state(parent));
    const next = blockOf({ ...parent, number: parent.number + 1, outcomes: [] }, chainId, false);
    const transactions = waiting.map((tx) => (full === true ? transactionOf(tx, chainId) : tx.hash));
    return { ...next, hash: null, parentHash: parent.hash, logsBloom: st.bloomOf([]), transactions };
  }

  function transactionCount(address: string, tag: unknown): string {
    const sender = address.toLowerCase();
    let next = Number(stateAt('eth_getTransactionCount', tag)(st.nonceKey(sender)));
    if (tag !== 'pending') return hex(next);
    for (const tx of chain.pending(newestState())) if (tx.from === sender && tx.nonce === next) next += 1;
    return hex(next);
  }

  function transaction(hash: string) {
    const place = placeOf(hash);
    const { block, index } = place ?? {};
    const tx = place
      ? place.block.outcomes[place.index]?.tx
      : chain.pending(newestState()).find((one) => one.hash === hash.toLowerCase());
    return tx ? transactionOf(tx, chainId, block, index) : null;
  }

  function inBlock(hash: string, index: string) {
    const block = chain.byHash(hash.toLowerCase());
    const tx = block && has(block) ? block.outcomes[Number(index)]?.tx : undefined;
    return tx ? transactionOf(tx, chainId, block, Number(index)) : null;
  }

  const methods: Readonly<Record<string, (...params: never[]) => unknown>> = {
    eth_chainId: () => hex(chainId),
    net_version: () => String(chainId),
    eth_blockNumber: () => hex(headNumber()),
    eth_gasPrice: () => hex(chain.market.price),
    eth_getBlockByNumber: byNumber,
    eth_getBlockByHash(hash: string, full: boolean) {
      const block = chain.byHash(hash.toLowerCase());
      return block && has(block) ? blockOf(block, chainId, full) : null;
    },
    eth_getLogs: logs,
    eth_getTransactionReceipt(hash: string) {
      const place = faults.forgetsReceipts ? undefined : placeOf(hash);
      return place ? receiptOf(place.block, place.index) : null;
    },
    eth_getTransactionByHash: transaction,
    eth_getTransactionByBlockHashAndIndex: inBlock,
    eth_getTransactionCount: transactionCount,
    eth_getBalance: (address: string, tag: unknown) =>
      hex(stateAt('eth_getBalance', tag)(st.weiKey(address.toLowerCase()))),
    // Its contracts have no actual code: 0xfe is an invalid instruction.
    eth_getCode: (address: string, tag: unknown) =>
      stateBlock('eth_getCode', tag) && st.isContract(contracts, address.toLowerCase()) ? '0xfe' : '0x',
    eth_call: (asked: Asked, tag: unknown) => run('eth_call', asked, tag).output,
    eth_estimateGas: (asked: Asked, tag: unknown) => hex(run('eth_estimateGas', asked, tag).gas),
    eth_sendRawTransaction: (raw: string) =>
      faults.dropsBroadcast ? Transaction.from(raw).hash : chain.send(raw, newestState()),
  };
  return ([method, params]: Call): unknown => {
    const answer = methods[method];
    if (!answer) throw refuse(method, -32_601, 'Method not found');
    return answer(...(params as never[]));
  };
}

/**
 * A server's connection to its own node. All calls of a batch are answered at the same moment.
 * @param name differs between servers
 * @param faults may be changed at any time
 * @param pause awaited before each request takes effect, and again before its answer arrives
 */
export function node(
  chain: SimulatedChain,
  name: string,
  faults: Faults = faultless(),
  pause: () => Promise<void> = async () => undefined,
): Rpc {
  const answer = answerer(chain, faults);
  async function ask<T>(calls: readonly Call[]): Promise<T[]> {
    const unreachable = () => new NodeUnreachable(`${calls[0]?.[0] ?? 'batch'}: no answer`);
    await pause();
    if (faults.down) throw unreachable();
    const answers = calls.map((call) => {
      try {
        return answer(call);
      } catch (error) {
        if (error instanceof RpcError) return error;
        throw error;
      }
    });
    await pause();
    if (faults.down || faults.losesAnswer) throw unreachable();
    // A refused call in a batch does not keep the others from taking effect.
    const refused = answers.find((one) => one instanceof RpcError);
    if (refused) throw refused;
    return answers as T[];
  }
  return {
    url: `http://${name}.invalid`,
    call: async <T>(method: string, params: readonly unknown[] = []) =>
      (await ask<T>([[method, params]]))[0] as T,
    batch: async (calls) => (calls.length > 0 ? ask(calls) : []),
  };
}
