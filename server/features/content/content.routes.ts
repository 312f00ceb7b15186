/** The home page's public data and the contact links. */
import { fromUnits } from '#rules/amounts.ts';
import type { Output } from '#contract';
import type { Handlers } from '#server/http/handlers.ts';
import type { Db } from '#server/db/client.ts';
import { type Reader, articleNamed, pinnedArticle } from './articles.repository.ts';
import { type Banner, shownBanners } from './banners.repository.ts';
import { links, welcome } from './content.repository.ts';

export interface ContentDeps {
  demo: boolean;
  walletConnectProjectId: string | null;
  /** The current settings. */
  features: () => Output<'GET /api/index'>['features'];
  /** Running miners, and ADIT produced by all so far, in smallest units. */
  totals: (db: Db) => Promise<{ miners: number; produced: bigint }>;
  /** ADIT currently staked, in smallest units. */
  staked: (db: Db) => Promise<bigint>;
}

/** The shipped article on wallet safety; the contact page links to it. */
const SAFETY = 'keep-your-wallet-safe';

/** If the operator has no banners, the pinned announcement is used as one. */
async function bannersOf(db: Db, reader: Reader): Promise<Banner[]> {
  const banners = await shownBanners(db, reader);
  if (banners.length > 0) return banners;
  const pinned = await pinnedArticle(db, reader);
  if (!pinned?.cover) return [];
  return [{ image: pinned.cover, articleId: pinned.id, lang: pinned.lang, title: pinned.title }];
}

export function contentRoutes(deps: ContentDeps) {
  return {
    'GET /api/index': async (c) => {
      const notice = await welcome(c.db, c.lang);
      const banners = await bannersOf(c.db, c);
      const { miners, produced } = await deps.totals(c.db);
      return {
        banners: banners.map((banner) => ({ ...banner, articleId: String(banner.articleId) })),
        welcome: { version: notice?.version ?? '', body: notice?.body ?? '' },
        totals: { miners, produced: fromUnits(produced), staked: fromUnits(await deps.staked(c.db)) },
        serverTime: c.now.toISOString(),
        demo: deps.demo,
        walletConnectProjectId: deps.walletConnectProjectId,
        features: deps.features(),
      };
    },
    'GET /api/links': async (c) => {
      const safety = await articleNamed(c.db, SAFETY, c.now);
      return {
        links: await links(c.db, c.lang),
        safetyArticleId: safety === undefined ? null : String(safety),
      };
    },
  } satisfies Partial<Handlers>;
}
