// What a picture tells besides itself (place, camera, owner, editing, a small second picture): found and taken out by parts, without
// decoding it. Only what is needed to draw it right is kept.
import { partsOf, type Part } from '#contract/documents.ts';

const CHUNKS = {
  // Critical chunks, transparency and colour (PNG, third edition, 11.3); texts, times and eXIf are not among them.
  'image/png':
    /^(signature|IHDR|PLTE|IDAT|IEND|tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|mDCV|cLLI|pHYs|acTL|fcTL|fdAT)$/,
  // All that RFC 9649 knows but EXIF and XMP.
  'image/webp': /^(RIFF|VP8 |VP8L|VP8X|ALPH|ANIM|ANMF|ICCP)$/,
} as const;

const begins = (bytes: Uint8Array, { from }: Part, mark: string): boolean =>
  [...mark].every((char, index) => bytes[from + 4 + index] === char.charCodeAt(0));

/** Bytes of a JFIF segment that holds no small second picture (ITU T.871, 10.1), its marker among them. */
const BARE_JFIF = 18;

/** Application segments and comments are left out, but those that say how colours are meant: JFIF, an ICC profile, Adobe's. */
function isJpegPicture(bytes: Uint8Array, part: Part): boolean {
  if (part.name === 'e0') return begins(bytes, part, 'JFIF\0') && part.to - part.from === BARE_JFIF;
  if (part.name === 'e2') return begins(bytes, part, 'ICC_PROFILE\0');
  if (part.name === 'ee') return begins(bytes, part, 'Adobe');
  return !/^(e.|fe)$/.test(part.name);
}

const isPicture = (bytes: Uint8Array, mime: string, part: Part): boolean =>
  mime === 'image/jpeg' ? isJpegPicture(bytes, part) : CHUNKS[mime as keyof typeof CHUNKS].test(part.name);

/** Flags of the extended header that say that EXIF and XMP are there, and the file's size (RFC 9649, 2.4 and 2.7). */
function mendWebp(bytes: Uint8Array): void {
  new DataView(bytes.buffer).setUint32(4, bytes.length - 8, true);
  const extended = bytes[15] === 'X'.charCodeAt(0);
  if (extended) bytes[20] = (bytes[20] ?? 0) & ~0b1100;
}

/**
 * The picture without its metadata and without what hangs on behind its end; the same bytes when there is none of it. A turned
 * photograph loses the note that it is turned: whoever can draw it anew should. Null when it ends before it is complete.
 */
export function withoutMetadata(bytes: Uint8Array, mime: string): Uint8Array | null {
  const parts = partsOf(bytes, mime);
  if (!parts) return null;
  const retained = parts.filter((part) => isPicture(bytes, mime, part));
  const size = retained.reduce((sum, { from, to }) => sum + to - from, 0);
  if (size === bytes.length) return bytes;
  const bare = new Uint8Array(size);
  let at = 0;
  for (const { from, to } of retained) {
    bare.set(bytes.subarray(from, to), at);
    at += to - from;
  }
  if (mime === 'image/webp') mendWebp(bare);
  return bare;
}
