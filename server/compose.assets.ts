/** Coins, exchange, withdrawals and fund history with what they need: terms and limits are those in force when somebody asks. */
import { limitsOf } from '#rules/withdraw.ts';
import type { Chain } from './chain/chain.ts';
import { withTerms } from './chain/coins.terms.ts';
import type { Database } from './db/client.ts';
import { assetsRoutes } from './features/assets/assets.routes.ts';
import { exchangeRoutes } from './features/assets/exchange.routes.ts';
import { payoutCommands } from './features/assets/payouts.commands.ts';
import { recordsRoutes } from './features/assets/records.routes.ts';
import { withdrawRoutes } from './features/assets/withdraw.routes.ts';
import { closedAddresses } from './features/assets/withdraw.rules.ts';
import { withdrawLeft } from './features/assets/withdraw.usecases.ts';
import { noteRepurchase } from './features/buyback/buyback.repository.ts';
import { stakedOf } from './features/staking/staking.repository.ts';
import type { Clock } from './jobs/clock.ts';
import type { Fixed, Settings } from './config/settings.ts';

interface AssetsComposeDeps {
  readonly config: Pick<Fixed, 'publicRpcUrl' | 'explorerUrl' | 'confirmations'>;
  readonly settings: Settings;
  readonly database: Database;
  readonly clock: Clock;
  readonly chain: Chain;
  readonly tellBalance: (userId: bigint) => void;
}

export function composeAssets(deps: AssetsComposeDeps) {
  const { config, settings, database, clock, chain, tellBalance } = deps;
  const live = () => settings.now().config;
  const coins = () => withTerms(chain.coins, settings.now().coins);
  const limits = () => limitsOf(coins(), live().withdrawDailyLimits);
  const exchangeOpen = () => live().exchangeOpen;
  const quote = (coin: string) => chain.quote(coin);
  const paying = chain.payouts !== null;
  return {
    handlers: {
      ...assetsRoutes({
        ...{ coins, quote, exchangeOpen, paying },
        treasury: chain.treasury,
        chainId: chain.chainId,
        rpcUrl: config.publicRpcUrl ?? chain.rpcUrl,
        explorerUrl: config.explorerUrl,
        confirmations: config.confirmations,
        staked: async (db, user) => new Map([['ADIT', await stakedOf(db, user)]]),
        withdrawLeft: (db, user, now) => withdrawLeft(db, user, now, limits()),
      }),
      ...exchangeRoutes({ coins, quote, exchangeOpen, noteRepurchase }),
      ...recordsRoutes(),
      ...withdrawRoutes({
        ...{ coins, limits, paying },
        approval: () => live().withdrawApproval,
        closed: closedAddresses(chain.coins, chain.treasury, chain.payouts?.address),
        debited: () => chain.payouts?.nudge(),
      }),
    },
    commands: payoutCommands({ database, clock, payouts: chain.payouts, changed: tellBalance }),
  };
}
