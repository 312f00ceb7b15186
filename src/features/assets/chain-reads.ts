// The page's chain reads, through fetch with hand-written encoding: a library would be larger than the page (92 kB).
// Amounts are in the token's own smallest units; numbers in JSON-RPC are hex (EIP-1474).

import { backedOff } from '#lib/back-off.ts';

type NodeFaultKind =
  /** No answer: no network, or the node is down. The same request may be retried. */
  | 'unreachable'
  /** The node answered with an error. */
  | 'refused';

export class NodeFault extends Error {
  override name = 'NodeFault';
  readonly kind: NodeFaultKind;
  constructor(kind: NodeFaultKind, cause?: unknown) {
    super(kind, { cause });
    this.kind = kind;
  }
}

export interface Receipt {
  block: number;
  /** False when the transaction was reverted. */
  ok: boolean;
  /** Every ERC-20 Transfer in it. */
  transfers: Transfer[];
}

export interface Transfer {
  hash: string;
  /** In lower case, like `from` and `to`. */
  token: string;
  from: string;
  to: string;
  amount: bigint;
}

const ANSWER_MS = 10_000;
/** keccak256 of `Transfer(address,address,uint256)`. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** First four bytes of keccak256 of `transfer(address,uint256)` and of `balanceOf(address)`. */
const TRANSFER = '0xa9059cbb';
const BALANCE_OF = '0x70a08231';

const word = (hex: string): string => hex.replace(/^0x/, '').toLowerCase().padStart(64, '0');
const addressOf = (topic: string | undefined): string => `0x${(topic ?? '').slice(-40).toLowerCase()}`;

/** Data of an exact ERC-20 transfer (EIP-20, `transfer`); `amount` in the token's smallest units. */
export const transferData = (to: string, amount: bigint): string =>
  TRANSFER + word(to) + word(amount.toString(16));

function quantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]+$/i.test(value)) throw new NodeFault('refused', value);
  return BigInt(value);
}

interface Log {
  address?: string;
  topics?: string[];
  data?: string;
  transactionHash?: string;
}

function readTransfer(log: Log): Transfer | undefined {
  const [topic, from, to] = log.topics ?? [];
  if (topic !== TRANSFER_TOPIC || !from || !to || !/^0x[0-9a-f]{64}$/i.test(log.data ?? '')) return undefined;
  return {
    hash: String(log.transactionHash).toLowerCase(),
    token: String(log.address).toLowerCase(),
    from: addressOf(from),
    to: addressOf(to),
    amount: BigInt(log.data ?? '0x0'),
  };
}

let id = 0;

/** One request to a node. @throws NodeFault */
async function askNode(
  url: string,
  method: string,
  params: readonly unknown[],
  signal?: AbortSignal,
): Promise<unknown> {
  const limit = AbortSignal.timeout(ANSWER_MS);
  let reply: { result?: unknown; error?: unknown };
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
    });
    reply = (await response.json()) as typeof reply;
  } catch (error) {
    throw new NodeFault('unreachable', error);
  }
  if (reply.error !== undefined || reply.result === undefined) throw new NodeFault('refused', reply.error);
  return reply.result;
}

/**
 * Requests to the app's node, at the URL from the coin list. All of them throw NodeFault.
 * @example await chainAt(list.rpcUrl).balanceOf(token, owner)
 */
export function chainAt(rpcUrl: string, signal?: AbortSignal) {
  const url = new URL(rpcUrl, globalThis.location?.origin).href;
  const ask = (method: string, ...params: readonly unknown[]) => askNode(url, method, params, signal);
  return {
    balanceOf: async (token: string, owner: string): Promise<bigint> =>
      quantity(await ask('eth_call', { to: token, data: BALANCE_OF + word(owner) }, 'latest')),
    /** wei */
    gasBalance: async (owner: string): Promise<bigint> =>
      quantity(await ask('eth_getBalance', owner, 'latest')),
    /** wei */
    gasPrice: async (): Promise<bigint> => quantity(await ask('eth_gasPrice')),
    head: async (): Promise<number> => Number(quantity(await ask('eth_blockNumber'))),
    /** Number of the account's transactions in the chain. */
    nonce: async (owner: string): Promise<number> =>
      Number(quantity(await ask('eth_getTransactionCount', owner, 'latest'))),
    /** Null while the transaction is not in a block. */
    receipt: async (hash: string): Promise<Receipt | null> => {
      const receipt = (await ask('eth_getTransactionReceipt', hash)) as {
        blockNumber?: unknown;
        status?: unknown;
        logs?: Log[];
      } | null;
      if (!receipt || typeof receipt.blockNumber !== 'string') return null;
      return {
        block: Number(quantity(receipt.blockNumber)),
        ok: quantity(receipt.status) === 1n,
        transfers: (receipt.logs ?? []).flatMap((log) => readTransfer(log) ?? []),
      };
    },
    /** Null when the node does not know it. */
    transaction: async (hash: string): Promise<{ from: string; nonce: number } | null> => {
      const found = (await ask('eth_getTransactionByHash', hash)) as {
        from?: unknown;
        nonce?: unknown;
      } | null;
      return found ? { from: String(found.from).toLowerCase(), nonce: Number(quantity(found.nonce)) } : null;
    },
    /** Transfers of a token between two addresses since a block. Public nodes may refuse this. */
    transfers: async (token: string, from: string, to: string, sinceBlock: number): Promise<Transfer[]> => {
      const filter = {
        address: token,
        topics: [TRANSFER_TOPIC, `0x${word(from)}`, `0x${word(to)}`],
        fromBlock: `0x${sinceBlock.toString(16)}`,
        toBlock: 'latest',
      };
      const logs = (await ask('eth_getLogs', filter)) as Log[];
      return logs.flatMap((log) => readTransfer(log) ?? []);
    },
  };
}

export type Chain = ReturnType<typeof chainAt>;

/** A read that the page repeats on its own: a node that does not answer is asked ever more rarely. @throws NodeFault */
export const unasked = <T>(
  rpcUrl: string,
  signal: AbortSignal,
  read: (chain: Chain) => Promise<T>,
): Promise<T> =>
  backedOff(rpcUrl, () => read(chainAt(rpcUrl, signal)), {
    isTemporary: (error) => !signal.aborted && error instanceof NodeFault && error.kind === 'unreachable',
    askedWait: () => 0,
  });
