// The arithmetic of a long press (design specification: 350 ms, cancelled by 10 px of movement). Points in pixels of
// the window.
export const HOLD_MS = 350;
export const SLIP_PX = 10;

interface Point {
  x: number;
  y: number;
}

/** The finger has moved too far: it scrolls, or does something else. */
export const slipped = (from: Point, to: Point): boolean =>
  Math.hypot(to.x - from.x, to.y - from.y) > SLIP_PX;

/** A mouse has other means (selecting, the copy button); a second finger pinches. */
export const mayHold = ({ pointerType, isPrimary }: { pointerType: string; isPrimary: boolean }): boolean =>
  isPrimary && pointerType !== 'mouse';
