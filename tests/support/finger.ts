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
