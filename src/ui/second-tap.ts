// The second tap of a double tap presses nothing: the first may have put something else in the same place.
import type { MouseEvent } from 'react';

/** Two taps within this time, in ms, and this distance, in CSS pixels, are one double tap. */
export const DOUBLE_TAP_MS = 500;
const NEAR_PX = 30;

let last = { timeStamp: -Infinity, clientX: 0, clientY: 0 };
let again = false;

addEventListener(
  'pointerdown',
  ({ pointerType, timeStamp, clientX, clientY }) => {
    again =
      pointerType === 'touch' &&
      timeStamp - last.timeStamp < DOUBLE_TAP_MS &&
      Math.hypot(clientX - last.clientX, clientY - last.clientY) < NEAR_PX;
    last = { timeStamp, clientX, clientY };
  },
  true,
);

/** Browsers count a mouse's clicks, but on phones every tap counts as the first. A click by key counts as none. */
export const isSecondTap = ({ detail }: UIEvent): boolean => detail > 1 || (detail === 1 && again);

export function swallowSecondTap(event: MouseEvent): void {
  if (!isSecondTap(event.nativeEvent)) return;
  event.stopPropagation();
  event.preventDefault();
}

function swallowAnywhere(event: globalThis.MouseEvent): void {
  if (!isSecondTap(event)) return;
  event.stopImmediatePropagation();
  event.preventDefault();
}

/** A sheet has closed: what was below it is not pressed by the second tap of the one that closed it. */
export function guardBelow(): void {
  addEventListener('click', swallowAnywhere, true);
  setTimeout(() => removeEventListener('click', swallowAnywhere, true), DOUBLE_TAP_MS);
}
