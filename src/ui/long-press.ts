// A finger that rests on something for 350 ms. There is always a button or a key that does the same: this is the short way.
import { type MouseEvent, type PointerEvent, useEffect, useState } from 'react';
import { feel } from './haptics.ts';
import { HOLD_MS, mayHold, slipped } from './long-press.rules.ts';

/**
 * `last` is false while the finger still rests, where some browsers refuse what they allow a tap (the clipboard). Who answers false
 * then is asked once more as the finger is lifted.
 */
type Act = (last: boolean) => Promise<boolean> | void;

/** The touch that is on, one for each element. */
function touch() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from = { x: 0, y: 0 };
  let taken = false;
  let refused = false;
  const end = () => clearTimeout(timer);
  return {
    begin: (event: PointerEvent, act: Act) => {
      end();
      taken = refused = false;
      if (!mayHold(event)) return;
      from = { x: event.clientX, y: event.clientY };
      timer = setTimeout(() => {
        taken = true;
        feel('held');
        void act(false)?.then((done) => (refused = !done));
      }, HOLD_MS);
    },
    move: ({ clientX: x, clientY: y }: PointerEvent) => {
      if (slipped(from, { x, y })) end();
    },
    up: (act: Act) => {
      end();
      if (refused) void act(true);
      refused = false;
    },
    end,
    /** It has become a long press: what browsers would do with it as well is not wanted. */
    taken: () => taken,
  };
}

/**
 * Handlers for the element: `<span {...useLongPress(copy)} className={HELD}>`. The click that follows a long press and the menu that
 * a browser would open on it are taken; without one both go their way.
 */
export function useLongPress(act: Act) {
  const [{ begin, move, up, end, taken }] = useState(touch);
  useEffect(() => end, [end]);
  const take = (event: MouseEvent) => {
    if (!taken()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    onPointerDown: (event: PointerEvent) => begin(event, act),
    onPointerMove: move,
    onPointerUp: () => up(act),
    onPointerCancel: end,
    onPointerLeave: end,
    onContextMenu: take,
    onClickCapture: take,
  };
}

/** Under a finger the text is not marked while it is held; with a mouse it can be, as ever. */
export const HELD = 'pointer-coarse:select-none [-webkit-touch-callout:none]';
