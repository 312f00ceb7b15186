// A picture's placement in its viewer: its size and its offset from the centre. Lengths in CSS pixels, points relative
// to the centre of the frame.

export interface Placement {
  scale: number;
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}
export interface Point {
  x: number;
  y: number;
}

export const LARGEST = 4;
/** Scale after a double tap. */
const TAPPED = 2.5;
/** Scale factor of a key or a button. */
export const STEP = 1.5;

/** The initial placement: whole and centred. */
export const WHOLE: Placement = { scale: 1, x: 0, y: 0 };

export const isEnlarged = ({ scale }: Placement): boolean => scale > 1.01;

/** The size of a whole picture in a frame; nothing is cropped. */
export function contained(picture: Size, frame: Size): Size {
  const by = Math.min(frame.width / picture.width, frame.height / picture.height);
  return Number.isFinite(by) && by > 0
    ? { width: picture.width * by, height: picture.height * by }
    : { width: frame.width, height: frame.height };
}

const within = (value: number, most: number): number => Math.min(most, Math.max(-most, value)) + 0;

/** Between whole and four times; an edge of the picture never moves inside the edge of the frame that it could fill. */
export function held({ scale, x, y }: Placement, whole: Size, frame: Size): Placement {
  const size = Math.min(LARGEST, Math.max(1, scale));
  return {
    scale: size,
    x: within(x, Math.max(0, (whole.width * size - frame.width) / 2)),
    y: within(y, Math.max(0, (whole.height * size - frame.height) / 2)),
  };
}

/** Enlarged by a factor around a point, which stays in place. */
export function zoomed(placement: Placement, by: number, { x, y }: Point): Placement {
  const scale = Math.min(LARGEST, Math.max(1, placement.scale * by));
  const grown = scale / placement.scale;
  return { scale, x: x - (x - placement.x) * grown, y: y - (y - placement.y) * grown };
}

export const moved = (placement: Placement, { x, y }: Point): Placement => ({
  ...placement,
  x: placement.x + x,
  y: placement.y + y,
});

/** A double tap enlarges where it lands, or shows the whole picture again. */
export const tapped = (placement: Placement, at: Point): Placement =>
  isEnlarged(placement) ? WHOLE : zoomed(placement, TAPPED, at);

/** Pixels of wheel movement that double the size. */
const WHEEL_DOUBLES = 350;
export const wheeled = (delta: number): number => 2 ** (-delta / WHEEL_DOUBLES);
