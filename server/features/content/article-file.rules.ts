/**
 * Reads Markdown files, the operator's and those shipped with the product: one file per language, with title and
 * summary. Pure.
 */
import { type Language, LANGUAGES } from '#contract/languages.ts';
import { CommandError, type OperatorFile } from '#server/operator/protocol.ts';
import type { ArticleText } from './articles.repository.ts';
import { STAND_INS } from './articles.rules.ts';

/** Length limits in characters. A notice is shown in a sheet that people should read to the end. */
export const MOST = { title: 120, summary: 300, body: 100_000, notice: 5000 } as const;

export const isMarkdown = (name: string): boolean => /\.md$/i.test(name);

/** Control characters are not allowed in a text, except line breaks and tabs. */
const CONTROL = /[^\P{Cc}\n\t]/u;

/** The language in a file's name: `name.zh-Hans.md`. @throws CommandError */
function languageOfFile(name: string): Language {
  const tag = /\.([^.]+)\.md$/i.exec(name)?.[1];
  const known = LANGUAGES.find((language) => language === tag);
  if (known) return known;
  throw new CommandError(
    `${name}: ${tag === undefined ? 'the name does not say which language it is in' : `${tag} is not one of our languages`}; call it NAME.LANG.md with one of ${LANGUAGES.join(', ')}`,
  );
}

/** A file as text, in composed form (NFC), which search expects. @throws CommandError if it is not text */
function textOf({ name, content }: OperatorFile): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(content, 'base64'));
  } catch {
    throw new CommandError(`${name} is not UTF-8 text`);
  }
  const lines = text.replace(/\r\n?/g, '\n').normalize('NFC');
  if (CONTROL.test(lines)) throw new CommandError(`${name} is no text: it holds control characters`);
  if (lines.trim() === '') throw new CommandError(`${name} is empty`);
  return lines;
}

/** The texts of all files, one per language. @throws CommandError if a name, a language or a content is invalid */
export function readTexts(files: readonly OperatorFile[]): Map<Language, { name: string; text: string }> {
  const texts = new Map<Language, { name: string; text: string }>();
  for (const file of files) {
    const lang = languageOfFile(file.name);
    const other = texts.get(lang);
    if (other) throw new CommandError(`${other.name} and ${file.name} are in the same language`);
    const text = textOf(file);
    if (text.length > MOST.body)
      throw new CommandError(`${file.name} is longer than ${MOST.body} characters`);
    texts.set(lang, { name: file.name, text });
  }
  return texts;
}

/**
 * The texts of a welcome notice, which has no title. @throws CommandError if a name, a language or a content is invalid
 */
export function readNotice(files: readonly OperatorFile[]): Map<Language, string> {
  const bodies = new Map<Language, string>();
  for (const [lang, { name, text }] of readTexts(files)) {
    if (text.length > MOST.notice) throw new CommandError(`${name} is longer than ${MOST.notice} characters`);
    bodies.set(lang, text.trim());
  }
  return bodies;
}

/** Messages about languages without a text. @throws CommandError if none of the fallback languages has one */
export function missingLanguages(there: Iterable<Language>): string[] {
  const known = new Set(there);
  if (!STAND_INS.some((language) => known.has(language)))
    throw new CommandError(
      'a text in English (en) or simplified Chinese (zh-Hans) is needed: it stands in for the others',
    );
  const missing = LANGUAGES.filter((language) => !known.has(language));
  const standIn = STAND_INS.find((language) => known.has(language));
  return missing.length > 0 ? [`no text in ${missing.join(', ')}: readers get ${standIn}`] : [];
}

const FIELD = /^(\w+)\s*:\s*(.*)$/;

/** Front matter between two `---` lines: `title:` and `summary:`, one line each. */
function frontMatter(name: string, text: string): { fields: Map<string, string>; rest: string } {
  const fields = new Map<string, string>();
  const [, head, rest] = /^\s*---[ \t]*\n([^]*?)\n---[ \t]*(?:\n([^]*))?$/.exec(text) ?? [];
  if (head === undefined || !head.split('\n').every((line) => line.trim() === '' || FIELD.test(line)))
    return { fields, rest: text };
  for (const line of head.split('\n').filter((one) => one.trim() !== '')) {
    const [, key = '', value = ''] = FIELD.exec(line) ?? [];
    if (key !== 'title' && key !== 'summary')
      throw new CommandError(`${name}: its head may say title and summary, not ${key.slice(0, 40)}`);
    fields.set(key, value.trim().replace(/^(["'])(.*)\1$/, '$2'));
  }
  return { fields, rest: rest ?? '' };
}

/** A heading without the closing marks it may have. */
function bare(text: string): string {
  const line = text.trimEnd();
  let end = line.length;
  while (line[end - 1] === '#') end -= 1;
  return line.slice(0, end).trimEnd();
}

/** Markdown belongs in the body; titles and summaries are shown literally. */
const unmarked = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/(\*\*|`)(.+?)\1/g, '$2')
    .replace(/\*(\S(?:[^*]*\S)?)\*/g, '$1')
    .trim();

/** The first paragraph: not a heading, list, quote, image or rule. */
function firstParagraph(body: string): string {
  const blocks = body.split(/\n[ \t]*\n/).map((block) => block.trim());
  const found = blocks.find(
    (block) => block !== '' && !/^(#|>|!\[|[-*+]\s|\d+[.)]\s|([-*_])(\s*\2){2,}$)/.test(block),
  );
  return unmarked((found ?? '').replace(/\s*\n\s*/g, ' '));
}

/** Cut at the end of a nearby word if possible, and marked with an ellipsis. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > most * 0.7 ? cut.slice(0, space) : cut).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/**
 * One announcement's text. The title is `title:` from the front matter, or else the first heading, which is then
 * removed from the body; the summary is `summary:`, or else the first paragraph. @throws CommandError if title, summary
 * or body is missing or too long
 */
export function readArticleText(name: string, text: string): ArticleText {
  const { fields, rest } = frontMatter(name, text);
  const [heading, , first] = /^\s*(#{1,6})[ \t]+(.*)(?:\n|$)/.exec(rest) ?? [];
  const given = fields.get('title');
  const title = given ?? unmarked(bare(first ?? ''));
  const body = (given === undefined && heading !== undefined ? rest.slice(heading.length) : rest).trim();
  if (!title)
    throw new CommandError(`${name} has no title: begin with "# Title", or add title: to its front matter`);
  if (title.length > MOST.title)
    throw new CommandError(`${name}: its title is longer than ${MOST.title} characters`);
  if (!body) throw new CommandError(`${name} has a title and nothing else`);
  const summary = fields.get('summary') ?? shortened(firstParagraph(body), MOST.summary);
  if (!summary)
    throw new CommandError(`${name} has no paragraph to sum it up: add summary: to its front matter`);
  if (summary.length > MOST.summary)
    throw new CommandError(`${name}: its summary is longer than ${MOST.summary} characters`);
  return { title, summary, body };
}
