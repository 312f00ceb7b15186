/**
 * The hash that a draw is read from. It combines what the chain decided (the transaction), what the server committed to
 * before betting opened (the seed) and the round's name, so that no single party can choose it.
 */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** `validator` hashes transaction, seed and round; `plain` uses the transaction's own hash. */
export type DrawRule = 'validator' | 'plain';

const HASH = /^0x[0-9a-f]{64}$/;

/** Whether a text is 32 bytes as 0x and 64 lower-case hex digits. */
export const isHash = (text: string): boolean => HASH.test(text);

const bytesOf = (hash: string): Uint8Array => {
  if (!isHash(hash)) throw new RangeError(`not 32 bytes of hex: ${hash}`);
  return hexToBytes(hash.slice(2));
};

const keccak = (bytes: Uint8Array): string => `0x${bytesToHex(keccak_256(bytes))}`;

/**
 * keccak256 of 32 bytes: the commitment to a seed, published before betting opens (architecture, "Draw rule"), and the
 * next hash wherever a rule says "continue on keccak256(hash)". This is Ethereum's Keccak (padding 0x01), not SHA3-256
 * of FIPS 202.
 * @throws RangeError when the text is not 32 bytes of lower-case hex
 */
export const seedHash = (seed: string): string => keccak(bytesOf(seed));

/**
 * The hash of a draw. Rule `validator`: keccak256(txHash (32 bytes) ‖ seed (32 bytes) ‖ utf8(round id)), with round ids
 * such as `race:5849201` and `lottery:2026-11-21` (rounds.ts). Rule `plain`: the transaction's hash itself. Every bit
 * is fair as long as anyone able to choose the transaction did not know the seed, or vice versa. Source: architecture,
 * "Draw rule".
 * @throws RangeError when hash or seed is not 32 bytes of lower-case hex
 */
export function drawHash(rule: DrawRule, draw: { txHash: string; seed: string; round: string }): string {
  const tx = bytesOf(draw.txHash);
  if (rule === 'plain') return draw.txHash;
  return keccak(concatBytes(tx, bytesOf(draw.seed), utf8ToBytes(draw.round)));
}
