// A finger, or a pressed mouse, on slides.
import { type PointerEvent, useRef, useState } from 'react';
import { swiped } from './swiper.rules.ts';

/** Farther is a swipe: the link under the finger is not followed. */
const SWIPE_PX = 10;
const CLICK_MS = 50;

/** How far it has gone in pixels (null: not at all), and what the slides' frame has to listen to. */
export function useSwipe(onSwiped: (by: -1 | 0 | 1) => void) {
  const from = useRef<{ x: number; y: number; width: number } | null>(null);
  const [way, setWay] = useState<number | null>(null);
  const followed = useRef(true);
  const end = (event: PointerEvent) => {
    if (from.current && way !== null)
      onSwiped(event.type === 'pointerup' ? swiped(way, from.current.width) : 0);
    from.current = null;
    setWay(null);
    // The click of this very touch has come by then, if one comes.
    setTimeout(() => (followed.current = true), CLICK_MS);
  };
  return {
    way,
    handlers: {
      onPointerDown: ({ clientX: x, clientY: y, currentTarget }: PointerEvent) => {
        from.current = { x, y, width: currentTarget.clientWidth };
        followed.current = true;
      },
      onPointerMove: (event: PointerEvent) => {
        // Let go of outside.
        if (event.buttons === 0) from.current = null;
        if (!from.current) return;
        const x = event.clientX - from.current.x;
        if (way === null && Math.abs(x) < SWIPE_PX) return;
        if (way === null) event.currentTarget.setPointerCapture(event.pointerId);
        followed.current = false;
        setWay(x);
      },
      onPointerUp: end,
      onPointerCancel: end,
      onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
        if (followed.current) return;
        followed.current = true;
        event.preventDefault();
        event.stopPropagation();
      },
      // A link would be dragged away by the mouse.
      onDragStart: (event: { preventDefault: () => void }) => event.preventDefault(),
    },
  };
}
