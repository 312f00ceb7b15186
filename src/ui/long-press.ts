// A finger that rests on something for 350 ms. There is always a button or a key that does the same: this is the short way.
import { type MouseEvent, type PointerEvent, useEffect, useState } from 'react';
import { feel } from './haptics.ts';
import { HOLD_MS, mayHold, slipped } from './long-press.rules.ts';

/** The touch that is on, one for each element. */
function touch(): {
  begin: (event: PointerEvent, act: () => void) => void;
  move: (event: PointerEvent) => void;
  end: () => void;
  /** It has become a long press: what browsers would do with it as well is not wanted. */
  taken: () => boolean;
} {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from = { x: 0, y: 0 };
  let taken = false;
  const end = () => clearTimeout(timer);
  return {
    begin: (event, act) => {
      end();
      taken = false;
      if (!mayHold(event)) return;
      from = { x: event.clientX, y: event.clientY };
      timer = setTimeout(() => {
        taken = true;
        feel('held');
        act();
      }, HOLD_MS);
    },
    move: ({ clientX: x, clientY: y }) => {
      if (slipped(from, { x, y })) end();
    },
    end,
    taken: () => taken,
  };
}

/**
 * Handlers for the element: `<span {...useLongPress(copy)} className={HELD}>`. The click that follows a long press and the menu that
 * a browser would open on it are taken; without one both go their way.
 */
export function useLongPress(onLongPress: () => void) {
  const [{ begin, move, end, taken }] = useState(touch);
  useEffect(() => end, [end]);
  const take = (event: MouseEvent) => {
    if (!taken()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    onPointerDown: (event: PointerEvent) => begin(event, onLongPress),
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
    onContextMenu: take,
    onClickCapture: take,
  };
}

/** Under a finger the text is not marked while it is held; with a mouse it can be, as ever. */
export const HELD = 'pointer-coarse:select-none [-webkit-touch-callout:none]';
