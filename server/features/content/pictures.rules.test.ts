/** The operator's pictures: recognised and named by their content, and inserted into texts by file name. */
import { describe, expect, test } from 'vitest';
import { pngOf } from '#tests/support/documents.ts';
import { isPicturePath } from './articles.rules.ts';
import { pictureNames, readPicture, withPaths } from './pictures.rules.ts';

const file = (name: string, content: string | Uint8Array) => ({
  name,
  content: Buffer.from(content as Uint8Array).toString('base64'),
});
const AVIF = Buffer.concat([Buffer.from([0, 0, 0, 28]), Buffer.from('ftypavif\0\0\0\0avifmif1miaf')]);

describe('a picture', () => {
  test('is named by its content, whatever its file is called', () => {
    const [a, b, c] = [
      readPicture(file('a.png', pngOf('x'))),
      readPicture(file('../b.exe', pngOf('x'))),
      readPicture(file('a.png', pngOf('y'))),
    ];
    expect(a.name).toMatch(/^[0-9a-f]{32}\.png$/);
    expect([b.name, c.name === a.name]).toEqual([a.name, false]);
    expect(isPicturePath(`/pictures/${a.name}`)).toBe(true);
    expect(readPicture(file('x', AVIF))).toMatchObject({ mime: 'image/avif' });
  });
  test.each([
    [
      'a drawing that can hold scripts',
      'x.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'no picture that is shown',
    ],
    ['a page', 'x.png', '<!doctype html><script>alert(1)</script>', 'no picture that is shown'],
    ['a document', 'x.png', '%PDF-1.7\n%%EOF', 'no picture that is shown'],
    ['a moving one', 'x.gif', 'GIF89a', 'no picture that is shown'],
    ['nothing', 'x.png', '', 'no picture that is shown'],
    ['half a picture', 'x.png', pngOf('x').subarray(0, 40), 'broken off'],
    ['too large a one', 'x.png', Buffer.alloc(1024 * 1024 + 1), 'a picture may have 1024'],
  ])('is never %s', (_what, name, content, why) =>
    expect(() => readPicture(file(name, content))).toThrow(why),
  );
});

test('in a text, the names of included pictures become paths, and everything else stays unchanged', () => {
  const text = [
    '![a](lamp.png)',
    '![b](./img/lamp.png "Lit")',
    '![c](other.png) ![d](/covers/lamp.png) ![e](https://a.example/lamp.png)',
    '[lamp.png](lamp.png) `![f]`(lamp.png) <img src=lamp.png onerror=alert(1)>',
  ].join('\n');
  expect(withPaths(text, (name) => (name === 'lamp.png' ? '/pictures/0.png' : undefined))).toBe(
    text.replace('](lamp.png)', '](/pictures/0.png)').replace('./img/lamp.png', '/pictures/0.png'),
  );
});

test('pictures are found in texts by their paths', () => {
  const name = `${'0a'.repeat(16)}.webp`;
  expect(
    pictureNames([`![](/pictures/${name}) /pictures/${name}`, '/pictures/lamp.png', '/covers/a.svg']),
  ).toEqual([name]);
});
