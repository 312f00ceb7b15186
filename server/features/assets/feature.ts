/** Coins, exchange, withdrawals and fund history. Terms and limits are read at each request. */
import { fromUnits } from '#rules/amounts.ts';
import { limitsOf } from '#rules/withdraw.ts';
import type { Chain } from '#server/chain/chain.ts';
import { type CoinChanges, withTerms } from '#server/chain/coins.terms.ts';
import type { Database, Db } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import type { Feature } from '#server/lib/feature.ts';
import { assetsSections } from './assets.export.ts';
import { assetsRoutes } from './assets.routes.ts';
import { exchangeRoutes } from './exchange.routes.ts';
import type { ExchangeDeps } from './exchange.usecases.ts';
import { payoutCommands } from './payouts.commands.ts';
import { recordsRoutes } from './records.routes.ts';
import { closedAddresses } from './withdraw.rules.ts';
import { type WithdrawDeps, withdraw, withdrawLeft } from './withdraw.usecases.ts';

interface AssetsFeatureDeps extends Pick<ExchangeDeps, 'noteRepurchase'> {
  readonly database: Database;
  readonly clock: Clock;
  readonly chain: Chain;
  readonly config: {
    readonly publicRpcUrl: string | undefined;
    readonly explorerUrl: string | undefined;
    readonly confirmations: number;
  };
  /** The current settings. */
  readonly live: () => {
    readonly exchangeOpen: boolean;
    readonly withdrawDailyLimits: Parameters<typeof limitsOf>[1];
    readonly withdrawApproval: ReturnType<WithdrawDeps['approval']>;
  };
  /** The operator's changes to coins. */
  readonly coinChanges: () => CoinChanges;
  readonly stakedOf: (db: Db, userId: bigint) => Promise<bigint>;
  readonly tellBalance: (userId: bigint) => void;
}

export function assetsFeature(deps: AssetsFeatureDeps) {
  const { database, clock, chain, config, live } = deps;
  const coins = () => withTerms(chain.coins, deps.coinChanges());
  const limits = () => limitsOf(coins(), live().withdrawDailyLimits);
  const exchangeOpen = () => live().exchangeOpen;
  const quote = (coin: string) => chain.quote(coin);
  const paying = chain.payouts !== null;
  const withdrawing: WithdrawDeps = {
    ...{ coins, limits, paying },
    approval: () => live().withdrawApproval,
    closed: closedAddresses(chain.coins, chain.treasury, chain.payouts?.address),
  };
  return {
    handlers: {
      ...assetsRoutes({
        ...{ coins, quote, exchangeOpen, paying },
        treasury: chain.treasury,
        chainId: chain.chainId,
        rpcUrl: config.publicRpcUrl ?? chain.rpcUrl,
        explorerUrl: config.explorerUrl,
        confirmations: config.confirmations,
        staked: async (db, user) => new Map([['ADIT', await deps.stakedOf(db, user)]]),
        withdrawLeft: (db, user, now) => withdrawLeft(db, user, now, limits()),
      }),
      ...exchangeRoutes({ coins, quote, exchangeOpen, noteRepurchase: deps.noteRepurchase }),
      ...recordsRoutes(),
      'POST /api/assets/withdraw': async (c) => {
        const { id, fee, entry } = await withdraw(c.db, withdrawing, c.user, c.input, c.now);
        c.after(() => chain.payouts?.nudge());
        return { id: String(id), state: 'requested', fee: fromUnits(fee), entry: String(entry) };
      },
    },
    commands: payoutCommands({ database, clock, payouts: chain.payouts, changed: deps.tellBalance }),
    sections: assetsSections,
  } satisfies Feature;
}
