// Amounts in narrow places: the larger they are, the fewer decimals, and dust is never shown as zero.
import { expect, test } from 'vitest';
import { fittingDecimals } from '#lib/amounts.ts';
import { shownText } from './amount-shown.ts';

test.for([
  ['0.1', 6],
  ['9.123456789', 6],
  ['-12.5', 5],
  ['2758.600846', 3],
  ['1416193.181818', 2],
  ['123456789.123456789', 0],
])('shows %s with %i decimals', ([amount, decimals]) => {
  expect(fittingDecimals(String(amount))).toBe(decimals);
});

test('a place may have room for a different number of digits', () => {
  expect(fittingDecimals('61.728', 6)).toBe(4);
  expect(fittingDecimals('2758.600846', 9)).toBe(5);
});

test('never shows a held amount as zero', () => {
  expect(shownText('0.000000000000000001', 'en')).toBe('<0.000001');
  expect(shownText('0.0000001', 'vi', { sign: true })).toBe('+<0,000001');
  expect(shownText('123456789.123456789', 'en')).toBe('123,456,789');
});
