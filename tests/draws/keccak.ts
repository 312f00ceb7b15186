// A second implementation of Keccak-256, straight from FIPS 202 and the Keccak reference: plain loops over 5 × 5 lanes,
// no precomputed tables, no library. A lane is two 32-bit halves, since bigint would take a minute where this takes a
// second.

/** One step of the shift register x^8 + x^6 + x^5 + x^4 + 1 that makes the round constants (FIPS 202, 3.2.5). */
const shift = (register: number): number => ((register << 1) ^ ((register >> 7) * 0x171)) & 0xff;

/** Constants of the 24 rounds, as [high, low]: bit 2^j - 1 is the register's lowest bit at step 7 × round + j. */
function roundConstants(): [number, number][] {
  let register = 1;
  return Array.from({ length: 24 }, () => {
    const halves: [number, number] = [0, 0];
    for (let j = 0; j <= 6; j++) {
      const bit = 2 ** j - 1;
      if (register & 1) halves[bit >= 32 ? 0 : 1] |= 1 << (bit % 32);
      register = shift(register);
    }
    return halves;
  });
}

/**
 * How far the lane (x, y) is rotated to the left: t (t + 1) / 2 along the walk (x, y) -> (y, 2x + 3y) (FIPS 202,
 * 3.2.2).
 */
function turns(): number[] {
  const offsets = Array.from({ length: 25 }, () => 0);
  let [x, y] = [1, 0];
  for (let t = 0; t < 24; t++) {
    offsets[x + 5 * y] = (((t + 1) * (t + 2)) / 2) % 64;
    [x, y] = [y, (2 * x + 3 * y) % 5];
  }
  return offsets;
}

const CONSTANTS = roundConstants();
const TURNS = turns();

/** Rotates [high, low] to the left; returns the requested half. */
const turnedHigh = (high: number, low: number, by: number): number =>
  by === 0
    ? high
    : by < 32
      ? (high << by) | (low >>> (32 - by))
      : by === 32
        ? low
        : (low << (by - 32)) | (high >>> (64 - by));

/** The permutation. Lane (x, y) is high[x + 5y], low[x + 5y]. */
function permute(high: Int32Array, low: Int32Array): void {
  const [otherHigh, otherLow] = [new Int32Array(25), new Int32Array(25)];
  const [columnHigh, columnLow] = [new Int32Array(5), new Int32Array(5)];
  const at = (lanes: Int32Array, index: number): number => lanes[index] ?? 0;
  for (const [constantHigh, constantLow] of CONSTANTS) {
    for (let x = 0; x < 5; x++) {
      let [h, l] = [0, 0];
      for (let y = 0; y < 5; y++) {
        h ^= at(high, x + 5 * y);
        l ^= at(low, x + 5 * y);
      }
      columnHigh[x] = h;
      columnLow[x] = l;
    }
    for (let x = 0; x < 5; x++) {
      const [left, right] = [(x + 4) % 5, (x + 1) % 5];
      const h = at(columnHigh, left) ^ turnedHigh(at(columnHigh, right), at(columnLow, right), 1);
      const l = at(columnLow, left) ^ turnedHigh(at(columnLow, right), at(columnHigh, right), 1);
      for (let y = 0; y < 5; y++) {
        const here = x + 5 * y;
        const [a, b] = [at(high, here) ^ h, at(low, here) ^ l];
        const there = y + 5 * ((2 * x + 3 * y) % 5);
        const by = TURNS[here] ?? 0;
        otherHigh[there] = turnedHigh(a, b, by);
        otherLow[there] = turnedHigh(b, a, by);
      }
    }
    for (let y = 0; y < 25; y += 5)
      for (let x = 0; x < 5; x++) {
        const [next, after] = [y + ((x + 1) % 5), y + ((x + 2) % 5)];
        high[x + y] = at(otherHigh, x + y) ^ (~at(otherHigh, next) & at(otherHigh, after));
        low[x + y] = at(otherLow, x + y) ^ (~at(otherLow, next) & at(otherLow, after));
      }
    high[0] = at(high, 0) ^ constantHigh;
    low[0] = at(low, 0) ^ constantLow;
  }
}

/** 1088 of the 1600 bits take the message. */
const RATE = 136;

/** Keccak-256 with Ethereum's padding: a 1 bit, zeros, a 1 bit at the end of the block. */
export function keccak256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((Math.floor(message.length / RATE) + 1) * RATE);
  padded.set(message);
  padded[message.length] = 0x01;
  padded[padded.length - 1] = (padded[padded.length - 1] ?? 0) | 0x80;
  const [high, low] = [new Int32Array(25), new Int32Array(25)];
  const word = (start: number): number =>
    (padded[start] ?? 0) |
    ((padded[start + 1] ?? 0) << 8) |
    ((padded[start + 2] ?? 0) << 16) |
    ((padded[start + 3] ?? 0) << 24);
  for (let block = 0; block < padded.length; block += RATE) {
    for (let lane = 0; lane < RATE / 8; lane++) {
      low[lane] = (low[lane] ?? 0) ^ word(block + 8 * lane);
      high[lane] = (high[lane] ?? 0) ^ word(block + 8 * lane + 4);
    }
    permute(high, low);
  }
  const digest = new Uint8Array(32);
  for (let byte = 0; byte < 32; byte++) {
    const half = (byte % 8 < 4 ? low : high)[byte >> 3] ?? 0;
    digest[byte] = half >>> (8 * (byte % 4));
  }
  return digest;
}
