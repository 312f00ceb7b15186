/**
 * The content that ships with the product: announcements (articles/SLUG.LANG.md) and the welcome notice
 * (welcome/VERSION.LANG.md), read like the operator's files. Each announcement is added once: a changed text needs a
 * new slug, a changed notice a new version.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { OperatorFile } from '#server/operator/protocol.ts';
import { readNotice } from './article-file.rules.ts';
import { gather } from './article.gather.ts';
import type { ArticleSeed } from './content.writes.ts';

/** The files with one name, one per language. */
function filesOf(folder: string, name: string): OperatorFile[] {
  const path = join(import.meta.dirname, folder);
  return readdirSync(path)
    .filter((file) => file.startsWith(`${name}.`))
    .map((file) => ({ name: file, content: readFileSync(join(path, file), 'base64') }));
}

/** With a fixed date rather than the start's, so whatever the operator publishes stays above it. */
const article = (slug: string, date: string, picture: string, pinned = false): ArticleSeed => ({
  slug,
  pinned,
  cover: `/covers/${picture}.svg`,
  publishedAt: new Date(`${date}T00:00:00Z`),
  texts: gather({ options: {}, files: filesOf('articles', slug) }).texts,
});

export const ARTICLES: readonly ArticleSeed[] = [
  article('how-the-miner-works', '2026-11-01', 'miner', true),
  article('fees-and-odds', '2026-11-05', 'fees'),
  article('check-a-draw', '2026-11-08', 'draws'),
  article('without-a-network', '2026-11-15', 'offline'),
  article('where-yields-come-from', '2026-11-17', 'yields'),
  article('odds-and-edge', '2026-11-18', 'games'),
  article('deposits-and-withdrawals', '2026-11-19', 'money'),
  article('keep-your-wallet-safe', '2026-11-20', 'safety'),
  article('install-and-reminders', '2026-11-21', 'install'),
];

const VERSION = '2026-11-2';

export const WELCOME = {
  version: VERSION,
  publishedAt: new Date('2026-11-01T00:00:00Z'),
  texts: readNotice(filesOf('welcome', VERSION)),
};
