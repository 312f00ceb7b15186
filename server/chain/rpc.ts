/**
 * The one client for nodes: JSON-RPC over HTTP, every call with a timeout and a limit on the size of its answer.
 * Answers are validated where decisions depend on them.
 */
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { nodeCalls } from '#server/lib/metrics.ts';
import type { Artifact } from './contracts/artifacts.ts';

/** The node answered with an error. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(method: string, error: { code: number; message: string; data?: unknown }) {
    super(`${method}: ${error.message}`);
    this.code = error.code;
    this.data = error.data;
  }
}

/** The node did not answer, or not in time, or not in JSON-RPC. */
export class NodeUnreachable extends Error {}

/** The node's answer has more bytes than the call allows. */
export class AnswerTooLong extends NodeUnreachable {}

/** A connection to a node. */
export interface Rpc {
  readonly url: string;
  /**
   * Calls a method.
   * @param timeoutMs default 5 s
   * @param mostBytes of the answer; default 64 MiB
   * @throws RpcError, NodeUnreachable (AnswerTooLong)
   */
  call<T = unknown>(
    method: string,
    params?: readonly unknown[],
    timeoutMs?: number,
    mostBytes?: number,
  ): Promise<T>;
  /**
   * Makes many calls in JSON-RPC batches of 100; answers are in the order of the calls.
   * @param timeoutMs per batch; default 10 s
   * @throws RpcError when one of them is refused, NodeUnreachable
   */
  batch<T = unknown>(calls: readonly Call[], timeoutMs?: number): Promise<T[]>;
}

/** One call of a batch. */
export type Call = readonly [method: string, params: readonly unknown[]];

interface Reply {
  id?: unknown;
  result?: unknown;
  error?: { code: number; message?: string; data?: unknown };
}

const TIMEOUT_MS = 5000;
const BATCH_TIMEOUT_MS = 10_000;
/** Nodes accept 1,000 calls per batch; a hundred receipts are some hundred kB. */
export const BATCH = 100;
/** Far more than a busy block's logs, but small enough to hold in memory. */
const MOST_BYTES = 64 * 1024 * 1024;

const explain = (error: unknown): string =>
  error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code || error.name : 'no answer';

/** Shorter parts of an address are not keys, and could be anything else in a message. */
const LEAST_KEY = 8;

/**
 * Removes a node's address, host and keys from a message: it may end up in logs and alerts, and providers put keys into
 * host names, paths and queries.
 */
function withoutAddress(url: string, text: string): string {
  const { href, hostname, pathname, search, searchParams } = new URL(url);
  const host = isIP(hostname.replace(/^\[|\]$/g, '')) > 0 ? [] : [hostname];
  const parts = [url, href, ...host, `${pathname}${search}`, ...pathname.split('/'), ...searchParams.values()]
    .filter((part) => part.length >= LEAST_KEY)
    .sort((one, other) => other.length - one.length);
  return parts.reduce((left, part) => left.replaceAll(part, '…'), text);
}

/**
 * Node's own client, because requests are sent every second and `fetch` took three times the processor time (1.6
 * instead of 0.6 ms per request).
 */
function send(url: string, body: string, signal: AbortSignal): Promise<IncomingMessage> {
  const { request } = new URL(url).protocol === 'https:' ? https : http;
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', headers, signal }, resolve).on('error', reject).end(body);
  });
}

/** The text of a response, read only up to the allowed size. @throws AnswerTooLong */
async function textOf(response: IncomingMessage, name: string, mostBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the rest.
  for await (const part of response as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > mostBytes) throw new AnswerTooLong(`${name}: the answer has more than ${mostBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

async function post<T>(
  url: string,
  name: string,
  body: unknown,
  timeoutMs: number,
  mostBytes = MOST_BYTES,
): Promise<T> {
  const begun = nodeCalls.startTimer({ method: name });
  const signal = AbortSignal.timeout(timeoutMs);
  let outcome = 'failed';
  try {
    const response = await send(url, JSON.stringify(body), signal);
    if (response.headers.location !== undefined) {
      response.destroy();
      throw new Error('the answer is a redirect');
    }
    const answer = JSON.parse(await textOf(response, name, mostBytes)) as T;
    outcome = 'ok';
    return answer;
  } catch (error) {
    if (error instanceof AnswerTooLong) throw error;
    // Without its cause, which contains the address.
    const why = signal.aborted ? 'no answer in time' : explain(error);
    throw new NodeUnreachable(`${name}: ${withoutAddress(url, why)}`);
  } finally {
    begun({ outcome });
  }
}

function refusalOf(url: string, method: string, reply: Reply | null | undefined): Error {
  if (!reply?.error) return new NodeUnreachable(`${method}: the answer is not JSON-RPC`);
  const { error } = reply;
  return new RpcError(method, { ...error, message: withoutAddress(url, error.message ?? '') });
}

function resultOf(url: string, method: string, reply: Reply | null | undefined): unknown {
  if (reply?.error || reply?.result === undefined) throw refusalOf(url, method, reply);
  return reply.result;
}

/**
 * The devnet keeps only the newest state: if a block arrives between resolving "latest" and reading it, the node
 * refuses, in 1 of 7,000 reads under full load. The request itself is fine, so it is retried.
 */
const overtaken = (reply: Reply | null): boolean =>
  reply?.error?.message?.startsWith('BlockOutOfRangeError') ?? false;
const TRIES = 4;

/** A connection to the node at `url`. Nothing is sent before the first call. */
export function connect(url: string): Rpc {
  let id = 0;
  const request = (method: string, params: readonly unknown[]) => ({
    jsonrpc: '2.0',
    id: (id += 1),
    method,
    params,
  });
  return {
    url,
    async call<T>(
      method: string,
      params: readonly unknown[] = [],
      timeoutMs = TIMEOUT_MS,
      mostBytes?: number,
    ): Promise<T> {
      let reply: Reply;
      let tries = 0;
      do {
        tries += 1;
        reply = await post(url, method, request(method, params), timeoutMs, mostBytes);
      } while (tries < TRIES && overtaken(reply));
      return resultOf(url, method, reply) as T;
    },
    async batch<T>(calls: readonly Call[], timeoutMs = BATCH_TIMEOUT_MS): Promise<T[]> {
      const results: T[] = [];
      for (let from = 0; from < calls.length; from += BATCH) {
        const asked = calls.slice(from, from + BATCH).map(([method, params]) => request(method, params));
        const name = asked[0]?.method ?? '';
        const replies = await post<Reply[] | Reply>(url, name, asked, timeoutMs);
        // A node without support for batches answers with a single error.
        if (!Array.isArray(replies)) throw refusalOf(url, name, replies);
        const byId = new Map(replies.map((reply) => [reply.id, reply]));
        for (const one of asked) results.push(resultOf(url, one.method, byId.get(one.id)) as T);
      }
      return results;
    },
  };
}

/** A header and its transaction hashes (eth_getBlockByNumber). */
export interface Block {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  /** Epoch seconds. */
  readonly timestamp: number;
  readonly miner: string;
  /** Hashes, in block order. */
  readonly transactions: readonly string[];
  /** The filter of its logs' addresses and topics; undefined where a node does not give it. */
  readonly logsBloom?: string;
}

type BlockTag = number | 'latest' | 'finalized';

/** A quantity in JSON-RPC notation. */
export const hex = (value: number | bigint): string => `0x${value.toString(16)}`;

const HASH = /^0x[0-9a-f]{64}$/;

const askBlock = (tag: BlockTag): Call => [
  'eth_getBlockByNumber',
  [typeof tag === 'number' ? hex(tag) : tag, false],
];

function asBlock(raw: Record<string, unknown> | null): Block | null {
  if (raw === null) return null;
  const [number, timestamp] = [Number(raw['number']), Number(raw['timestamp'])];
  const { hash, parentHash, miner, transactions, logsBloom } = raw as { [K in keyof Block]: Block[K] };
  if (
    !Number.isSafeInteger(number) ||
    !Number.isSafeInteger(timestamp) ||
    !HASH.test(hash) ||
    !HASH.test(parentHash)
  )
    throw new NodeUnreachable('eth_getBlockByNumber: the answer is not a block');
  return { number, timestamp, hash, parentHash, miner, transactions, ...(logsBloom && { logsBloom }) };
}

/**
 * Header and transaction hashes of a block; null when the node has no such block.
 * @throws RpcError; NodeUnreachable also when the answer does not have the shape of a block
 */
export const readBlock = async (rpc: Rpc, tag: BlockTag): Promise<Block | null> =>
  asBlock(await rpc.call(...askBlock(tag)));

/** Several blocks in one request, in the given order. @throws like readBlock */
export const readBlocks = async (rpc: Rpc, tags: readonly BlockTag[]): Promise<(Block | null)[]> =>
  (await rpc.batch<Record<string, unknown> | null>(tags.map(askBlock))).map(asBlock);

/** The node's chain id (EIP-155). @throws RpcError, NodeUnreachable */
export async function readChainId(rpc: Rpc): Promise<number> {
  return Number(await rpc.call<string>('eth_chainId'));
}

/**
 * Calls a view function at the newest block or at a given one, and decodes its results.
 * @throws RpcError when it reverts, NodeUnreachable
 */
export async function read(
  rpc: Rpc,
  to: string,
  { abi }: Artifact,
  name: string,
  args: readonly unknown[] = [],
  at: BlockTag = 'latest',
): Promise<unknown[]> {
  const data = await rpc.call<string>('eth_call', [
    { to, data: abi.encodeFunctionData(name, args) },
    typeof at === 'number' ? hex(at) : at,
  ]);
  return [...abi.decodeFunctionResult(name, data)] as unknown[];
}
