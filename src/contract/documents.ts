/** Kinds of documents, known by their first bytes: never by the name or the type that a sender claims. */

/** How many bytes `documentType` needs to see. */
export const HEAD_BYTES = 16;

const starts = (bytes: Uint8Array, mark: readonly number[], at = 0): boolean =>
  mark.every((byte, index) => bytes[at + index] === byte);
const ascii = (text: string): number[] => [...text].map((char) => char.charCodeAt(0));

/**
 * The kind that the bytes themselves show, null for any other. Signatures of the WHATWG MIME Sniffing Standard, sections
 * 6.1 and 7.1: a document that merely begins like one is stored sealed and never served, so that nothing deeper is needed.
 */
export function documentType(head: Uint8Array): string | null {
  if (starts(head, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (starts(head, [0x89, ...ascii('PNG'), 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (starts(head, ascii('RIFF')) && starts(head, ascii('WEBPVP'), 8)) return 'image/webp';
  if (starts(head, ascii('%PDF-'))) return 'application/pdf';
  return null;
}
