// Finds and removes what a picture reveals besides itself (place, camera, owner, editing, thumbnails), part by part,
// without decoding it. Only what is needed to render it correctly is kept.
import { partsOf, type Part } from '#contract/documents.ts';

const CHUNKS = {
  // Critical chunks, transparency and colour (PNG, third edition, 11.3), but not texts, times and eXIf.
  'image/png':
    /^(signature|IHDR|PLTE|IDAT|IEND|tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|mDCV|cLLI|pHYs|acTL|fcTL|fdAT)$/,
  // Everything defined in RFC 9649 except EXIF and XMP.
  'image/webp': /^(RIFF|VP8 |VP8L|VP8X|ALPH|ANIM|ANMF|ICCP)$/,
} as const;

const begins = (bytes: Uint8Array, { from }: Part, mark: string): boolean =>
  [...mark].every((char, index) => bytes[from + 4 + index] === char.charCodeAt(0));

/** Size in bytes of a JFIF segment without a thumbnail (ITU T.871, 10.1), including its marker. */
const BARE_JFIF = 18;

/** Drops application segments and comments, except those that define colours: JFIF, an ICC profile, Adobe's. */
function isJpegPicture(bytes: Uint8Array, part: Part): boolean {
  if (part.name === 'e0') return begins(bytes, part, 'JFIF\0') && part.to - part.from === BARE_JFIF;
  if (part.name === 'e2') return begins(bytes, part, 'ICC_PROFILE\0');
  if (part.name === 'ee') return begins(bytes, part, 'Adobe');
  return !/^(e.|fe)$/.test(part.name);
}

const isPicture = (bytes: Uint8Array, mime: string, part: Part): boolean =>
  mime === 'image/jpeg' ? isJpegPicture(bytes, part) : CHUNKS[mime as keyof typeof CHUNKS].test(part.name);

/** Clears the extended header's flags for EXIF and XMP, and updates the file size (RFC 9649, 2.4 and 2.7). */
function mendWebp(bytes: Uint8Array): void {
  new DataView(bytes.buffer).setUint32(4, bytes.length - 8, true);
  const extended = bytes[15] === 'X'.charCodeAt(0);
  if (extended) bytes[20] = (bytes[20] ?? 0) & ~0b1100;
}

/**
 * The picture without its metadata and without anything appended; the same bytes if there is none. A rotated photograph
 * loses its orientation tag, so redraw it where possible. Null when the file is truncated.
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
