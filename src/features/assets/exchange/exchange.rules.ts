// The figures of an exchange: available pairs, the minimum accepted amount, and rates both ways. Amounts are exact
// decimals; everything is rounded down.
import type { Output } from '#contract';
import { BRAND } from '#lib/brand.ts';
import { UNIT, fromUnits, readUnits, toDecimals, toUnits } from '#rules/amounts.ts';
import { wrongPair } from '#rules/exchange.ts';

export type Asset = Output<'GET /api/assets/list'>['items'][number];
export type Quote = Output<'POST /api/assets/swap'>;

/** The two coins that the page starts with. */
const NATIVE = BRAND.symbol;
const STABLE = 'USDT';

/** Whether two coins can be swapped, apart from prices. */
export const isPair = (from: string, to: string): boolean => wrongPair(from, to) === null;

type Priced = Pick<Asset, 'coin' | 'price' | 'exchangeable'>;

/** Has a price now, and is not disabled by the operator. */
const isOffered = ({ price, exchangeable }: Priced): boolean => price !== null && exchangeable;

/** The coins that can be given: those offered, and the chosen one even if its price has disappeared. */
export const givable = <T extends Priced>(items: readonly T[], chosen: string): T[] =>
  items.filter((asset) => isOffered(asset) || asset.coin === chosen);

/** What a coin can be swapped for; the chosen one is kept even if its price has disappeared. */
export const partners = <T extends Priced>(items: readonly T[], from: string, chosen: string): T[] =>
  givable(items, chosen).filter(({ coin }) => isPair(from, coin));

export interface Pair {
  from: string;
  to: string;
}

/** A valid pair: `to` is kept if possible, otherwise it is the first of the list that goes with `from`. */
export function pairOf(items: readonly Priced[], from: string, to: string | undefined): Pair {
  const priced = items.some((asset) => asset.coin === from && isOffered(asset)) ? from : STABLE;
  const fitting = partners(items, priced, '');
  const usual = priced === STABLE ? NATIVE : STABLE;
  const wanted = [to, usual].find((coin) => fitting.some((asset) => asset.coin === coin));
  return { from: priced, to: wanted ?? fitting[0]?.coin ?? usual };
}

/** The initial pair: the requested one, otherwise the native coin for USDT. */
export const firstPair = (items: readonly Priced[], wanted: Partial<Pair>): Pair => {
  if (wanted.from === undefined && wanted.to !== undefined) {
    const from = wanted.to === STABLE ? NATIVE : STABLE;
    return pairOf(items, from, wanted.to);
  }
  return pairOf(items, wanted.from ?? STABLE, wanted.to);
};

type AmountProblem = 'empty' | 'invalid' | 'balance';

/** Why an amount cannot be quoted ('empty', 'invalid') or swapped ('balance'). */
export function amountProblem(balance: string, text: string): AmountProblem | null {
  if (text === '') return 'empty';
  const amount = readUnits(text);
  if (amount === null || amount === 0n) return 'invalid';
  return amount > toUnits(balance) ? 'balance' : null;
}

/** Slippage in hundredths of a percent: 50 is 0.5 %. */
export const SLIPPAGES = [10, 50, 100] as const;
export const USUAL_SLIPPAGE = 50;
export const MIN_SLIPPAGE = 1;
export const MAX_SLIPPAGE = 500;
const WHOLE = 10_000n;

/** A typed percentage as slippage; undefined unless it is between 0.01 and 5 with at most two decimals. */
export function slippageOf(typed: string): number | undefined {
  if (!/^\d(\.\d{1,2})?$/.test(typed)) return undefined;
  const slippage = Number(toDecimals(toUnits(typed), 2));
  return slippage >= MIN_SLIPPAGE && slippage <= MAX_SLIPPAGE ? slippage : undefined;
}

/** The minimum accepted instead of `received`: `slippage` hundredths of a percent below it, rounded down. */
export const minReceived = (received: string, slippage: number): string =>
  fromUnits((toUnits(received) * (WHOLE - BigInt(slippage))) / WHOLE);

/** `from` per `to`, given `to` per `from`, rounded down; null if it is too small for 18 decimals. */
export function inverse(rate: string): string | null {
  const units = toUnits(rate);
  const turned = units === 0n ? 0n : (UNIT * UNIT) / units;
  return turned === 0n ? null : fromUnits(turned);
}

/** The part of the amount that a source takes. */
export const takenBy = ({ parts }: Pick<Quote, 'parts'>, source: 'fund' | 'reserve'): string =>
  parts.find((part) => part.source === source)?.amount ?? '0';

/** Balances after the exchange; null when the balance is too low. */
export function afterOf(quote: Quote): { from: string | null; to: string } {
  const { from, to, amount, received, balances } = quote;
  const left = toUnits(balances[from] ?? '0') - toUnits(amount);
  return {
    from: left < 0n ? null : fromUnits(left),
    to: fromUnits(toUnits(balances[to] ?? '0') + toUnits(received)),
  };
}
