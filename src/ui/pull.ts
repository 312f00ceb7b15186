// The arithmetic of pull to refresh: how far the indicator follows the finger, and when letting go refreshes
// (specification, section 9).

/** Sufficient finger movement, in pixels. */
export const PULL_PX = 45;
const FARTHEST_PX = 72;

/** Up to this distance, a finger's direction is undecided, in pixels. */
const DECIDED_PX = 8;

/** Whether a finger pulls down rather than swipes sideways or scrolls; undefined while undecided. */
export function pullsDown(right: number, down: number): boolean | undefined {
  if (Math.max(Math.abs(right), Math.abs(down)) < DECIDED_PX) return undefined;
  return down > Math.abs(right);
}

/** How far the indicator has moved down: with the finger up to the threshold, slower beyond it. */
export function pulledBy(fingerPx: number): number {
  if (fingerPx <= 0) return 0;
  return Math.min(FARTHEST_PX, fingerPx <= PULL_PX ? fingerPx : PULL_PX + (fingerPx - PULL_PX) * 0.3);
}

export const pullsEnough = (fingerPx: number): boolean => fingerPx >= PULL_PX;
