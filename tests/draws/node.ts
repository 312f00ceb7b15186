// A draw of the golden vectors with a fake node that has its chain, as raw JSON-RPC responses.
import type { Claim } from '#draws/claim.ts';
import type { Answer } from '#draws/evidence.ts';
import type { Question } from '#draws/questions.ts';
import vectors from '#draws/vectors.json' with { type: 'json' };
import { again } from './reference.ts';

type Vector = (typeof vectors)[number];

export const CHAIN_ID = 56;
export const VALIDATOR = `0x${'b5'.repeat(20)}`;
export const SOMEBODY = `0x${'0a'.repeat(20)}`;

interface RawBlock {
  number: string;
  hash: string;
  parentHash: string;
  timestamp: string;
  miner: string;
  transactions: string[];
}

interface RawTransaction {
  hash: string;
  from: string;
  blockHash: string;
}

const hex = (number: number): string => `0x${number.toString(16)}`;
/** Some hash derived from a word and a number. */
const hashOf = (word: number, number: number): string =>
  again(`0x${(word * 1e9 + number).toString(16).padStart(64, '0')}`);

export interface World {
  claim: Claim;
  blocks: Map<number, RawBlock>;
  transactions: Map<string, RawTransaction>;
  finalized: number;
  chainId: number;
  /** Responds as a node does; counts the requests. */
  ask: (questions: Question[]) => Promise<Answer[]>;
  asked: Question[];
}

/**
 * The chain around a draw: its block, `between` blocks from T on that do not qualify (the last transaction is a
 * stranger's, or in every third block there is none), and older ones. The draw's block is at its number in `claim`.
 */
export function worldOf(vector: Vector, between = 0): World {
  const drawsAt = Date.parse(vector.drawsAt) / 1000;
  const drawn = 50_000 + between;
  const blocks = new Map<number, RawBlock>();
  const transactions = new Map<string, RawTransaction>();
  for (let number = drawn - between - 3; number <= drawn + 3; number++) {
    const isDraw = number === drawn;
    const empty = (drawn - number) % 3 === 2;
    const last = isDraw ? vector.txHash : hashOf(2, number);
    const hash = hashOf(1, number);
    blocks.set(number, {
      number: hex(number),
      hash,
      parentHash: hashOf(1, number - 1),
      // The first block from T on has exactly the time T.
      timestamp: hex(Math.max(0, drawsAt + (number - (drawn - between)))),
      miner: VALIDATOR,
      transactions: empty ? [] : [hashOf(3, number), last],
    });
    if (!empty) transactions.set(last, { hash: last, from: isDraw ? VALIDATOR : SOMEBODY, blockHash: hash });
  }
  const asked: Question[] = [];
  const world: World = {
    claim: {
      round: vector.round,
      rule: vector.rule as Claim['rule'],
      chainId: CHAIN_ID,
      seed: vector.seed,
      seedHash: vector.seedHash,
      blockNumber: drawn,
      blockHash: hashOf(1, drawn),
      txHash: vector.txHash,
      hash: vector.hash,
      result: vector.result,
    },
    blocks,
    transactions,
    finalized: drawn + 1,
    chainId: CHAIN_ID,
    asked,
    ask: async (questions) => {
      asked.push(...questions);
      return questions.map(({ id, method, params: [param] }) => {
        if (method === 'eth_chainId') return { id, result: hex(world.chainId) };
        if (method === 'eth_getTransactionByHash')
          return { id, result: transactions.get(String(param)) ?? null };
        const number = param === 'finalized' ? world.finalized : Number(param);
        return { id, result: blocks.get(number) ?? null };
      });
    },
  };
  return world;
}

/** The vector with that note; the very first without one. */
export const vectorOf = (note?: string): Vector => {
  const found = vectors.find((vector) => note === undefined || vector.note === note);
  if (!found) throw new Error(`no vector: ${note}`);
  return found;
};
