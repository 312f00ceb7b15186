/** Document types, detected from their first bytes, never from the name or the type that the sender claims. */

const starts = (bytes: Uint8Array, mark: readonly number[], at = 0): boolean =>
  mark.every((byte, index) => bytes[at + index] === byte);
const ascii = (text: string): number[] => [...text].map((char) => char.charCodeAt(0));

/**
 * The type that the bytes indicate; null for any other. Signatures from the WHATWG MIME Sniffing Standard, sections 6.1
 * and 7.1. A file that is also an archive or a page counts as the type it starts with: it is stored encrypted and never
 * served, so nothing reads it as anything else.
 */
export function documentType(head: Uint8Array): string | null {
  if (starts(head, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (starts(head, [0x89, ...ascii('PNG'), 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (starts(head, ascii('RIFF')) && starts(head, ascii('WEBPVP'), 8)) return 'image/webp';
  if (starts(head, ascii('%PDF-'))) return 'application/pdf';
  return null;
}

const indexOf = (bytes: Uint8Array, mark: readonly number[], from: number): number => {
  for (let at = bytes.indexOf(mark[0] ?? 0, from); at >= 0; at = bytes.indexOf(mark[0] ?? 0, at + 1))
    if (starts(bytes, mark, at)) return at;
  return -1;
};

/** A part of a picture file: its name, and where it begins and ends, including everything that belongs to it. */
export interface Part {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const text = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/**
 * Segments before the image data, named by their marker in hex ("e1" is APP1); the last one, "da", extends to the end.
 */
function jpegParts(bytes: Uint8Array): Part[] | null {
  const parts: Part[] = [{ name: 'd8', from: 0, to: 2 }];
  for (let at = 2; ;) {
    // A marker may be preceded by any number of FF fill bytes (T.81, B.1.1.2).
    let mark = at + 1;
    while (bytes[mark] === 0xff) mark += 1;
    if (bytes[at] !== 0xff || mark + 2 >= bytes.length) return null;
    const name = (bytes[mark] ?? 0).toString(16);
    const to = mark + 1 + view(bytes).getUint16(mark + 1);
    if (to > bytes.length) return null;
    if (name === 'da') {
      const end = indexOf(bytes, [0xff, 0xd9], to);
      return end < 0 ? null : [...parts, { name, from: at, to: end + 2 }];
    }
    parts.push({ name, from: at, to });
    at = to;
  }
}

function pngParts(bytes: Uint8Array): Part[] | null {
  const parts: Part[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const name = text(bytes, at + 4, at + 8);
    const to = at + 12 + view(bytes).getUint32(at);
    if (to > bytes.length) return null;
    parts.push({ name, from: at, to });
    if (name === 'IEND') return [{ name: 'signature', from: 0, to: 8 }, ...parts];
    at = to;
  }
  return null;
}

function webpParts(bytes: Uint8Array): Part[] | null {
  const end = 8 + view(bytes).getUint32(4, true);
  if (end > bytes.length) return null;
  const parts: Part[] = [{ name: 'RIFF', from: 0, to: 12 }];
  for (let at = 12; at < end;) {
    if (at + 8 > end) return null;
    const size = view(bytes).getUint32(at + 4, true);
    // Chunks are padded to an even size (RIFF); a writer may omit the padding of the last one.
    const to = Math.min(end, at + 8 + size + (size % 2));
    if (at + 8 + size > end) return null;
    parts.push({ name: text(bytes, at, at + 4), from: at, to });
    at = to;
  }
  return parts;
}

/**
 * The parts of a picture in order, up to the picture's own end; bytes after that are not part of it. JPEG: segments
 * (ITU T.81, B.1); PNG: chunks (third edition, 5.3); WebP: RIFF chunks (RFC 9649, 2.3). Null when the file is
 * truncated.
 */
export function partsOf(bytes: Uint8Array, mime: string): Part[] | null {
  if (mime === 'image/jpeg') return jpegParts(bytes);
  if (mime === 'image/png') return pngParts(bytes);
  return mime === 'image/webp' ? webpParts(bytes) : null;
}

/** The end marker of a PDF must be within its last so many bytes (PDF 1.7, annex H.3, note 18). */
const PDF_END = 1024;

/**
 * Whether a document is complete: a truncated upload shows reviewers half a page. The picture is not decoded, and PDFs
 * are not scanned for scripts: scripts can hide in compressed parts, so a scan would promise too much. Nothing here
 * opens a document; the operator is told to open PDFs where scripts cannot run.
 */
export function isWhole(bytes: Uint8Array, mime: string): boolean {
  if (mime === 'application/pdf')
    return indexOf(bytes, ascii('%%EOF'), Math.max(0, bytes.length - PDF_END)) >= 0;
  return partsOf(bytes, mime) !== null;
}
