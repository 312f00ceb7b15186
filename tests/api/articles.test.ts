/** Announcements: languages and fallbacks, pages with equal times, search, seeds. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Input, Output } from '#contract';
import { type Language, LANGUAGES } from '#contract/languages.ts';
import { articleRoutes } from '#server/features/content/articles.routes.ts';
import { addBanner, listBanners, removeBanner } from '#server/features/content/banners.repository.ts';
import { seedLinks, seedWelcome } from '#server/features/content/content.repository.ts';
import { contentRoutes } from '#server/features/content/content.routes.ts';
import { ARTICLES, WELCOME } from '#server/features/content/content.seed.ts';
import { seedArticle } from '#server/features/content/content.writes.ts';
import { DEMO_LINKS } from '#server/features/content/links.seed.ts';
import { onPostgres } from '#tests/support/databases.ts';
import { fakeApp } from '#tests/support/fake-app.ts';
import { type Client, client } from '#tests/support/http.ts';

const LIST = 'GET /api/article/list';
const DETAIL = 'GET /api/article/detail';
type Row = Output<typeof LIST>['items'][number];

const features = { exchange: true, staking: true, lottery: true, race: true, teamLevels: 3 };
const at = (ms: number) => new Date(Date.UTC(2026, 9, 1) + ms);

onPostgres((open) => {
  const db = () => open().kysely;
  let app: ReturnType<typeof fakeApp>['app'];
  let api: Client;

  /** An announcement with titles in the given languages; its other texts are derived from them. */
  async function publish(
    slug: string,
    titles: Partial<Record<Language, string>>,
    more: { at?: Date | null; pinned?: boolean; cover?: string } = {},
  ): Promise<string> {
    const { id } = await db()
      .insertInto('articles')
      .values({
        slug,
        cover: more.cover ?? null,
        pinned: more.pinned ?? false,
        published_at: more.at === undefined ? at(0) : more.at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [lang, title] of Object.entries(titles))
      await db()
        .insertInto('article_texts')
        .values({ article_id: id, lang, title, summary: `About ${title}`, body: `**${title}**` })
        .execute();
    return String(id);
  }
  const detail = async (id: string, language = 'en') => (await api.call(DETAIL, { id }, { language })).data;
  async function all(query: Input<typeof LIST> = {}, language = 'en'): Promise<Row[]> {
    const rows: Row[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const answer = await api.call(LIST, { ...query, ...(cursor && { cursor }) }, { language });
      expect(answer, answer.text).toMatchObject({ code: 0 });
      expect(answer.data.items.length).toBeLessThanOrEqual(Number(query.limit ?? 20));
      rows.push(...answer.data.items);
      cursor = answer.data.nextCursor;
    }
    return rows;
  }
  const banners = async (language = 'en') =>
    (await api.call('GET /api/index', {}, { language })).data.banners;
  const found = async (search: string, language = 'en') =>
    (await all({ search }, language)).map(({ title }) => title);

  beforeAll(() => {
    const none = { miners: 0, produced: 0n };
    const content = contentRoutes({
      demo: true,
      walletConnectProjectId: null,
      features: () => features,
      totals: async () => none,
      staked: async () => 0n,
    });
    app = fakeApp(open(), { handlers: { ...articleRoutes(), ...content } }).app;
    api = client(app);
  });
  afterAll(() => app.close());

  test('without an announcement the list is empty', async () => {
    expect((await api.call('GET /api/article/index', {})).data).toEqual({ pinned: null, latest: [] });
    expect(await all()).toEqual([]);
  });

  describe('languages', () => {
    test('are the requested one, else simplified Chinese, else English', async () => {
      const whole = await publish('whole', { en: 'Lamp', th: 'โคมไฟ', 'zh-Hans': '灯' });
      const english = await publish('english', { en: 'Only English' });
      expect(await detail(whole, 'th')).toMatchObject({ lang: 'th', title: 'โคมไฟ', body: '**โคมไฟ**' });
      expect(await detail(whole, 'ja')).toMatchObject({ lang: 'zh-Hans', title: '灯' });
      expect(await detail(whole, 'zh_TW')).toMatchObject({ lang: 'zh-Hans', summary: 'About 灯' });
      expect(await detail(english, 'vi')).toMatchObject({ lang: 'en', title: 'Only English' });
      expect((await all({}, 'ja')).map(({ lang }) => lang).toSorted()).toEqual(['en', 'zh-Hans']);
    });
    test('an announcement without any of them is not shown', async () => {
      const id = await publish('japanese', { ja: 'ランプ' });
      expect((await detail(id, 'ja')).title).toBe('ランプ');
      expect((await api.call(DETAIL, { id })).code).toBe(404);
      expect(await found('ランプ')).toEqual([]);
    });
  });

  test('an unknown id is not found, and an invalid one is malformed', async () => {
    expect(await api.call(DETAIL, { id: '999999' })).toMatchObject({ status: 404, code: 404 });
    for (const id of ['0x1', '-1', '1.5', '', '1'.repeat(19)])
      expect(await api.call(DETAIL, { id }), id).toMatchObject({ status: 400 });
  });

  describe('search', () => {
    beforeAll(async () => {
      for (const [slug, title] of Object.entries({
        half: '50% off',
        fifty: '50 items',
        line: 'a_b',
        ab: 'aXb',
      }))
        await publish(slug, { en: title });
      await publish('slash', { en: 'C:\\adit', th: 'ทดสอบ' });
    });
    test('takes every character literally', async () => {
      expect(await found('50%')).toEqual(['50% off']);
      expect(await found('%')).toEqual(['50% off']);
      expect(await found('a_b')).toEqual(['a_b']);
      expect(await found('\\')).toEqual(['C:\\adit']);
      expect(await found("'; drop table articles --")).toEqual([]);
    });
    test('matches title and summary in the displayed language, ignoring case', async () => {
      expect(await found('  ITEMS ')).toEqual(['50 items']);
      expect(await found('about a_B')).toEqual(['a_b']);
      expect(await found('adit', 'th')).toEqual([]);
      expect(await found('ทดสอบ', 'th')).toEqual(['ทดสอบ']);
    });
    test('answers as usual for text that cannot be stored', async () => {
      expect((await api.send(LIST, { search: 'a\0' })).status).toBeLessThan(500);
    });
    test('finds everything for an empty text, and refuses one that is too long', async () => {
      expect(await all({ search: '   ' })).toHaveLength((await all()).length);
      expect(await api.send(LIST, { search: 'x'.repeat(81) })).toMatchObject({ status: 400 });
    });
  });

  test('pages of any size show each once, newest first, even with equal times', async () => {
    const many = Array.from({ length: 23 }, (_, n) => n);
    for (const n of many) await publish(`many-${n}`, { en: `Many ${n}` }, { at: at(Math.floor(n / 7) + 1) });
    const whole = await all({ limit: '100' });
    const order = whole.map(({ publishedAt, id }) => [publishedAt, Number(id)] as const);
    const sorted = order.toSorted(([a, x], [b, y]) => (a === b ? y - x : a < b ? 1 : -1));
    expect(order).toEqual(sorted);
    for (const limit of ['1', '3', '7', '20']) expect(await all({ limit }), limit).toEqual(whole);
    expect(await all({ limit: '2', search: 'many' })).toHaveLength(many.length);
  });

  test('a cursor of another list, or with a time that there is not, is refused', async () => {
    const wrong = ['record.1.2', `article.${Date.UTC(10_000, 0)}.1`, `article.${'9'.repeat(18)}.1`];
    for (const cursor of ['x', ...wrong.map((text) => Buffer.from(text).toString('base64url'))])
      expect(await api.send(LIST, { cursor }), cursor).toMatchObject({ status: 400 });
  });

  test('the newest pinned one is shown separately and as the banner, next to the five latest', async () => {
    await publish('old-pin', { en: 'Old pin' }, { pinned: true, at: at(-9) });
    const id = await publish('pin', { en: 'Pin' }, { pinned: true, at: at(-5), cover: '/covers/pin.svg' });
    const { data } = await api.call('GET /api/article/index', {});
    expect(data.pinned).toMatchObject({ id, title: 'Pin', cover: '/covers/pin.svg' });
    expect(data.latest).toEqual((await all()).slice(0, 5));
    const pin = { image: '/covers/pin.svg', articleId: id, lang: 'en', title: 'Pin' };
    expect(await banners()).toEqual([pin]);
    await db().updateTable('articles').set({ pinned: false }).where('id', '=', BigInt(id)).execute();
    expect((await api.call('GET /api/article/index', {})).data.pinned).toMatchObject({ title: 'Old pin' });
  });

  test('the operator’s banners come in order, in the requested language, and are removed with their announcement', async () => {
    const lamp = await publish('banner-lamp', { en: 'Lamp', th: 'โคมไฟ' });
    const seam = await publish('banner-seam', { en: 'Seam' });
    const draft = await publish('banner-draft', { en: 'Draft' }, { at: null });
    const show = (articleId: string, image: string) =>
      addBanner(db(), { articleId: BigInt(articleId), image });
    await show(lamp, '/covers/lamp.svg');
    await show(seam, '/covers/seam.svg');
    await show(draft, '/covers/draft.svg');
    expect(await banners()).toEqual([
      { image: '/covers/lamp.svg', articleId: lamp, lang: 'en', title: 'Lamp' },
      { image: '/covers/seam.svg', articleId: seam, lang: 'en', title: 'Seam' },
    ]);
    expect((await banners('th')).map(({ title }) => title)).toEqual(['โคมไฟ', 'Seam']);
    const slugs = async () => (await listBanners(db())).map(({ slug }) => slug);
    expect(await slugs()).toEqual(['banner-lamp', 'banner-seam', 'banner-draft']);
    const [{ id: first } = { id: 0n }] = await listBanners(db());
    expect(await removeBanner(db(), first)).toBe(true);
    expect(await removeBanner(db(), first)).toBe(false);
    await db().deleteFrom('articles').where('id', '=', BigInt(seam)).execute();
    expect(await slugs()).toEqual(['banner-draft']);
  });

  test('a draft, or one with a future time, is hidden until its time has come', async () => {
    const later = new Date(Date.now() + 86_400_000);
    const ids = [
      await publish('draft', { en: 'Not yet a' }, { at: null, pinned: true }),
      await publish('later', { en: 'Not yet b' }, { at: later, pinned: true }),
    ];
    for (const id of ids) expect(await api.send(DETAIL, { id })).toMatchObject({ status: 404 });
    expect(await found('Not yet')).toEqual([]);
    const { pinned, latest } = (await api.call('GET /api/article/index', {})).data;
    expect([pinned, ...latest].filter((row) => row?.title.startsWith('Not yet'))).toEqual([]);
    await db()
      .updateTable('articles')
      .set({ published_at: at(0) })
      .where('slug', 'in', ['draft', 'later'])
      .execute();
    expect((await found('Not yet')).toSorted()).toEqual(['Not yet a', 'Not yet b']);
  });

  test('contact links mark the announcement about safety, and those of demo mode are added once', async () => {
    const links = async (language = 'en') => (await api.call('GET /api/links', {}, { language })).data;
    expect(await links()).toEqual({ links: [], safetyArticleId: null });
    await seedLinks(db(), DEMO_LINKS);
    const id = await publish('keep-your-wallet-safe', { en: 'Safe' });
    const { links: shown, safetyArticleId } = await links('ja');
    expect(safetyArticleId).toBe(id);
    expect(shown.map(({ label }) => label)).toEqual(DEMO_LINKS.map(({ labels }) => labels.ja));
    for (const { url } of shown) expect(url).toMatch(/[@/.]adit\.example/);
    await db().deleteFrom('articles').where('id', '=', BigInt(id)).execute();
    await db().deleteFrom('links').execute();
    await seedLinks(db(), DEMO_LINKS);
    expect(await links()).toEqual({ links: [], safetyArticleId: null });
    const own = { id: 'own', url: 'https://own.example/' };
    await db()
      .insertInto('links')
      .values({ ...own, position: 1 })
      .execute();
    expect((await links()).links).toEqual([{ ...own, label: 'own' }]);
  });

  test('a new version of the welcome notice is shown to everybody, in an available language', async () => {
    const shown = async (language: string) =>
      (await api.call('GET /api/index', {}, { language })).data.welcome;
    const write = (version: string, texts: Partial<Record<Language, string>>, published: Date) => {
      const rows = Object.entries(texts).map(([lang, body]) => ({
        version,
        lang,
        body,
        published_at: published,
      }));
      return db().insertInto('welcome_notices').values(rows).execute();
    };
    await seedWelcome(db(), WELCOME);
    expect((await shown('th')).version).toBe(WELCOME.version);
    const published = WELCOME.publishedAt.getTime();
    await write('older', { th: 'เก่า' }, new Date(published - 1000));
    expect((await shown('th')).version).toBe(WELCOME.version);
    await write('newer', { en: 'New', th: 'ใหม่' }, new Date(published + 1000));
    expect(await shown('th')).toEqual({ version: 'newer', body: 'ใหม่' });
    expect(await shown('vi')).toEqual({ version: 'newer', body: 'New' });
    // A start adds its own notice again; the operator's stays the latest.
    await seedWelcome(db(), WELCOME);
    expect((await shown('en')).version).toBe('newer');
  });

  describe('shipped content', () => {
    const seed = async () => {
      for (const article of ARTICLES) await seedArticle(db(), article);
    };
    test('is complete in every language', async () => {
      await seed();
      for (const language of LANGUAGES) {
        const rows = (await all({ limit: '100' }, language)).filter(({ cover }) => cover !== null);
        expect(rows.length).toBeGreaterThan(ARTICLES.length);
      }
      for (const { texts } of ARTICLES) {
        const pictures = [...texts.values()].map(
          ({ body }) => body.match(/!\[[^\]]+\]\([^)]+\)/g)?.length ?? 0,
        );
        expect(new Set(pictures).size).toBe(1);
        for (const text of texts.values()) expect(text.body.length).toBeGreaterThan(100);
      }
    });
    test("never overwrites the operator's changes", async () => {
      const [first, second] = ARTICLES.map(({ slug }) => slug);
      await db()
        .deleteFrom('articles')
        .where('slug', '=', first ?? '')
        .execute();
      await db()
        .updateTable('articles')
        .set({ pinned: true, cover: null })
        .where('slug', '=', second ?? '')
        .execute();
      const texts = db().updateTable('article_texts').set({ title: 'Mine' });
      await texts.where('lang', '=', 'en').execute();
      await seed();
      expect((await found('Mine')).length).toBeGreaterThan(1);
      const rows = await db().selectFrom('articles').select(['slug', 'pinned', 'cover']).execute();
      expect(rows.find(({ slug }) => slug === first)).toBeUndefined();
      expect(rows.find(({ slug }) => slug === second)).toMatchObject({ pinned: true, cover: null });
    });
  });
});
