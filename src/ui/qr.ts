// The QR code of a link, as one path. Loaded when first drawn, since the encoder is larger than the page itself.
import { create } from 'qrcode';

interface Qr {
  /** Modules per side; `path` draws the dark ones on a grid of that size. */
  size: number;
  path: string;
}

/** Level M can still be read with a thumb over a corner; L has fewer and larger modules. */
export function qrOf(text: string, level: 'L' | 'M' = 'M'): Qr {
  const { size, data } = create(text, { errorCorrectionLevel: level }).modules;
  const dark = Array.from({ length: size * size }, (_, at) => at).filter((at) => data[at]);
  return { size, path: dark.map((at) => `M${at % size} ${Math.floor(at / size)}h1v1h-1z`).join('') };
}
