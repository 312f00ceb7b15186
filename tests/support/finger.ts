// A finger that is put down, moved and lifted separately, for gestures other than a tap: holding and sliding.
import type { CDPSession, Locator } from 'playwright-core';
import { expect } from 'vitest';

interface Finger {
  /** Pixels to the right of where it was put down. */
  slip(by: number): Promise<unknown>;
  lift(): Promise<unknown>;
}

async function middleOf(target: Locator) {
  await target.scrollIntoViewIfNeeded();
  // A sheet that is about to slide in, or does, takes its buttons away from where they were measured.
  const moves = () =>
    target.evaluate(
      (node) =>
        node.closest('[data-starting-style]') !== null ||
        document
          .getAnimations()
          .some(
            (one) => one.playState === 'running' && (one.effect as KeyframeEffect).target?.contains(node),
          ),
    );
  await expect.poll(moves).toBe(false);
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to touch');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

interface Touch {
  type: 'touchStart' | 'touchMove' | 'touchEnd';
  touchPoints: { x: number; y: number }[];
  /** Seconds since the epoch. */
  timestamp?: number;
}
const touch = (session: CDPSession, how: Touch) => session.send('Input.dispatchTouchEvent', how);

/** Puts a finger on the middle of an element. */
export async function putFingerOn(target: Locator): Promise<Finger> {
  const { x, y } = await middleOf(target);
  const session = await target.page().context().newCDPSession(target.page());
  await touch(session, { type: 'touchStart', touchPoints: [{ x, y }] });
  return {
    slip: (by) => touch(session, { type: 'touchMove', touchPoints: [{ x: x + by, y }] }),
    lift: async () => {
      await touch(session, { type: 'touchEnd', touchPoints: [] });
      await session.detach();
    },
  };
}

/**
 * Two taps on the same place, whatever the first one changes there. As on a phone, each counts as the first. Each says
 * when it happened, so that a busy machine cannot take too long between them.
 */
export async function doubleTap(target: Locator): Promise<void> {
  const page = target.page();
  const { x, y } = await middleOf(target);
  await page.evaluate(() => Object.defineProperty(UIEvent.prototype, 'detail', { get: () => 1 }));
  const session = await page.context().newCDPSession(page);
  const first = Date.now() / 1000;
  for (const timestamp of [first, first + 0.25]) {
    await touch(session, { type: 'touchStart', touchPoints: [{ x, y }], timestamp });
    await touch(session, { type: 'touchEnd', touchPoints: [], timestamp: timestamp + 0.05 });
  }
  await session.detach();
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
