// Codes as people type and paste them.
import { expect, test } from 'vitest';
import { codeDigits, minutesOf } from './pair-code.rules.ts';

test('a pasted code is read whatever groups its digits', () => {
  for (const typed of ['482913', '482 913', ' 482-913\n', '４８２　９１３', 'Code: 482\u00A0913'])
    expect(codeDigits(typed)).toBe('482913');
});

test('what is no digit is dropped, and so is a seventh digit', () => {
  expect(codeDigits('12ab3')).toBe('123');
  expect(codeDigits('1234567')).toBe('123456');
  expect(codeDigits('')).toBe('');
});

test('a wait is told in whole minutes, at least one', () => {
  expect([0, 1, 60_000, 60_001, 120_000].map(minutesOf)).toEqual([1, 1, 1, 2, 2]);
});
