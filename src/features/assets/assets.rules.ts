// What the asset page derives from the coin list: exact sums, which coins to show, and how old the figures are.
import type { Output } from '#contract';
import { fromUnits, times, toUnits } from '#rules/amounts.ts';

export type AssetList = Output<'GET /api/assets/list'>;
export type Asset = AssetList['items'][number];

/** Sum of all values in USDT; coins without a price are left out and counted, so that the page can say so. */
export function totalOf(items: readonly Asset[]): { usdt: string; unpriced: number } {
  let sum = 0n;
  let unpriced = 0;
  for (const asset of items) {
    if (asset.valueUsdt !== null) sum += toUnits(asset.valueUsdt);
    else if (!isZero(asset)) unpriced += 1;
  }
  return { usdt: fromUnits(sum), unpriced };
}

/** The total held of a coin, free and staked: the amount that `valueUsdt` is based on. */
export const heldOf = ({ balance, staked }: Pick<Asset, 'balance' | 'staked'>): string =>
  fromUnits(toUnits(balance) + toUnits(staked));

/** Nothing held, neither free nor staked. */
const isZero = (asset: Pick<Asset, 'balance' | 'staked'>): boolean => heldOf(asset) === '0';

/** Value in USDT of the staked part; null without a price. */
export const stakedValue = (asset: Pick<Asset, 'staked' | 'price'>): string | null =>
  asset.price === null ? null : fromUnits(times(toUnits(asset.staked), toUnits(asset.price)));

/** The coins to show, in the server's order. A search includes zero balances. */
export function shown(
  items: readonly Asset[],
  { search, hideZero }: { search: string; hideZero: boolean },
): Asset[] {
  const wanted = search.normalize('NFKC').trim().toUpperCase();
  if (wanted) return items.filter(({ coin }) => coin.includes(wanted));
  return hideZero ? items.filter((asset) => !isZero(asset)) : [...items];
}

/** The actions that a coin supports, in button order. A coin without a price cannot be swapped. */
export function actionsOf(
  asset: Pick<Asset, 'depositable' | 'withdrawable' | 'exchangeable' | 'price'>,
  exchangeOpen: boolean,
): ('deposit' | 'withdraw' | 'exchange')[] {
  const can = {
    deposit: asset.depositable,
    withdraw: asset.withdrawable,
    exchange: exchangeOpen && asset.exchangeable && asset.price !== null,
  };
  return (['deposit', 'withdraw', 'exchange'] as const).filter((action) => can[action]);
}

/** After a minute without a new answer, the figures are shown with their time. */
export const OLD_MS = 60_000;

export const isOld = (asOf: string, now: number): boolean => now - Date.parse(asOf) > OLD_MS;
