/** The input of an announcement command: texts by language, pictures and the cover. Pure. */
import type { Language } from '#contract/languages.ts';
import { CommandError, type Given, type OperatorFile } from '#server/operator/protocol.ts';
import { isMarkdown, readArticleText, readTexts } from './article-file.rules.ts';
import type { ArticleText } from './articles.repository.ts';
import { isPicturePath } from './articles.rules.ts';
import { PICTURE_FOLDER, type Picture, readPicture, withPaths } from './pictures.rules.ts';

export interface Gathered {
  readonly texts: Map<Language, ArticleText>;
  readonly pictures: Picture[];
  /** A path on this server; undefined: not mentioned, null: to be removed. */
  readonly cover: string | null | undefined;
  /** Anything passed but not used. */
  readonly notes: string[];
}

const NONE: Given = { options: {}, files: [] };

/** Whether `--cover` or `--image` names a picture on the server rather than a file on the operator's machine. */
const isServerPath = (text: string): boolean => /^\/(covers|pictures)\//.test(text);

const plain = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

/**
 * The path of the picture that an option names, either sent with the command or already on the server. @throws
 * CommandError
 */
export function picturePath(
  option: string,
  text: string,
  files: readonly OperatorFile[],
): { path: string; picture?: Picture } {
  if (isServerPath(text)) {
    if (isPicturePath(text)) return { path: text };
    throw new CommandError(`--${option}: ${text.slice(0, 100)} is no picture of this server`);
  }
  const file = files.find(({ name }) => name === plain(text));
  if (!file) throw new CommandError(`--${option}: the file ${plain(text)} was not sent with the command`);
  const picture = readPicture(file);
  return { path: `${PICTURE_FOLDER}${picture.name}`, picture };
}

/** The files that the arguments and an option name. */
export const filesNamed = (words: readonly string[], option: string | undefined): string[] => [
  ...new Set([
    ...words,
    ...(option === undefined || option === 'none' || isServerPath(option) ? [] : [option]),
  ]),
];

/** @throws CommandError if a file or the cover is invalid */
export function gather({ options, files } = NONE): Gathered {
  const given = files.filter(({ name }) => !isMarkdown(name));
  const cover = options['cover'];
  const asked = cover === undefined || cover === 'none' ? undefined : picturePath('cover', cover, given);
  const used = new Map<string, Picture>();
  if (asked?.picture) used.set(plain(cover ?? ''), asked.picture);
  const pathOf = (name: string): string | undefined => {
    const file = given.find((one) => one.name === name);
    if (!file) return undefined;
    const picture = used.get(name) ?? readPicture(file);
    used.set(name, picture);
    return `${PICTURE_FOLDER}${picture.name}`;
  };
  const texts = new Map<Language, ArticleText>();
  for (const [lang, { name, text }] of readTexts(files.filter((file) => isMarkdown(file.name)))) {
    const read = readArticleText(name, text);
    texts.set(lang, { ...read, body: withPaths(read.body, pathOf) });
  }
  const notes = given
    .filter(({ name }) => !used.has(name))
    .map(({ name }) => `${name} is in no text and was not kept`);
  return { texts, pictures: [...used.values()], cover: cover === 'none' ? null : asked?.path, notes };
}
