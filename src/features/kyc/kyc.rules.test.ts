// What the verification form finds by itself before sending, and where it puts what the server finds.
import { describe, expect, test } from 'vitest';
import { documentType } from '#contract/documents.ts';
import { documentProblem, type Fields, problemsOf, problemsOfRefusal } from './kyc.rules.ts';

const good: Fields = { exchange: 'binance', exchangeUid: 'u-123456', exchangeAddress: '0x9f8e7d6c5b4a' };
const file = new File(['x'], 'x.png');
const both = { idDocument: file, addressDocument: file };
const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const PNG = bytes('\x89PNG\r\n\x1a\n');
const rule = { maxBytes: 100, mimeTypes: ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'] };

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

  test('takes good fields, with spaces around them', () => {
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

describe('a document', () => {
  test.each([
    ['image/png', PNG],
    ['image/jpeg', bytes('\xff\xd8\xff\xe0')],
    ['image/webp', bytes('RIFF\x10\x00\x00\x00WEBPVP8 ')],
    ['application/pdf', bytes('%PDF-1.7')],
  ])('is known as %s by its own bytes', (mime, head) => {
    expect(documentType(head)).toBe(mime);
    expect(documentProblem(50, head, rule)).toBeNull();
  });

  test('that only calls itself a picture is refused', () => {
    expect(documentProblem(50, bytes('<html>'), rule)).toBe('wrong_type');
    expect(documentProblem(50, bytes('RIFF\x10\x00\x00\x00AVI LIST'), rule)).toBe('wrong_type');
    expect(documentProblem(50, PNG, { ...rule, mimeTypes: ['image/jpeg'] })).toBe('wrong_type');
  });

  test('may not be empty or too large; the limit itself is allowed', () => {
    expect(documentProblem(0, new Uint8Array(), rule)).toBe('empty');
    expect(documentProblem(100, PNG, rule)).toBeNull();
    expect(documentProblem(101, PNG, rule)).toBe('too_large');
  });
});

describe("the server's refusal", () => {
  const issues = (...paths: string[]) => ({
    issues: paths.map((path) => ({ path, reason: 'told in English' })),
  });

  test('stands at its fields', () => {
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
    '%j tells no place',
    (data) => {
      expect(problemsOfRefusal(data, good)).toEqual({});
    },
  );
});
