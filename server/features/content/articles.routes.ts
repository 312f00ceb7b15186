/** Announcements: the pinned one with the latest ones, all of them in pages, and a single one with its text. */
import type { Handlers } from '#server/http/handlers.ts';
import { twoNumbers, pagesOf } from '#server/http/pages.ts';
import { refuse } from '#server/lib/refusal.ts';
import {
  type Article,
  type Place,
  listArticles,
  pinnedArticle,
  placeOf,
  readArticle,
} from './articles.repository.ts';

const LATEST = 5;
/** The end of the year 9999, in ms: the database does not read what a Date writes of later years. */
const LAST_MS = 253_402_300_799_999n;

/** Ids in a cursor are the database's own, times are whole milliseconds. */
const articlePages = pagesOf<Place>('article', {
  write: (place) => twoNumbers.write(place),
  read(text) {
    const place = twoNumbers.read(text) as Place | null;
    return place && place[0] <= LAST_MS ? place : null;
  },
});

const view = ({ id, publishedAt, ...rest }: Article) => ({
  ...rest,
  id: String(id),
  publishedAt: publishedAt.toISOString(),
});

export function articleRoutes() {
  return {
    'GET /api/article/index': async (c) => {
      const pinned = await pinnedArticle(c.db, c);
      const latest = await listArticles(c.db, c, { limit: LATEST });
      return { pinned: pinned ? view(pinned) : null, latest: latest.map(view) };
    },
    'GET /api/article/list': async (c) => {
      const { search, ...query } = c.input;
      const { after, limit } = articlePages.asked(query);
      const rows = await listArticles(c.db, c, { search, after, limit: limit + 1 });
      const { shown, nextCursor } = articlePages.page(rows, limit, placeOf);
      return { items: shown.map(view), nextCursor };
    },
    'GET /api/article/detail': async (c) => {
      const found = await readArticle(c.db, c, BigInt(c.input.id));
      return found ? { ...view(found), body: found.body } : refuse('not_found');
    },
  } satisfies Partial<Handlers>;
}
