// A second implementation of the draws, only from the text of the rule: plain loops, OpenSSL's Keccak, no line shared
// with src/draws.
import { createHash } from 'node:crypto';

const DIGITS = '0123456789abcdef';

function bytesOf(hash: string): number[] {
  const bytes: number[] = [];
  for (let at = 2; at < 66; at += 2)
    bytes.push(DIGITS.indexOf(hash.charAt(at)) * 16 + DIGITS.indexOf(hash.charAt(at + 1)));
  return bytes;
}

function textOf(bytes: Uint8Array): string {
  let text = '0x';
  for (const byte of bytes) text += DIGITS.charAt(byte >> 4) + DIGITS.charAt(byte & 15);
  return text;
}

export const keccak256 = (message: Uint8Array): Uint8Array =>
  createHash('keccak-256').update(message).digest();

/** keccak256 of the 32 bytes given as 64 hex digits. */
export const again = (hash: string): string => textOf(keccak256(Uint8Array.from(bytesOf(hash))));

export interface Draw {
  rule: string;
  txHash: string;
  seed: string;
  round: string;
}

/** The draw's hash. Round names are ASCII. */
export function hashOf({ rule, txHash, seed, round }: Draw): string {
  if (rule === 'plain') return txHash;
  const bytes = [...bytesOf(txHash), ...bytesOf(seed)];
  for (let at = 0; at < round.length; at++) bytes.push(round.charCodeAt(at));
  return textOf(keccak256(Uint8Array.from(bytes)));
}

/** "The last three decimal digits, letters skipped, in order; fewer than three: the same of keccak256(hash)." */
export function digitsOf(hash: string): number[] {
  const digits: number[] = [];
  for (const sign of hash.slice(2)) {
    const value = DIGITS.indexOf(sign);
    if (value < 10) digits.push(value);
    if (digits.length > 3) digits.shift();
  }
  return digits.length === 3 ? digits : digitsOf(again(hash));
}

/** "Keep 1-6, rank by first appearance, continue on keccak256(hash) while two or more are missing; the only missing one is last." */
export function rankingOf(hash: string): number[] {
  const seen: boolean[] = [true, false, false, false, false, false, false];
  const ranking: number[] = [];
  let text = hash;
  for (;;) {
    for (const sign of text.slice(2)) {
      const value = DIGITS.indexOf(sign);
      if (value > 6 || seen[value]) continue;
      seen[value] = true;
      ranking.push(value);
    }
    if (ranking.length === 5) ranking.push(seen.indexOf(false));
    if (ranking.length === 6) return ranking;
    text = again(text);
  }
}
