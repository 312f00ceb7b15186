/** Announcements and their pictures by the operator's command: what is entered is what people see. */
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { NOON, article, contentFixture } from '#tests/support/content-fixture.ts';
import { onPostgres } from '#tests/support/databases.ts';
import { pngOf } from '#tests/support/documents.ts';
import { NO_COVER, fileOf } from '#tests/support/operator.ts';

/** Attempts to run code through texts: in markup, URLs, elements, names and encodings. */
const EVIL = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '"><iframe srcdoc="<script>alert(1)</script>">',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert`1`)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:msgbox)',
  '![x](javascript:alert(1))',
  '![x](https://evil.example/count.png)',
  '![x](/pictures/../api/index)',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '</textarea><style>*{display:none}</style>',
  "{{constructor.constructor('alert(1)')()}}",
  '\u202Egnp.exe',
].join('\n\n');

onPostgres((open) => {
  const { clock, db, say, list, get, titles, body, home, pictures, refused } = contentFixture(open);

  describe('an announcement', () => {
    test('is read from files, each language with its own text, the others with a fallback', async () => {
      const { ok, text } = await say('article add lamp a.en.md a.ja.md', [
        article('en', 'Lamp'),
        article('ja', 'ランプ'),
      ]);
      expect([ok, text.split('\n')]).toEqual([
        true,
        [
          `lamp: shown since ${NOON.toISOString()}, in en, ja`,
          `no text in ${LANGUAGES.filter((lang) => !['en', 'ja'].includes(lang)).join(', ')}: readers get en`,
        ],
      ]);
      expect([await titles('en'), await titles('ja'), await titles('th')]).toEqual([
        ['Lamp'],
        ['ランプ'],
        ['Lamp'],
      ]);
    });

    test('is a draft, or waits for its time, and can be hidden again', async () => {
      await say('article add draft a.en.md --draft', [article('en', 'Draft')]);
      await say('article add later a.en.md --at 2026-12-02', [article('en', 'Later')]);
      expect(await titles()).toEqual([]);
      await say('article publish draft');
      expect(await titles()).toEqual(['Draft']);
      clock.set(new Date('2026-12-01T16:00:00Z'));
      expect(await titles()).toEqual(['Later', 'Draft']);
      await say('article unpublish later');
      expect(await titles()).toEqual(['Draft']);
      await refused('is a draft already', 'article unpublish later');
      await refused('already; --at', 'article publish draft');
      expect((await say('article publish draft --at 2027-01-01T00:00Z')).text).toBe(
        'draft: shown from 2027-01-01T00:00:00.000Z',
      );
      expect(await titles()).toEqual([]);
    });

    test('is pinned, listed, shown, changed and removed', async () => {
      await say('article add lamp a.en.md --pinned --cover /covers/lamp.svg', [article('en', 'Lamp')]);
      expect((await home()).banners).toMatchObject([{ image: '/covers/lamp.svg', title: 'Lamp' }]);
      await say('article unpin lamp');
      expect((await home()).banners).toEqual([]);
      await say('article pin lamp');
      expect((await say('article list')).text).toBe(
        `lamp\tshown since ${NOON.toISOString()}, pinned\ten\tLamp`,
      );
      const edited = await say('article edit lamp a.en.md a.th.md --cover none', [
        article('en', 'Oil lamp'),
        article('th', 'โคมไฟ'),
      ]);
      expect(edited.text.split('\n')[0]).toBe('lamp changed: en, th, cover');
      expect([await titles('en'), await titles('th')]).toEqual([['Oil lamp'], ['โคมไฟ']]);
      expect((await say('article show lamp --lang th')).text).toMatch(/cover {6}-\n[^]*title: โคมไฟ/);
      expect((await say('article remove lamp')).text).toBe('lamp is removed');
      expect(await titles()).toEqual([]);
      for (const verb of ['show', 'edit', 'publish', 'unpublish', 'pin', 'unpin', 'remove', 'preview'])
        await refused(
          'there is no announcement lamp',
          `article ${verb} lamp${verb === 'edit' ? ' --cover none' : ''}`,
        );
    });

    test('is stored as written, whatever it says, and treated as text by every preview', async () => {
      const files = [
        fileOf('a.en.md', `---\ntitle: ${EVIL.split('\n')[0]}\nsummary: <b onclick=x>\n---\n${EVIL}`),
      ];
      const added = await say('article add evil a.en.md', files);
      expect(added.ok).toBe(true);
      expect(await body()).toBe(EVIL);
      expect((await list())[0]).toMatchObject({
        title: '<script>alert(1)</script>',
        summary: '<b onclick=x>',
      });
      for (const mark of [
        '[x](javascript:alert(1))',
        '![x](https://evil.example/count.png)',
        '<svg/onload=alert(1)>',
      ])
        expect(added.text).toContain(`"${mark}"`);
      const { files: pages } = await say('article preview evil --out folder');
      expect(Object.keys(pages)).toEqual(['preview.en.html']);
      expect(pages['preview.en.html']).not.toMatch(/<(script|img|svg|iframe|b|textarea)[\s>/]/i);
      expect(pages['preview.en.html']).not.toMatch(/href="(?!https?:|mailto:|#)/i);
    });

    test.each([
      ['article add', 'name an announcement', []],
      ['article add ../etc/passwd a.en.md', 'name an announcement', [article('en', 'A')]],
      ['article add Lamp a.en.md', 'name an announcement', [article('en', 'A')]],
      ['article add lamp', 'English', []],
      ['article add lamp a.ja.md', 'English', [article('ja', 'A')]],
      ['article add lamp a.fr.md', 'fr is not one of our languages', [article('fr', 'A')]],
      ['article add lamp a.en.md', 'not UTF-8 text', [fileOf('a.en.md', pngOf('x'))]],
      ['article add lamp a.en.md', 'was not sent with the command', [article('th', 'A')]],
      ['article add lamp a.en.md --at yesterday', 'not a time', [article('en', 'A')]],
      ['article add lamp a.en.md --at 2026-12-02 --draft', '--at or --draft', [article('en', 'A')]],
      [
        'article add lamp a.en.md --cover /etc/passwd',
        '/etc/passwd was not sent with the command',
        [article('en', 'A')],
      ],
      [
        'article add lamp a.en.md --cover /covers/../x.svg',
        'is no picture of this server',
        [article('en', 'A')],
      ],
      [
        `article add lamp a.en.md --cover /pictures/${'0'.repeat(32)}.png`,
        'there is no picture',
        [article('en', 'A')],
      ],
      [
        'article add lamp a.en.md --cover x.svg',
        'no picture that is shown',
        [article('en', 'A'), fileOf('x.svg', '<svg onload="alert(1)"/>')],
      ],
      [
        `article add lamp a.en.md --cover ${NO_COVER}`,
        `there is no picture ${NO_COVER}`,
        [article('en', 'A')],
      ],
      ['article add lamp a.en.md --colour red', 'no option --colour', [article('en', 'A')]],
    ])('is refused and not stored: %s', async (typed, why, files) => {
      await refused(why, typed, files);
      expect(await db().selectFrom('articles').select('id').execute()).toEqual([]);
      expect(await pictures()).toEqual([]);
    });

    test('is added once: of two added at the same time, one is refused', async () => {
      const both = await Promise.all(
        [1, 2].map((n) => say('article add lamp a.en.md', [article('en', `Lamp ${n}`)])),
      );
      expect(both.filter(({ ok }) => ok)).toHaveLength(1);
      expect(await titles()).toHaveLength(1);
    });
  });

  describe('pictures', () => {
    const png = fileOf('shaft.png', pngOf('shaft'));
    const withPicture = article('en', 'Shaft', 'Deep.\n\n![A shaft](shaft.png "Down")');

    test('come with a text and are served with their own type, cached forever, and nothing in them runs', async () => {
      const { text } = await say('article add shaft a.en.md shaft.png spare.png --cover shaft.png', [
        withPicture,
        png,
        fileOf('spare.png', pngOf('spare')),
      ]);
      expect(text).toContain('spare.png is in no text and was not kept');
      const [name] = await pictures();
      expect([await pictures(), await body()]).toEqual([
        [name],
        `Deep.\n\n![A shaft](/pictures/${name} "Down")`,
      ]);
      expect((await list())[0]?.cover).toBe(`/pictures/${name}`);
      const served = await get(`/pictures/${name}`);
      expect([served.statusCode, served.rawPayload.equals(pngOf('shaft'))]).toEqual([200, true]);
      expect(served.headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      });
    });

    test.each([
      '..%2f..%2fetc%2fpasswd',
      `${'0'.repeat(32)}.png`,
      `${'0'.repeat(32)}.svg`,
      'shaft.png',
      `${'0'.repeat(5000)}.png`,
      '%00',
      "'--",
    ])('named %s do not exist', async (name) => {
      const { statusCode } = await get(`/pictures/${name}`);
      expect([400, 404, 414]).toContain(statusCode);
    });

    test('are deleted when nothing refers to them any more', async () => {
      await say('article add shaft a.en.md shaft.png', [withPicture, png]);
      await say('article add other a.en.md shaft.png', [withPicture, png]);
      await say('article remove shaft');
      expect(await pictures()).toHaveLength(1);
      await say('article edit other a.en.md', [article('en', 'Other')]);
      expect(await pictures()).toEqual([]);
    });

    test('are shown in a preview of files, which stores nothing', async () => {
      const { text, files } = await say('article preview a.en.md shaft.png --out folder', [withPicture, png]);
      expect(text).toContain('title: Shaft');
      expect(files['preview.en.html']).toContain(
        `src="data:image/png;base64,${pngOf('shaft').toString('base64')}"`,
      );
      expect([await pictures(), await titles()]).toEqual([[], []]);
      expect((await say('article preview a.en.md', [withPicture])).text).toContain(
        '"![A shaft](shaft.png "Down")": no picture is shown',
      );
    });

    test('that are missing are reported', async () => {
      const paths = [NO_COVER, '/covers/lamp.svg', '/pictures/lamp.png', `/pictures/${'0'.repeat(32)}.png`];
      const text = paths.map((path) => `![A](${path})`).join('\n');
      const { ok, text: answer } = await say('article add lamp a.en.md', [
        article('en', 'Lamp', `Here.\n\n${text}`),
      ]);
      expect([ok, answer.match(/"[^"]+": there is no such picture/g)]).toEqual([
        true,
        paths
          .filter((path) => path !== '/covers/lamp.svg')
          .map((path) => `"${path}": there is no such picture`),
      ]);
    });
  });
});
