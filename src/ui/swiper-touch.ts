// A finger, or a pressed mouse, on slides.
import { type PointerEvent, useRef, useState } from 'react';
import { swiped } from './swiper.rules.ts';

/** A longer distance is a swipe: the link under the finger is not followed. */
const SWIPE_PX = 10;
const CLICK_MS = 50;

/** How far it has moved in pixels (null: no swipe), and the event handlers for the slides' frame. */
export function useSwipe(onSwiped: (by: -1 | 0 | 1) => void) {
  const from = useRef<{ x: number; y: number; width: number } | null>(null);
  const [way, setWay] = useState<number | null>(null);
  const followed = useRef(true);
  const end = (event: PointerEvent) => {
    if (from.current && way !== null)
      onSwiped(event.type === 'pointerup' ? swiped(way, from.current.width) : 0);
    from.current = null;
    setWay(null);
    // The click of this touch has arrived by then, if there is one.
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
        // Released outside.
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
      // A mouse would drag the link away.
      onDragStart: (event: { preventDefault: () => void }) => event.preventDefault(),
    },
  };
}
