// Pull to refresh as arithmetic: how far the mark follows the finger, and when letting go refreshes (specification, section 9).

/** Finger movement that is enough, in pixels. */
export const PULL_PX = 45;
const FARTHEST_PX = 72;

/** How far the mark has come down: with the finger up to the threshold, slower beyond it. */
export function pulledBy(fingerPx: number): number {
  if (fingerPx <= 0) return 0;
  return Math.min(FARTHEST_PX, fingerPx <= PULL_PX ? fingerPx : PULL_PX + (fingerPx - PULL_PX) * 0.3);
}

export const pullsEnough = (fingerPx: number): boolean => fingerPx >= PULL_PX;
