/** How a text will be rendered, as text and as a page, and which parts of it will not come out as intended. Pure. */
import type { Block, Inline } from '#ui/markdown.ts';
import type { ArticleText } from './articles.repository.ts';

/** The page's own Markdown parser (src/ui/markdown.ts). */
export type ReadMarkdown = (text: string) => Block[];

const inlinesOf = (block: Block): Inline[][] => {
  if (block.kind === 'list') return block.items;
  return 'children' in block ? [block.children] : [];
};

/** Replaces recognised markup, so the text around it is not mistaken for more. */
const UNDERSTOOD = '\uFFFC';

/** Text that was not recognised as markup. A link after an exclamation mark was meant as a picture. */
function leftOver(parts: readonly Inline[]): string {
  return parts
    .map((part, at) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'code') return UNDERSTOOD;
      const before = parts[at - 1];
      const inside = leftOver(part.children);
      if (part.kind !== 'link') return UNDERSTOOD + inside + UNDERSTOOD;
      return before?.kind === 'text' && before.text.endsWith('!')
        ? `[${inside}](${part.href})`
        : UNDERSTOOD + inside + UNDERSTOOD;
    })
    .join('');
}

const TARGET = String.raw`\((?:[^()]|\([^()]*\))*\)`;

/** Plain text that looks like markup. */
const MISREAD: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(String.raw`!\[[^\]]*\]${TARGET}`, 'g'),
    'no picture is shown: it needs a line of its own and a picture of this server',
  ],
  [
    new RegExp(String.raw`(?<!!)\[[^\]]+\]${TARGET}`, 'g'),
    'no link is made: only https, http, mailto and #/ of this app',
  ],
  [/<\/?[a-z][^<>]*>/gi, 'HTML is shown as it is written'],
];

/** Markup without a meaning here, found in the source lines. */
const UNKNOWN: readonly (readonly [RegExp, string])[] = [
  [/^\s*(?:```|~~~)/m, 'blocks of code are not known'],
  [/^\s*\|?[ \t]*:?-{3,}:?[ \t]*\|/m, 'tables are not known'],
];

const quoted = (text: string): string => `"${text.length > 60 ? `${text.slice(0, 59)}…` : text}"`;

/**
 * One line for each thing that a reader would not see as intended. `missing` lists pictures that are not on this
 * server.
 */
export function warningsOf(
  body: string,
  blocks: readonly Block[],
  missing: ReadonlySet<string> = new Set(),
): string[] {
  const found = new Set<string>();
  for (const block of blocks) {
    if (block.kind === 'picture' && missing.has(block.src))
      found.add(`${quoted(block.src)}: there is no such picture`);
    if (block.kind === 'picture' && block.alt.trim() === '')
      found.add(`${quoted(block.src)}: write into the brackets what it shows, for those who do not see it`);
    for (const text of inlinesOf(block).map(leftOver))
      for (const [pattern, why] of MISREAD)
        for (const [mark] of text.matchAll(pattern))
          found.add(`${quoted(mark.replaceAll(UNDERSTOOD, ''))}: ${why}`);
  }
  for (const [pattern, why] of UNKNOWN) if (pattern.test(body)) found.add(why);
  return [...found];
}

/** Line breaks count as spaces within a block. */
function inlineText(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      switch (part.kind) {
        case 'text':
          return part.text;
        case 'code':
          return `\`${part.text}\``;
        case 'strong':
          return `**${inlineText(part.children)}**`;
        case 'em':
          return `*${inlineText(part.children)}*`;
        case 'link':
          return `${inlineText(part.children)} <${part.href}>`;
      }
    })
    .join('');
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${inlineText(block.children)}`;
    case 'paragraph':
      return inlineText(block.children);
    case 'quote':
      return `> ${inlineText(block.children)}`;
    case 'list':
      return block.items
        .map((item, at) => `${block.ordered ? `${at + 1}.` : '-'} ${inlineText(item)}`)
        .join('\n');
    case 'rule':
      return '----';
    case 'picture':
      return `[picture ${block.src}: ${block.alt}]${block.caption && ` ${block.caption}`}`;
  }
}

/** For a terminal. */
export const asText = (blocks: readonly Block[]): string => blocks.map(blockText).join('\n\n');

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const html = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);

function inlineHtml(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      switch (part.kind) {
        case 'text':
          return html(part.text);
        case 'code':
          return `<code>${html(part.text)}</code>`;
        case 'strong':
          return `<strong>${inlineHtml(part.children)}</strong>`;
        case 'em':
          return `<em>${inlineHtml(part.children)}</em>`;
        case 'link':
          return `<a href="${html(part.href)}" title="${html(part.href)}" rel="noopener noreferrer">${inlineHtml(part.children)}</a>`;
      }
    })
    .join('');
}

/** The bytes of a picture as a `data:` URL; undefined if they are not available. */
type Embedded = (src: string) => string | undefined;

function blockHtml(block: Block, embedded: Embedded): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${inlineHtml(block.children)}</h${block.level}>`;
    case 'paragraph':
      return `<p>${inlineHtml(block.children)}</p>`;
    case 'quote':
      return `<blockquote>${inlineHtml(block.children)}</blockquote>`;
    case 'list': {
      const items = block.items.map((item) => `<li>${inlineHtml(item)}</li>`).join('');
      return block.ordered ? `<ol>${items}</ol>` : `<ul>${items}</ul>`;
    }
    case 'rule':
      return '<hr>';
    case 'picture': {
      const data = embedded(block.src);
      const shown = data
        ? `<img src="${html(data)}" alt="${html(block.alt)}">`
        : `<p><em>[${html(`${block.src}: ${block.alt}`)}]</em></p>`;
      return `<figure>${shown}<figcaption>${html(block.caption)}</figcaption></figure>`;
    }
  }
}

const STYLE =
  'body{font:16px/1.6 system-ui,sans-serif;max-width:640px;margin:24px auto;padding:0 16px;color:#12161f}img{max-width:100%}blockquote{border-left:4px solid #f5a524;margin:0;padding:8px 16px;background:#fff6e5}aside{border:1px solid #b3261e;padding:8px 16px}';

/** A page that loads and runs nothing, whatever the text contains. */
export function asPage(
  lang: string,
  { title, summary }: ArticleText,
  blocks: readonly Block[],
  warnings: readonly string[],
  embedded: Embedded,
): string {
  const notes = warnings.length
    ? `<aside><ul>${warnings.map((one) => `<li>${html(one)}</li>`).join('')}</ul></aside>`
    : '';
  return `<!doctype html>
<html lang="${html(lang)}"><head><meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width"><title>${html(title)}</title><style>${STYLE}</style></head>
<body>${notes}<h1>${html(title)}</h1><p><em>${html(summary)}</em></p>
${blocks.map((block) => blockHtml(block, embedded)).join('\n')}
</body></html>
`;
}
