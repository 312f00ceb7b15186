// The data of a chart of days: amounts by Singapore day, exactly, and their sums.
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { dayOf, lastDays } from '#rules/days.ts';
import { CHART_DAYS } from '#rules/figures.ts';

/** A day, YYYY-MM-DD, with an amount for each series. */
export interface ChartDay {
  day: string;
  values: readonly string[];
}

/** What came in on each of the last 30 days, ending with the day of `until` (milliseconds). */
export function daysOf(items: readonly { time: string; amount: string }[], until: number): ChartDay[] {
  const sums = new Map<string, bigint>();
  for (const { time, amount } of items) {
    const day = dayOf(Date.parse(time));
    sums.set(day, (sums.get(day) ?? 0n) + toUnits(amount));
  }
  return lastDays(until, CHART_DAYS).map((day) => ({ day, values: [fromUnits(sums.get(day) ?? 0n)] }));
}

/** All days together, and the best one. */
export function sumsOf(days: readonly ChartDay[]): { total: string; best: string } {
  const sums = days.map(({ values }) => values.reduce((all, value) => all + toUnits(value), 0n));
  return {
    total: fromUnits(sums.reduce((all, sum) => all + sum, 0n)),
    best: fromUnits(sums.reduce((best, sum) => (sum > best ? sum : best), 0n)),
  };
}
