// What counts as a swipe that opens or closes the drawer, computed from the positions of one finger in pixels.

/** Opening starts within 24 px of the left edge; closing anywhere. */
const EDGE_PX = 24;
const SWIPE_PX = 48;
/** Tolerance, since fingers do not move in straight lines. */
const SLACK_PX = 12;

export interface Point {
  clientX: number;
  clientY: number;
}

export const starts = (open: boolean, { clientX }: Point): boolean => open || clientX <= EDGE_PX;

/** Right opens, left closes; 'over' when the finger moves vertically rather than horizontally, which scrolls. */
export function swiped(open: boolean, from: Point, to: Point): 'not yet' | 'done' | 'over' {
  const gone = open ? from.clientX - to.clientX : to.clientX - from.clientX;
  if (Math.abs(to.clientY - from.clientY) > Math.max(0, gone) + SLACK_PX) return 'over';
  return gone > SWIPE_PX ? 'done' : 'not yet';
}
