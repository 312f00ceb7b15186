/** Which pictures of a text, a cover or a banner are available. */
import type { Db } from '#server/db/client.ts';
import type { ReadMarkdown } from './article.preview.ts';
import { keptPictures } from './pictures.repository.ts';
import { PICTURE_FOLDER, type Picture } from './pictures.rules.ts';

/** Whether the built app has a file at this path; called only with paths of pictures. */
export type HasFile = (path: string) => boolean;

/** The pictures that appear in a text. */
export const shownIn = (body: string, readMarkdown: ReadMarkdown): string[] =>
  readMarkdown(body).flatMap((block) => (block.kind === 'picture' ? [block.src] : []));

/** The paths whose pictures are neither in the database, nor in the app, nor sent with the command. */
export async function missingPictures(
  db: Db,
  hasFile: HasFile,
  paths: readonly string[],
  coming: readonly Picture[] = [],
): Promise<Set<string>> {
  const ours = paths.filter((path) => path.startsWith(PICTURE_FOLDER));
  const names = ours.map((path) => path.slice(PICTURE_FOLDER.length));
  const kept = new Set([...(await keptPictures(db, names)), ...coming.map(({ name }) => name)]);
  const there = (path: string): boolean =>
    path.startsWith(PICTURE_FOLDER) ? kept.has(path.slice(PICTURE_FOLDER.length)) : hasFile(path);
  return new Set(paths.filter((path) => !there(path)));
}
