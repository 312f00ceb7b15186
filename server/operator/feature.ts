/** What operators change and inspect while servers run: settings, coins, feeds, funds, ledger, chain, keys, backups, exports, the log. */
import { chainCommands } from '#server/chain/chain.commands.ts';
import type { Chain } from '#server/chain/chain.ts';
import { coinCommands } from '#server/chain/coins.commands.ts';
import { contractCommands } from '#server/chain/contracts/contracts.commands.ts';
import { custodyWatch, readCustody } from '#server/chain/custody.ts';
import { feedCommands } from '#server/chain/prices/feeds.commands.ts';
import { settingCommands } from '#server/config/settings.commands.ts';
import { HOUR_MS } from '#rules/days.ts';
import { REFRESH_MS, type Settings } from '#server/config/settings.ts';
import type { Database } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { type FundCommandsDeps, fundCommands } from '#server/ledger/fund.commands.ts';
import { ledgerCommands } from '#server/ledger/ledger.commands.ts';
import type { Feature } from '#server/lib/feature.ts';
import { auditCommands } from './audit.commands.ts';
import { backupCommands, dropLeftovers } from './backup.commands.ts';
import { type ExportDeps, exportCommands } from './export.commands.ts';
import { keysCommands } from './keys.commands.ts';
import type { KeysDeps } from './keys.ts';

interface OperatorDeps
  extends Omit<KeysDeps, 'chain'>, Pick<FundCommandsDeps, 'promised'>, Pick<ExportDeps, 'accountFile'> {
  readonly settings: Settings;
  readonly database: Database;
  readonly clock: Clock;
  readonly chain: Chain;
}

/** A dozen calls to the node. */
const CUSTODY_MS = HOUR_MS / 6;

export function operatorFeature(deps: OperatorDeps) {
  const { config, settings, database, clock, chain } = deps;
  const { dataDir } = config;
  const db = database.kysely;
  const wallets = [chain.treasury, chain.payouts?.address].filter((one) => typeof one === 'string');
  /** What the wallets hold of a coin; null if the chain does not answer. */
  async function onChain(coin: string): Promise<bigint | null> {
    const asked = chain.coins.filter(({ symbol }) => symbol === coin);
    const held = await readCustody(chain.rpc, asked, wallets).catch(() => undefined);
    return held?.get(coin) ?? null;
  }
  return {
    chores: [
      { name: 'settings', everyMs: REFRESH_MS, run: () => settings.refresh() },
      {
        name: 'custody',
        everyMs: CUSTODY_MS,
        run: custodyWatch(db, () => readCustody(chain.rpc, chain.coins, wallets)),
      },
    ],
    commands: [
      ...settingCommands({ settings, clock }),
      ...coinCommands({ settings, clock, chain }),
      ...contractCommands({ settings, db, clock, chain }),
      ...feedCommands({ settings, clock, chain }),
      ...fundCommands({
        ...{ database, clock, onChain, promised: deps.promised },
        coins: chain.coins.map(({ symbol }) => symbol),
      }),
      ...ledgerCommands(database),
      ...chainCommands({ database, clock, chain }),
      ...backupCommands({ database, clock, dataDir }),
      ...exportCommands({ db, clock, accountFile: deps.accountFile }),
      ...keysCommands(db, deps),
      ...auditCommands(db),
    ],
    async start() {
      // Reads at once a feed that was set through another process.
      settings.watch(() => void chain.feeds.refresh());
      dropLeftovers(dataDir);
    },
  } satisfies Feature;
}
