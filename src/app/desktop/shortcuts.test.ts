// Which keys are shortcuts, and which are left to fields and to the browser.
import { expect, test } from 'vitest';
import { actionFor } from './shortcuts.rules.ts';

const key = (name: string, held: object = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  isComposing: false,
  ...held,
});
const BEGUN = { at: 1000 };

test('g and a letter within a second and a half lead to a page', () => {
  expect(actionFor(key('g'), undefined, 1000)).toEqual({ begun: BEGUN });
  expect(actionFor(key('h'), BEGUN, 1100)).toEqual({ go: '/' });
  expect(actionFor(key('m'), BEGUN, 2500)).toEqual({ go: '/pages/mining/index' });
  expect(actionFor(key('a'), BEGUN, 1100)).toEqual({ go: '/pages/asset/index' });
  expect(actionFor(key('m'), BEGUN, 2501)).toBeUndefined();
});

test('a letter alone, or one without a page, does nothing', () => {
  expect(actionFor(key('h'), undefined, 1000)).toBeUndefined();
  expect(actionFor(key('x'), BEGUN, 1100)).toBeUndefined();
  expect(actionFor(key('toString'), BEGUN, 1100)).toBeUndefined();
});

test('a slash leads to the search, a question mark to the list, also after g', () => {
  expect(actionFor(key('/'), undefined, 1000)).toBe('search');
  expect(actionFor(key('?'), BEGUN, 1100)).toBe('list');
  expect(actionFor(key('g'), BEGUN, 1100)).toEqual({ begun: { at: 1100 } });
});

test('keys held with a modifier, held down or part of a composition are not shortcuts', () => {
  for (const held of ['ctrlKey', 'metaKey', 'altKey', 'repeat', 'isComposing'])
    for (const name of ['g', '/', '?'])
      expect(actionFor(key(name, { [held]: true }), undefined, 1000)).toBeUndefined();
});
