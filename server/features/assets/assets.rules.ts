/** The coin list as the contract shows it: balances, prices and what they are worth. */
import { fromUnits, times } from '#contract/amounts.ts';
import type { Output } from '#contract';

type Asset = Output<'GET /api/assets/list'>['items'][number];

export interface CoinFacts {
  symbol: string;
  decimals: number;
  contract: string | null;
  /** Decimal strings. */
  minWithdraw: string;
  withdrawFee: string;
}

/** One row of the list; a coin without a price has no value either, which is not the same as a value of 0. */
export function assetView(coin: CoinFacts, balance: bigint, staked: bigint, price: bigint | null): Asset {
  return {
    coin: coin.symbol,
    decimals: coin.decimals,
    balance: fromUnits(balance),
    staked: fromUnits(staked),
    price: price === null ? null : fromUnits(price),
    valueUsdt: price === null ? null : fromUnits(times(balance + staked, price)),
    contract: coin.contract,
    depositable: coin.contract !== null,
    withdrawable: coin.contract !== null,
    minWithdraw: coin.minWithdraw,
    withdrawFee: coin.withdrawFee,
  };
}
