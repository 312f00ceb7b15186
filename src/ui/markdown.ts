// The part of Markdown that notices and announcements are written in, read into a tree. What is not understood stays text:
// there is no HTML, so nothing in it can run.

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong'; children: Inline[] }
  | { kind: 'em'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] };

export type Block =
  | { kind: 'heading'; level: 2 | 3; children: Inline[] }
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] };

/** Pages of the app ("#/pages/…"), the web and mail; anything else, such as "javascript:", is shown as text. */
const SAFE_LINK = /^(https?:\/\/|mailto:|#\/)/i;

const MARKS =
  /\*\*(?<strong>.+?)\*\*|\*(?<em>[^\s*](?:[^*]*[^\s*])?)\*|\[(?<label>[^\]]+)\]\((?<href>[^\s)]+)\)/s;

/** Reads the marks of one line; their insides are read again, so that a link may be strong. */
export function readInline(text: string): Inline[] {
  const found = MARKS.exec(text);
  if (!found) return text ? [{ kind: 'text', text }] : [];
  const { strong, em, label = '', href = '' } = found.groups ?? {};
  const before = text.slice(0, found.index);
  const after = readInline(text.slice(found.index + found[0].length));
  const start: Inline[] = before ? [{ kind: 'text', text: before }] : [];
  if (strong) return [...start, { kind: 'strong', children: readInline(strong) }, ...after];
  if (em) return [...start, { kind: 'em', children: readInline(em) }, ...after];
  if (SAFE_LINK.test(href)) return [...start, { kind: 'link', href, children: readInline(label) }, ...after];
  return [...start, { kind: 'text', text: found[0] }, ...after];
}

const ITEM = /^\s*(?:[-*+]|(\d+)[.)])\s+(.*)$/;

function readBlock(lines: readonly string[]): Block[] {
  const [first = '', ...rest] = lines;
  const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(first);
  if (heading) {
    const level = (heading[1] ?? '').length <= 2 ? 2 : 3;
    return [{ kind: 'heading', level, children: readInline(heading[2] ?? '') }, ...readBlocks(rest)];
  }
  const items = lines.map((line) => ITEM.exec(line));
  if (items[0]) {
    const end = items.findIndex((item) => !item);
    const own = end < 0 ? items : items.slice(0, end);
    const list: Block = {
      kind: 'list',
      ordered: items[0][1] !== undefined,
      items: own.map((item) => readInline(item?.[2] ?? '')),
    };
    return [list, ...(end < 0 ? [] : readBlocks(lines.slice(end)))];
  }
  const next = lines.findIndex((line, at) => at > 0 && (ITEM.test(line) || /^#{1,6}\s/.test(line)));
  const own = next < 0 ? lines : lines.slice(0, next);
  const paragraph: Block = {
    kind: 'paragraph',
    children: readInline(own.map((line) => line.trim()).join(' ')),
  };
  return [paragraph, ...(next < 0 ? [] : readBlocks(lines.slice(next)))];
}

const readBlocks = (lines: readonly string[]): Block[] => (lines.length === 0 ? [] : readBlock(lines));

/** Reads a whole text; blank lines part its blocks. */
export const readMarkdown = (text: string): Block[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((part) => part.split('\n').filter((line) => line.trim()))
    .flatMap(readBlocks);
