// A long press of 350 ms. It is only a shortcut: there is always a button or a key that does the same.
import { type MouseEvent, type PointerEvent, useEffect, useState } from 'react';
import { feel } from './haptics.ts';
import { HOLD_MS, mayHold, slipped } from './long-press.rules.ts';

/**
 * `last` is false while the finger is still down, when some browsers refuse what they allow on a tap (the clipboard).
 * If it then resolves to false, it is called again when the finger is lifted.
 */
type Act = (last: boolean) => Promise<boolean> | void;

/** The current touch, one per element. */
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
    /** It has become a long press: the browser's own reactions to it must be suppressed. */
    taken: () => taken,
  };
}

/**
 * Handlers for the element: `<span {...useLongPress(copy)} className={HELD}>`. They suppress the click after a long
 * press and the browser's context menu; other touches are unaffected.
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

/** The text is not selected during a long press; selecting with a mouse works as usual. */
export const HELD = 'pointer-coarse:select-none [-webkit-touch-callout:none]';
