/** Arithmetic on amounts written as decimal strings of coins, exact to the smallest unit. */
import { fromUnits, toUnits } from '#rules/amounts.ts';

export const plus = (a: string, b: string) => fromUnits(toUnits(a) + toUnits(b));
export const minus = (a: string, b: string) => fromUnits(toUnits(a) - toUnits(b));
export const sum = (all: readonly string[]) => all.reduce(plus, '0');
export const fold = (amount: string, n: number) => fromUnits(toUnits(amount) * BigInt(n));
/** `amount × top / bottom`, rounded down to a unit. */
export const part = (amount: string, top: bigint, bottom: bigint) =>
  fromUnits((toUnits(amount) * top) / bottom);
