// The form's state and what changes it: typing, preparing documents, and errors in either.
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { read, write } from '#lib/store.ts';
import { documentType, isWhole } from '#contract/documents.ts';
import { blank, choose, type Draft, draftAtom, isWanted } from './draft.ts';
import type { KycRules } from './kyc.queries.ts';
import type { DocumentName, FieldName, Fields, Picked, Problem, Problems } from './kyc.rules.ts';
import { withoutMetadata } from './metadata.rules.ts';
import { chosen, fitted, JPEG_QUALITY, LARGEST_PHOTOGRAPH, noteOf } from './picture.rules.ts';

/** A colour read back with a larger difference was altered on purpose. */
const TOLERANCE = 8;
const COLOURS = [200, 100, 50];

function canvasOf(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  return pen && { canvas, pen };
}

/** Some browsers return noise instead of what was drawn, to prevent fingerprinting: this would ruin a document. */
function drawsTruly(): boolean {
  const small = canvasOf(8, 8);
  if (!small) return false;
  small.pen.fillStyle = `rgb(${COLOURS.join()})`;
  small.pen.fillRect(0, 0, 8, 8);
  const { data } = small.pen.getImageData(0, 0, 8, 8);
  return data.every((value, at) => Math.abs(value - (COLOURS[at % 4] ?? 255)) <= TOLERANCE);
}

/**
 * The picture as a new JPEG, upright and no larger than needed; null or a rejection when this browser cannot decode or
 * draw it.
 */
async function drawnAnew(file: Blob): Promise<Blob | null> {
  if (!drawsTruly()) return null;
  const image = await createImageBitmap(file);
  const { width, height } = fitted(image);
  const sheet = canvasOf(width, height);
  if (sheet) {
    // Transparent areas become white paper.
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
  const drawn = await drawnAnew(new Blob([bytes], { type: mime })).catch(() => null);
  const use = chosen({ original: bytes.length, bare: bare.length, drawn: drawn?.size ?? null });
  const file =
    use === 'drawn' && drawn
      ? new File([drawn], name, { type: drawn.type })
      : new File([bare as Uint8Array<ArrayBuffer>], name, { type: mime });
  return { file, was: bytes.length, note: noteOf(bytes.length, bare.length, file.size) };
}

async function copyOf(file: File, rules: KycRules): Promise<Picked | Problem> {
  if (file.size === 0) return 'empty';
  if (file.size > LARGEST_PHOTOGRAPH) return 'too_large';
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mime = documentType(bytes);
  if (mime === null || !rules.mimeTypes.includes(mime)) return 'wrong_type';
  if (!isWhole(bytes, mime)) return 'broken';
  const picked: Picked | Problem =
    mime === 'application/pdf'
      ? { file: new File([bytes], file.name, { type: mime }), was: bytes.length, note: 'pdf' }
      : await pictureCopy(bytes, mime, file.name);
  return typeof picked !== 'string' && picked.file.size > rules.maxBytes ? 'too_large' : picked;
}

/**
 * The copy of a chosen file to be sent, held in memory, because the file itself may change or disappear. Or what is
 * wrong with it.
 */
export const prepared = (file: File, rules: KycRules): Promise<Picked | Problem> =>
  copyOf(file, rules).catch(() => 'unreadable');

type Place = FieldName | DocumentName;

const withProblem = (problems: Problems, name: Place, problem: Problem | undefined): Problems => {
  const { [name]: _, ...rest } = problems;
  return problem === undefined ? rest : { ...rest, [name]: problem };
};

/** `start` is the previous submission, to be corrected. */
export function useDraft(rules: KycRules, start: Partial<Fields>) {
  const draft = useAtomValue(draftAtom) ?? blank(start);
  const [preparing, setPreparing] = useState<readonly DocumentName[]>([]);
  const change = (how: (old: Draft) => Partial<Draft>) => {
    const old = read(draftAtom) ?? blank(start);
    write(draftAtom, { ...old, ...how(old) });
  };
  const place = (name: DocumentName, picked: Picked | undefined, problem?: Problem) =>
    change(({ documents, problems }) => ({
      documents: { ...documents, [name]: picked },
      problems: withProblem(problems, name, problem),
    }));
  return {
    draft,
    preparing,
    change,
    type: (name: FieldName) => (value: string) =>
      change(({ fields, problems }) => ({
        fields: { ...fields, [name]: value },
        problems: withProblem(problems, name, undefined),
      })),
    pick: async (name: DocumentName, file: File) => {
      choose(name, file);
      setPreparing((names) => [...names, name]);
      const ready = await prepared(file, rules);
      setPreparing((names) => names.filter((_, index) => index !== names.indexOf(name)));
      if (!isWanted(name, file)) return;
      if (typeof ready === 'string') place(name, undefined, ready);
      else place(name, ready);
    },
    remove: (name: DocumentName) => {
      choose(name, undefined);
      place(name, undefined);
    },
  };
}
