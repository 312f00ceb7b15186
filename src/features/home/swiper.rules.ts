// Which slide comes next, and what a finger's movement means.

/** One forward or back, wrapping around at the ends. */
export const slideAt = (at: number, by: number, count: number): number =>
  count === 0 ? 0 : (((at + by) % count) + count) % count;

/** A fifth of the width, or 60 px, whichever is less. */
const ENOUGH = 0.2;
const ENOUGH_PX = 60;

/** 1 for the next slide, -1 for the previous one, 0 to stay; `way` in pixels, negative to the left. */
export function swiped(way: number, width: number): -1 | 0 | 1 {
  if (Math.abs(way) < Math.min(ENOUGH_PX, width * ENOUGH)) return 0;
  return way < 0 ? 1 : -1;
}
