/** The announcements of a new installation over HTTP: in every language, page by page, by search and with pictures. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Input, Output } from '#contract';
import { LANGUAGES, wireLanguage } from '#contract/languages.ts';
import { type App, startApp } from '#tests/support/app.ts';
import { LETTERS, expectInEveryLanguage, expectMalformed, walk } from '#tests/support/answers.ts';
import { type Client, client } from '#tests/support/http.ts';
import { UNLIMITED, ask, newcomer } from '#tests/support/person.ts';

const [INDEX, LIST, DETAIL] = [
  'GET /api/article/index',
  'GET /api/article/list',
  'GET /api/article/detail',
] as const;
type Article = Output<typeof LIST>['items'][number];

let app: App;
let guest: Client;
let all: Article[];

beforeAll(async () => {
  // With the built page, which includes the covers; the embedded database ignores case in every language.
  app = await startApp({ env: UNLIMITED });
  guest = client(app.url);
  all = await pages(100);
});
afterAll(() => app?.stop());

const pages = (size: number, more: Input<typeof LIST> = {}) =>
  walk(size, (query) => ask(guest, LIST, { ...query, ...more }));
const inLanguage = async (language: string) =>
  (await guest.call(LIST, { limit: '100' }, { language })).data.items;
const ids = (articles: readonly Article[]) => articles.map(({ id }) => id);
const found = async (search: string, language = 'en') =>
  ids((await guest.call(LIST, { search, limit: '100' }, { language })).data.items);

describe('announcements', () => {
  test('explain the app to a visitor before anything was published, newest first', async () => {
    expect(all.length).toBeGreaterThanOrEqual(4);
    expect(new Set(ids(all)).size).toBe(all.length);
    const times = all.map(({ publishedAt }) => Date.parse(publishedAt));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    for (const { title, summary } of all)
      for (const words of [title, summary]) {
        expect(words.trim()).not.toBe('');
        expect(words).not.toMatch(/[!{}<>]|undefined|lorem/i);
      }
    const words = all.map(({ title, summary }) => `${title} ${summary}`).join('\n');
    for (const topic of [/mining|miner/i, /odds/i, /fee/i, /verify|check/i, /draw/i])
      expect(words).toMatch(topic);
  });

  test('on the front page are the pinned one and the latest of the list', async () => {
    const { pinned, latest } = await ask(guest, INDEX, {});
    if (pinned) expect(all).toContainEqual(pinned);
    expect(latest.length).toBeGreaterThan(0);
    // Whether the pinned one appears twice is up to the front page.
    const others = all.filter(({ id }) => id !== pinned?.id);
    expect([all, others].map((each) => ids(each).slice(0, latest.length))).toContainEqual(ids(latest));
  });

  test('come in pages of any size, each of them once', async () => {
    for (const size of [1, 2, 3, 99]) expect(ids(await pages(size))).toEqual(ids(all));
    const { items } = await ask(guest, LIST, {});
    expect(ids(items)).toEqual(ids(all).slice(0, 20));
  });

  test('are not paged by the cursor of another list', async () => {
    const person = await newcomer(app.url);
    for (const name of ['GET /api/mining/buyback/list', 'GET /api/assets/records'] as const) {
      const { nextCursor } = await ask(person.api, name, { limit: '1' });
      if (nextCursor) await expectMalformed(guest, LIST, [{ cursor: nextCursor }]);
    }
    const { nextCursor } = await ask(guest, LIST, { limit: '1' });
    expect(nextCursor).not.toBeNull();
    for (const name of ['GET /api/mining/buyback/list', 'GET /api/assets/records'] as const)
      await expectMalformed(person.api, name, [{ cursor: nextCursor }]);
  });
});

describe('one announcement', () => {
  test('has its text in Markdown', async () => {
    for (const article of all) {
      const { body, ...rest } = await ask(guest, DETAIL, { id: article.id });
      expect(rest).toEqual(article);
      expect(body.length).toBeGreaterThan(200);
      expect(body).toMatch(/^(#{1,4} |[-*] |\d+\. |\|)|\*\*|\]\(/m);
      expect(body).not.toMatch(/<script|<iframe|javascript:|undefined|lorem/i);
      for (const [, target = ''] of body.matchAll(/\]\(([^)\s]+)/g))
        expect(target).toMatch(/^(https:\/\/|\/|#)/);
    }
  });

  test('is not found in any language if it does not exist', async () => {
    await expectInEveryLanguage(guest, DETAIL, { id: '999999999999999999' }, 404);
    expect(await guest.send(DETAIL, { id: '0' })).toMatchObject({ status: 404 });
    await expectMalformed(guest, DETAIL, [{}, { id: '' }, { id: 'x' }, { id: '-1' }, { id: '1 or 1=1' }]);
    await expectMalformed(guest, DETAIL, [{ id: '1'.repeat(19) }, { id: all[0]?.id, lang: 'en' }]);
  });

  test('has a picture on this server, or none', async () => {
    const { banners } = await ask(guest, 'GET /api/index', {});
    const covers = all.map(({ cover }) => cover).filter((cover) => cover !== null);
    expect(covers.length).toBeGreaterThan(0);
    for (const { articleId } of banners) expect(ids(all)).toContain(articleId);
    for (const picture of new Set([...covers, ...banners.map(({ image }) => image)])) {
      const place = new URL(picture, app.url);
      expect(place.origin).toBe(new URL(app.url).origin);
      const answer = await fetch(place);
      expect([picture, answer.status, answer.headers.get('content-type')]).toEqual([
        picture,
        200,
        expect.stringMatching(/^image\/(avif|webp|png|jpeg|svg\+xml)/),
      ]);
      expect((await answer.bytes()).length).toBeGreaterThan(100);
    }
  });
});

describe('languages', () => {
  test('have their own texts throughout', async () => {
    const listed = new Map<string, Article[]>();
    for (const language of LANGUAGES) listed.set(language, await inLanguage(wireLanguage(language)));
    for (const language of LANGUAGES) {
      const list = listed.get(language) ?? [];
      expect(ids(list)).toEqual(ids(all));
      for (const { id, summary, publishedAt, cover } of list) {
        expect([language, summary]).toEqual([language, expect.stringMatching(LETTERS[language])]);
        const { body, ...rest } = (await guest.call(DETAIL, { id }, { language })).data;
        expect(body).toMatch(LETTERS[language]);
        expect(rest).toMatchObject({ summary, publishedAt, cover });
      }
    }
    for (const [i] of all.entries())
      expect(new Set([...listed.values()].map((list) => list[i]?.summary)).size).toBe(LANGUAGES.length);
  });

  test('are matched by standard tags; others get simplified Chinese', async () => {
    const chinese = await inLanguage('zh_CN');
    for (const language of ['zh-Hans', 'de', 'fr-FR,fr;q=0.9', ''])
      expect([language, await inLanguage(language)]).toEqual([language, chinese]);
    expect(await inLanguage('zh-Hant-TW')).toEqual(await inLanguage('zh_TW'));
    expect(await inLanguage('ja-JP,ja;q=0.9,en;q=0.8')).toEqual(await inLanguage('ja'));
  });
});

describe('a search', () => {
  test('finds words of the title in any case, in the reader’s language', async () => {
    for (const language of LANGUAGES) {
      for (const { id, title } of await inLanguage(language)) {
        const words = title.slice(0, 80);
        expect(await found(words, language)).toContain(id);
        expect(await found(words.toUpperCase(), language)).toContain(id);
      }
    }
  });

  test('finds nothing for unknown words, and treats no character as a wildcard', async () => {
    for (const search of ['qqzzxxyy', '%zz%', '_______', '\\', "' or ''='", '\u{1F40C}'])
      expect([search, await found(search)]).toEqual([search, []]);
    for (const search of ['%', '_']) {
      const hits = (await guest.call(LIST, { search, limit: '100' })).data.items;
      for (const { id, title, summary } of hits) {
        const { body } = await ask(guest, DETAIL, { id });
        expect(title + summary + body).toContain(search);
      }
    }
    expect(await found('x'.repeat(80))).toEqual([]);
  });

  test('with an empty text finds everything, and later pages continue the search', async () => {
    expect(await found('')).toEqual(ids(all));
    const some = await found('draw');
    expect(some.length).toBeGreaterThan(0);
    expect(ids(await pages(1, { search: 'draw' }))).toEqual(some);
  });
});

test('guests, users and workers read the same', async () => {
  const { api, outboxToken } = await newcomer(app.url);
  const [first] = all;
  for (const reader of [api, guest.as(outboxToken), guest.as('nonsense')]) {
    expect((await ask(reader, LIST, { limit: '100' })).items).toEqual(all);
    expect(await ask(reader, INDEX, {})).toEqual(await ask(guest, INDEX, {}));
    expect(await ask(reader, DETAIL, { id: first?.id ?? '' })).toMatchObject({ id: first?.id });
  }
});
