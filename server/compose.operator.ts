/** What an operator changes and keeps while servers run: settings, coins, feeds, funds, backups. */
import { backupCommands, dropLeftovers } from './operator/backup.commands.ts';
import type { Chain } from './chain/chain.ts';
import { coinCommands } from './chain/coins.commands.ts';
import { contractCommands } from './chain/contracts/contracts.commands.ts';
import { feedCommands } from './chain/prices/feeds.commands.ts';
import { composeFund } from './compose.fund.ts';
import type { Database } from './db/client.ts';
import type { Clock } from './jobs/clock.ts';
import type { Chore } from './jobs/runner.ts';
import type { Command } from './operator/protocol.ts';
import { settingCommands } from './config/settings.commands.ts';
import { REFRESH_MS, type Settings } from './config/settings.ts';

interface OperatorComposeDeps {
  readonly config: { readonly dataDir: string };
  readonly settings: Settings;
  readonly database: Database;
  readonly clock: Clock;
  readonly chain: Chain;
}

export function composeOperator({ config, settings, database, clock, chain }: OperatorComposeDeps) {
  // A feed that another process was told of is read here at once.
  settings.watch(() => void chain.feeds.refresh());
  dropLeftovers(config.dataDir);
  const commands: Command[] = [
    ...settingCommands({ settings, clock }),
    ...coinCommands({ settings, clock, chain }),
    ...contractCommands({ settings, db: database.kysely, clock, chain }),
    ...feedCommands({ settings, clock, chain }),
    ...composeFund({ database, clock, chain }),
    ...backupCommands({ database, clock, dataDir: config.dataDir }),
  ];
  const chores: Chore[] = [{ name: 'settings', everyMs: REFRESH_MS, run: () => settings.refresh() }];
  return { commands, chores };
}
