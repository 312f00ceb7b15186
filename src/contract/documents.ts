/** Document types, detected from their first bytes, never from the name or type that the sender claims. */

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

/** A part of a picture file: its name, and where it begins and ends, including everything that belongs to it. */
export interface Part {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Called for each part of a picture, in order. */
type Visit = (name: string, from: number, to: number) => void;

/**
 * A picture with more parts is not accepted. PNG writers put at least 4 KiB into a chunk, so 8 MiB have some 2,000; 8
 * MiB of empty chunks have 690,000.
 */
export const MOST_PARTS = 10_000;

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const text = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/** Where a JPEG's end marker, FF D9, begins; -1 if it is missing. One step per byte, whatever the bytes are. */
function endOfJpeg(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1)
    if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return at;
  return -1;
}

/**
 * Segments before the image data, named by their marker in hex ("e1" is APP1); the last one, "da", extends to the end.
 */
function walkJpeg(bytes: Uint8Array, visit: Visit): boolean {
  visit('d8', 0, 2);
  let at = 2;
  for (let left = MOST_PARTS; left > 0; left -= 1) {
    // A marker may be preceded by any number of FF fill bytes (T.81, B.1.1.2).
    let mark = at + 1;
    while (bytes[mark] === 0xff) mark += 1;
    if (bytes[at] !== 0xff || mark + 2 >= bytes.length) return false;
    const name = (bytes[mark] ?? 0).toString(16);
    const to = mark + 1 + view(bytes).getUint16(mark + 1);
    if (to > bytes.length) return false;
    if (name === 'da') {
      const end = endOfJpeg(bytes, to);
      if (end >= 0) visit(name, at, end + 2);
      return end >= 0;
    }
    visit(name, at, to);
    at = to;
  }
  return false;
}

function walkPng(bytes: Uint8Array, visit: Visit): boolean {
  visit('signature', 0, 8);
  let at = 8;
  for (let left = MOST_PARTS; left > 0 && at + 12 <= bytes.length; left -= 1) {
    const name = text(bytes, at + 4, at + 8);
    const to = at + 12 + view(bytes).getUint32(at);
    if (to > bytes.length) return false;
    visit(name, at, to);
    if (name === 'IEND') return true;
    at = to;
  }
  return false;
}

function walkWebp(bytes: Uint8Array, visit: Visit): boolean {
  const end = 8 + view(bytes).getUint32(4, true);
  if (end > bytes.length) return false;
  visit('RIFF', 0, 12);
  let at = 12;
  for (let left = MOST_PARTS; left > 0 && at < end; left -= 1) {
    if (at + 8 > end) return false;
    const size = view(bytes).getUint32(at + 4, true);
    // Chunks are padded to an even size (RIFF); a writer may omit the padding of the last one.
    const to = Math.min(end, at + 8 + size + (size % 2));
    if (at + 8 + size > end) return false;
    visit(text(bytes, at, at + 4), at, to);
    at = to;
  }
  return at >= end;
}

/** Passes over a picture once. False if it is truncated, of another type, or has too many parts. */
function walk(bytes: Uint8Array, mime: string, visit: Visit): boolean {
  if (mime === 'image/jpeg') return walkJpeg(bytes, visit);
  if (mime === 'image/png') return walkPng(bytes, visit);
  return mime === 'image/webp' && walkWebp(bytes, visit);
}

/**
 * The parts of a picture in order, up to the picture's own end; bytes after that are not part of it. JPEG: segments
 * (ITU T.81, B.1); PNG: chunks (third edition, 5.3); WebP: RIFF chunks (RFC 9649, 2.3). Null when the file is
 * truncated or has more than MOST_PARTS.
 */
export function partsOf(bytes: Uint8Array, mime: string): Part[] | null {
  const parts: Part[] = [];
  return walk(bytes, mime, (name, from, to) => parts.push({ name, from, to })) ? parts : null;
}

/** The end marker of a PDF must be within this many bytes of its end (PDF 1.7, annex H.3, note 18). */
const PDF_END = 1024;

/**
 * Whether a document is complete, in at most MOST_PARTS parts: a truncated upload would show reviewers half a page.
 * Strangers choose the bytes, so they are passed over once, nothing is decoded or decompressed, and no list is built.
 * PDFs are not scanned for scripts: scripts can hide in compressed parts, so a scan would promise too much. Nothing
 * here opens a document; operators are told to open PDFs where scripts cannot run.
 */
export function isWhole(bytes: Uint8Array, mime: string): boolean {
  if (mime === 'application/pdf')
    return text(bytes, Math.max(0, bytes.length - PDF_END), bytes.length).includes('%%EOF');
  return walk(bytes, mime, () => undefined);
}
