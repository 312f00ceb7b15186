/** Previews report what would be misread, and a preview's page runs and loads nothing, whatever the text contains. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMarkdown } from '#ui/markdown.ts';
import { asPage, asText, warningsOf } from './article.preview.ts';

const warned = (body: string, ...missing: string[]) => warningsOf(body, readMarkdown(body), new Set(missing));
const HEAD = { title: 'T', summary: 'S', body: '' };
const page = (body: string, data?: string) =>
  asPage('en', HEAD, readMarkdown(body), warned(body), () => data);

describe('warnings', () => {
  test('are empty if everything is understood', () => {
    const body =
      '## H\n\nA **strong [link](https://a.example/)** and *em*, `[code](javascript:1)`, 2 < 3 | 4.\n\n- one\n\n> said\n\n---\n\n![A lamp](/covers/lamp.svg "Lit")';
    expect(warned(body)).toEqual([]);
  });
  test.each([
    ['[x](javascript:alert(1))', '"[x](javascript:alert(1))": no link is made'],
    ['see [x](//evil.example)', '"[x](//evil.example)": no link is made'],
    ['- [x](data:text/html,1)', 'no link is made'],
    ['![x](https://a.example/x.png)', '"![x](https://a.example/x.png)": no picture is shown'],
    ['![x](lamp.png)', '"![x](lamp.png)": no picture is shown'],
    ['text ![x](/covers/lamp.svg) text', 'no picture is shown'],
    ['<script>alert(1)</script>', '"<script>": HTML is shown as it is written'],
    ['**<img src=x onerror=alert(1)>**', 'HTML is shown'],
    ['```\ncode\n```', 'blocks of code'],
    ['| a | b |\n|---|---|\n| 1 | 2 |', 'tables'],
    ['![](/covers/lamp.svg)', 'write into the brackets what it shows'],
  ])('mention %j', (body, why) => expect(warned(body).join('\n')).toContain(why));
  test('mention missing pictures', () => {
    expect(warned('![x](/pictures/a.png)', '/pictures/a.png')).toEqual([
      '"/pictures/a.png": there is no such picture',
    ]);
  });
});

test('the terminal text shows blocks, and where links lead', () => {
  expect(
    asText(
      readMarkdown('# H\n\nA [b](https://c.example) **d**\n\n1. one\n2. two\n\n![alt](/covers/a.svg "cap")'),
    ),
  ).toBe('## H\n\nA b <https://c.example> **d**\n\n1. one\n2. two\n\n[picture /covers/a.svg: alt] cap');
});

describe('the page', () => {
  test('sets a policy under which nothing runs or loads', () => {
    expect(page('x')).toContain(
      `<meta http-equiv="content-security-policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">`,
    );
  });
  test("contains no element or attribute from the text's own HTML", () => {
    const evil = [
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "' onload='x",
      '</title><script>',
      '[a](https://x.example/"onclick="y)',
      '![<b>"](/covers/a.svg "<i>")',
      '`<u>`',
      '**<s>**',
      '> <q>',
    ];
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...evil), fc.string()), { maxLength: 6 }), (lines) => {
        const text = lines.join('\n\n');
        const html = asPage(
          'en',
          { title: text, summary: text, body: text },
          readMarkdown(text),
          [text],
          () => undefined,
        );
        const known =
          /^<\/?(html|head|meta|title|style|body|aside|ul|ol|li|h[1-3]|p|em|strong|code|a|blockquote|hr|figure|figcaption)( (lang|charset|http-equiv|content|name|href|title|rel)="[^"]*")*>$/;
        const tags = html.replace('<!doctype html>', '').match(/<[^>]*>/g) ?? [];
        expect(tags.filter((tag) => !known.test(tag))).toEqual([]);
        expect(html).not.toMatch(/href="(?!https?:\/\/|mailto:|#\/)/i);
      }),
    );
  });
  test('shows available pictures and names the others', () => {
    expect(page('![A](/covers/a.svg)', 'data:image/png;base64,AA==')).toContain(
      '<img src="data:image/png;base64,AA==" alt="A">',
    );
    expect(page('![A](/covers/a.svg)')).toContain('[/covers/a.svg: A]');
  });
});
