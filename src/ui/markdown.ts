// The subset of Markdown used by notices and announcements, parsed into a tree. Anything else stays text: there is no
// HTML, so nothing in it can run. It is 1 kB after Brotli compression; marked, which parses all of Markdown,
// is 14 kB.
import { isOwnPicture } from './own-picture.ts';

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong'; children: Inline[] }
  | { kind: 'em'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] };

export type Block =
  | { kind: 'heading'; level: 2 | 3; children: Inline[] }
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'quote'; children: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'picture'; src: string; alt: string; caption: string }
  | { kind: 'rule' };

/** Pages of the app ("#/pages/…"), the web and mail; anything else, such as "javascript:", is shown as text. */
const SAFE_LINK = /^(https?:\/\/|mailto:|#\/)/i;

// Labels and addresses have a maximum length, so that a text full of brackets is not scanned again from each of them.
const MARKS =
  /`(?<code>[^`]+)`|\*\*(?<strong>.+?)\*\*|\*(?<em>[^\s*](?:[^*]*[^\s*])?)\*|\[(?<label>[^\]]{1,500})\]\((?<href>[^\s)]{1,2000})\)/s;

function marked(found: RegExpExecArray): Inline {
  const { code, strong, em, label = '', href = '' } = found.groups ?? {};
  if (code !== undefined) return { kind: 'code', text: code };
  if (strong !== undefined) return { kind: 'strong', children: readInline(strong) };
  if (em !== undefined) return { kind: 'em', children: readInline(em) };
  if (SAFE_LINK.test(href)) return { kind: 'link', href, children: readInline(label) };
  return { kind: 'text', text: found[0] };
}

/** Parses the marks of one line; their content is parsed again, so that a link may be strong. */
export function readInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let rest = text;
  for (let found = MARKS.exec(rest); found; found = MARKS.exec(rest)) {
    if (found.index > 0) parts.push({ kind: 'text', text: rest.slice(0, found.index) });
    parts.push(marked(found));
    rest = rest.slice(found.index + found[0].length);
  }
  if (rest) parts.push({ kind: 'text', text: rest });
  return parts;
}

const BLANK = /^\s*$/;
const RULE = /^\s*([-*_])(?:\s*\1){2,}\s*$/;
const HEADING = /^(#{1,6})\s+(.*)$/;
const QUOTE = /^\s*>\s?(.*)$/;
const ITEM = /^\s*(?:[-*+]|(\d+)[.)])\s+(.*)$/;
const PICTURE = /^\s*!\[(?<alt>[^\]]*)\]\((?<src>[^\s)]+)(?:\s+"(?<caption>[^"]*)")?\)\s*$/;

type LineKind = 'blank' | 'rule' | 'heading' | 'quote' | 'item' | 'picture' | 'text';

function kindOf(line: string): LineKind {
  if (BLANK.test(line)) return 'blank';
  if (RULE.test(line)) return 'rule';
  if (HEADING.test(line)) return 'heading';
  if (QUOTE.test(line)) return 'quote';
  if (ITEM.test(line)) return 'item';
  return isOwnPicture(PICTURE.exec(line)?.groups?.['src'] ?? '') ? 'picture' : 'text';
}

/** Consecutive lines form one block; headings, rules and pictures are blocks of one line. */
const JOINS: ReadonlySet<LineKind> = new Set(['quote', 'item', 'text']);

/** A heading without optional trailing marks. */
function bareHeading(text: string): string {
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  return text.slice(0, end).trimEnd();
}

const joined = (lines: readonly string[]) => readInline(lines.map((line) => line.trim()).join(' '));

function blockOf(kind: Exclude<LineKind, 'blank'>, lines: readonly string[]): Block {
  const [first = ''] = lines;
  switch (kind) {
    case 'rule':
      return { kind };
    case 'heading': {
      const [, marks = '', text = ''] = HEADING.exec(first) ?? [];
      return { kind, level: marks.length <= 2 ? 2 : 3, children: readInline(bareHeading(text)) };
    }
    case 'picture': {
      const { src = '', alt = '', caption = '' } = PICTURE.exec(first)?.groups ?? {};
      return { kind, src, alt, caption };
    }
    case 'quote':
      return { kind, children: joined(lines.map((line) => QUOTE.exec(line)?.[1] ?? '')) };
    case 'item': {
      const items = lines.map((line) => readInline(ITEM.exec(line)?.[2] ?? ''));
      return { kind: 'list', ordered: ITEM.exec(first)?.[1] !== undefined, items };
    }
    case 'text':
      return { kind: 'paragraph', children: joined(lines) };
  }
}

/** Parses a whole text; blank lines separate its blocks. */
export function readMarkdown(text: string): Block[] {
  const lines = text.split(/\r\n?|\n/);
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const kind = kindOf(lines[at] ?? '');
    let end = at + 1;
    while (JOINS.has(kind) && end < lines.length && kindOf(lines[end] ?? '') === kind) end += 1;
    if (kind !== 'blank') blocks.push(blockOf(kind, lines.slice(at, end)));
    at = end;
  }
  return blocks;
}

/** The pictures of a text, with their captions. */
export const galleryIn = (text: string): Omit<Extract<Block, { kind: 'picture' }>, 'kind'>[] =>
  readMarkdown(text).flatMap((block) =>
    block.kind === 'picture' ? [{ src: block.src, alt: block.alt, caption: block.caption }] : [],
  );

/** The paths of the pictures. */
export const picturesIn = (text: string): string[] => galleryIn(text).map(({ src }) => src);
