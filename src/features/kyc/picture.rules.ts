// What is done with a document before it is sent: photographs become smaller and lose their metadata, a PDF stays as it is.

/** Pixels of the longest side: the small print of an A4 page can still be read. */
export const LONGEST_SIDE = 2400;
export const JPEG_QUALITY = 0.85;
/** Bytes of a photograph that is looked at at all; the largest of today's telephones stay below. */
export const LARGEST_PHOTOGRAPH = 64 * 1024 * 1024;

export interface Size {
  width: number;
  height: number;
}

/** The size in which a picture is drawn anew: never larger than it is, its shape kept. */
export function fitted({ width, height }: Size): Size {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

interface Copies {
  original: number;
  /** Bytes of the copy without metadata. */
  bare: number;
  /** Bytes of the copy that was drawn anew; null when this browser cannot. */
  drawn: number | null;
}

/**
 * Which copy is sent. What was drawn anew stands upright whatever its metadata said, so it is taken wherever there was metadata;
 * of a picture without, only when that makes it smaller.
 */
export const chosen = ({ original, bare, drawn }: Copies): 'bare' | 'drawn' =>
  drawn !== null && (bare < original || drawn < bare) ? 'drawn' : 'bare';

/** What the person is told about the copy. */
export type Note = 'cleaned' | 'smaller' | 'untouched' | 'pdf';
export function noteOf(original: number, bare: number, sent: number): Note {
  if (bare < original) return 'cleaned';
  return sent < original ? 'smaller' : 'untouched';
}
