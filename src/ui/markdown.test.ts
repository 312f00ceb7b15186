// Markdown of the operator: what is understood, and that nothing in it can run.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Inline, readInline, readMarkdown } from './markdown.ts';

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
  test('can stand within each other', () => {
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
  test('leave sums alone', () => expect(readInline('2 * 3 * 4')).toEqual([text('2 * 3 * 4')]));
});

describe('safety', () => {
  test.each(['javascript:alert(1)', 'data:text/html,x', 'JaVaScRiPt:x', '//evil.example', 'vbscript:x'])(
    '%s is no link',
    (href) => {
      expect(readInline(`[a](${href})`).every(({ kind }) => kind === 'text')).toBe(true);
    },
  );
  test('tags stay text', () =>
    expect(readInline('<img src=x onerror=y>')).toEqual([text('<img src=x onerror=y>')]));
  test('any text is read without a fault, and nothing of a plain one is lost', () => {
    fc.assert(fc.property(fc.string(), (any) => void readMarkdown(any)));
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z <>&"]*$/), (plain) => {
        const read = readMarkdown(plain).flatMap((block) => ('children' in block ? block.children : []));
        expect(read.map((part) => (part.kind === 'text' ? part.text : '')).join('')).toBe(plain.trim());
      }),
    );
  });
});
