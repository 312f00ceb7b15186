// The operator's content commands with the calls that show the content, over one database.
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Database } from '#server/db/client.ts';
import { fakeApp } from '#tests/support/fake-app.ts';
import { type Client, client } from '#tests/support/http.ts';
import { type Said, contentOf, fileOf, handClock, operatorOf } from '#tests/support/operator.ts';

export const NOON = new Date('2026-12-01T12:00:00Z');

/** An announcement's file. */
export const article = (lang: string, title: string, text = 'About it.') =>
  fileOf(`a.${lang}.md`, `# ${title}\n\n${text}`);

/** Declares the hooks of a suite: each test begins at noon without any content. */
export function contentFixture(open: () => Database) {
  const clock = handClock(NOON);
  let operator: ReturnType<typeof operatorOf>;
  let app: ReturnType<typeof fakeApp>['app'];
  let api: Client;
  const db = () => open().kysely;
  const say = (...asked: Parameters<typeof operator>): Promise<Said> => operator(...asked);
  const list = async (language = 'en') =>
    (await api.call('GET /api/article/list', {}, { language })).data.items;

  beforeAll(() => {
    operator = operatorOf(open(), clock);
    const { handlers, provides } = contentOf(open(), clock);
    app = fakeApp(open(), { handlers, clock, pictures: provides.picture }).app;
    api = client(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    clock.set(NOON);
    for (const table of ['articles', 'links', 'welcome_notices', 'pictures'] as const)
      await db().deleteFrom(table).execute();
  });

  return {
    clock,
    db,
    say,
    list,
    get: (url: string) => app.inject({ url }),
    titles: async (language = 'en') => (await list(language)).map(({ title }) => title),
    body: async (language = 'en'): Promise<string> => {
      const [first] = await list(language);
      return (await api.call('GET /api/article/detail', { id: first?.id ?? '0' }, { language })).data.body;
    },
    home: async () => (await api.call('GET /api/index', {})).data,
    links: async (language = 'en') => (await api.call('GET /api/links', {}, { language })).data.links,
    pictures: async () =>
      (await db().selectFrom('pictures').select('name').execute()).map(({ name }) => name),
    /** Refused in one line. */
    refused: async (why: string, ...asked: Parameters<typeof say>) => {
      const { ok, text } = await say(...asked);
      expect([ok, text, text.includes('\n')]).toEqual([false, expect.stringContaining(why), false]);
    },
  };
}
