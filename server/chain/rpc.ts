/** The one way to a node: JSON-RPC over fetch, every call bounded in time. Answers are checked where they are used for decisions. */
import type { Artifact } from './contracts/artifacts.ts';

/** The node answered, and its answer is a refusal. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(method: string, error: { code: number; message: string; data?: unknown }) {
    super(`${method}: ${error.message}`);
    this.code = error.code;
    this.data = error.data;
  }
}

/** The node did not answer, not in time, or not in JSON-RPC. */
export class NodeUnreachable extends Error {}

export interface Rpc {
  readonly url: string;
  /**
   * Calls a method.
   * @param timeoutMs default 5 s
   * @throws RpcError, NodeUnreachable
   */
  call<T = unknown>(method: string, params?: readonly unknown[], timeoutMs?: number): Promise<T>;
}

interface Reply {
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
}

const TIMEOUT_MS = 5000;

const explain = (error: unknown): string => {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return 'no answer in time';
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
};

async function post(
  url: string,
  id: number,
  method: string,
  params: readonly unknown[],
  timeoutMs: number,
): Promise<Reply> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return (await response.json()) as Reply;
  } catch (error) {
    throw new NodeUnreachable(`${method}: ${explain(error)}`, { cause: error });
  }
}

/**
 * The devnet holds the newest state alone: a block that comes between looking up "latest" and reading it makes it refuse, 1 in
 * 7,000 reads under full load. The question is good, so it is asked again.
 */
const overtaken = (reply: Reply | null): boolean =>
  reply?.error?.message?.startsWith('BlockOutOfRangeError') ?? false;
const TRIES = 4;

/** A connection to the node at `url`. Nothing is sent before the first call. */
export function connect(url: string): Rpc {
  let id = 0;
  return {
    url,
    async call<T>(method: string, params: readonly unknown[] = [], timeoutMs = TIMEOUT_MS): Promise<T> {
      let reply: Reply;
      let tries = 0;
      do {
        id += 1;
        tries += 1;
        reply = await post(url, id, method, params, timeoutMs);
      } while (tries < TRIES && overtaken(reply));
      if (reply?.error) throw new RpcError(method, reply.error);
      if (reply?.result === undefined) throw new NodeUnreachable(`${method}: the answer is not JSON-RPC`);
      return reply.result as T;
    },
  };
}

export interface Block {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  /** Seconds of the epoch. */
  readonly timestamp: number;
  readonly miner: string;
  /** Hashes, in the block's order. */
  readonly transactions: readonly string[];
}

export type BlockTag = number | 'latest' | 'finalized';

/** A quantity as nodes write it. */
export const hex = (value: number | bigint): string => `0x${value.toString(16)}`;

const HASH = /^0x[0-9a-f]{64}$/;

/**
 * Header and transaction hashes of a block, or null when the node has none of that number.
 * @throws NodeUnreachable also when the answer has not the shape of a block.
 */
export async function readBlock(rpc: Rpc, tag: BlockTag): Promise<Block | null> {
  const raw = await rpc.call<Record<string, unknown> | null>('eth_getBlockByNumber', [
    typeof tag === 'number' ? hex(tag) : tag,
    false,
  ]);
  if (raw === null) return null;
  const [number, timestamp] = [Number(raw['number']), Number(raw['timestamp'])];
  const { hash, parentHash, miner, transactions } = raw as { [K in keyof Block]: Block[K] };
  if (
    !Number.isSafeInteger(number) ||
    !Number.isSafeInteger(timestamp) ||
    !HASH.test(hash) ||
    !HASH.test(parentHash)
  )
    throw new NodeUnreachable('eth_getBlockByNumber: the answer is not a block');
  return { number, timestamp, hash, parentHash, miner, transactions };
}

/** The node's chain id (EIP-155). @throws RpcError, NodeUnreachable */
export async function readChainId(rpc: Rpc): Promise<number> {
  return Number(await rpc.call<string>('eth_chainId'));
}

/** Calls a view function at the newest block and decodes its results. @throws RpcError when it reverts, NodeUnreachable */
export async function read(
  rpc: Rpc,
  to: string,
  { abi }: Artifact,
  name: string,
  args: readonly unknown[] = [],
): Promise<unknown[]> {
  const data = await rpc.call<string>('eth_call', [
    { to, data: abi.encodeFunctionData(name, args) },
    'latest',
  ]);
  return [...abi.decodeFunctionResult(name, data)] as unknown[];
}
