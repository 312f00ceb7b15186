// Random numbers and choices that a seed repeats.

export interface Random {
  /** From `from` to `to`, both included. */
  int(from: number, to: number): number;
  pick<T>(all: readonly T[]): T;
  chance(share: number): boolean;
}

/** Mulberry32: whole numbers below 2^32. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** Whole numbers from 0, each below the given one. */
export function numbers(seed: number): (below: number) => number {
  const next = mulberry32(seed);
  return (below) => next() % below;
}

export function randomFrom(seed: number): Random {
  const next = mulberry32(seed);
  const share = () => next() / 2 ** 32;
  const int = (from: number, to: number) => from + Math.floor(share() * (to - from + 1));
  return {
    int,
    pick: (all) => all[int(0, all.length - 1)] as (typeof all)[number],
    chance: (of) => share() < of,
  };
}
