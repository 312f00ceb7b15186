/** The operator's claim about a settled round: the part of a proof that has to be checked. */
import { LOTTERY_DIGITS, RACE_LANES } from '#rules/figures.ts';
import { hashAt, isFields, Malformed, wholeAt } from './fields.ts';
import type { DrawRule } from './hash.ts';
import { roundOf } from './rounds.ts';

/** Hashes are 0x and 64 lower-case hex digits. */
export interface Claim {
  /** `race:5849201` or `lottery:2026-11-21` */
  round: string;
  rule: DrawRule;
  /** The chain that decides; null if unknown. */
  chainId: number | null;
  seed: string;
  seedHash: string;
  blockNumber: number;
  blockHash: string;
  txHash: string;
  hash: string;
  /** The lottery's three digits or the race's six lanes, champion first. */
  result: number[];
}

function roundAt(value: unknown): string {
  try {
    if (typeof value === 'string') return (roundOf(value), value);
  } catch {
    // Reported below, like a round that is not text.
  }
  throw new Malformed('round');
}

function resultAt(value: unknown, round: string): number[] {
  const [low, high, length] =
    roundOf(round).game === 'race' ? [1, RACE_LANES, RACE_LANES] : [0, 9, LOTTERY_DIGITS];
  const fits = (entry: unknown) => Number.isInteger(entry) && Number(entry) >= low && Number(entry) <= high;
  if (!Array.isArray(value) || value.length !== length || !value.every(fits)) throw new Malformed('result');
  return value.map(Number);
}

/**
 * Parses a claim from untrusted data.
 * @throws Malformed naming the first field that is missing or invalid
 */
export function readClaim(value: unknown): Claim {
  if (!isFields(value)) throw new Malformed('claim');
  const round = roundAt(value.round);
  const { rule, chainId } = value;
  if (rule !== 'validator' && rule !== 'plain') throw new Malformed('rule');
  return {
    round,
    rule,
    chainId: chainId === null || chainId === undefined ? null : wholeAt(chainId, 'chainId'),
    seed: hashAt(value.seed, 'seed'),
    seedHash: hashAt(value.seedHash, 'seedHash'),
    blockNumber: wholeAt(value.blockNumber, 'blockNumber'),
    blockHash: hashAt(value.blockHash, 'blockHash'),
    txHash: hashAt(value.txHash, 'txHash'),
    hash: hashAt(value.hash, 'hash'),
    result: resultAt(value.result, round),
  };
}
