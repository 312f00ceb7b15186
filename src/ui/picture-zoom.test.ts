// A picture's placement in its viewer: limits of size and position, and the point that stays under the finger.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  contained,
  held,
  isEnlarged,
  LARGEST,
  moved,
  tapped,
  wheeled,
  WHOLE,
  zoomed,
} from './picture-zoom.ts';

const FRAME = { width: 375, height: 700 };
const PICTURE = contained({ width: 640, height: 360 }, FRAME);
const number = fc.double({ min: -5000, max: 5000, noNaN: true });
const point = fc.record({ x: number, y: number });
const factor = fc.double({ min: 0.05, max: 20, noNaN: true });

test('a picture is shown whole, whichever side is longer', () => {
  expect(PICTURE).toEqual({ width: 375, height: (375 * 360) / 640 });
  expect(contained({ width: 100, height: 400 }, FRAME)).toEqual({ width: 175, height: 700 });
  expect(contained({ width: 0, height: 0 }, FRAME)).toEqual(FRAME);
});

test('after any gesture, it is one to four times as large and fills as much of the frame as it can', () => {
  const act = fc.oneof(
    fc.record({ by: factor, at: point }).map(({ by, at }) => ({ kind: 'zoom' as const, by, at })),
    point.map((at) => ({ kind: 'move' as const, at })),
    point.map((at) => ({ kind: 'tap' as const, at })),
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
      let placement = WHOLE;
      for (const each of acts) {
        if (each.kind === 'zoom') placement = zoomed(placement, each.by, each.at);
        if (each.kind === 'move') placement = moved(placement, each.at);
        if (each.kind === 'tap') placement = tapped(placement, each.at);
        placement = held(placement, PICTURE, FRAME);
        expect(placement.scale).toBeGreaterThanOrEqual(1);
        expect(placement.scale).toBeLessThanOrEqual(LARGEST);
        for (const [place, whole, frame] of [
          [placement.x, PICTURE.width, FRAME.width],
          [placement.y, PICTURE.height, FRAME.height],
        ] as const)
          expect(Math.abs(place)).toBeLessThanOrEqual(
            Math.max(0, (whole * placement.scale - frame) / 2) + 1e-6,
          );
      }
    }),
  );
});

test('what is under the finger stays there while it is enlarged', () => {
  fc.assert(
    fc.property(factor, point, (by, at) => {
      const before = { scale: 1.5, x: 12, y: -7 };
      const after = zoomed(before, by, at);
      expect((at.x - after.x) / after.scale).toBeCloseTo((at.x - before.x) / before.scale, 4);
      expect((at.y - after.y) / after.scale).toBeCloseTo((at.y - before.y) / before.scale, 4);
    }),
  );
});

test('a double tap enlarges and the next one shows the whole picture; a wheel doubles and halves symmetrically', () => {
  const large = tapped(WHOLE, { x: 10, y: 0 });
  expect(isEnlarged(large)).toBe(true);
  expect(tapped(large, { x: 99, y: 9 })).toEqual(WHOLE);
  expect(wheeled(-350)).toBe(2);
  expect(wheeled(120) * wheeled(-120)).toBeCloseTo(1);
});
