// `npm run bench articles`: the list of announcements, compared with a list a thousand times as long, on both
// databases, through the whole HTTP stack: the first page, one from the middle, home's request, and searches.
import { sql } from 'kysely';
import { pino } from 'pino';
import { type Db, openDatabase, withoutTimeLimit } from '#server/db/client.ts';
import { articleRoutes } from '#server/features/content/articles.routes.ts';
import type { Place } from '#tests/support/databases.ts';
import { fakeApp } from '#tests/support/fake-app.ts';
import { type Client as Api, client } from '#tests/support/http.ts';
import { type Pages, longBesideShort, measure } from './long-lists.ts';

const LIST = 'GET /api/article/list';
const LANGUAGES = ['en', 'th', 'zh-Hans'];
const NEWEST = Date.UTC(2026, 9, 1);
const MINUTE = 60_000;

/** One minute apart, in three languages, with the oldest one pinned: the hardest one to find, even for a search. */
async function articles(db: Db, count: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await withoutTimeLimit(tx);
    await sql`
      insert into articles (slug, pinned, cover, published_at)
      select 'bench-' || n, n = ${count}, '/covers/miner.svg', ${new Date(NEWEST)}::timestamptz - n * interval '1 minute'
      from generate_series(1, ${count}::int) n`.execute(tx);
    // Built in one go, an index of this size takes a fraction of the time.
    const { rows } = await sql<{ index: string }>`
      select pg_get_indexdef('article_shown_parts'::regclass) as index`.execute(tx);
    await sql`drop index article_shown_parts`.execute(tx);
    await sql`
      insert into article_texts (article_id, lang, title, summary, body)
      select id, lang, 'Title of ' || slug || case when pinned then ' 最后一个' else '' end,
        'What it says, in about as many words as a summary has: ' || md5(slug), repeat('Text. ', 100)
      from articles, unnest(${LANGUAGES}::text[]) lang`.execute(tx);
    await sql.raw(rows[0]?.index ?? '').execute(tx);
  });
  for (const name of ['articles', 'article_texts', 'article_shown'])
    await sql`vacuum (analyze) ${sql.table(name)}`.execute(db);
}

const cursorAt = (at: number) => Buffer.from(`article.${at}.0`).toString('base64url');

interface List {
  api: Api;
  rows: number;
}

const PAGES: Pages<List> = {
  'first page': ({ api }) => api.send(LIST, {}),
  'a page from the middle': ({ api, rows }) =>
    api.send(LIST, { cursor: cursorAt(NEWEST - Math.floor(rows / 2) * MINUTE) }),
  'pinned and latest': ({ api }) => api.send('GET /api/article/index', {}),
  'search: all match': ({ api }) => api.send(LIST, { search: 'title' }),
  'search: the oldest matches': ({ api, rows }) => api.send(LIST, { search: `title of bench-${rows} ` }),
  'search: none matches': ({ api }) => api.send(LIST, { search: 'nowhere' }),
  'search: none matches, common parts': ({ api }) => api.send(LIST, { search: 'title title' }),
  'search of two characters: all match': ({ api }) => api.send(LIST, { search: 'be' }),
  'search of two characters: the oldest': ({ api }) => api.send(LIST, { search: '最后' }),
  'search of two characters: none': ({ api }) => api.send(LIST, { search: '矿工' }),
};

export const bench = (argv: string[]): Promise<void> =>
  longBesideShort(argv, {
    goal: 'page or search of many announcements beside that of few',
    defaults: { rows: 100_000, short: 100, rounds: 50 },
    databases: ['few', 'many'],
    async compare([few, many], { rows, short, rounds }) {
      await using end = new AsyncDisposableStack();
      const open = async (place: Place | undefined, count: number): Promise<List> => {
        const database = await openDatabase({ ...place, log: pino({ level: 'silent' }) });
        end.defer(() => database.close());
        await articles(database.kysely, count);
        const { app } = fakeApp(database, { handlers: articleRoutes() });
        end.defer(() => app.close());
        return { api: client(app), rows: count };
      };
      return await measure(PAGES, [await open(few, short), await open(many, rows)], rounds);
    },
  });
