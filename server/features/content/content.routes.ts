/** The home page's public data and the contact links. */
import { fromUnits } from '#contract/amounts.ts';
import type { Handlers } from '#server/http/handlers.ts';
import type { Db } from '#server/db/client.ts';
import { links, minerCount, welcome } from './content.repository.ts';

export interface ContentDeps {
  demo: boolean;
  /** ADIT that miners have produced so far, in smallest units. */
  produced: (db: Db) => Promise<bigint>;
}

export function contentRoutes(deps: ContentDeps): Handlers {
  return {
    'GET /api/index': async (c) => {
      const notice = await welcome(c.db, c.lang);
      return {
        banners: [],
        welcome: { version: notice?.version ?? '', body: notice?.body ?? '' },
        totals: { miners: await minerCount(c.db), produced: fromUnits(await deps.produced(c.db)), staked: '0' },
        serverTime: c.now.toISOString(),
        demo: deps.demo,
      };
    },
    'GET /api/links': async (c) => ({ links: await links(c.db, c.lang) }),
  };
}
