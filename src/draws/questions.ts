/**
 * The read-only JSON-RPC requests that a proof needs. An answer may lead to further requests: as long as the previous
 * block is not older than T, it might have been the draw's block, so that block and its predecessor are fetched too.
 */
import type { Claim } from './claim.ts';
import { type Answer, type Block, type Chain, learn, NOTHING } from './evidence.ts';
import { drawTimeOf } from './rounds.ts';

export interface Question {
  /** Identifies the request; its response carries the same id. */
  id: string;
  method: 'eth_chainId' | 'eth_getBlockByNumber' | 'eth_getTransactionByHash';
  params: (string | boolean)[];
}

/** How many blocks before the draw's are searched before giving up: 150 s of BNB Smart Chain. */
export const MOST_BLOCKS = 200;

/** Blocks requested at once when the search continues. */
const STRIDE = 8;

const blockAt = (number: number): Question => ({
  id: `block ${number}`,
  method: 'eth_getBlockByNumber',
  params: [`0x${number.toString(16)}`, false],
});

const transactionOf = (hash: string): Question => ({
  id: `transaction ${hash}`,
  method: 'eth_getTransactionByHash',
  params: [hash],
});

/** The draw's block and all known blocks before it, without a gap, down to the first one older than T. */
function walk(claim: Claim, { blocks }: Chain): { looked: Block[]; arrived: boolean } {
  const seconds = drawTimeOf(claim.round).getTime() / 1000;
  const looked: Block[] = [];
  for (let number = claim.blockNumber; ; number--) {
    const block = blocks.find((one) => one.number === number);
    if (block === undefined) return { looked, arrived: false };
    if (block.timestamp < seconds && number < claim.blockNumber) return { looked, arrived: true };
    looked.push(block);
  }
}

/**
 * What still has to be requested, starting with chain id, finality, the draw's block, the one before it and the
 * transaction. The caller leaves out what it has already requested (a node that lacks a block is not asked for it
 * again), and is done when nothing is left.
 * @param claim what the operator says about the draw
 * @param chain what is known so far
 */
export function questionsOf(claim: Claim, chain: Chain): Question[] {
  const { looked, arrived } = walk(claim, chain);
  const questions: Question[] = [];
  if (chain.chainId === null) questions.push({ id: 'chainId', method: 'eth_chainId', params: [] });
  if (chain.finalized === null)
    questions.push({ id: 'finalized', method: 'eth_getBlockByNumber', params: ['finalized', false] });
  for (const block of looked)
    if (block.last !== null && !chain.transactions.some(({ hash }) => hash === block.last))
      questions.push(transactionOf(block.last));
  if (arrived) return questions;
  const lowest = claim.blockNumber - looked.length;
  const most = looked.length === 0 ? 2 : STRIDE;
  for (let number = lowest; number > lowest - most && number >= 0; number--)
    if (claim.blockNumber - number <= MOST_BLOCKS && !chain.blocks.some((one) => one.number === number))
      questions.push(blockAt(number));
  return questions;
}

/** A node's answers and what is known from them. */
export interface Gathered {
  answers: Answer[];
  chain: Chain;
}

/**
 * Sends requests until none is left.
 * @param ask sends requests to a node; returns an answer for each, with `result: null` for what the node does not have
 * @throws Malformed if one of them is not an answer; whatever `ask` throws
 */
export async function gather(
  claim: Claim,
  ask: (questions: Question[]) => Promise<readonly Answer[]>,
): Promise<Gathered> {
  const gathered: Gathered = { answers: [], chain: NOTHING };
  const asked = new Set<string>();
  for (;;) {
    const questions = questionsOf(claim, gathered.chain).filter(({ id }) => !asked.has(id));
    if (questions.length === 0) return gathered;
    for (const { id } of questions) asked.add(id);
    for (const answer of await ask(questions)) {
      gathered.answers.push(answer);
      gathered.chain = learn(gathered.chain, answer);
    }
  }
}
