// What the asset page derives from the coin list: exact sums, which coins to show, and how old the figures are.
import type { Output } from '#contract';
import { openText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { fittingDecimals } from '#rules/shown-amounts.ts';
import { fromUnits, times, toUnits } from '#rules/amounts.ts';

export type MoneyAction = 'deposit' | 'withdraw' | 'exchange' | 'stake';
export type AssetList = Output<'GET /api/assets/list'>;
export type Asset = AssetList['items'][number];
type Fund = Output<'GET /api/mining/buyback/list'>['fund'];

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

/**
 * USDT that the repurchase fund can still pay today: to this person for what they have produced or, if they have
 * nothing to sell it, to everyone together.
 */
export function fundToday(
  { mine, budgetLeft }: Pick<Fund, 'mine' | 'budgetLeft'>,
  price: string | null,
): { usdt: string; own: boolean } {
  if (mine === null || mine.produced === '0') return { usdt: budgetLeft, own: false };
  const [left, worth] = [toUnits(mine.left), times(toUnits(mine.produced), toUnits(price ?? '0'))];
  return { usdt: fromUnits(worth < left ? worth : left), own: true };
}

/** The coins whose symbol contains a text, then those whose name does (“et”: ETH before Tether), in the server's order. */
export function matching(items: readonly Asset[], search: string): Asset[] {
  const wanted = search.normalize('NFKC').trim().toUpperCase();
  const bySymbol = items.filter(({ coin }) => coin.includes(wanted));
  const byName = items.filter(
    (asset) => !bySymbol.includes(asset) && asset.name.toUpperCase().includes(wanted),
  );
  return [...bySymbol, ...byName];
}

/** The coins that are held, and the others, both in the server's order. */
export function byHolding(items: readonly Asset[]): { held: Asset[]; others: Asset[] } {
  return { held: items.filter((asset) => !isZero(asset)), others: items.filter(isZero) };
}

/** The actions that a coin supports, in button order. A coin without a price cannot be swapped. */
export function actionsOf(
  asset: Pick<Asset, 'coin' | 'depositable' | 'withdrawable' | 'exchangeable' | 'price'>,
  open: { readonly exchange: boolean; readonly staking: boolean },
): MoneyAction[] {
  const can: Record<MoneyAction, boolean> = {
    deposit: asset.depositable,
    withdraw: asset.withdrawable,
    exchange: open.exchange && asset.exchangeable && asset.price !== null,
    stake: open.staking && asset.coin === BRAND.symbol,
  };
  return (['deposit', 'withdraw', 'exchange', 'stake'] as const).filter((action) => can[action]);
}

/** After a minute without a new answer, the figures are shown with their time. */
export const OLD_MS = 60_000;

export const isOld = (asOf: string, now: number): boolean => now - Date.parse(asOf) > OLD_MS;

/** Prices of cheap coins and rates need more decimals than amounts do. */
const PRICE_DECIMALS = 8;

/** A price in USDT; not personal, so it is never hidden. */
export const priceText = (price: string, language: string): string =>
  openText(price, language, { max: price.startsWith('0.') ? PRICE_DECIMALS : fittingDecimals(price) });

/** Digits shown of a rate too small for them, so that no rate reads as 0. */
const RATE_DIGITS = 4;

/** What one of a coin is worth in another; not personal, so it is never hidden. */
export function rateText(rate: string, coin: string, language: string): string {
  const zeros = /^0\.(0*)/.exec(rate)?.[1]?.length ?? 0;
  return `${openText(rate, language, { max: Math.max(PRICE_DECIMALS, zeros + RATE_DIGITS) })} ${coin}`;
}

/** A change of a price (a share as a decimal string) as "+1.25%", with a minus as wide as the plus. */
export const changeText = (change: string, language: string): string =>
  new Intl.NumberFormat(language, {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'exceptZero',
    numberingSystem: 'latn',
  })
    .format(Number(change))
    .replace('-', '−');

/** A coin's page. */
export const coinAddress = (coin: string): string => `/pages/asset/coin?coin=${coin}`;
