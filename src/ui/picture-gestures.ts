// Touch, mouse and wheel on a full-screen picture: pinch and double tap enlarge, a drag moves an enlarged picture, a
// swipe goes to the next one. With its viewer it is 2.4 kB after Brotli compression; a library
// (PhotoSwipe) is 15 kB.
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import {
  type Placement,
  type Point,
  type Size,
  contained,
  held,
  isEnlarged,
  moved,
  tapped,
  wheeled,
  WHOLE,
  zoomed,
} from './picture-zoom.ts';

const DOUBLE_TAP_MS = 300;
/** Any longer distance is a drag, not a tap. */
const TAP_PX = 12;
const SWIPE_PX = 50;

const middle = ([a, b = a]: readonly Point[]): Point =>
  a && b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : { x: 0, y: 0 };
const distance = ([a, b]: readonly Point[]): number => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0);

interface Gestures {
  placement: Placement;
  /** Fingers are on it: it follows them without delay. */
  held: boolean;
  /** Enlarges around the centre. */
  zoom: (by: number) => void;
  move: (by: Point) => void;
  /** Shows the whole picture again. */
  reset: () => void;
}

/** `picture`: its natural size. `onSwipe` gets 1 for the next one and -1 for the previous one. */
export function useGestures(
  area: RefObject<HTMLElement | null>,
  picture: Size,
  onSwipe: (by: 1 | -1) => void,
): Gestures {
  const [placement, setPlacement] = useState(WHOLE);
  const [touched, setTouched] = useState(false);
  const frameOf = (): Size => ({
    width: area.current?.clientWidth ?? 0,
    height: area.current?.clientHeight ?? 0,
  });
  const change = (to: (old: Placement) => Placement) => {
    const frame = frameOf();
    setPlacement((old) => held(to(old), contained(picture, frame), frame));
  };
  const onZoom = useEffectEvent((by: number, at: Point) => change((old) => zoomed(old, by, at)));
  const onMove = useEffectEvent((by: Point) => change((old) => moved(old, by)));
  const onTap = useEffectEvent((at: Point) => change((old) => tapped(old, at)));
  const onTouched = useEffectEvent(setTouched);
  const onEnd = useEffectEvent((way: Point) => {
    if (isEnlarged(placement) || Math.abs(way.x) < SWIPE_PX || Math.abs(way.x) < Math.abs(way.y)) return;
    onSwipe(way.x < 0 ? 1 : -1);
  });
  useEffect(() => {
    const node = area.current;
    if (!node) return;
    const fingers = new Map<number, Point>();
    let start: Point | null = null;
    let lastTap = { at: -DOUBLE_TAP_MS, x: 0, y: 0 };
    const place = ({ clientX, clientY }: MouseEvent): Point => {
      const { left, top, width, height } = node.getBoundingClientRect();
      return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
    };
    const down = (event: PointerEvent) => {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      node.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, place(event));
      // Two fingers are neither a swipe nor a tap.
      start = fingers.size === 1 ? place(event) : null;
      onTouched(true);
    };
    const move = (event: PointerEvent) => {
      if (!fingers.has(event.pointerId)) return;
      const before = [...fingers.values()];
      fingers.set(event.pointerId, place(event));
      const after = [...fingers.values()];
      const [from, to] = [middle(before), middle(after)];
      onMove({ x: to.x - from.x, y: to.y - from.y });
      if (after.length === 2 && distance(before) > 0) onZoom(distance(after) / distance(before), to);
    };
    const tap = (event: PointerEvent, at: Point) => {
      const near = Math.hypot(at.x - lastTap.x, at.y - lastTap.y) < 3 * TAP_PX;
      if (near && event.timeStamp - lastTap.at < DOUBLE_TAP_MS) {
        onTap(at);
        lastTap = { ...lastTap, at: -DOUBLE_TAP_MS };
      } else lastTap = { at: event.timeStamp, ...at };
    };
    const up = (event: PointerEvent) => {
      if (!fingers.delete(event.pointerId)) return;
      onTouched(fingers.size > 0);
      if (!start || event.type === 'pointercancel') return;
      const at = place(event);
      const way = { x: at.x - start.x, y: at.y - start.y };
      start = null;
      if (Math.hypot(way.x, way.y) < TAP_PX) tap(event, at);
      else onEnd(way);
    };
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      onZoom(wheeled(event.deltaY), place(event));
    };
    node.addEventListener('pointerdown', down);
    node.addEventListener('pointermove', move);
    node.addEventListener('pointerup', up);
    node.addEventListener('pointercancel', up);
    // Not passive, otherwise the browser would zoom.
    node.addEventListener('wheel', wheel, { passive: false });
    return () => {
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('pointerup', up);
      node.removeEventListener('pointercancel', up);
      node.removeEventListener('wheel', wheel);
    };
  }, [area]);
  return {
    placement,
    held: touched,
    zoom: (by) => change((old) => zoomed(old, by, { x: 0, y: 0 })),
    move: (by) => change((old) => moved(old, by)),
    reset: () => setPlacement(WHOLE),
  };
}
