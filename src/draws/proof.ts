/**
 * The proof of a draw: every step from the seed to the result, each compared with the operator's claim. Pure: the page,
 * the offline page and `operator verify` pass in the same two inputs and get the same answer.
 */
import type { Claim } from './claim.ts';
import type { Block, Chain } from './evidence.ts';
import { drawHash, seedHash } from './hash.ts';
import { lotteryDigits } from './lottery.ts';
import { MOST_BLOCKS } from './questions.ts';
import { raceRanking } from './race.ts';
import { drawTimeOf, roundOf } from './rounds.ts';

export type CheckId =
  /** keccak256(seed) equals the hash published before betting opened. */
  | 'seed'
  /** The node is on the chain that decides. Missing if the claim does not name a chain. */
  | 'chain'
  /** The block with that number has that hash. */
  | 'block'
  /** The block is not older than the round's time T. */
  | 'time'
  /** No earlier block since T would have qualified. */
  | 'first'
  /** The transaction is the last one in the block. */
  | 'transaction'
  /** The block's own validator sent it. */
  | 'sender'
  /** The block can no longer be replaced. */
  | 'final'
  /** The draw's hash follows from transaction, seed and round. */
  | 'hash'
  /** The result follows from the draw's hash. */
  | 'result';

/**
 * Why a check is inconclusive. `missing`: the node does not have what is needed; `tooFar`: the search stopped after
 * MOST_BLOCKS; `broken`: the node's blocks do not follow each other, and `found` holds the number of the block where
 * that happened.
 */
export type Unknown = 'missing' | 'wrongChain' | 'tooFar' | 'broken' | 'notFinal';

export interface Check {
  id: CheckId;
  state: 'matches' | 'differs' | 'unknown';
  claimed: string;
  /** The value found, to compare with the claimed one; "" if there is none. */
  found: string;
  why?: Unknown;
}

export type Verdict = Check['state'];

const check = (id: CheckId, claimed: string, found: string): Check => ({
  id,
  state: claimed === found ? 'matches' : 'differs',
  claimed,
  found,
});

const unknown = (id: CheckId, claimed: string, why: Unknown, found = ''): Check => ({
  id,
  state: 'unknown',
  claimed,
  found,
  why,
});

/** The sender of a block's last transaction; undefined if the node was not asked, null for an empty block. */
function senderOf(block: Block, { transactions }: Chain): string | null | undefined {
  if (block.last === null) return null;
  return transactions.find((tx) => tx.hash === block.last && tx.blockHash === block.hash)?.from;
}

/** Walks back from the draw's block to the last one before T: none in between may qualify. */
function checkFirst(claim: Claim, block: Block, drawsAt: number, chain: Chain): Check {
  const claimed = String(claim.blockNumber);
  let earliest = block.number;
  for (let child = block; ;) {
    const parent = chain.blocks.find(({ number }) => number === child.number - 1);
    if (parent === undefined) {
      const why = claim.blockNumber - child.number < MOST_BLOCKS ? 'missing' : 'tooFar';
      return unknown('first', claimed, why, String(child.number));
    }
    if (parent.hash !== child.parentHash) return unknown('first', claimed, 'broken', String(parent.number));
    if (parent.timestamp < drawsAt) break;
    const sender = senderOf(parent, chain);
    if (sender === undefined) return unknown('first', claimed, 'missing', String(parent.number));
    if (sender === parent.miner) earliest = parent.number;
    child = parent;
  }
  return check('first', claimed, String(earliest));
}

function checkFinal(number: number, finalized: number | null): Check {
  if (finalized === null) return unknown('final', String(number), 'missing');
  if (finalized < number) return unknown('final', String(number), 'notFinal', String(finalized));
  return { id: 'final', state: 'matches', claimed: String(number), found: String(finalized) };
}

/** Every check on what the node says about the claimed block and transaction. */
function checkChain(claim: Claim, chain: Chain): Check[] {
  const drawsAt = drawTimeOf(claim.round);
  const moment = `≥ ${drawsAt.toISOString()}`;
  const block = chain.blocks.find(({ number }) => number === claim.blockNumber);
  if (block === undefined) {
    const why = wrongChain(claim, chain) ? 'wrongChain' : 'missing';
    return [
      unknown('block', claim.blockHash, why),
      unknown('time', moment, why),
      unknown('first', String(claim.blockNumber), why),
      unknown('transaction', claim.txHash, why),
      unknown('sender', '', why),
      unknown('final', String(claim.blockNumber), why),
    ];
  }
  const seconds = drawsAt.getTime() / 1000;
  const found = new Date(block.timestamp * 1000).toISOString();
  const sender = senderOf(block, chain);
  return [
    check('block', claim.blockHash, block.hash),
    { ...check('time', moment, found), state: block.timestamp >= seconds ? 'matches' : 'differs' },
    checkFirst(claim, block, seconds, chain),
    check('transaction', claim.txHash, block.last ?? ''),
    sender === undefined
      ? unknown('sender', block.miner, 'missing')
      : check('sender', block.miner, sender ?? ''),
    checkFinal(block.number, chain.finalized),
  ];
}

const wrongChain = (claim: Claim, chain: Chain): boolean =>
  claim.chainId !== null && chain.chainId !== null && claim.chainId !== chain.chainId;

function checkChainId({ chainId }: Claim, chain: Chain): Check[] {
  if (chainId === null) return [];
  const claimed = String(chainId);
  if (chain.chainId === null) return [unknown('chain', claimed, 'missing')];
  const found = String(chain.chainId);
  return [
    claimed === found ? check('chain', claimed, found) : unknown('chain', claimed, 'wrongChain', found),
  ];
}

/** The result that a hash gives in the round's game. */
const resultOf = (round: string, hash: string): number[] =>
  roundOf(round).game === 'race' ? raceRanking(hash) : lotteryDigits(hash);

/**
 * Checks a draw step by step (architecture, "Draw rule"). T comes from the round's name, the draw's hash is computed
 * from the claimed transaction and seed, and the result from the computed hash, so a tampered value shows up at its own
 * step. A node on another chain proves nothing; its blocks are ignored.
 * @param claim what the operator says
 * @param chain what a node says: the draw's block, the blocks before it down to the first one older than T, and their
 * last transactions
 * @returns the checks in the order of the rule; `unknown` where the node did not say enough
 */
export function checkDraw(claim: Claim, chain: Chain): Check[] {
  const other = wrongChain(claim, chain);
  const hash = drawHash(claim.rule, claim);
  return [
    check('seed', claim.seedHash, seedHash(claim.seed)),
    ...checkChainId(claim, chain),
    ...checkChain(claim, other ? { ...chain, blocks: [] } : chain),
    check('hash', claim.hash, hash),
    check('result', claim.result.join(' '), resultOf(claim.round, hash).join(' ')),
  ];
}

/** Any step that differs decides the verdict; otherwise any that could not be checked; otherwise everything matches. */
export function verdictOf(checks: readonly Check[]): Verdict {
  if (checks.some(({ state }) => state === 'differs')) return 'differs';
  return checks.some(({ state }) => state === 'unknown') ? 'unknown' : 'matches';
}
