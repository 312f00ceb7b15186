/**
 * What a node says about a draw: the part of a proof that anyone can get elsewhere. Parsed from raw JSON-RPC responses
 * (Ethereum execution API: eth_chainId, eth_getBlockByNumber, eth_getTransactionByHash).
 */
import { hashAt, hexAt, isFields, Malformed, quantityAt } from './fields.ts';

export interface Block {
  number: number;
  hash: string;
  parentHash: string;
  /** Epoch seconds. */
  timestamp: number;
  /** The validator's address, lower case. */
  miner: string;
  /** Hash of its last transaction; null for an empty block. */
  last: string | null;
}

interface Transaction {
  hash: string;
  /** Sender, in lower case. */
  from: string;
  blockHash: string;
}

/** The draw's block, the blocks before it as far as they have been fetched, and their last transactions. */
export interface Chain {
  chainId: number | null;
  /** Number of the latest finalised block; null if the node did not say. */
  finalized: number | null;
  blocks: readonly Block[];
  transactions: readonly Transaction[];
}

/** The state before any node has been asked. */
export const NOTHING: Chain = { chainId: null, finalized: null, blocks: [], transactions: [] };

/** A JSON-RPC response: `id` is that of the request (questions.ts), `result` is what the node returned. */
export interface Answer {
  id: string;
  result: unknown;
}

/** The last second that a Date can represent. */
const LAST_SECOND = 8.64e12;

function timestampAt(value: unknown): number {
  const seconds = quantityAt(value, 'timestamp');
  if (seconds > LAST_SECOND) throw new Malformed('timestamp');
  return seconds;
}

function readBlock(value: unknown): Block {
  if (!isFields(value)) throw new Malformed('block');
  if (!Array.isArray(value.transactions)) throw new Malformed('transactions');
  const last: unknown = value.transactions.at(-1);
  return {
    number: quantityAt(value.number, 'number'),
    hash: hashAt(value.hash, 'hash'),
    parentHash: hashAt(value.parentHash, 'parentHash'),
    timestamp: timestampAt(value.timestamp),
    miner: hexAt(value.miner, 40, 'miner'),
    last: last === undefined ? null : hashAt(isFields(last) ? last.hash : last, 'transactions'),
  };
}

function readTransaction(value: unknown): Transaction {
  if (!isFields(value)) throw new Malformed('answers');
  return {
    hash: hashAt(value.hash, 'hash'),
    from: hexAt(value.from, 40, 'from'),
    blockHash: hashAt(value.blockHash, 'blockHash'),
  };
}

/**
 * What is known after reading one more answer. `null` (the node does not have it) adds nothing; a known block or
 * transaction is not replaced.
 * @throws Malformed if the answer is not a block, a transaction or, under its id, the chain id
 */
export function learn(chain: Chain, { id, result }: Answer): Chain {
  if (result === null) return chain;
  if (id === 'chainId') return { ...chain, chainId: quantityAt(result, 'chainId') };
  if (isFields(result) && 'miner' in result) {
    const block = readBlock(result);
    const finalized = id === 'finalized' ? Math.max(block.number, chain.finalized ?? 0) : chain.finalized;
    const known = chain.blocks.some(({ number }) => number === block.number);
    return { ...chain, finalized, blocks: known ? chain.blocks : [...chain.blocks, block] };
  }
  const transaction = readTransaction(result);
  const known = chain.transactions.some(({ hash }) => hash === transaction.hash);
  return known ? chain : { ...chain, transactions: [...chain.transactions, transaction] };
}

/**
 * Parses JSON-RPC responses: one, or a batch.
 * @throws Malformed when one of them is not a response or contains an error
 */
export function readAnswers(value: unknown): Answer[] {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.map((answer) => {
    if (!isFields(answer) || !('result' in answer)) throw new Malformed('answers');
    return { id: typeof answer.id === 'string' ? answer.id : '', result: answer.result };
  });
}

const BLOCK = ['number', 'hash', 'parentHash', 'timestamp', 'miner'];
const TRANSACTION = ['hash', 'from', 'blockHash'];

/** An answer reduced to what the checks use: of a block's transactions, only the last one remains. Used for sharing. */
export function trimmed({ id, result }: Answer): Answer {
  if (!isFields(result)) return { id, result };
  const fields = 'miner' in result ? BLOCK : TRANSACTION;
  const needed = Object.fromEntries(fields.map((field) => [field, result[field]]));
  if (Array.isArray(result.transactions)) needed.transactions = result.transactions.slice(-1);
  return { id, result: needed };
}
