/** The coin list as the contract shows it: balances, prices and values. */
import { fromUnits, times } from '#rules/amounts.ts';
import type { Output } from '#contract';
import { type Quote, hasFixedPrice } from '#server/chain/prices/prices.rules.ts';
import { feeOf, minimumOf } from '#rules/withdraw.ts';

type Asset = Output<'GET /api/assets/list'>['items'][number];

export interface CoinFacts {
  symbol: string;
  name: string;
  price: Parameters<typeof hasFixedPrice>[0];
  decimals: number;
  contract: string | null;
  /** Decimal strings. */
  minWithdraw: string;
  withdrawFee: string;
  /** Whether the operator has enabled them. */
  deposits: boolean;
  withdrawals: boolean;
  exchange: boolean;
}

interface Holding {
  balance: bigint;
  staked: bigint;
  /** Null without a limit and for a guest. */
  withdrawLeft: bigint | null;
}

/** Whether the operator has a wallet that receives, and one that pays. */
interface Wallets {
  receiving: boolean;
  paying: boolean;
}

/** One row of the list; a coin without a price has no value, which is not the same as a value of 0. */
export function assetView(
  coin: CoinFacts,
  { balance, staked, withdrawLeft }: Holding,
  quote: Quote | null,
  { receiving, paying }: Wallets,
): Asset {
  return {
    coin: coin.symbol,
    name: coin.name,
    decimals: coin.decimals,
    balance: fromUnits(balance),
    staked: fromUnits(staked),
    price: quote && fromUnits(quote.price),
    fixedPrice: hasFixedPrice(coin.price),
    priceAt: quote && quote.at.toISOString(),
    valueUsdt: quote && fromUnits(times(balance + staked, quote.price)),
    contract: coin.contract,
    depositable: coin.deposits && coin.contract !== null && receiving,
    withdrawable: coin.withdrawals && coin.contract !== null && paying,
    exchangeable: coin.exchange,
    minWithdraw: fromUnits(minimumOf(coin)),
    withdrawFee: fromUnits(feeOf(coin)),
    withdrawLeft: withdrawLeft === null ? null : fromUnits(withdrawLeft),
  };
}
