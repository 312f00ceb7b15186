// Amounts stay exact from the wire to the eye.
import { describe, expect, test } from 'vitest';
import { amountText, openText, percentText, shortAddress } from './amounts.ts';
import { HIDDEN, hideAmountsAtom } from './hide-amounts.ts';
import { write } from './store.ts';

describe('amountText', () => {
  test('groups and cuts without rounding up', () => {
    expect(amountText('1234567.8999999', 'en')).toBe('1,234,567.899999');
    expect(amountText('0.9999999', 'en', { max: 2 })).toBe('0.99');
    expect(amountText('12', 'en', { min: 2 })).toBe('12.00');
  });
  test('keeps every digit of a large amount, which a float would not', () => {
    expect(amountText('12345678901234567890.123456789012345678', 'en', { max: 18 })).toBe(
      '12,345,678,901,234,567,890.123456789012345678',
    );
  });
  test('writes as the language does, with latin digits', () => {
    expect(amountText('1234.5', 'vi')).toBe('1.234,5');
    expect(amountText('1234.5', 'th')).toBe('1,234.5');
  });
  test('shows signs in histories, and what it cannot read as it came', () => {
    expect(amountText('5', 'en', { sign: true })).toBe('+5');
    expect(amountText('-5', 'en', { sign: true })).toBe('-5');
    expect(amountText('0', 'en', { sign: true })).toBe('0');
    expect(amountText('n/a', 'en')).toBe('n/a');
  });
});

test('an amount of the person is dots where amounts are hidden, what is open is not', () => {
  write(hideAmountsAtom, true);
  expect([amountText('1234.5', 'en'), openText('1234.5', 'en')]).toEqual([HIDDEN, '1,234.5']);
  write(hideAmountsAtom, false);
  expect(amountText('1234.5', 'en')).toBe('1,234.5');
});

test('addresses are shortened in the middle, shares are percentages', () => {
  expect(shortAddress('0x1234567890abcdef1234567890abcdef12345678')).toBe('0x1234…5678');
  expect(shortAddress('0x12')).toBe('0x12');
  expect(percentText(0.8333, 'en')).toBe('83.33%');
});
