/** The coin list with the caller's balances; a guest sees zeros. */
import type { Handlers } from '#server/http/handlers.ts';
import { balances } from '#server/ledger/read.ts';
import { type CoinFacts, assetView } from './assets.rules.ts';

export interface AssetsDeps {
  coins: readonly CoinFacts[];
  treasury: string | null;
  chainId: number;
  /** The node that the page itself may ask. */
  rpcUrl: string;
  explorerUrl: string | undefined;
  confirmations: number;
  /** USDT a coin; null when there is none or it is stale. */
  price: (coin: string) => bigint | null;
}

export function assetsRoutes(deps: AssetsDeps): Handlers {
  return {
    'GET /api/assets/list': async (c) => {
      const held = c.user ? await balances(c.db, c.user.id) : new Map<string, bigint>();
      return {
        items: deps.coins.map((coin) =>
          assetView(coin, held.get(coin.symbol) ?? 0n, 0n, deps.price(coin.symbol)),
        ),
        treasury: deps.treasury,
        chainId: deps.chainId,
        rpcUrl: deps.rpcUrl,
        explorerUrl: deps.explorerUrl ?? null,
        confirmations: deps.confirmations,
        asOf: c.now.toISOString(),
      };
    },
  };
}
