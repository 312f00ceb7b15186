// A finger that is put down, moved and lifted separately, for gestures other than a tap: holding and sliding.
import type { Locator } from 'playwright-core';

interface Finger {
  /** Pixels to the right of where it was put down. */
  slip(by: number): Promise<unknown>;
  lift(): Promise<unknown>;
}

async function middleOf(target: Locator) {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to touch');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Puts a finger on the middle of an element. */
export async function putFingerOn(target: Locator): Promise<Finger> {
  const { x, y } = await middleOf(target);
  const session = await target.page().context().newCDPSession(target.page());
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [{ x, y }]);
  return {
    slip: (by) => send('touchMove', [{ x: x + by, y }]),
    lift: async () => {
      await send('touchEnd', []);
      await session.detach();
    },
  };
}

/** Two taps on the same place, whatever the first one changes there. As on a phone, each counts as the first. */
export async function doubleTap(target: Locator): Promise<void> {
  const page = target.page();
  const { x, y } = await middleOf(target);
  await page.evaluate(() => Object.defineProperty(UIEvent.prototype, 'detail', { get: () => 1 }));
  await page.touchscreen.tap(x, y);
  await page.touchscreen.tap(x, y);
}

/** A swipe so quick that nothing is rendered between its beginning and its end, by so many pixels. */
export const swipeAtOnce = (target: Locator, by: { x: number; y: number }): Promise<void> =>
  target.evaluate((node, { x, y }) => {
    const send = (type: string, clientX: number, clientY: number) =>
      node.dispatchEvent(
        new PointerEvent(type, { bubbles: true, pointerId: 1, buttons: 1, clientX, clientY }),
      );
    send('pointerdown', 0, 0);
    send('pointermove', x, y);
    // It comes to a halt: nothing is flung.
    send('pointermove', x, y);
    send('pointerup', x, y);
  }, by);
