/** The fees of withdrawals as the announcement about deposits and withdrawals tells them: a list in any language. */
import type { Language } from '#contract/call.ts';

/** Smallest withdrawal and fee of each coin on the day of the text (server/chain/coins.ts): [coin, least, fee]. */
const AT_THAT_DAY = [
  ['ADIT', 10, 1],
  ['USDT', 10, 1],
  ['BTC', 0.0005, 0.00005],
  ['ETH', 0.01, 0.0005],
  ['BNB', 0.02, 0.001],
  ['SQL', 0.1, 0.01],
  ['XRP', 10, 0.5],
  ['AOA', 10, 1],
  ['OOGE', 50, 5],
  ['TON', 5, 0.2],
  ['SHIB', 500_000, 50_000],
  ['AVAX', 0.5, 0.02],
] as const;

interface Row {
  readonly coin: string;
  readonly least: string;
  readonly fee: string;
}

/** A line of Markdown for each coin, with the numbers as the language writes them. */
export function feeList(lang: Language, line: (row: Row) => string): string {
  const number = new Intl.NumberFormat(lang, { maximumFractionDigits: 8 });
  return AT_THAT_DAY.map(([coin, least, fee]) =>
    line({ coin, least: number.format(least), fee: number.format(fee) }),
  ).join('\n');
}
