// `npm run bench articles`: the list of announcements, compared with a list a thousand times as long, on both
// databases, through the whole HTTP stack: the first page, one from the middle, home's request, and searches.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { pino } from 'pino';
import { type Db, type OpenOptions, openDatabase, withoutTimeLimit } from '#server/db/client.ts';
import { articleRoutes } from '#server/features/content/articles.routes.ts';
import { fakeApp } from '#tests/support/fake-app.ts';
import { type Client as Api, client } from '#tests/support/http.ts';
import { startCluster } from '#tests/support/postgres.ts';
import { readArgs } from './args.ts';
import { keep, median, ratio, table } from './figures.ts';
import { judged, worst } from './goals.ts';

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

const PAGES: Record<string, (api: Api, rows: number) => Promise<{ code: number; text: string }>> = {
  'first page': (api) => api.send(LIST, {}),
  'a page from the middle': (api, rows) =>
    api.send(LIST, { cursor: cursorAt(NEWEST - Math.floor(rows / 2) * MINUTE) }),
  'pinned and latest': (api) => api.send('GET /api/article/index', {}),
  'search: all match': (api) => api.send(LIST, { search: 'title' }),
  'search: the oldest matches': (api, rows) => api.send(LIST, { search: `title of bench-${rows} ` }),
  'search: none matches': (api) => api.send(LIST, { search: 'nowhere' }),
  'search: none matches, common parts': (api) => api.send(LIST, { search: 'title title' }),
  'search of two characters: all match': (api) => api.send(LIST, { search: 'be' }),
  'search of two characters: the oldest': (api) => api.send(LIST, { search: '最后' }),
  'search of two characters: none': (api) => api.send(LIST, { search: '矿工' }),
};

async function time(ask: () => Promise<{ code: number; text: string }>): Promise<number> {
  const start = performance.now();
  const { code, text } = await ask();
  const took = performance.now() - start;
  if (code !== 0) throw new Error(`the page was refused: ${text}`);
  return took;
}

type Place = Pick<OpenOptions, 'databaseUrl' | 'dataDir'>;

/** Medians in ms: page → few and many, alternating, so that a busy moment affects both. */
async function compare(places: [Place, Place], counts: [number, number], rounds: number) {
  const log = pino({ level: 'silent' });
  await using end = new AsyncDisposableStack();
  const apis: Api[] = [];
  for (const n of [0, 1] as const) {
    const database = await openDatabase({ ...places[n], log });
    end.defer(() => database.close());
    await articles(database.kysely, counts[n]);
    const { app } = fakeApp(database, { handlers: articleRoutes() });
    end.defer(() => app.close());
    apis.push(client(app));
  }
  const figures: { page: string; ms: [number, number] }[] = [];
  for (const [page, ask] of Object.entries(PAGES)) {
    const times: [number[], number[]] = [[], []];
    // The first tenth is a warm-up and is not counted.
    for (let round = -Math.ceil(rounds / 10); round < rounds; round += 1)
      for (const n of [0, 1] as const) {
        const api = apis[n];
        const took = api ? await time(() => ask(api, counts[n])) : 0;
        if (round >= 0) times[n].push(took);
      }
    figures.push({ page, ms: [median(times[0]) ?? 0, median(times[1]) ?? 0] });
  }
  return figures;
}

export async function bench(argv: string[]): Promise<void> {
  const options = readArgs(argv, { rows: 100_000, short: 100, rounds: 50, json: '' });
  await using end = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'adit-bench-'));
  end.defer(() => rm(dataDir, { recursive: true, force: true }));
  const cluster = await startCluster({ durable: true });
  end.defer(() => cluster.stop());
  const admin = new Client(cluster.url('postgres'));
  await admin.connect();
  for (const name of ['few', 'many']) await admin.query(`create database ${name}`);
  await admin.end();
  const results: Record<string, Awaited<ReturnType<typeof compare>>> = {};
  for (const [name, places] of [
    ['PostgreSQL', [{ databaseUrl: cluster.url('few') }, { databaseUrl: cluster.url('many') }]],
    ['PGlite', [{ dataDir: join(dataDir, 'few') }, { dataDir: join(dataDir, 'many') }]],
  ] as const) {
    results[name] = await compare([...places], [options.short, options.rows], options.rounds);
    const lines = results[name].map(({ page, ms: [few, many] }) => [
      page,
      few.toFixed(2),
      many.toFixed(2),
      ratio(many, few),
    ]);
    const head = [name, `${options.short} rows, ms`, `${options.rows} rows, ms`, 'ratio'];
    console.log(`${table([head, ...lines])}\n`);
  }
  console.log(`pages of 20, medians of ${options.rounds}

${judged(
  Object.entries(results).map(([name, pages]) => [
    'page or search of many announcements beside that of few',
    worst(pages.map(({ ms: [few, many] }) => many / few)),
    `worst, ${name}`,
  ]),
)}`);
  await keep(options.json, { options, results });
}
