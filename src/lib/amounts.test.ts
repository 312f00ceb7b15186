// Amounts stay exact all the way from the API to the screen.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { amountText, openText, shortAddress } from './amounts.ts';
import { HIDDEN, hideAmountsAtom } from './hide-amounts.ts';
import { write } from './store.ts';

describe('amountText', () => {
  test('groups digits and truncates without rounding up', () => {
    expect(amountText('1234567.8999999', 'en')).toBe('1,234,567.899999');
    expect(amountText('0.9999999', 'en', { max: 2 })).toBe('0.99');
    expect(amountText('12', 'en', { min: 2 })).toBe('12.00');
  });
  test('keeps every digit of a large amount, which a float would lose', () => {
    expect(amountText('12345678901234567890.123456789012345678', 'en', { max: 18 })).toBe(
      '12,345,678,901,234,567,890.123456789012345678',
    );
  });
  test("follows the language's notation, with Latin digits", () => {
    expect(amountText('1234.5', 'vi')).toBe('1.234,5');
    expect(amountText('1234.5', 'th')).toBe('1,234.5');
  });
  test('shows what is too small for the decimals shown as less than the last of them, never as zero', () => {
    expect(amountText('0', 'en')).toBe('0');
    expect(amountText('0.0000009', 'en')).toBe('<0.000001');
    expect(openText('0.009', 'vi', { max: 2, min: 2 })).toBe('<0,01');
    expect(openText('0.9', 'en', { max: 0 })).toBe('<1');
    expect(openText('-0.0000001', 'en')).toBe('-<0.000001');
    expect(openText('0.0000001', 'en', { sign: true })).toBe('+<0.000001');
  });
  test('writes every number as Intl does, unless nothing of it would be left', () => {
    const digits = (most: number) =>
      fc
        .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: most })
        .map((each) => each.join(''));
    const amounts = fc
      .tuple(fc.constantFrom('', '-'), digits(24), fc.option(digits(20), { nil: undefined }))
      .map(([minus, whole, decimals]) => minus + whole + (decimals === undefined ? '' : `.${decimals}`));
    const options = fc.record({
      max: fc.integer({ min: 0, max: 18 }),
      min: fc.integer({ min: 0, max: 18 }),
      sign: fc.boolean(),
    });
    fc.assert(
      fc.property(amounts, fc.constantFrom(...LANGUAGES), options, (amount, language, { max, min, sign }) => {
        const intl = new Intl.NumberFormat(language, {
          minimumFractionDigits: min,
          maximumFractionDigits: Math.max(min, max),
          roundingMode: 'trunc',
          signDisplay: sign ? 'exceptZero' : 'auto',
          numberingSystem: 'latn',
        });
        const text = intl.format(amount as `${number}`);
        fc.pre(/[1-9]/.test(text) || !/[1-9]/.test(amount));
        expect(openText(amount, language, { max, min, sign })).toBe(text);
      }),
    );
  });
  test('shows signs in histories, and shows text it cannot parse unchanged', () => {
    expect(amountText('5', 'en', { sign: true })).toBe('+5');
    expect(amountText('-5', 'en', { sign: true })).toBe('-5');
    expect(amountText('0', 'en', { sign: true })).toBe('0');
    expect(amountText('n/a', 'en')).toBe('n/a');
  });
});

test('hides personal amounts behind dots, but not public ones', () => {
  write(hideAmountsAtom, true);
  expect([amountText('1234.5', 'en'), openText('1234.5', 'en')]).toEqual([HIDDEN, '1,234.5']);
  write(hideAmountsAtom, false);
  expect(amountText('1234.5', 'en')).toBe('1,234.5');
});

test('shortens addresses in the middle', () => {
  expect(shortAddress('0x1234567890abcdef1234567890abcdef12345678')).toBe('0x1234…5678');
  expect(shortAddress('0x12')).toBe('0x12');
});
