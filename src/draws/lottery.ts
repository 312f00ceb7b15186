/** The lottery's three digits, read from a draw's hash. */
import { isHash, seedHash } from './hash.ts';

export type Digits = [number, number, number];

/** The positions of the three digits. `text` is the hash itself, or the first one after it with enough digits. */
interface Marked {
  text: string;
  /** Indexes into `text`, which starts with "0x"; ascending. */
  positions: Digits;
}

/**
 * The positions of the last three decimal digits in the hash's hex text; letters are skipped, and the 0 of "0x" does
 * not count. A hash with fewer than three (one in 3 × 10^23) is discarded and keccak256(hash) is used instead, and so
 * on.
 * @throws RangeError when the text is not 32 bytes of lower-case hex
 */
export function markedDigits(hash: string): Marked {
  if (!isHash(hash)) throw new RangeError(`not 32 bytes of hex: ${hash}`);
  const found: number[] = [];
  for (let at = hash.length - 1; at >= 2 && found.length < 3; at--)
    if (hash.charCodeAt(at) <= 0x39) found.push(at);
  const [third, second, first] = found;
  if (first === undefined || second === undefined || third === undefined) return markedDigits(seedHash(hash));
  return { text: hash, positions: [first, second, third] };
}

/**
 * The lottery's result: the last three decimal digits of the hash's hex text, letters skipped, in order (architecture,
 * "Draw rule"; the specification's "last 3 digits of a transaction hash, letters skipped"). All 1000 results are
 * equally likely: a hex digit known to be 0-9 takes each value with probability 1/10, whatever surrounds it. So a guess
 * wins once in 1000.
 * @throws RangeError when the text is not 32 bytes of lower-case hex
 */
export function lotteryDigits(hash: string): Digits {
  const { text, positions } = markedDigits(hash);
  const [first, second, third] = positions;
  return [Number(text[first]), Number(text[second]), Number(text[third])];
}
