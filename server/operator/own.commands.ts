/** Commands that belong to no part of the running product: the operator's texts, keys, exports and log. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readMarkdown } from '#ui/markdown.ts';
import { DATA_SECTIONS } from '#server/compose.account.ts';
import type { Database } from '#server/db/client.ts';
import { accountFile } from '#server/features/account/export.routes.ts';
import { contentCommands } from '#server/features/content/content.commands.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { auditCommands } from './audit.commands.ts';
import { exportCommands } from './export.commands.ts';
import { keysCommands } from './keys.commands.ts';
import type { KeysDeps } from './keys.ts';
import type { Command } from './protocol.ts';

interface OwnDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keys: KeysDeps;
  /** Folders in which files of the app lie, built or not yet. */
  readonly app: readonly string[];
}

export function ownCommands({ database, clock, keys, app }: OwnDeps): Command[] {
  const db = database.kysely;
  const hasFile = (path: string) => app.some((folder) => existsSync(join(folder, path)));
  return [
    ...contentCommands({ database, clock, readMarkdown, hasFile }),
    ...exportCommands({
      db,
      clock,
      accountFile: (user, now) => accountFile(DATA_SECTIONS, db, user, now),
    }),
    ...keysCommands(db, keys),
    ...auditCommands(db),
  ];
}
