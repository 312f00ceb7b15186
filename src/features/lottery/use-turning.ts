// Turning a drum by a finger or a mouse. It follows, goes on a little when it is flung, and comes to rest on a digit.
import { type PointerEvent, useRef, useState } from 'react';
import { turnMs } from '#ui/drum-view.tsx';
import { digitAt, nearestTurn } from './lottery.rules.ts';

/** Pixels of movement for one digit, and below which a touch is a tap. */
const DIGIT_PX = 44;
const TAP_PX = 6;
/** Of the last speed (digits a millisecond), for how long a flung drum goes on. */
const FLING_MS = 140;
const MOST_FLUNG = 8;
/** A finger that has not moved for so long was not flinging. */
const STILL_MS = 125;

interface Held {
  y: number;
  turn: number;
  lastY: number;
  lastAt: number;
  speed: number;
  moved: boolean;
}

/** `onRest` is told the digit on which it comes to rest by hand. */
export function useTurning(digit: number | null, onRest: (digit: number) => void) {
  const [{ turn, ms }, setTurn] = useState({ turn: digit ?? 0, ms: 0 });
  const [holding, setHolding] = useState(false);
  const held = useRef<Held | null>(null);
  // Set from outside: by a key, at random, or emptied.
  if (!holding && digit !== null && digitAt(turn) !== digit) {
    const next = nearestTurn(Math.round(turn), digit);
    setTurn({ turn: next, ms: turnMs(next - turn) });
  }
  const rest = (to: number) => {
    setTurn({ turn: to, ms: turnMs(to - turn) });
    onRest(digitAt(to));
  };
  const down = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const at = { y: event.clientY, lastY: event.clientY, lastAt: event.timeStamp };
    held.current = { ...at, turn, speed: 0, moved: false };
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    const hold = held.current;
    if (!hold) return;
    const way = event.clientY - hold.y;
    if (!hold.moved) {
      if (Math.abs(way) < TAP_PX) return;
      hold.moved = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      setHolding(true);
    }
    const passed = Math.max(1, event.timeStamp - hold.lastAt);
    hold.speed = (event.clientY - hold.lastY) / DIGIT_PX / passed;
    [hold.lastY, hold.lastAt] = [event.clientY, event.timeStamp];
    setTurn({ turn: hold.turn + way / DIGIT_PX, ms: 0 });
  };
  const up = (event: PointerEvent<HTMLElement>) => {
    const hold = held.current;
    held.current = null;
    if (!hold?.moved) return;
    setHolding(false);
    const still = event.timeStamp - hold.lastAt > STILL_MS;
    const flung = still ? 0 : Math.max(-MOST_FLUNG, Math.min(MOST_FLUNG, hold.speed * FLING_MS));
    rest(Math.round(turn + flung));
  };
  return {
    turn,
    ms,
    holding,
    hand: { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: up },
  };
}
