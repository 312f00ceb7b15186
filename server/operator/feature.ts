/**
 * What operators can change and inspect while servers run: settings, coins, feeds, funds, books, chain, keys, backups,
 * exports, the log.
 */
import type { Logger } from 'pino';
import { chainCommands } from '#server/chain/chain.commands.ts';
import type { Chain } from '#server/chain/chain.ts';
import { coinCommands, readCoin } from '#server/chain/coins.commands.ts';
import { contractCommands } from '#server/chain/contracts/contracts.commands.ts';
import { custodyWatch, holdingOf, readCustody, withEarlier } from '#server/chain/custody.ts';
import { ownWallets } from '#server/chain/deposits/deposits.repository.ts';
import { readyBlock } from '#server/chain/watcher.rules.ts';
import { feedCommands } from '#server/chain/prices/feeds.commands.ts';
import type { Config } from '#server/config/config.ts';
import { settingCommands } from '#server/config/settings.commands.ts';
import { HOUR_MS } from '#rules/days.ts';
import { REFRESH_MS, type Settings } from '#server/config/settings.ts';
import type { Database } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { type FundCommandsDeps, fundCommands } from '#server/ledger/fund.commands.ts';
import { fundProof } from '#server/ledger/fund.check.ts';
import type { Proof } from '#server/ledger/proof.ts';
import type { Feature } from '#server/lib/feature.ts';
import { auditCommands } from './audit.commands.ts';
import { booksChore } from './books.ts';
import { operatorGauges } from './gauges.ts';
import { booksCommands } from './books.commands.ts';
import { backupCommands, dropLeftovers } from './backup.commands.ts';
import { type ExportDeps, exportCommands } from './export.commands.ts';
import { keysCommands } from './keys.commands.ts';
import { type KeysDeps, warnOfWrongKey } from './keys.ts';

interface OperatorDeps
  extends Omit<KeysDeps, 'chain'>, Pick<FundCommandsDeps, 'promised'>, Pick<ExportDeps, 'accountFile'> {
  readonly config: KeysDeps['config'] & Pick<Config, 'confirmations'>;
  readonly settings: Settings;
  readonly database: Database;
  readonly clock: Clock;
  readonly chain: Chain;
  readonly log: Logger;
  /** The proofs for the entries of all features. */
  readonly proofs: () => readonly Proof[];
}

/** A reading makes a dozen calls to the node. */
const CUSTODY_MS = HOUR_MS / 6;

export function operatorFeature(deps: OperatorDeps) {
  const { config, settings, database, clock, chain } = deps;
  const { dataDir } = config;
  const db = database.kysely;
  /** The last block whose deposits are booked; undefined on the devnet, which knows only the newest state. */
  function booked(): number | undefined {
    const { head, finalized, lag } = chain.status();
    if (chain.isDevnet || head === null || finalized === null || lag === null) return undefined;
    return readyBlock(head, finalized, config.confirmations) - lag;
  }
  const books = booksChore({ db, clock, log: deps.log, proofs: deps.proofs });
  /** Another server may have added a wallet. A server that stands still does not know what the others have booked. */
  async function readBooked(): Promise<Map<string, bigint>> {
    if (!chain.status().ok) return new Map();
    const own = await ownWallets(db);
    return readCustody(chain.rpc, withEarlier(chain.coins), [...own.keys()], booked());
  }
  return {
    chores: [
      books.chore,
      { name: 'settings', everyMs: REFRESH_MS, run: () => settings.refresh() },
      {
        name: 'custody',
        everyMs: CUSTODY_MS,
        run: custodyWatch(db, readBooked),
      },
    ],
    commands: [
      ...settingCommands({ settings, clock }),
      ...coinCommands({ settings, clock, chain }),
      ...contractCommands({ settings, db, clock, chain }),
      ...feedCommands({ settings, clock, chain }),
      ...fundCommands({
        ...{ database, clock, promised: deps.promised },
        onChain: (coin) => holdingOf(chain.rpc, readCoin(chain.coins, coin), chain.own),
        coins: chain.coins.map(({ symbol }) => symbol),
      }),
      ...booksCommands(db, deps.proofs),
      ...chainCommands({ database, clock, chain }),
      ...backupCommands({ database, clock, chain, dataDir }),
      ...exportCommands({ db, clock, accountFile: deps.accountFile }),
      ...keysCommands(db, deps),
      ...auditCommands(db),
    ],
    gauges: operatorGauges({ db, clock, chain }),
    proofs: [fundProof(chain.coins.map(({ symbol }) => symbol))],
    stop: books.stop,
    async start() {
      // Immediately reads a feed that was set through another process.
      settings.watch(() => void chain.feeds.refresh());
      dropLeftovers(dataDir);
      await warnOfWrongKey(db, deps, deps.log);
    },
  } satisfies Feature;
}
