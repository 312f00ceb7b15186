// A finger that is put down, moved and lifted separately, for gestures other than a tap: holding and sliding.
import type { Locator } from 'playwright-core';

interface Finger {
  /** Pixels to the right of where it was put down. */
  slip(by: number): Promise<unknown>;
  lift(): Promise<unknown>;
}

/** Puts a finger on the middle of an element. */
export async function putFingerOn(target: Locator): Promise<Finger> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to touch');
  const session = await target.page().context().newCDPSession(target.page());
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
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

/** Runs in the page: as on a phone, where each tap counts as the first one. */
const countEachAsFirst = () => {
  const counted = Object.getOwnPropertyDescriptor(UIEvent.prototype, 'detail')?.get;
  Object.defineProperty(UIEvent.prototype, 'detail', {
    get(this: UIEvent) {
      return Math.min(1, Number(counted?.call(this)));
    },
  });
};

/** Two taps on the same place, whatever the first one changes there. */
export async function doubleTap(target: Locator): Promise<void> {
  const page = target.page();
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to touch');
  await page.evaluate(countEachAsFirst);
  const place = [box.x + box.width / 2, box.y + box.height / 2] as const;
  await page.touchscreen.tap(...place);
  await page.touchscreen.tap(...place);
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
