/** The coin list with the caller's balances; a guest sees zeros. */
import type { Quote } from '#server/chain/prices/prices.rules.ts';
import type { Db } from '#server/db/client.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { type CoinFacts, assetView } from './assets.rules.ts';

export interface AssetsDeps {
  coins: () => readonly CoinFacts[];
  treasury: string | null;
  chainId: number;
  /** The node that the page may query directly. */
  rpcUrl: string;
  explorerUrl: string | undefined;
  confirmations: number;
  /** Null when a coin has no price or a stale one. */
  quote: (coin: string) => Quote | null;
  /** What an account may still withdraw today, by coin; a coin without a limit is missing. */
  withdrawLeft: (db: Db, userId: bigint, now: Date) => Promise<Map<string, bigint>>;
  /** The account's balances and current stakes by coin; a coin that cannot be staked is missing. */
  holdings: (
    db: Db,
    userId: bigint,
  ) => Promise<{ held: ReadonlyMap<string, bigint>; staked: ReadonlyMap<string, bigint> }>;
  exchangeOpen: () => boolean;
  /** False without a hot wallet: nothing can be withdrawn. */
  paying: boolean;
}

export function assetsRoutes(deps: AssetsDeps) {
  const wallets = { receiving: deps.treasury !== null, paying: deps.paying };
  return {
    'GET /api/assets/list': async (c) => {
      const holdings = c.user && (await deps.holdings(c.db, c.user.id));
      const left = c.user ? await deps.withdrawLeft(c.db, c.user.id, c.now) : undefined;
      return {
        items: deps.coins().map((coin) => {
          const { symbol } = coin;
          const holding = {
            balance: holdings?.held.get(symbol) ?? 0n,
            staked: holdings?.staked.get(symbol) ?? 0n,
            withdrawLeft: left?.get(symbol) ?? null,
          };
          return assetView(coin, holding, deps.quote(symbol), wallets);
        }),
        treasury: deps.treasury,
        chainId: deps.chainId,
        rpcUrl: deps.rpcUrl,
        explorerUrl: deps.explorerUrl ?? null,
        confirmations: deps.confirmations,
        exchangeOpen: deps.exchangeOpen(),
        asOf: c.now.toISOString(),
      };
    },
  } satisfies Partial<Handlers>;
}
