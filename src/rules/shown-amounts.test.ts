// How amounts are shortened: in notifications, and in the narrow places of lists.
import { expect, test } from 'vitest';
import { shownAmount } from './shown-amount.ts';
import { fittingDecimals } from './shown-amounts.ts';

test.each([
  ['1234567.1234569', 'en', '1,234,567.123456'],
  ['0.9999999', 'en', '0.999999'],
  ['12', 'en', '12'],
  ['1234.5', 'de', '1.234,5'],
  // Digits as everywhere else in the app, also where the language has its own.
  ['1234.5', 'mr', '1,234.5'],
  ['99999999999999999999.123456789', 'en', '99,999,999,999,999,999,999.123456'],
])('%s is written in %s as %s', (amount, language, text) => {
  expect(shownAmount(amount, language)).toBe(text);
});

test.each([
  ['0.123456789', undefined, 6],
  ['-0.123456789', undefined, 6],
  ['12', undefined, 5],
  ['-12.5', undefined, 5],
  ['12345.6', undefined, 2],
  ['123456.7', undefined, 2],
  ['1234567.8', undefined, 2],
  ['12345678.9', undefined, 0],
  ['1.23456789', 9, 8],
  ['1234567.8', 4, 2],
])('of %s with room for %s digits, %d decimals are shown', (amount, digits, decimals) => {
  expect(fittingDecimals(amount, digits)).toBe(decimals);
});
