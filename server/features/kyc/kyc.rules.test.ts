/** What a verification has to bring, and that sealed documents open for nobody else and nowhere else. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { pngOf } from '#tests/support/documents.ts';
import { EXCHANGES, checkDocument, checkFields, seal, unseal } from './kyc.rules.ts';
import { checkSubmission } from './kyc.usecases.ts';

const FIELDS = { exchange: 'binance', exchangeUid: '12345678', exchangeAddress: `0x${'ab'.repeat(20)}` };
const paths = (input: Parameters<typeof checkFields>[0]) => checkFields(input).issues.map(({ path }) => path);

describe('fields', () => {
  test('good ones pass, without the spaces around them', () => {
    for (const { id } of EXCHANGES) expect(paths({ ...FIELDS, exchange: id })).toEqual([]);
    expect(checkFields({ ...FIELDS, exchangeUid: ' 12345678\n' }).fields).toEqual(FIELDS);
  });

  test('everything that is wrong is told at once', () => {
    expect(paths({})).toEqual(['exchange', 'exchangeUid', 'exchangeAddress']);
    expect(paths({ exchange: '', exchangeUid: '  ', exchangeAddress: 'short' })).toHaveLength(3);
  });

  test.each(['12', 'a'.repeat(65), 'with space', '１２３４５', '<b>123</b>', '12345;--'])(
    'the UID %s is refused',
    (exchangeUid) => {
      expect(paths({ ...FIELDS, exchangeUid })).toEqual(['exchangeUid']);
    },
  );

  test.each(['0x12345', 'a'.repeat(129), '0x1234 5678', 'адрес-кошелька'])(
    'the address %s is refused',
    (exchangeAddress) => {
      expect(paths({ ...FIELDS, exchangeAddress })).toEqual(['exchangeAddress']);
    },
  );

  test('an exchange that is not listed is refused, also by its name or in other letters', () => {
    for (const exchange of ['Binance', 'BINANCE', 'ftx', 'toString', '__proto__'])
      expect(paths({ ...FIELDS, exchange })).toEqual(['exchange']);
  });
});

describe('documents', () => {
  const bytes = (...parts: (string | number[])[]) =>
    Buffer.concat(
      parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
    );

  test.each<[string, Buffer]>([
    ['image/png', pngOf('id')],
    ['image/jpeg', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF\0', '\x01'.repeat(40))],
    ['image/webp', bytes('RIFF', [24, 0, 0, 0], 'WEBPVP8 ', '\0'.repeat(20))],
    ['application/pdf', bytes('%PDF-1.7\n', '%%EOF\n'.repeat(4))],
  ])('%s is known by its content', (mime, content) => {
    expect(checkDocument('idDocument', content)).toEqual({ mime });
  });

  test.each<[string, Buffer | undefined]>([
    ['nothing', undefined],
    ['an empty file', Buffer.alloc(0)],
    ['a text', Buffer.from('%PNG, says the sender')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing with scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['an archive', bytes('PK\x03\x04', '\0'.repeat(40))],
    ['a GIF', bytes('GIF89a', '\0'.repeat(40))],
    ['a programme', bytes([0x7f], 'ELF', '\0'.repeat(60))],
    ['a PNG behind something else', Buffer.concat([Buffer.from('x'), pngOf('id')])],
    ['one byte', Buffer.from([0x89])],
  ])('%s is refused', (_, content) => {
    expect(checkDocument('idDocument', content)).toMatchObject({ path: 'idDocument' });
  });

  test('a submission tells what is wrong with fields and documents together', () => {
    const submitted = () =>
      checkSubmission({ ...FIELDS, exchangeUid: '' }, { idDocument: { bytes: pngOf('id') } });
    expect(submitted).toThrow(
      expect.objectContaining({
        name: 'kyc_invalid',
        data: {
          issues: [
            expect.objectContaining({ path: 'exchangeUid' }),
            { path: 'addressDocument', reason: 'missing or empty' },
          ],
        },
      }) as Error,
    );
  });
});

describe('sealing', () => {
  const key = randomBytes(32);
  const plain = pngOf('Ann Example, born 1990');
  const sealed = seal(key, 'kyc/1/idDocument', plain);

  test('a sealed document opens with its key and label, byte for byte, an empty one too', () => {
    expect(unseal(key, 'kyc/1/idDocument', sealed)).toEqual(plain);
    expect(unseal(key, 'kyc/1/idDocument', new Uint8Array(sealed))).toEqual(plain);
    expect(unseal(key, 'x', seal(key, 'x', Buffer.alloc(0)))).toHaveLength(0);
  });

  test('nothing of it can be read, and the same document never looks the same', () => {
    expect(sealed.includes('Ann Example')).toBe(false);
    expect(sealed.includes('PNG')).toBe(false);
    expect(seal(key, 'kyc/1/idDocument', plain).equals(sealed)).toBe(false);
  });

  test('another key, another place, and any changed or missing byte are noticed', () => {
    expect(() => unseal(randomBytes(32), 'kyc/1/idDocument', sealed)).toThrow();
    for (const label of ['kyc/2/idDocument', 'kyc/1/addressDocument'])
      expect(() => unseal(key, label, sealed)).toThrow();
    for (const at of [
      0,
      11,
      12,
      sealed.length >> 1,
      sealed.length - 17,
      sealed.length - 16,
      sealed.length - 1,
    ]) {
      const bent = Buffer.from(sealed);
      bent[at] = (bent[at] ?? 0) ^ 1;
      expect(() => unseal(key, 'kyc/1/idDocument', bent)).toThrow();
    }
    for (const length of [0, 5, 12, 27, sealed.length - 1])
      expect(() => unseal(key, 'kyc/1/idDocument', sealed.subarray(0, length))).toThrow();
  });
});
