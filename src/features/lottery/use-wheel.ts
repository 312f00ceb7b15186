// What a drum hears besides React's events: a wheel turns it by whole digits, unless that wheel was already scrolling the page;
// and a swipe over it is its own.
import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Wheel pixels for a digit; what brings more at once, as the notch of a mouse does (50 to 120, or three lines), turns by one as well. */
const WHEEL_PX = 40;
const LINE_PX = 16;
/** A wheel that moves within this time is still the same gesture. */
const GESTURE_MS = 250;

/** Wheel turns over `area`, as whole digits forward or back. React listens to wheels passively, so this listens itself. */
export function useWheel(area: RefObject<HTMLElement | null>, onStep: (by: 1 | -1) => void): void {
  const step = useEffectEvent(onStep);
  useEffect(() => {
    const node = area.current;
    if (!node) return;
    let scrolledAt = -GESTURE_MS;
    let turnedAt = -GESTURE_MS;
    let left = 0;
    const elsewhere = (event: WheelEvent) => {
      if (!node.contains(event.target as Node)) scrolledAt = event.timeStamp;
    };
    const wheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.deltaY === 0) return;
      if (event.timeStamp - scrolledAt < GESTURE_MS) {
        scrolledAt = event.timeStamp;
        return;
      }
      event.preventDefault();
      if (event.timeStamp - turnedAt > GESTURE_MS) left = 0;
      turnedAt = event.timeStamp;
      left += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1);
      if (Math.abs(left) < WHEEL_PX) return;
      step(left < 0 ? 1 : -1);
      left = 0;
    };
    window.addEventListener('wheel', elsewhere, { passive: true, capture: true });
    node.addEventListener('wheel', wheel, { passive: false });
    return () => {
      window.removeEventListener('wheel', elsewhere, { capture: true });
      node.removeEventListener('wheel', wheel);
    };
  }, [area]);
}

/** Keeps a swipe over `area` from pulling the page around it; that listens to touches itself (src/ui/pull-to-refresh.tsx). */
export function useOwnTouch(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const keep = (event: TouchEvent) => event.stopPropagation();
    const node = area.current;
    node?.addEventListener('touchstart', keep, { passive: true });
    return () => node?.removeEventListener('touchstart', keep);
  }, [area]);
}
