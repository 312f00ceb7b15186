// Nothing about place, camera or owner remains in a picture, and the picture itself does.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWhole, partsOf } from '#contract/documents.ts';
import { jpegOf, pdfOf, pngOf, webpOf } from '#tests/support/documents.ts';
import { withoutMetadata } from './metadata.rules.ts';

const PLACE = 'GPS 13.7563N 100.5018E';
const names = (bytes: Uint8Array, mime: string) => partsOf(bytes, mime)?.map(({ name }) => name);

const PICTURES: [string, Buffer, Buffer | null][] = [
  ['image/jpeg', jpegOf({ exif: PLACE }), jpegOf()],
  ['image/png', pngOf(PLACE), null],
  ['image/webp', webpOf({ exif: PLACE }), null],
];

describe.each(PICTURES)('a picture of type %s', (mime, tagged, plain) => {
  const bare = withoutMetadata(tagged, mime) ?? new Uint8Array();

  test('reveals nothing any more', () => {
    expect(tagged.includes('GPS')).toBe(true);
    for (const word of ['GPS', '13.7', 'Exif', 'EXIF', 'Photoshop', 'Comment'])
      expect([word, Buffer.from(bare).includes(word)]).toEqual([word, false]);
    if (plain) expect(Buffer.from(bare)).toEqual(plain);
  });

  test('is complete, and is not changed a second time', () => {
    expect(isWhole(bare, mime)).toBe(true);
    expect(withoutMetadata(bare, mime)).toBe(bare);
  });

  test('loses what is appended after its end: a second picture, an archive', () => {
    const tail = Buffer.concat([tagged, Buffer.from(PLACE)]);
    expect(withoutMetadata(tail, mime)).toEqual(bare);
  });

  test('is refused when it is truncated', () => {
    expect(withoutMetadata(tagged.subarray(0, tagged.length - 1), mime)).toBeNull();
  });
});

test('keeps its colours: profile, JFIF and Adobe segments stay, a second picture’s index does not', () => {
  const segment = (marker: number, text: string) =>
    Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text, 'latin1')]);
  const parts = [segment(0xe2, 'ICC_PROFILE\0..'), segment(0xee, 'Adobe\0..'), segment(0xe2, 'MPF\0..')];
  const bytes = Buffer.concat([jpegOf().subarray(0, 2), ...parts, jpegOf().subarray(2)]);
  const retained = names(withoutMetadata(bytes, 'image/jpeg') ?? bytes, 'image/jpeg');
  expect(retained?.slice(0, 4)).toEqual(['d8', 'e2', 'ee', 'e0']);
});

test('drops a thumbnail within the JFIF segment together with the segment', () => {
  // Two by one pixels of three bytes after its 14 bytes: the picture before it was cropped.
  const jfif = Buffer.from('ffe000164a46494600010100000100010201aabbccddeeff', 'hex');
  const plain = jpegOf();
  const bytes = Buffer.concat([plain.subarray(0, 2), jfif, plain.subarray(20)]);
  expect(names(bytes, 'image/jpeg')).toEqual(names(plain, 'image/jpeg'));
  expect(withoutMetadata(bytes, 'image/jpeg')).toEqual(
    new Uint8Array(Buffer.concat([plain.subarray(0, 2), plain.subarray(20)])),
  );
});

test('the header of a WebP no longer announces metadata, and its size is right', () => {
  const bare = withoutMetadata(webpOf({ exif: PLACE }), 'image/webp') ?? new Uint8Array();
  expect(names(bare, 'image/webp')).toEqual(['RIFF', 'VP8X', 'VP8L']);
  expect(bare[20]).toBe(0);
  expect(new DataView(bare.buffer).getUint32(4, true)).toBe(bare.length - 8);
});

test('returns a complete picture or none, whatever the bytes are', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PICTURES),
      fc.nat(),
      fc.uint8Array({ minLength: 1, maxLength: 6 }),
      (picture, at, noise) => {
        const [mime, tagged] = picture;
        const bent = Buffer.from(tagged);
        // After the type's signature, so that the type stays the same.
        bent.set(noise.subarray(0, bent.length - 16), 16 + (at % (bent.length - 16 - noise.length)));
        const bare = withoutMetadata(bent, mime);
        if (bare) expect(isWhole(bare, mime)).toBe(true);
      },
    ),
  );
});

test('a PDF has an end marker near its end', () => {
  expect(isWhole(pdfOf('bill'), 'application/pdf')).toBe(true);
  expect(isWhole(pdfOf('bill').subarray(0, -7), 'application/pdf')).toBe(false);
  expect(isWhole(Buffer.concat([pdfOf('bill'), Buffer.alloc(1100)]), 'application/pdf')).toBe(false);
});
