/** The checksum of a POST and the digest of a request, against values computed with other tools. */
import { describe, expect, test } from 'vitest';
import { canonical } from '#contract/signing.ts';
import { isSigned, requestDigest, requestText, signatureOf, timestampOf } from './signature.ts';

const KEY = 'adit-development-sign-key';
const params = {
  timestamp: '1700000000000',
  amount: '12.5',
  note: '',
  list: [1, { a: 'ü' }],
  name: 'a b&c=d',
  none: null,
};

describe('signing', () => {
  test('canonical text is sorted, without empty fields, with encoded values and arrays as JSON', () => {
    expect(canonical(params)).toBe(
      'amount=12.5&list=%5B1%2C%7B%22a%22%3A%22%C3%BC%22%7D%5D&name=a%20b%26c%3Dd&timestamp=1700000000000',
    );
  });

  test('HMAC-SHA256 in hex', () => {
    expect(signatureOf(params, KEY)).toBe('2b815daee1907a6003736cc8231d711f7dec24eaa25b2f4dcbfc626018af3f51');
    expect(isSigned({ ...params, sign: signatureOf(params, KEY) }, KEY)).toBe(true);
    expect(isSigned({ ...params, sign: signatureOf(params, KEY).toUpperCase() }, KEY)).toBe(true);
  });

  test.each([
    ['another amount', { amount: '12.6' }],
    ['another time', { timestamp: '1700000000001' }],
    ['a field more', { extra: 1 }],
  ])('%s breaks it', (_, change) => {
    expect(isSigned({ ...params, ...change, sign: signatureOf(params, KEY) }, KEY)).toBe(false);
  });

  test.each([undefined, null, '', 'abc', 7, 'z'.repeat(64), 'a'.repeat(63), ['a'.repeat(64)]])(
    '%s is no sign',
    (sign) => {
      expect(isSigned({ ...params, sign }, KEY)).toBe(false);
    },
  );

  test('another key gives another signature', () => {
    expect(isSigned({ ...params, sign: signatureOf(params, 'other') }, KEY)).toBe(false);
  });
});

test('a timestamp is milliseconds as text', () => {
  expect(timestampOf({ timestamp: '1700000000000' })).toEqual(new Date(1_700_000_000_000));
  const malformed = ['', 'soon', '-1', '1e12', '1700000000000.5', {}, '9'.repeat(16), 1_700_000_000_000];
  for (const timestamp of [undefined, ...malformed]) expect(timestampOf({ timestamp })).toBeUndefined();
});

describe('the digest of a request', () => {
  const upload = (digest: string) => ({ digest });
  const digest = (...args: Parameters<typeof requestText>) =>
    requestDigest(requestText(...args)).toString('hex');

  test('does not change when the outbox signs again', () => {
    expect(digest('POST /api/stake/stake', { amount: '1', timestamp: '1', sign: 'a' }, {})).toBe(
      digest('POST /api/stake/stake', { timestamp: '2', sign: 'b', amount: '1' }, {}),
    );
  });

  test('changes with call, body and documents', () => {
    const base = digest('POST /api/user/kyc', { exchange: 'x' }, { idDocument: upload('1') });
    expect(digest('POST /api/stake/stake', { exchange: 'x' }, { idDocument: upload('1') })).not.toBe(base);
    expect(digest('POST /api/user/kyc', { exchange: 'y' }, { idDocument: upload('1') })).not.toBe(base);
    expect(digest('POST /api/user/kyc', { exchange: 'x' }, { idDocument: upload('2') })).not.toBe(base);
    expect(digest('POST /api/user/kyc', { exchange: 'x' }, { addressDocument: upload('1') })).not.toBe(base);
  });

  test('tells a parameter that is null from one that is missing', () => {
    const pause = (more: object) => digest('POST /api/user/limits', { pauseDays: 1, ...more }, {});
    expect(pause({ dailyBetLimit: null })).not.toBe(pause({}));
  });
});
