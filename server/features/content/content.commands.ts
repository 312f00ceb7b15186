/** The operator's commands on announcements, banners, contact links and the welcome notice. */
import type { Command } from '#server/operator/protocol.ts';
import { type ArticleCommandsDeps, articleCommands } from './article.commands.ts';
import { bannerCommands } from './banner.commands.ts';
import { linkCommands } from './link.commands.ts';
import { previewCommands } from './preview.commands.ts';
import { welcomeCommands } from './welcome.commands.ts';

export const contentCommands = (deps: ArticleCommandsDeps): Command[] => [
  ...articleCommands(deps),
  ...previewCommands(deps),
  ...bannerCommands(deps),
  ...linkCommands(deps),
  ...welcomeCommands(deps),
];
