/** The public content of the home page: announcements, banners, contact links, the welcome notice, totals. */
import type { TeamLevels } from '#rules/team.ts';
import { readMarkdown } from '#ui/markdown.ts';
import type { Database } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { systemBalance } from '#server/ledger/read.ts';
import type { Feature } from '#server/lib/feature.ts';
import { articleCommands } from './article.commands.ts';
import { articleRoutes } from './articles.routes.ts';
import { bannerCommands } from './banner.commands.ts';
import { seedBanners } from './banners.repository.ts';
import { seedLinks, seedWelcome } from './content.repository.ts';
import { type ContentDeps, contentRoutes } from './content.routes.ts';
import { ARTICLES, WELCOME } from './content.seed.ts';
import { seedArticle } from './content.writes.ts';
import { linkCommands } from './link.commands.ts';
import { DEMO_BANNERS, DEMO_LINKS } from './links.seed.ts';
import { findPicture } from './pictures.repository.ts';
import type { HasFile } from './pictures.there.ts';
import { previewCommands } from './preview.commands.ts';
import { welcomeCommands } from './welcome.commands.ts';

interface ContentFeatureDeps extends Pick<ContentDeps, 'totals'> {
  readonly database: Database;
  readonly clock: Clock;
  readonly config: { readonly demo: boolean; readonly walletConnectProjectId: string | null };
  /** The current settings. */
  readonly live: () => {
    readonly exchangeOpen: boolean;
    readonly stakingOpen: boolean;
    readonly lotteryOpen: boolean;
    readonly raceOpen: boolean;
    readonly teamLevels: TeamLevels;
  };
  readonly hasFile: HasFile;
}

export function contentFeature({ database, clock, config, live, totals, hasFile }: ContentFeatureDeps) {
  const db = database.kysely;
  const read = database.read ?? ((work) => work(db));
  const operators = { database, clock, readMarkdown, hasFile };
  return {
    handlers: {
      ...articleRoutes(),
      ...contentRoutes({
        demo: config.demo,
        walletConnectProjectId: config.walletConnectProjectId,
        features: () => ({
          exchange: live().exchangeOpen,
          staking: live().stakingOpen,
          lottery: live().lotteryOpen,
          race: live().raceOpen,
          teamLevels: live().teamLevels,
        }),
        totals,
        staked: (tx) => systemBalance(tx, 'staked', 'ADIT'),
      }),
    },
    commands: [
      ...articleCommands(operators),
      ...previewCommands(operators),
      ...bannerCommands(operators),
      ...linkCommands(operators),
      ...welcomeCommands(operators),
    ],
    provides: { picture: (name: string) => read((tx) => findPicture(tx, name)) },
    async start() {
      await seedWelcome(db, WELCOME);
      for (const article of ARTICLES) await seedArticle(db, article);
      if (!config.demo) return;
      await seedLinks(db, DEMO_LINKS);
      await seedBanners(db, DEMO_BANNERS);
    },
  } satisfies Feature;
}
