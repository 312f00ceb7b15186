// Which copy of a photograph is sent, and at what size it is drawn.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chosen, fitted, LONGEST_SIDE, noteOf } from './picture.rules.ts';

test.each([
  [
    { width: 4000, height: 3000 },
    { width: 2400, height: 1800 },
  ],
  [
    { width: 3024, height: 4032 },
    { width: 1800, height: 2400 },
  ],
  [
    { width: 2400, height: 2400 },
    { width: 2400, height: 2400 },
  ],
  [
    { width: 640, height: 400 },
    { width: 640, height: 400 },
  ],
  [
    { width: 60_000, height: 2 },
    { width: 2400, height: 1 },
  ],
])('%j is drawn as %j', (size, drawn) => expect(fitted(size)).toEqual(drawn));

test('a picture is never enlarged, never longer than allowed, and never distorted', () => {
  const side = fc.integer({ min: 1, max: 20_000 });
  fc.assert(
    fc.property(side, side, (width, height) => {
      const drawn = fitted({ width, height });
      expect(Math.max(drawn.width, drawn.height)).toBeLessThanOrEqual(LONGEST_SIDE);
      expect(drawn.width <= width && drawn.height <= height).toBe(true);
      // Each side is rounded by at most half a pixel.
      expect(Math.abs(drawn.width * height - drawn.height * width)).toBeLessThanOrEqual(
        Math.max(width, height),
      );
    }),
  );
});

test('a picture with metadata is redrawn, whatever its size, because only then is it upright', () => {
  expect(chosen({ original: 100, bare: 80, drawn: 70 })).toBe('drawn');
  expect(chosen({ original: 100, bare: 80, drawn: 120 })).toBe('drawn');
});

test('a picture without metadata is redrawn only to become smaller', () => {
  expect(chosen({ original: 100, bare: 100, drawn: 70 })).toBe('drawn');
  expect(chosen({ original: 100, bare: 100, drawn: 100 })).toBe('bare');
});

test('the copy without metadata is sent where nothing can be drawn', () => {
  expect(chosen({ original: 100, bare: 80, drawn: null })).toBe('bare');
});

test('reports what was done', () => {
  expect(noteOf(100, 80, 70)).toBe('cleaned');
  expect(noteOf(100, 100, 70)).toBe('smaller');
  expect(noteOf(100, 100, 100)).toBe('untouched');
});
