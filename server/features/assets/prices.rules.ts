/** What charts show of past prices: of one coin, and of everything that an account held. Pure; amounts in units. */
import { times } from '#rules/amounts.ts';
import type { PastPrice } from '#server/chain/prices/prices.repository.ts';

/** An amount of a coin at a moment; several of one coin and moment add up. */
export interface Held {
  readonly moment: Date;
  readonly coin: string;
  readonly amount: bigint;
}

const keyOf = (coin: string, moment: Date): string => `${coin} ${moment.getTime()}`;

/**
 * The value of what was held at each moment, from the first one at which all its prices are known: any earlier, the
 * line would begin with only part of the holdings. Of the time before anything was held, it shows one moment. Coins
 * outside `valued` have no price now and are left out, as in the current total.
 */
export function worthAt(
  moments: readonly Date[],
  held: readonly Held[],
  {
    valued,
    fixed,
    past,
  }: { valued: ReadonlySet<string>; fixed: ReadonlyMap<string, bigint>; past: readonly PastPrice[] },
): { at: Date; usdt: bigint }[] {
  const prices = new Map(past.map(({ coin, moment, price }) => [keyOf(coin, moment), price]));
  const sums = new Map<number, bigint | null>(moments.map((moment) => [moment.getTime(), 0n]));
  for (const { moment, coin, amount } of held) {
    if (amount === 0n || !valued.has(coin)) continue;
    const price = fixed.get(coin) ?? prices.get(keyOf(coin, moment));
    const sum = sums.get(moment.getTime()) ?? null;
    sums.set(moment.getTime(), sum === null || price === undefined ? null : sum + times(amount, price));
  }
  const values = moments.map((at) => ({ at, usdt: sums.get(at.getTime()) ?? null }));
  const known = values.findLastIndex(({ usdt }) => usdt === null) + 1;
  const some = values.findIndex(({ usdt }) => usdt !== null && usdt > 0n);
  return values
    .slice(Math.max(known, some < 0 ? values.length - 1 : some - 1))
    .flatMap(({ at, usdt }) => (usdt === null ? [] : [{ at, usdt }]));
}
