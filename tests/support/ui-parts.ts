// Reads from the sources which components src/ui exports and which of them the gallery shows.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const SRC = join(import.meta.dirname, '../../src');

async function sources(folder: string): Promise<{ name: string; text: string }[]> {
  const names = (await readdir(join(SRC, folder))).filter((name) => name.endsWith('.tsx'));
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(SRC, folder, name), 'utf8') })),
  );
}

/** Names of exported components: "Button", but not constants such as "LOOKS". */
export const componentsIn = (text: string): string[] =>
  [...text.matchAll(/^export (?:const|function) ([A-Z]\w*[a-z]\w*)\b/gm)].map(([, name]) => name ?? '');

/** Every component of src/ui with its file. */
export async function uiParts(): Promise<{ file: string; name: string }[]> {
  const files = await sources('ui');
  return files.flatMap(({ name: file, text }) => componentsIn(text).map((name) => ({ file, name })));
}

export const gallerySources = (): Promise<{ name: string; text: string }[]> => sources('gallery');

/** Names in the `of` attributes of the gallery's pieces. */
export const shownIn = (text: string): string[] =>
  [...text.matchAll(/<Piece\s+of="([^"]+)"/g)].flatMap(([, names]) => (names ?? '').split(' '));
