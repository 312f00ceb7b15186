// The components that src/ui offers, and where the gallery shows them, read from the sources.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const SRC = join(import.meta.dirname, '../../src');

async function sources(folder: string, end: string): Promise<{ name: string; text: string }[]> {
  const names = (await readdir(join(SRC, folder))).filter((name) => name.endsWith(end));
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(SRC, folder, name), 'utf8') })),
  );
}

/** Names of exported components: "Button", not "LOOKS". */
export const componentsIn = (text: string): string[] =>
  [...text.matchAll(/^export (?:const|function) ([A-Z]\w*[a-z]\w*)\b/gm)].map(([, name]) => name ?? '');

/** Every component of src/ui as "Button of button.tsx". */
export async function uiParts(): Promise<{ file: string; name: string }[]> {
  const files = await sources('ui', '.tsx');
  return files.flatMap(({ name: file, text }) => componentsIn(text).map((name) => ({ file, name })));
}

/** The gallery's own sources. */
export const gallerySources = (): Promise<{ name: string; text: string }[]> => sources('gallery', '.tsx');

/** What the pieces of the gallery say that they show. */
export const shownIn = (text: string): string[] =>
  [...text.matchAll(/<Piece\s+of="([^"]+)"/g)].flatMap(([, names]) => (names ?? '').split(' '));
