/** The operator's pictures: recognised and named by their content; texts refer to them by file name. Pure. */
import { createHash } from 'node:crypto';
import { documentType, isWhole } from '#contract/documents.ts';
import { CommandError, type OperatorFile } from '#server/operator/protocol.ts';

/** Bytes; a picture is stored in a database row and loaded by phones. */
const LARGEST = 1024 * 1024;
export const PICTURE_FOLDER = '/pictures/';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
};

export interface Picture {
  /** Derived from the content: different content has a different name, so caches may keep it forever. */
  readonly name: string;
  readonly mime: string;
  readonly bytes: Buffer;
}

/** AVIF, a brand of the ISO base media file format (AV1 Image File Format 1.1, section 6). */
const isAvif = (bytes: Buffer): boolean => /^ftypavi[fs]$/.test(bytes.toString('latin1', 4, 12));

/**
 * A picture with the name it is served under. SVG is not accepted, because it can contain scripts.
 * @throws CommandError if it is too large, incomplete or of another type, whatever its file is called
 */
export function readPicture({ name, content }: OperatorFile): Picture {
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > LARGEST)
    throw new CommandError(
      `${name} has ${Math.ceil(bytes.length / 1024)} KiB; a picture may have ${LARGEST / 1024}`,
    );
  const mime = isAvif(bytes) ? 'image/avif' : documentType(bytes);
  const extension = mime === null ? undefined : EXTENSIONS[mime];
  if (mime === null || extension === undefined)
    throw new CommandError(`${name} is no picture that is shown: PNG, JPEG, WebP or AVIF, by its content`);
  if (mime !== 'image/avif' && !isWhole(bytes, mime))
    throw new CommandError(`${name} is broken off: its end is missing`);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return { name: `${hash}.${extension}`, mime, bytes };
}

const MARK = /(!\[[^\]]*\]\()(?:\.\/)?([^\s)]+?)((?:\s+"[^"]*")?\))/g;

/** The text, with each picture's file name replaced by its path. */
export function withPaths(body: string, pathOf: (file: string) => string | undefined): string {
  return body.replace(MARK, (whole, before: string, src: string, after: string) => {
    const path = /^\/|:\/\//.test(src) ? undefined : pathOf(src.split('/').at(-1) ?? src);
    return path === undefined ? whole : `${before}${path}${after}`;
  });
}

/** Names of the pictures among paths and texts. */
export const pictureNames = (texts: readonly string[]): string[] => [
  ...new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/\/pictures\/([0-9a-f]{32}\.\w+)/g)].map(([, name = '']) => name),
    ),
  ),
];
