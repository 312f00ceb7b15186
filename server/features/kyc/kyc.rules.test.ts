/** What a verification must contain; an encrypted document decrypts only for its own account and place. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jpegOf, pdfOf, pngOf, webpOf } from '#tests/support/documents.ts';
import {
  EXCHANGES,
  checkDocument,
  checkFields,
  decidedUntil,
  deletedFrom,
  historyOf,
  seal,
  unseal,
} from './kyc.rules.ts';
import { partsOf } from '#contract/documents.ts';
import { DOCUMENT_RULE } from '#contract/kyc.ts';
import { checkSubmission } from './kyc.usecases.ts';

const FIELDS = { exchange: 'binance', exchangeUid: '12345678', exchangeAddress: `0x${'ab'.repeat(20)}` };
const paths = (input: Parameters<typeof checkFields>[0]) => checkFields(input).issues.map(({ path }) => path);

describe('fields', () => {
  test('are accepted and trimmed when valid', () => {
    for (const { id } of EXCHANGES) expect(paths({ ...FIELDS, exchange: id })).toEqual([]);
    expect(checkFields({ ...FIELDS, exchangeUid: ' 12345678\n' }).fields).toEqual(FIELDS);
  });

  test('report all errors at once', () => {
    expect(paths({})).toEqual(['exchange', 'exchangeUid', 'exchangeAddress']);
    expect(paths({ exchange: '', exchangeUid: '  ', exchangeAddress: 'short' })).toHaveLength(3);
  });

  test.each(['12', 'a'.repeat(65), 'with space', '１２３４５', '<b>123</b>', '12345;--'])(
    'are refused with the UID %s',
    (exchangeUid) => {
      expect(paths({ ...FIELDS, exchangeUid })).toEqual(['exchangeUid']);
    },
  );

  test.each(['0x12345', 'a'.repeat(129), '0x1234 5678', 'адрес-кошелька'])(
    'are refused with the address %s',
    (exchangeAddress) => {
      expect(paths({ ...FIELDS, exchangeAddress })).toEqual(['exchangeAddress']);
    },
  );

  test('are refused with an exchange that is not listed, even by its name or in another case', () => {
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
    ['image/jpeg', jpegOf()],
    ['image/webp', webpOf()],
    ['application/pdf', bytes('%PDF-1.7\n', '%%EOF\n'.repeat(4))],
  ])('are recognised by content: %s', (mime, content) => {
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
  ])('are refused: %s', (_, content) => {
    expect(checkDocument('idDocument', content)).toMatchObject({ path: 'idDocument' });
  });

  const KINDS: [string, Buffer][] = [
    ['image/jpeg', jpegOf({ exif: 'GPS 13.75N' })],
    ['image/png', pngOf('id')],
    ['image/webp', webpOf({ exif: 'GPS 13.75N' })],
    ['application/pdf', pdfOf('id')],
  ];

  test.each(KINDS)('are refused when truncated anywhere: %s', (mime, content) => {
    // A PDF's end marker may lack its line ending; the other types must not lack a single byte.
    for (let length = 16; length < content.length - (mime === 'application/pdf' ? 1 : 0); length += 1)
      expect([length, checkDocument('idDocument', content.subarray(0, length))]).toEqual([
        length,
        { path: 'idDocument', reason: expect.stringContaining('ends before it is complete') as string },
      ]);
  });

  /** A picture with this many parts, each as small as possible. */
  const crumbs: Record<string, (count: number) => Buffer> = {
    'image/png': (count) => {
      const [signature, text, end] = [
        pngOf('').subarray(0, 33),
        pngOf('').subarray(33, 53),
        pngOf('').subarray(-12),
      ];
      return Buffer.concat([signature, ...Array<Buffer>(count - 3).fill(text), end]);
    },
    'image/jpeg': (count) =>
      Buffer.concat([
        Buffer.from([0xff, 0xd8]),
        ...Array<Buffer>(count - 2).fill(Buffer.from([0xff, 0xfe, 0, 2])),
        Buffer.from([0xff, 0xda, 0, 2, 0xff, 0xd9]),
      ]),
    'image/webp': (count) => {
      const chunk = Buffer.from('VP8X\0\0\0\0', 'latin1');
      const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
      head.writeUInt32LE(4 + (count - 1) * chunk.length, 4);
      return Buffer.concat([head, ...Array<Buffer>(count - 1).fill(chunk)]);
    },
  };

  test.each(Object.entries(crumbs))('are refused in more than 10,000 parts: %s', (mime, of) => {
    expect(checkDocument('idDocument', of(10_000))).toEqual({ mime });
    expect(checkDocument('idDocument', of(10_002))).toMatchObject({
      reason: expect.stringContaining('more than 10000 parts') as string,
    });
    // No list may grow as long as a stranger wants, neither here nor where the page removes metadata.
    expect(partsOf(of(10_002), mime)).toBeNull();
  });

  test.each(KINDS)('are recognised by their first bytes, whatever follows: %s', (mime, content) => {
    for (const tail of ['PK\x05\x06'.padEnd(22, '\0'), '<script>1</script>', '\0'.repeat(900)])
      expect(checkDocument('idDocument', bytes([...content], tail))).toEqual({ mime });
  });

  test('give a result for unexpected bytes, never an exception', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), fc.uint8Array({ maxLength: 80 }), ([, content], noise) => {
        for (const kept of [4, 16, 24, content.length])
          checkDocument('idDocument', Buffer.concat([content.subarray(0, kept), noise]));
      }),
    );
  });

  test('a submission reports errors of fields and documents together', async () => {
    const submitted = checkSubmission({ ...FIELDS, exchangeUid: '' }, { idDocument: { bytes: pngOf('id') } });
    await expect(submitted).rejects.toEqual(
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

describe('the storage time of documents', () => {
  test('ends as many days after the verdict as the setting says, and not a millisecond earlier', () => {
    fc.assert(
      fc.property(
        fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }),
        fc.nat(4000),
        (at, days) => {
          const gone = deletedFrom(at, days);
          expect(gone.getTime() - at.getTime()).toBe(days * 86_400_000);
          expect(decidedUntil(gone, days)).toEqual(at);
          expect(decidedUntil(new Date(gone.getTime() - 1), days) < at).toBe(true);
        },
      ),
    );
  });
});

test('a history begins with the first event, and rejections have reasons', () => {
  const [one, two, three] = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => new Date(day));
  if (!one || !two || !three) throw new Error('three days');
  const rows = [
    { status: 'submitted' as const, submitted_at: three, reviewed_at: null, revoked_at: null, reason: null },
    { status: 'failed' as const, submitted_at: one, reviewed_at: two, revoked_at: null, reason: 'blurred' },
  ];
  expect(historyOf(rows)).toEqual([
    { state: 'submitted', at: one.toISOString(), reason: null },
    { state: 'failed', at: two.toISOString(), reason: 'blurred' },
    { state: 'submitted', at: three.toISOString(), reason: null },
  ]);
  const revoked = [
    { status: 'failed' as const, submitted_at: one, reviewed_at: two, revoked_at: three, reason: 'shared' },
  ];
  expect(historyOf(revoked)).toEqual([
    { state: 'submitted', at: one.toISOString(), reason: null },
    { state: 'approved', at: two.toISOString(), reason: null },
    { state: 'failed', at: three.toISOString(), reason: 'shared' },
  ]);
  expect(historyOf([])).toEqual([]);
});

describe('encryption', async () => {
  const key = randomBytes(32);
  const plain = pngOf('Ann Example, born 1990');
  const sealed = await seal(key, 'kyc/1/idDocument', plain);

  test('decrypts a document with its key and label, byte for byte, even an empty or large one', async () => {
    expect(unseal(key, 'kyc/1/idDocument', sealed)).toEqual(plain);
    expect(unseal(key, 'kyc/1/idDocument', new Uint8Array(sealed))).toEqual(plain);
    for (const size of [0, 512 * 1024, DOCUMENT_RULE.maxBytes - 1]) {
      const bytes = randomBytes(size);
      expect(unseal(key, 'x', await seal(key, 'x', bytes)).equals(bytes)).toBe(true);
    }
  });

  test('hides every byte, and never gives the same result twice for the same document', async () => {
    expect(sealed.includes('Ann Example')).toBe(false);
    expect(sealed.includes('PNG')).toBe(false);
    expect((await seal(key, 'kyc/1/idDocument', plain)).equals(sealed)).toBe(false);
  });

  test('detects another key, another label, and any changed or missing byte', () => {
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
