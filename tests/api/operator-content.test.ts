/** Banners, contact links and the welcome notice by the operator's command; and their log entries. */
import { describe, expect, test } from 'vitest';
import { NOON, article, contentFixture } from '#tests/support/content-fixture.ts';
import { onPostgres } from '#tests/support/databases.ts';
import { pngOf } from '#tests/support/documents.ts';
import { fileOf } from '#tests/support/operator.ts';

const DAY_MS = 86_400_000;

onPostgres((open) => {
  const { clock, say, home, links, pictures, refused } = contentFixture(open);

  test('banners lead to announcements, in the requested order', async () => {
    for (const slug of ['one', 'two', 'three'])
      await say(`article add ${slug} a.en.md --cover /covers/${slug}.svg`, [article('en', slug)]);
    const images = async () => (await home()).banners.map(({ image }) => image);
    await say('banner add one');
    await say('banner add two --image wide.png', [fileOf('wide.png', pngOf('wide'))]);
    await say('banner add three');
    const [one, two, three] = await images();
    expect([one, two, three]).toEqual([
      '/covers/one.svg',
      expect.stringMatching(/^\/pictures\/[0-9a-f]{32}\.png$/),
      '/covers/three.svg',
    ]);
    expect((await say('banner order three two')).text).toBe('the order is three, two, one');
    expect(await images()).toEqual([three, two, one]);
    await refused('has a banner already', 'banner add one');
    await refused('no banner leads to four', 'banner order one four');
    await refused('no banner leads to four', 'banner remove four');
    await say('article unpublish three');
    expect(await images()).toEqual([two, one]);
    expect((await say('banner list')).text).toContain('three\tdraft\t/covers/three.svg');
    await say('banner remove two');
    expect(await images()).toEqual([one]);
    expect(await pictures()).toEqual([]);
    await say('article remove one');
    expect(await images()).toEqual([]);
  });

  describe('contact links', () => {
    test('are added, labelled, ordered, changed and removed', async () => {
      await say('link add mail mailto:help@adit.example --label-en=Mail --label-ja=メール');
      await say('link add chat tg://resolve?domain=adit --label-zh-hans=聊天');
      await say('link add phone tel:+6560000000 --label-en=Phone');
      expect(await links('ja')).toEqual([
        { id: 'mail', label: 'メール', url: 'mailto:help@adit.example' },
        { id: 'chat', label: '聊天', url: 'tg://resolve?domain=adit' },
        { id: 'phone', label: 'Phone', url: 'tel:+6560000000' },
      ]);
      await say('link edit chat --label-zh-Hans=聊天');
      expect((await say('link order phone')).text).toBe('the order is phone, mail, chat');
      await say('link edit mail --url https://adit.example/help --label-ja=none --label-en=Help');
      expect((await links('ja'))[1]).toEqual({ id: 'mail', label: 'Help', url: 'https://adit.example/help' });
      await refused('has to stay', 'link edit mail --label-en=none');
      await say('link remove chat');
      expect((await links()).map(({ id }) => id)).toEqual(['phone', 'mail']);
      expect((await say('link list')).text.split('\n')).toHaveLength(2);
      for (const typed of ['link remove chat', 'link edit chat --url https://a.example', 'link order chat'])
        await refused('there is no link chat', typed);
    });

    test.each([
      ['javascript:alert(1)'],
      ['JAVASCRIPT:alert(1)'],
      ['data:text/html,x'],
      ['http://adit.example/'],
      ['https://user:word@adit.example/'],
      ['https://'],
      ['mailto:'],
      ['//adit.example'],
      ['help'],
      ['tg:'],
      [`https://a.example/${'x'.repeat(500)}`],
    ])('cannot lead to %s', async (url) => {
      await refused('address', `link add help ${url} --label-en=Help`);
      expect(await links()).toEqual([]);
    });

    test('need a name and a label that people can read', async () => {
      await refused('name a link', 'link add Help! https://a.example --label-en=Help');
      await refused('a label in English', 'link add help https://a.example --label-ja=メール');
      await refused('no option --label-fr', 'link add help https://a.example --label-fr=Aide');
      await refused('is one line', `link add help https://a.example --label-en=${'x'.repeat(81)}`);
      await say('link add help https://a.example --label-en=<script>alert(1)</script>');
      expect((await links())[0]?.label).toBe('<script>alert(1)</script>');
      await refused('already', 'link add help https://b.example --label-en=Help');
    });
  });

  test('the welcome notice is the newest version, and no version is ever rewritten', async () => {
    const notice = (lang: string, text: string) => fileOf(`w.${lang}.md`, text);
    await say('welcome publish 1 w.en.md', [notice('en', '**One.** <script>alert(1)</script>')]);
    clock.set(new Date(NOON.getTime() + DAY_MS));
    await say('welcome publish 2 w.en.md w.zh-Hans.md', [notice('en', 'Two'), notice('zh-Hans', '二')]);
    expect((await home()).welcome).toEqual({ version: '2', body: 'Two' });
    expect((await say('welcome list')).text.split('\n').map((line) => line.split('\t')[0])).toEqual([
      '2',
      '1',
    ]);
    await refused('already', 'welcome publish 1 w.en.md', [notice('en', 'Other words')]);
    await refused('is needed', 'welcome publish 3 w.ja.md', [notice('ja', '三')]);
    await refused('a version has', 'welcome publish ../3 w.en.md', [notice('en', 'x')]);
    await refused('give a version before the files', 'welcome publish w.ja.md w.en.md', [notice('en', 'x')]);
    await refused('not a Markdown file', 'welcome publish 3 w.png', [fileOf('w.png', pngOf('x'))]);
    await refused('longer than 5000', 'welcome publish 3 w.en.md', [notice('en', 'x'.repeat(5001))]);
  });

  test('every change is in the log with its author, and files with their hashes', async () => {
    await say('article add lamp a.en.md --as olga', [article('en', 'Lamp')]);
    await say('article pin lamp');
    const [pinned = '', added = ''] = (await say('audit --limit 2')).text.split('\n');
    expect(added).toMatch(
      /\tolga \(root\)\tdone\tarticle add lamp a\.en\.md \[a\.en\.md \d+ bytes sha256 [0-9a-f]{16}\]\tlamp: shown/,
    );
    expect(pinned).toMatch(/\troot\tdone\tarticle pin lamp\tlamp is pinned$/);
  });
});
