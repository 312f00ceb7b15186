// The picture cache stays within both limits and always keeps the newest pictures.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPicturePath, superfluous } from './pictures.rules.ts';

const MOST = { pictures: 5, bytes: 100 };
const pictures = fc
  .array(fc.integer({ min: 0, max: 60 }), { maxLength: 30 })
  .map((sizes) => sizes.map((bytes, at) => ({ url: `/covers/${at}.svg`, bytes })));

test('keeps the newest unbroken run of pictures that fits both limits, and no fewer than fit', () => {
  fc.assert(
    fc.property(pictures, (cached) => {
      const gone = superfluous(cached, MOST);
      const stays = cached.slice(gone.length);
      const sum = stays.reduce((bytes, picture) => bytes + picture.bytes, 0);
      expect(gone).toEqual(cached.slice(0, gone.length).map(({ url }) => url));
      expect(stays.length).toBeLessThanOrEqual(MOST.pictures);
      expect(sum).toBeLessThanOrEqual(MOST.bytes);
      const next = cached[gone.length - 1];
      if (next) expect(stays.length === MOST.pictures || sum + next.bytes > MOST.bytes).toBe(true);
    }),
  );
});

test.each([
  ['/covers/lamp.svg', true],
  ['/pictures/2026/a.webp', true],
  ['/covers/', false],
  ['/icon.svg', false],
  ['/api/article/list', false],
])('%s: %s', (path, is) => expect(isPicturePath(path)).toBe(is));
