// The storage that the app uses after a user has read 100 announcements: the browser's own estimate, and the size of
// each cache. Needs PostgreSQL for the announcements.
import type { Browser } from 'playwright-core';
import { Client } from 'pg';
import { LANGUAGES } from '#contract/languages.ts';
import { startApp } from '#tests/support/app.ts';
import { startCluster } from '#tests/support/postgres.ts';
import { findPostgres } from '#tests/support/tools.ts';
import { kilo } from './figures.ts';

const READ = 100;

/** About 450 words each, as long as the longer ones of the shipped announcements, each with one of their pictures. */
async function publish(db: Client): Promise<string[]> {
  const covers = await db.query<{ cover: string }>('select cover from articles where cover is not null');
  const { rows } = await db.query<{ id: string }>(
    `insert into articles (slug, cover, published_at)
     select 'bench-' || n, ($2::text[])[1 + n % cardinality($2::text[])], now() - n * interval '1 hour'
     from generate_series(1, $1) n returning id::text`,
    [READ, covers.rows.map(({ cover }) => cover)],
  );
  const ids = rows.map(({ id }) => id);
  const body = `## What changes\n\n${'A sentence of the usual length that says one thing and then another one. '.repeat(40)}\n\n- a point\n- another`;
  await db.query(
    `insert into article_texts (article_id, lang, title, summary, body)
     select id::bigint, lang, 'Announcement ' || id, 'What it is about, in one sentence.', $3
     from unnest($1::text[]) id, unnest($2::text[]) lang`,
    [ids, LANGUAGES, body],
  );
  return ids;
}

/** Runs in the page. */
async function taken() {
  const estimate = (await navigator.storage.estimate()) as StorageEstimate & {
    usageDetails?: Record<string, number>;
  };
  const cached: string[] = [];
  for (const name of await caches.keys())
    cached.push(`${name.replace(/-https?:.*/, '')} ${(await (await caches.open(name)).keys()).length}`);
  return { usage: estimate.usage ?? 0, parts: estimate.usageDetails ?? {}, cached };
}

/** One line for the console; says so if it could not be measured. */
export async function storageAfterReading(browser: Browser): Promise<string> {
  if (!findPostgres()) return `storage after reading ${READ} announcements: not measured without PostgreSQL`;
  await using end = new AsyncDisposableStack();
  const cluster = await startCluster();
  end.defer(() => cluster.stop());
  const app = await startApp({ env: { DATABASE_URL: cluster.url('postgres'), RATE_LIMIT: '0' } });
  end.defer(async () => void (await app.stop()));
  const db = new Client(cluster.url('postgres'));
  await db.connect();
  end.defer(() => db.end());
  const ids = await publish(db);
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 375, height: 812 } });
  end.defer(() => context.close());
  const page = await context.newPage();
  await page.goto(app.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  for (const id of ids) {
    await page.goto(`${app.url}/#/pages/notice/details?id=${id}`);
    await page.getByText(`Announcement ${id}`, { exact: true }).first().waitFor();
    await page.getByText('What changes').waitFor();
  }
  await page.waitForLoadState('networkidle');
  const { usage, parts, cached } = await page.evaluate(taken);
  const each = Object.entries(parts).map(([name, size]) => `${name} ${kilo(size)}`);
  return `storage after reading ${ids.length} announcements: ${kilo(usage)} kB (${each.join(', ')}); files: ${cached.join(', ')}`;
}
