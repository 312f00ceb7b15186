// Tells ids in addresses from anything else.
import { expect, test } from 'vitest';
import { isId } from './ids.ts';

test.each([undefined, '', 'x', '1a', '-1', '1'.repeat(19)])('%s is not an id', (id) =>
  expect(isId(id)).toBe(false),
);

test('digits are an id', () => expect(isId('17')).toBe(true));
