// How often to check for a new version; a missing part never ends in a reload loop.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCheckDue, mayReload, reloadNote } from './updates.rules.ts';

test('returning to the app checks for a new version at most every quarter of an hour', () => {
  expect(isCheckDue(1_000_000, 1_000_000 + 899_999)).toBe(false);
  expect(isCheckDue(1_000_000, 1_000_000 + 900_000)).toBe(true);
});

test('a version reloads only once, and the next one may reload again', () => {
  const note = reloadNote('/assets/core-A.js', 5000);
  expect(mayReload(null, '/assets/core-A.js', 5000)).toBe(true);
  expect(mayReload(note, '/assets/core-A.js', 5001)).toBe(false);
  expect(mayReload(note, '/assets/core-B.js', 5001)).toBe(true);
});

test('whatever was noted before, a reload is not followed by another of the same version within ten minutes', () => {
  fc.assert(
    fc.property(fc.option(fc.string()), fc.nat(1e9), fc.nat(599_999), (before, now, later) => {
      const note = mayReload(before, 'v1', now) ? reloadNote('v1', now) : before;
      if (note !== before) expect(mayReload(note, 'v1', now + later)).toBe(false);
    }),
  );
  expect(mayReload(reloadNote('v1', 0), 'v1', 600_000)).toBe(true);
});
