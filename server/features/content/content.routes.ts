/** The home page's public data and the contact links. */
import { fromUnits } from '#contract/amounts.ts';
import type { Output } from '#contract';
import type { Handlers } from '#server/http/handlers.ts';
import type { Db } from '#server/db/client.ts';
import { pinnedArticle } from './articles.repository.ts';
import { links, welcome } from './content.repository.ts';

export interface ContentDeps {
  demo: boolean;
  features: Output<'GET /api/index'>['features'];
  /** Miners that run, and ADIT that all have produced so far, in smallest units. */
  totals: (db: Db) => Promise<{ miners: number; produced: bigint }>;
  /** ADIT that is staked now, in smallest units. */
  staked: (db: Db) => Promise<bigint>;
}

export function contentRoutes(deps: ContentDeps): Handlers {
  return {
    'GET /api/index': async (c) => {
      const notice = await welcome(c.db, c.lang);
      const pinned = await pinnedArticle(c.db, c.lang);
      const { miners, produced } = await deps.totals(c.db);
      return {
        banners: pinned?.cover ? [{ image: pinned.cover, articleId: String(pinned.id) }] : [],
        welcome: { version: notice?.version ?? '', body: notice?.body ?? '' },
        totals: { miners, produced: fromUnits(produced), staked: fromUnits(await deps.staked(c.db)) },
        serverTime: c.now.toISOString(),
        demo: deps.demo,
        features: deps.features,
      };
    },
    'GET /api/links': async (c) => ({ links: await links(c.db, c.lang) }),
  };
}
