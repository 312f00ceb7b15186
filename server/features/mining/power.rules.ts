/**
 * Hashrate by the rules: what may be bought and sold back, what it costs and brings, and how it is shown. Pure; hashrate and
 * USDT are in smallest units (10^-18).
 */
import type { Output } from '#contract';
import { fromUnits, isAmountText, times, toUnits } from '#contract/amounts.ts';
import type { TeamLevels } from '#contract/commission.ts';
import { type MinerFacts, RULES, bonusOf } from './mining.rules.ts';

export type PowerView = Output<'GET /api/mining/power'>;

const WHOLE = toUnits('1');

/**
 * The most purchased hashrate of an account. It costs ten trillion USDT, more than there are; its use is that no sum of
 * hashrate outgrows a column of 38 digits, not even that of a team of fifty thousand who all have it.
 */
const MOST_PURCHASED = toUnits('1000000000000000');

/** USDT for one hashrate that is sold back: what is left of its price. */
export const RESALE_PRICE = times(RULES.hashratePrice, RULES.resaleRate);

/** A decimal string in smallest units; null for nothing, a text that is no amount, or what is no whole number of `step`. */
function multipleOf(text: string, step: bigint): bigint | null {
  const decimals = text.split('.')[1]?.length ?? 0;
  if (!isAmountText(text) || decimals > 18) return null;
  const units = toUnits(text);
  return units > 0n && units % step === 0n ? units : null;
}

/** Hashrate that may be bought: whole steps. */
export const purchaseOf = (text: string): bigint | null => multipleOf(text, RULES.hashrateStep);

/** Hashrate that may be sold back: whole numbers. */
export const resaleOf = (text: string): bigint | null => multipleOf(text, WHOLE);

/** Whether an account may have so much purchased hashrate. */
export const mayOwn = (purchased: bigint): boolean => purchased <= MOST_PURCHASED;

/** USDT that hashrate costs; exact, since it is sold in whole steps. */
export const priceOf = (hashrate: bigint): bigint => times(hashrate, RULES.hashratePrice);

/** USDT that hashrate brings when it is sold back, rounded down. */
export const resaleValueOf = (hashrate: bigint): bigint => times(hashrate, RESALE_PRICE);

/** All hashrate of an account as the contract shows it: what a cycle started now would run on. */
export function powerView(
  { gifted, purchased, team }: Pick<MinerFacts, 'gifted' | 'purchased' | 'team'>,
  levels: TeamLevels,
): PowerView {
  const [direct, indirect, third] = bonusOf(team, levels);
  return {
    power: fromUnits(gifted + purchased + direct + indirect + third),
    gifted: fromUnits(gifted),
    purchased: fromUnits(purchased),
    bonus: { direct: fromUnits(direct), indirect: fromUnits(indirect), third: fromUnits(third) },
    price: fromUnits(RULES.hashratePrice),
    resalePrice: fromUnits(RESALE_PRICE),
  };
}
