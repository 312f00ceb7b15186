/** Small documents for tests: valid pictures of one grey pixel, and a PDF. They contain a readable text. */
import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of one grey pixel (PNG specification, third edition), with the text readable in a tEXt chunk. */
export function pngOf(text: string): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1')),
    chunk('IDAT', deflateSync(Buffer.from([0, 128]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** One grey pixel, baseline, without metadata. */
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAABv/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8ATP/Z',
  'base64',
);

const jpegSegment = (marker: number, text: string): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([head, Buffer.from(text, 'latin1')]);
};

/** A JPEG of one pixel, with an EXIF segment, a Photoshop one and a comment if `exif` is given. */
export function jpegOf({ exif }: { exif?: string } = {}): Buffer {
  if (exif === undefined) return JPEG;
  return Buffer.concat([
    JPEG.subarray(0, 2),
    jpegSegment(0xe1, `Exif\0\0${exif}`),
    jpegSegment(0xed, `Photoshop 3.0\0${exif}`),
    jpegSegment(0xfe, exif),
    JPEG.subarray(2),
  ]);
}

/** A JPEG as a phone writes it: with its location, and rotated by `orientation` (Exif 2.32, 4.6.4). */
export function photographOf(jpeg: Buffer, orientation: number, place: string): Buffer {
  const directory = Buffer.alloc(26);
  directory.write('II*\0', 'latin1');
  directory.writeUInt32LE(8, 4);
  directory.writeUInt16LE(1, 8);
  // One entry: tag 0112, one SHORT.
  directory.writeUInt16LE(0x0112, 10);
  directory.writeUInt16LE(3, 12);
  directory.writeUInt32LE(1, 14);
  directory.writeUInt16LE(orientation, 18);
  const exif = jpegSegment(0xe1, `Exif\0\0${directory.toString('latin1')}${place}`);
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]);
}

/** A WebP of one pixel (lossless); with `exif` in the extended format with its chunk (RFC 9649, 2.7). */
export function webpOf({ exif }: { exif?: string } = {}): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(data.length);
    return Buffer.concat([Buffer.from(name), size, data, Buffer.alloc(data.length % 2)]);
  };
  const pixel = chunk('VP8L', Buffer.from('2f00000010071011118888fe07', 'hex'));
  const said = Buffer.from(exif ?? '', 'latin1');
  // Flags 08: EXIF present; then the canvas of 1 by 1, each stored minus one.
  const parts =
    exif === undefined
      ? [pixel]
      : [chunk('VP8X', Buffer.from('08000000000000000000', 'hex')), pixel, chunk('EXIF', said)];
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** A PDF without pages. */
export const pdfOf = (text: string): Buffer =>
  Buffer.from(`%PDF-1.4\n% ${text}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`);
