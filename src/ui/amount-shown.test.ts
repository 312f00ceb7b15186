// Amounts in narrow places: fewer decimals the larger they are, and dust is not nothing.
import { expect, test } from 'vitest';
import { fittingDecimals, shownText } from './amount-shown.ts';

test.for([
  ['0.1', 6],
  ['9.123456789', 6],
  ['-12.5', 5],
  ['2758.600846', 3],
  ['1416193.181818', 2],
  ['123456789.123456789', 0],
])('%s is shown with %i decimals', ([amount, decimals]) => {
  expect(fittingDecimals(String(amount))).toBe(decimals);
});

test('a place may have room for other digits', () => {
  expect(fittingDecimals('61.728', 6)).toBe(4);
  expect(fittingDecimals('2758.600846', 9)).toBe(5);
});

test('what is held is never shown as nothing', () => {
  expect(shownText('0', 'en')).toBe('0');
  expect(shownText('0.000000000000000001', 'en')).toBe('<0.000001');
  expect(shownText('0.000000000000000001', 'en', { max: 2 })).toBe('<0.01');
  expect(shownText('0.0000001', 'vi', { sign: true })).toBe('+<0,000001');
  expect(shownText('-0.0000001', 'en', { sign: true })).toBe('-<0.000001');
  expect(shownText('123456789.123456789', 'en')).toBe('123,456,789');
});
