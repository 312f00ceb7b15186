// How a document is prepared for sending: photographs are downsized and stripped of metadata, a PDF is unchanged.

/** Pixels of the longest side: the small print of an A4 page is still readable. */
export const LONGEST_SIDE = 2400;
export const JPEG_QUALITY = 0.85;
/** Maximum size of a photograph, in bytes; the largest from today's phones are smaller. */
export const LARGEST_PHOTOGRAPH = 64 * 1024 * 1024;

interface Size {
  width: number;
  height: number;
}

/** The size at which a picture is redrawn: never enlarged, with the same proportions. */
export function fitted({ width, height }: Size): Size {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

interface Copies {
  original: number;
  /** Size of the copy without metadata, in bytes. */
  bare: number;
  /** Size of the redrawn copy, in bytes; null when this browser cannot draw it. */
  drawn: number | null;
}

/**
 * Which copy is sent. A redrawn copy is upright whatever the metadata said, so it is used whenever there was metadata;
 * without metadata, only if it is smaller.
 */
export const chosen = ({ original, bare, drawn }: Copies): 'bare' | 'drawn' =>
  drawn !== null && (bare < original || drawn < bare) ? 'drawn' : 'bare';

/** What the user is told about the copy. */
export type Note = 'cleaned' | 'smaller' | 'untouched' | 'pdf';
export function noteOf(original: number, bare: number, sent: number): Note {
  if (bare < original) return 'cleaned';
  return sent < original ? 'smaller' : 'untouched';
}
