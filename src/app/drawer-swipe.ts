// The drawer by touch, on every page: a swipe from the left edge opens it, one to the left closes it. Button, back and
// Escape do the same.
import { useAtom } from 'jotai';
import { useEffect } from 'react';
import { drawerAtom } from './drawer-state.ts';
import { type Point, starts, swiped } from './drawer-swipe.rules.ts';

/** Another sheet is in front and handles the touch. */
const hasSheet = (): boolean => document.querySelector('[role="dialog"]') !== null;

export function useDrawerSwipe(): void {
  const [open, setOpen] = useAtom(drawerAtom);
  useEffect(() => {
    let from: Point | undefined;
    const down = ({ touches }: TouchEvent) => {
      const [touch] = touches;
      const counts = touch && touches.length === 1 && starts(open, touch) && (open || !hasSheet());
      from = counts ? { clientX: touch.clientX, clientY: touch.clientY } : undefined;
    };
    const move = ({ touches: [touch] }: TouchEvent) => {
      const state = from && touch ? swiped(open, from, touch) : 'not yet';
      if (state !== 'not yet') from = undefined;
      if (state === 'done') setOpen(!open);
    };
    document.addEventListener('touchstart', down, { passive: true });
    document.addEventListener('touchmove', move, { passive: true });
    return () => {
      document.removeEventListener('touchstart', down);
      document.removeEventListener('touchmove', move);
    };
  }, [open, setOpen]);
}
