// Typed text is read as the one number it means or is refused; the text in a field is read back as the number it shows.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { fromUnits, isAmountText, toUnits } from '#rules/amounts.ts';
import {
  afterEdit,
  caretIn,
  enteredAmount,
  entryText,
  grouped,
  isUnfinished,
  plainText,
  readAmount,
  twoMeanings,
  refusedText,
  shareOf,
} from './amount-entry.ts';
import { amountText, marksOf } from './amounts.ts';
import { hideAmountsAtom } from './hide-amounts.ts';
import { write } from './store.ts';

const POINT = LANGUAGES.filter((language) => language !== 'vi');
const language = fc.constantFrom(...LANGUAGES);
const amount = fc.bigInt({ min: 0n, max: 10n ** 38n - 1n }).map(fromUnits);
/** Mostly digits and separators, so that many samples are valid numbers or nearly valid. */
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom(...'00123456789,.,. -+e٣５．，') }),
  fc.stringMatching(/^[1-9]\d{0,3}([,.]\d{3}){0,3}([,.]\d{0,4})?$/),
);

describe('an amount typed into a field', () => {
  test.each([
    ['5', '5'],
    [' 5 ', '5'],
    ['５', '5'],
    ['１，０００．５', '1000.5'],
    ['007', '7'],
    ['1.50', '1.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['0', '0'],
    ['1,000', '1000'],
    ['1,000.50', '1000.5'],
    ['12,345,678', '12345678'],
    ['12345678901234567890.123456789012345678', '12345678901234567890.123456789012345678'],
  ])('reads %j as %j in every language that groups digits with commas', (typed, read) => {
    for (const each of POINT) expect(readAmount(typed, each)).toBe(read);
  });

  test.each([
    ['5', '5'],
    ['1000', '1000'],
    ['1.000.000', '1000000'],
    ['1.000,5', '1000.5'],
    ['1,5', '1.5'],
    ['1,000', '1'],
    ['1.5', '1.5'],
    ['1234.567', '1234.567'],
    ['0.125', '0.125'],
  ])('reads %j as %j in Vietnamese', (typed, read) => {
    expect(readAmount(typed, 'vi')).toBe(read);
  });

  test('is refused in Vietnamese, which groups with points, when it could mean a thousand or one', () => {
    for (const typed of ['1.000', '12.345', '999.999']) expect(readAmount(typed, 'vi')).toBeNull();
    expect(twoMeanings(' 12.345 ', 'vi')).toEqual(['12345', '12,345']);
    expect([twoMeanings('12345', 'vi'), twoMeanings('12.345', 'en')]).toEqual([undefined, undefined]);
  });

  test.each(
    [
      '',
      ' ',
      '.',
      ',',
      '-5',
      '+5',
      '1e3',
      '0x10',
      '٣',
      '1.2.3',
      '1 000',
      '1\u00a0000',
      '1_000',
      "1'000",
    ].concat([
      '5²',
      '½',
      '①',
      '1,00',
      '1,0000',
      '01,000',
      ',000',
      '1,,000',
      '1.0,000',
      '$5',
      '5 ADIT',
      'Infinity',
      '5%',
    ]),
  )('refuses %j in every language, unless the comma is the decimal separator', (typed) => {
    for (const each of POINT) expect(readAmount(typed, each)).toBeNull();
    if (!/^\d+,\d+$/.test(typed) && typed !== ',000') expect(readAmount(typed, 'vi')).toBeNull();
  });

  test('is refused when it uses the separators of another language', () => {
    for (const each of POINT) expect(readAmount('1.000,5', each)).toBeNull();
    expect(readAmount('1,000.5', 'vi')).toBeNull();
  });

  test('is refused, not truncated, when it has more decimals than the coin; trailing zeros do not count', () => {
    expect(readAmount('1.23456', 'en', 2)).toBeNull();
    expect(readAmount('1.5', 'en', 0)).toBeNull();
    expect(readAmount('1.230000', 'en', 2)).toBe('1.23');
    expect(readAmount('0.1234567890123456789', 'en')).toBeNull();
    expect(readAmount('123456789012345678901', 'en')).toBeNull();
  });

  test("is either refused or is exactly one number, written with a point or with the language's own separators", () => {
    fc.assert(
      fc.property(text, language, (typed, each) => {
        const read = readAmount(typed, each);
        if (read === null) return;
        expect(isAmountText(read)).toBe(true);
        expect(fromUnits(toUnits(read))).toBe(read);
        const [group, decimal] = each === 'vi' ? ['.', ','] : [',', '.'];
        const ascii = typed.trim().replace(/[０-９，．]/g, (sign) => sign.normalize('NFKC'));
        const value = (plain: string) => {
          const [whole, part = ''] = plain.split('.');
          return BigInt(whole || '0') * 10n ** 40n + BigInt(part.padEnd(40, '0'));
        };
        const written = ascii.replaceAll(group, '').replace(decimal, '.');
        const readings = [...(ascii.includes(',') ? [] : [ascii]), written].filter((one) =>
          /^\d*\.?\d*$/.test(one),
        );
        expect(readings.map(value)).toContain(value(read));
      }),
    );
  });
});

describe('the text shown in a field', () => {
  test('is read back as the amount it shows, in every language', () => {
    fc.assert(
      fc.property(amount, language, (exact, each) => {
        expect(readAmount(entryText(exact, each), each)).toBe(exact);
      }),
    );
  });

  test("is grouped in the language's style, except where a group could be taken for decimals", () => {
    expect(entryText('1234567.5', 'en')).toBe('1,234,567.5');
    expect(entryText('1234567.5', 'vi')).toBe('1.234.567,5');
    expect(entryText('1000', 'vi')).toBe('1000');
    expect(entryText('', 'en')).toBe('');
  });

  test('is readable while amounts are hidden', () => {
    write(hideAmountsAtom, true);
    expect(entryText('30', 'en')).toBe('30');
    write(hideAmountsAtom, false);
  });

  test('an amount copied from elsewhere on the page is read as itself or refused', () => {
    fc.assert(
      fc.property(amount, language, (exact, each) => {
        const read = readAmount(amountText(exact, each, { max: 18 }), each);
        if (each === 'vi' && /^[1-9]\d{3,5}$/.test(exact)) expect(read).toBeNull();
        else expect(read).toBe(exact);
      }),
    );
  });
});

test('tells an unfinished entry from one that no further typing can fix', () => {
  for (const typed of ['.', '1,', '1,0', '1,00', '12,345,']) expect(isUnfinished(typed, 'en')).toBe(true);
  for (const typed of ['-', '1e', '1.2.', '1,0000', '1 000']) expect(isUnfinished(typed, 'en')).toBe(false);
  expect(isUnfinished('1.234', 'en', 2)).toBe(false);
  expect(isUnfinished('1.000', 'vi')).toBe(true);
});

test('keeps refused text exactly as typed, and no rule takes it for an amount', () => {
  fc.assert(
    fc.property(text, language, (typed, each) => {
      const entered = enteredAmount(typed, each);
      const refused = readAmount(typed, each) === null;
      expect(isAmountText(entered)).toBe(!refused);
      if (typed.trim() === '') expect(entered).toBe('');
      else expect(refusedText(entered)).toBe(refused ? typed : undefined);
    }),
  );
});

/** A field that groups, driven as a browser drives it. */
function field(language: string) {
  let [typed, at] = ['', 0];
  const shown = () => grouped(typed, language);
  const edit = (from: number, to: number, inserted: string, backwards = false) => {
    const text = shown().slice(0, from) + inserted + shown().slice(to);
    const next = afterEdit(typed, language, { text, caret: from + inserted.length, inserted });
    typed = next.typed;
    at = caretIn(shown(), language, next.behind, backwards);
  };
  return {
    shown,
    read: () => readAmount(typed, language),
    caret: () => at,
    put: (place: number) => void (at = place),
    type: (keys: string) => {
      for (const key of keys) edit(at, at, key);
    },
    backspace: () => edit(Math.max(0, at - 1), at, '', true),
    replaceAll: (text: string) => edit(0, shown().length, text),
  };
}

describe('a field that groups while typing', () => {
  test('shows the same number that it reads, in every language', () => {
    fc.assert(
      fc.property(
        language,
        fc.stringMatching(/^[1-9]\d{0,14}$/),
        fc.stringMatching(/^\d{0,6}$/),
        (each, whole, rest) => {
          const entry = field(each);
          const decimal = plainText('0.5', each)[1] ?? '';
          entry.type(rest === '' ? whole : whole + decimal + rest);
          const exact = fromUnits(toUnits(rest === '' ? whole : `${whole}.${rest}`));
          expect(entry.read()).toBe(exact);
          expect(entry.shown().replace(/[,.\d]/g, '')).toBe('');
          expect(entry.shown().replaceAll(decimal === ',' ? '.' : ',', '')).toBe(
            rest === '' ? whole : whole + decimal + rest,
          );
          expect(entry.caret()).toBe(entry.shown().length);
        },
      ),
    );
  });

  test('takes a point for the decimal point wherever it is typed, also where the language groups with points', () => {
    fc.assert(
      fc.property(
        language,
        fc.stringMatching(/^(0|[1-9]\d{0,8})$/),
        fc.stringMatching(/^\d{1,6}$/),
        (each, whole, rest) => {
          const entry = field(each);
          entry.type(`${whole}.${rest}`);
          const meant = fromUnits(toUnits(`${whole}.${rest}`));
          // In Vietnamese, three digits behind a point could be a group: "1.000" is refused.
          expect([meant, readAmount(`${whole}.${rest}`, each)]).toContain(entry.read());
          if (each !== 'vi' || rest.length !== 3) expect(entry.read()).toBe(meant);
        },
      ),
    );
    const viet = field('vi');
    viet.type('0.05');
    expect([viet.shown(), viet.read()]).toEqual(['0.05', '0.05']);
    viet.replaceAll('');
    viet.type('1234.5');
    expect([viet.shown(), viet.read()]).toEqual(['1234.5', '1234.5']);
  });

  test('keeps the cursor between the digits it was between', () => {
    const entry = field('en');
    entry.type('1234');
    expect(entry.shown()).toBe('1,234');
    entry.put(1);
    entry.type('9');
    expect([entry.shown(), entry.caret()]).toEqual(['19,234', 3]);
    entry.backspace();
    expect([entry.shown(), entry.caret()]).toEqual(['19,234', 2]);
    entry.backspace();
    expect([entry.shown(), entry.caret()]).toEqual(['1,234', 1]);
  });

  test('goes on with a mark typed by hand, and reads what is pasted strictly', () => {
    const entry = field('en');
    entry.type('1,0000.5');
    expect([entry.shown(), entry.read()]).toEqual(['10,000.5', '10000.5']);
    for (const [text, read] of [
      ['1,2', null],
      ['1e3', null],
      ['1,234,5', null],
      ['2,500', '2500'],
    ] as const) {
      entry.replaceAll(text);
      expect(entry.read()).toBe(read);
    }
    const viet = field('vi');
    viet.type('1234');
    expect([viet.shown(), viet.read()]).toEqual(['1.234', '1234']);
    viet.replaceAll('1.234');
    expect(viet.read()).toBeNull();
    viet.replaceAll('1.234,5');
    expect([viet.shown(), viet.read()]).toEqual(['1.234,5', '1234.5']);
  });

  test("reads what is written by hand in the language's notation as it reads the same text pasted", () => {
    fc.assert(
      fc.property(amount, language, (exact, each) => {
        const [typed, pasted] = [field(each), field(each)];
        const written = amountText(exact, each, { max: 18 });
        typed.type(written);
        pasted.replaceAll(written);
        expect([typed.read(), typed.shown()]).toEqual([pasted.read(), pasted.shown()]);
        expect(typed.caret()).toBe(typed.shown().length);
      }),
    );
    const entry = field('en');
    entry.type('1,234,567');
    expect([entry.shown(), entry.read()]).toEqual(['1,234,567', '1234567']);
    entry.type('8');
    expect([entry.shown(), entry.read()]).toEqual(['12,345,678', '12345678']);
    entry.backspace();
    expect([entry.shown(), entry.read()]).toEqual(['1,234,567', '1234567']);
  });

  test('never takes a mark between digits for another one', () => {
    // The comma may be meant as a decimal separator.
    for (const keys of ['1234,567', '1234,5', '12345,678', '1,234567,890']) {
      const entry = field('en');
      entry.type(keys);
      expect([keys, entry.read()]).toEqual([keys, null]);
    }
    const key = fc.constantFrom(...'0123456789,.');
    fc.assert(
      fc.property(fc.string({ unit: key, maxLength: 14 }), language, (keys, each) => {
        const entry = field(each);
        entry.type(keys);
        const { group, decimal } = marksOf(each);
        const written = keys.replaceAll(group, '').replace(decimal, '.');
        const readings = [keys, written].map((reading) => readAmount(reading, 'en'));
        expect([null, ...readings]).toContain(entry.read());
      }),
    );
  });

  test('fills in shares of what there is, never more than the coin can split', () => {
    expect(shareOf('100.01', 25, 2)).toBe('25');
    expect(shareOf('100', 75, 18)).toBe('75');
    expect(shareOf('0.000000000000000003', 50, 18)).toBe('0.000000000000000001');
  });
});
