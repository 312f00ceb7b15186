/** Markdown files of the operator: languages by file name, titles, summaries, and everything that is refused. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { CommandError } from '#server/operator/protocol.ts';
import { MOST, missingLanguages, readArticleText, readTexts } from './article-file.rules.ts';

const file = (name: string, content: string | Uint8Array) => ({
  name,
  content: Buffer.from(content as Uint8Array).toString('base64'),
});
const read = (text: string) => readArticleText('a.en.md', text);

describe('languages', () => {
  test('are read from the file names', () => {
    const texts = readTexts([file('x.en.md', 'a'), file('how.to.zh-Hans.md', 'b'), file('x.zh-TW.MD', 'c')]);
    expect([...texts.keys()]).toEqual(['en', 'zh-Hans', 'zh-TW']);
  });
  test.each([
    ['x.md', 'does not say which language'],
    ['x.fr.md', 'fr is not one of our languages'],
    ['x.zh.md', 'zh is not one of our languages'],
    ['x.EN.md', 'EN is not one of our languages'],
    ['x.__proto__.md', '__proto__ is not one of our languages'],
  ])('cannot be read from %s', (name, why) => expect(() => readTexts([file(name, 'a')])).toThrow(why));
  test('may each occur once', () => {
    expect(() => readTexts([file('a.en.md', 'a'), file('b.en.md', 'b')])).toThrow(
      'a.en.md and b.en.md are in the same language',
    );
  });
  test('that are missing are reported, and refused if there is no fallback', () => {
    expect(missingLanguages(LANGUAGES)).toEqual([]);
    const others = LANGUAGES.filter((language) => !['en', 'ja'].includes(language));
    expect(missingLanguages(['en', 'ja'])).toEqual([`no text in ${others.join(', ')}: readers get en`]);
    expect(missingLanguages(['en', 'zh-Hans'])[0]).toContain('readers get zh-Hans');
    expect(() => missingLanguages(['ja'])).toThrow('is needed');
  });
});

describe('an article file', () => {
  test.each([
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), 'not UTF-8 text'],
    ['UTF-16', Buffer.from('\ufeffabc', 'utf16le'), 'not UTF-8 text'],
    ['zeros', new Uint8Array(8), 'control characters'],
    ['terminal codes', '\u001b[2J', 'control characters'],
    ['nothing', '', 'is empty'],
    ['blanks', ' \n\t\n', 'is empty'],
    ['too long a text', 'x'.repeat(MOST.body + 1), `longer than ${MOST.body}`],
  ])('is refused: %s', (_name, content, why) => {
    expect(() => readTexts([file('a.en.md', content)])).toThrow(why);
  });
  test('removes a byte order mark and Windows line endings', () => {
    expect(readTexts([file('a.en.md', '\ufeff# T\r\n\r\nText\r')]).get('en')?.text).toBe('# T\n\nText\n');
  });
  test('composes letters as searches do', () => {
    expect(readTexts([file('a.vi.md', 'Việt'.normalize('NFD'))]).get('vi')?.text).toBe(
      'Việt'.normalize('NFC'),
    );
  });
});

describe('title, summary and body', () => {
  test('are the first heading, the first paragraph and what follows the heading', () => {
    expect(
      read(
        '\n# How the **lamp** works #\n\n![A lamp](lamp.png)\n\n- a list\n\nIt *burns* `oil`,\nsee [here](https://a.example/x_(y)).\n\nMore.',
      ),
    ).toEqual({
      title: 'How the lamp works',
      summary: 'It burns oil, see here.',
      body: '![A lamp](lamp.png)\n\n- a list\n\nIt *burns* `oil`,\nsee [here](https://a.example/x_(y)).\n\nMore.',
    });
  });
  test('come from the front matter if it has them; then a heading stays in the body', () => {
    expect(read('---\ntitle: "Lamps: all"\nsummary: About lamps\n---\n# Kept\n\nText')).toEqual({
      title: 'Lamps: all',
      summary: 'About lamps',
      body: '# Kept\n\nText',
    });
  });
  test('treat lines between rules as front matter only if they contain its fields', () => {
    expect(read('# T\n\nText\n\n---\ntitle: x\n---').body).toBe('Text\n\n---\ntitle: x\n---');
    expect(() => read('---\nsome words\n---\n# T\n\nText')).toThrow('has no title');
  });
  test('cut a long paragraph at a word end, or anywhere without spaces, but never within a character', () => {
    const { summary } = read(`# T\n\n${'words '.repeat(100)}`);
    expect(summary.length).toBeLessThanOrEqual(MOST.summary);
    expect(summary).toMatch(/words…$/);
    for (const extra of ['', 'x'])
      expect(read(`# T\n\n${extra}${'😀'.repeat(300)}`).summary.isWellFormed()).toBe(true);
  });
  test.each([
    ['Text alone', 'has no title'],
    ['# \n\nText', 'has no title'],
    ['# Title', 'and nothing else'],
    ['# Title\n\n- a list', 'no paragraph to sum it up'],
    [`# ${'x'.repeat(MOST.title + 1)}\n\nText`, 'its title is longer'],
    [`---\nsummary: ${'x'.repeat(MOST.summary + 1)}\n---\n# T\n\nText`, 'its summary is longer'],
    ['---\ntitle: T\nauthor: me\n---\nText', 'may say title and summary, not author'],
  ])('are refused for %j', (text, why) => expect(() => read(text)).toThrow(why));
  test('are within their lengths for any text, or it is refused in one line; the body is an unchanged part of the text', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom('# T', '---', 'title: x', '', '- a', '<script>alert(1)</script>', '[x](javascript:1)'),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = lines.join('\n');
        try {
          const { title, summary, body } = read(text);
          expect(title.length * summary.length * body.length).toBeGreaterThan(0);
          expect([title.length <= MOST.title, summary.length <= MOST.summary]).toEqual([true, true]);
          expect(text).toContain(body);
        } catch (error) {
          if (!(error instanceof CommandError)) throw error;
          expect(error.message).not.toContain('\n');
        }
      }),
    );
  });
});
