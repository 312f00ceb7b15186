// What the verification form detects before sending, and where it shows the server's errors.
import { describe, expect, test } from 'vitest';
import { type Fields, hasArrived, placeFor, problemsOf, problemsOfRefusal } from './kyc.rules.ts';

const good: Fields = { exchange: 'binance', exchangeUid: 'u-123456', exchangeAddress: '0x9f8e7d6c5b4a' };
const file = new File(['x'], 'x.png');
const picked = { file, was: 1, note: 'untouched' as const };
const both = { idDocument: picked, addressDocument: picked };

describe('the form', () => {
  test('names everything that is missing at once', () => {
    expect(problemsOf({ exchange: '', exchangeUid: ' ', exchangeAddress: '' }, {})).toEqual({
      exchange: 'missing',
      exchangeUid: 'missing',
      exchangeAddress: 'missing',
      idDocument: 'missing',
      addressDocument: 'missing',
    });
  });

  test('accepts valid fields with surrounding spaces', () => {
    expect(problemsOf({ ...good, exchangeUid: ' u-123456 ' }, both)).toEqual({});
  });

  test.each([
    ['exchangeUid', 'ab'],
    ['exchangeUid', 'has space'],
    ['exchangeUid', 'x'.repeat(65)],
    ['exchangeAddress', 'short'],
    ['exchangeAddress', 'with a space in it'],
    ['exchangeAddress', 'x'.repeat(129)],
  ] as const)('refuses the %s %j', (name, value) => {
    expect(problemsOf({ ...good, [name]: value }, both)).toEqual({ [name]: 'shape' });
  });
});

test('a document dropped beside the fields fills a missing one and replaces none', () => {
  expect(placeFor({})).toBe('idDocument');
  expect(placeFor({ idDocument: picked })).toBe('addressDocument');
  expect(placeFor(both)).toBeUndefined();
});

describe('after a lost connection', () => {
  test('any submission that was not there before is ours', () => {
    expect(hasArrived(null, null)).toBe(false);
    expect(hasArrived('a', 'a')).toBe(false);
    expect(hasArrived(null, 'a')).toBe(true);
    expect(hasArrived('a', 'b')).toBe(true);
  });
});

describe("the server's refusal", () => {
  const issues = (...paths: string[]) => ({
    issues: paths.map((path) => ({ path, reason: 'told in English' })),
  });

  test('is shown at its fields', () => {
    expect(problemsOfRefusal(issues('exchange', 'idDocument'), { ...good, exchange: '' })).toEqual({
      exchange: 'missing',
      idDocument: 'refused',
    });
  });

  test('of a well-formed UID means that it verifies another account', () => {
    expect(problemsOfRefusal(issues('exchangeUid'), good)).toEqual({ exchangeUid: 'taken' });
    expect(problemsOfRefusal(issues('exchangeUid'), { ...good, exchangeUid: 'a' })).toEqual({
      exchangeUid: 'shape',
    });
  });

  test.each([null, 'x', {}, { issues: 'x' }, { issues: [null, { path: 7 }, { path: 'other' }] }])(
    '%j names no field',
    (data) => {
      expect(problemsOfRefusal(data, good)).toEqual({});
    },
  );
});
