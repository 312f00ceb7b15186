// Makes the copy of a document that is sent, on the device: pictures are drawn anew without what they tell about place and camera.
import { documentType, isWhole } from '#contract/documents.ts';
import type { KycRules } from './kyc.queries.ts';
import type { Problem, Picked } from './kyc.rules.ts';
import { withoutMetadata } from './metadata.rules.ts';
import { chosen, fitted, JPEG_QUALITY, LARGEST_PHOTOGRAPH, noteOf } from './picture.rules.ts';

/** A colour that comes back as another one by more than this was made unreadable on purpose. */
const TOLERANCE = 8;
const COLOURS = [200, 100, 50];

function canvasOf(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  return pen && { canvas, pen };
}

/** Some browsers hand out noise instead of what was drawn, against being recognised: a document would be lost in it. */
function drawsTruly(): boolean {
  const small = canvasOf(8, 8);
  if (!small) return false;
  small.pen.fillStyle = `rgb(${COLOURS.join()})`;
  small.pen.fillRect(0, 0, 8, 8);
  const { data } = small.pen.getImageData(0, 0, 8, 8);
  return data.every((value, at) => Math.abs(value - (COLOURS[at % 4] ?? 255)) <= TOLERANCE);
}

/** The picture as a new JPEG, upright and no larger than needed; null when this browser cannot decode or draw it. */
async function drawnAnew(file: Blob): Promise<Blob | null> {
  if (!drawsTruly()) return null;
  const image = await createImageBitmap(file).catch(() => null);
  if (!image) return null;
  const { width, height } = fitted(image);
  const sheet = canvasOf(width, height);
  if (sheet) {
    // What is transparent is paper.
    sheet.pen.fillStyle = '#fff';
    sheet.pen.fillRect(0, 0, width, height);
    sheet.pen.imageSmoothingQuality = 'high';
    sheet.pen.drawImage(image, 0, 0, width, height);
  }
  image.close();
  const copy = await new Promise<Blob | null>((done) =>
    sheet ? sheet.canvas.toBlob(done, 'image/jpeg', JPEG_QUALITY) : done(null),
  );
  return copy?.type === 'image/jpeg' ? copy : null;
}

async function pictureCopy(
  bytes: Uint8Array<ArrayBuffer>,
  mime: string,
  name: string,
): Promise<Picked | Problem> {
  const bare = withoutMetadata(bytes, mime);
  if (!bare) return 'broken';
  const drawn = await drawnAnew(new Blob([bytes], { type: mime }));
  const use = chosen({ original: bytes.length, bare: bare.length, drawn: drawn?.size ?? null });
  const file =
    use === 'drawn' && drawn
      ? new File([drawn], name, { type: drawn.type })
      : new File([bare as Uint8Array<ArrayBuffer>], name, { type: mime });
  return { file, was: bytes.length, note: noteOf(bytes.length, bare.length, file.size) };
}

/**
 * The copy of a chosen file that is sent, held in memory: the file itself may change or go meanwhile. Or what is wrong with it.
 */
export async function prepared(file: File, rules: KycRules): Promise<Picked | Problem> {
  if (file.size === 0) return 'empty';
  if (file.size > LARGEST_PHOTOGRAPH) return 'too_large';
  const content = await file.arrayBuffer().catch(() => null);
  if (!content) return 'unreadable';
  const bytes = new Uint8Array(content);
  const mime = documentType(bytes);
  if (mime === null || !rules.mimeTypes.includes(mime)) return 'wrong_type';
  if (!isWhole(bytes, mime)) return 'broken';
  const picked: Picked | Problem =
    mime === 'application/pdf'
      ? { file: new File([bytes], file.name, { type: mime }), was: bytes.length, note: 'pdf' }
      : await pictureCopy(bytes, mime, file.name);
  return typeof picked !== 'string' && picked.file.size > rules.maxBytes ? 'too_large' : picked;
}
