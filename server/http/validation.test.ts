/** Input that can be neither stored nor understood is refused with path and reason. */
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { check, unfitText } from './validation.ts';

test('finds text that no database accepts, at any depth', () => {
  expect(unfitText({ a: ['fine', { b: 'x\0' }] })).toEqual({ path: 'a.1.b', reason: 'not well-formed text' });
  expect(unfitText({ a: '\ud800' })?.path).toBe('a');
  expect(unfitText({ 'k\0': 1 })).toBeDefined();
  expect(unfitText({ a: '😀', b: null, c: 1.5, d: [true] })).toBeUndefined();
});

test('refuses values that nest too deeply before it walks them', () => {
  let deep: unknown = 1;
  for (let i = 0; i < 50_000; i += 1) deep = [deep];
  expect(unfitText(deep)?.reason).toBe('nested too deeply');
});

test('every unknown field is reported, none is silently ignored', () => {
  const schema = z.strictObject({ a: z.string(), b: z.strictObject({ c: z.int() }) });
  expect(check(schema, { a: 'x', b: { c: 1 } })).toEqual({ value: { a: 'x', b: { c: 1 } } });
  expect(check(schema, { a: 1, b: { c: 1, d: 2 }, e: 3 })).toEqual({
    issues: [
      { path: 'a', reason: 'Invalid input: expected string, received number' },
      { path: 'b.d', reason: 'unknown field' },
      { path: 'e', reason: 'unknown field' },
    ],
  });
});

test('a call without a schema accepts no fields', () => {
  expect(check(undefined, {})).toEqual({ value: {} });
  expect(check(undefined, { a: '1' })).toEqual({ issues: [{ path: 'a', reason: 'unknown field' }] });
});
