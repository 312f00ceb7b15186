// The operator's Markdown: what is supported; nothing in it can run, or load anything from elsewhere.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ATTACKS } from '#tests/support/attacks.ts';
import { type Block, type Inline, picturesIn, readInline, readMarkdown } from './markdown.ts';

const text = (value: string): Inline => ({ kind: 'text', text: value });

describe('blocks', () => {
  test('are paragraphs, headings and lists', () => {
    expect(readMarkdown('# Title\n\nOne\ntwo.\n\n- a\n- **b**\n\n1. first\n2. second\nafter')).toEqual([
      { kind: 'heading', level: 2, children: [text('Title')] },
      { kind: 'paragraph', children: [text('One two.')] },
      { kind: 'list', ordered: false, items: [[text('a')], [{ kind: 'strong', children: [text('b')] }]] },
      { kind: 'list', ordered: true, items: [[text('first')], [text('second')]] },
      { kind: 'paragraph', children: [text('after')] },
    ]);
  });
  test('are also quotes, rules and pictures', () => {
    expect(readMarkdown('> said\r\n> *twice*\n---\n![A lamp](/covers/lamp.svg "Lit")\nafter')).toEqual([
      { kind: 'quote', children: [text('said '), { kind: 'em', children: [text('twice')] }] },
      { kind: 'rule' },
      { kind: 'picture', src: '/covers/lamp.svg', alt: 'A lamp', caption: 'Lit' },
      { kind: 'paragraph', children: [text('after')] },
    ]);
  });
  test('need no blank line before a list or heading', () => {
    expect(readMarkdown('Say:\n- a\n### b').map(({ kind }) => kind)).toEqual([
      'paragraph',
      'list',
      'heading',
    ]);
  });
  test('of an empty text are none', () => expect(readMarkdown(' \n\n ')).toEqual([]));
});

describe('marks', () => {
  test('can be nested', () => {
    expect(readInline('a **b [c](https://d.example)** *e*')).toEqual([
      text('a '),
      {
        kind: 'strong',
        children: [text('b '), { kind: 'link', href: 'https://d.example', children: [text('c')] }],
      },
      text(' '),
      { kind: 'em', children: [text('e')] },
    ]);
  });
  test('are ignored within code', () =>
    expect(readInline('is `a **b** ‖ c`')).toEqual([text('is '), { kind: 'code', text: 'a **b** ‖ c' }]));
  test('leave arithmetic alone', () => expect(readInline('2 * 3 * 4')).toEqual([text('2 * 3 * 4')]));
});

/** Everything that could be followed or loaded, and every kind of element. */
function facts(blocks: readonly Block[]) {
  const seen = { kinds: new Set<string>(), links: [] as string[], pictures: [] as string[] };
  const inside = (parts: readonly Inline[]) => {
    for (const part of parts) {
      seen.kinds.add(part.kind);
      if (part.kind === 'link') seen.links.push(part.href);
      if ('children' in part) inside(part.children);
    }
  };
  for (const block of blocks) {
    seen.kinds.add(block.kind);
    if (block.kind === 'picture') seen.pictures.push(block.src);
    if ('children' in block) inside(block.children);
    if ('items' in block) block.items.forEach(inside);
  }
  return seen;
}

const KINDS = 'text code strong em link heading paragraph quote list picture rule'.split(' ');

/** Legitimate addresses, and those of an attacker. */
const address = fc.oneof(
  fc.constantFrom(
    '/covers/a.svg',
    '/covers/../api/links',
    '/covers/a.svg/../../x',
    '//evil.example/covers/a.svg',
    '/\\evil.example/a.png',
    'https://evil.example/a.png',
    '/pictures/%2e%2e/a.png',
    'javascript:alert(1)',
    'JaVaScRiPt:x',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    '#/pages/mining/index',
    'mailto:a@b.example',
  ),
  fc.webUrl(),
  fc.string(),
);
const piece = fc.oneof(
  fc.string(),
  fc.constantFrom('\n', '\n\n', '# ', '- ', '1. ', '> ', '---\n', '**', '*', '`', '<img src=x onerror=y>'),
  fc.tuple(fc.string(), address).map(([label, to]) => `[${label}](${to})`),
  fc.tuple(fc.string(), address).map(([alt, src]) => `\n![${alt}](${src})\n`),
);

describe('safety', () => {
  test.each(['javascript:alert(1)', 'data:text/html,x', 'JaVaScRiPt:x', '//evil.example', 'vbscript:x'])(
    '%s is not a link',
    (href) => {
      expect(readInline(`[a](${href})`).every(({ kind }) => kind === 'text')).toBe(true);
    },
  );
  test.each([
    'https://evil.example/a.png',
    '//evil.example/a.png',
    '/covers/../a.png',
    '/api/links',
    'covers/a.svg',
    '/covers/a.html',
  ])('%s is not a picture', (src) => expect(readMarkdown(`![a](${src})`)[0]?.kind).toBe('paragraph'));

  test('tags stay text', () =>
    expect(readInline('<img src=x onerror=y>')).toEqual([text('<img src=x onerror=y>')]));

  test('whatever the input, the output has only known elements, safe links and safe pictures', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const any = pieces.join('');
        const { kinds, links, pictures } = facts(readMarkdown(any));
        expect([...kinds].filter((kind) => !KINDS.includes(kind))).toEqual([]);
        for (const href of links) expect(href).toMatch(/^(https?:\/\/|mailto:|#\/)/i);
        for (const src of pictures) {
          const { origin, pathname } = new URL(src, 'https://own.example');
          expect(origin).toBe('https://own.example');
          expect(pathname).toMatch(/^\/(covers|pictures)\//);
        }
        expect(picturesIn(any)).toEqual(pictures);
      }),
      { numRuns: 300 },
    );
  });
  test('texts meant to run stay plain text', () => {
    expect(ATTACKS.length).toBeGreaterThanOrEqual(40);
    for (const attack of [...ATTACKS, ATTACKS.join('\n\n'), ATTACKS.join(' ')]) {
      const { kinds, links, pictures } = facts(readMarkdown(attack));
      expect([...kinds].filter((kind) => !KINDS.includes(kind))).toEqual([]);
      for (const href of links) {
        expect(['https:', 'own:']).toContain(new URL(href, 'own://page/').protocol);
        expect(href).toMatch(/^(https:|#)\//);
      }
      for (const src of pictures) expect(src).toMatch(/^\/covers\/[a-z-]+\.svg$/);
    }
  });
  test('a heading loses its trailing marks, and no others', () => {
    const titles = ['# Fees ##', '# Fees#', '## Fees', '# Fees ## now', '#  Fees '].map(
      (line) => readMarkdown(line).flatMap((block) => ('children' in block ? block.children : []))[0],
    );
    expect(titles.map((part) => part?.kind === 'text' && part.text)).toEqual([
      'Fees',
      'Fees',
      'Fees',
      'Fees ## now',
      'Fees',
    ]);
  });
  test('loses nothing of a plain text', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^([a-z<&"][a-z <>&"]*)?$/), (plain) => {
        const read = readMarkdown(plain).flatMap((block) => ('children' in block ? block.children : []));
        expect(read.map((part) => (part.kind === 'text' ? part.text : '')).join('')).toBe(plain.trim());
      }),
    );
  });
  test('parses a long text with many marks in good time', () => {
    const long = '**a** *b* `c` [d](https://e.example) '.repeat(5000);
    expect(readMarkdown(long)).toHaveLength(1);
    // With quadratic parsing, each of these took seconds.
    for (const begun of ['['.repeat(100_000), `# ${'#'.repeat(100_000)}x`, '[a]('.repeat(25_000)])
      expect(readMarkdown(begun)).toHaveLength(1);
  });
});
