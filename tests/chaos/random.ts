// Random choices that a seed repeats: the same rounds with the same faults, though never at exactly the same moments.

export interface Random {
  /** From `from` to `to`, both included. */
  int(from: number, to: number): number;
  pick<T>(all: readonly T[]): T;
  chance(share: number): boolean;
}

/** Mulberry32: small, and good enough to choose faults. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    int,
    pick: (all) => all[int(0, all.length - 1)] as (typeof all)[number],
    chance: (share) => next() < share,
  };
}
