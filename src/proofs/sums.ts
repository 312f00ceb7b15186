/**
 * Amounts by coin as they are hashed: coins in alphabetical order, whole smallest units (10^-18 of a coin) in
 * decimal, and zero amounts left out. Equal content has exactly one text, and so exactly one hash.
 */

interface CoinSum {
  readonly coin: string;
  readonly units: bigint;
}

/** Sorted by coin, each coin once, all amounts above zero. */
export type Sums = readonly CoinSum[];

const COIN = /^[A-Z0-9]{2,10}$/;
const AMOUNT = /^(\d{1,20})(?:\.(\d{1,18}))?$/;
const UNITS = /^[1-9]\d{0,37}$/;
const DECIMALS = 18;
/** Twenty digits before the point: the largest amount that can be written and that fits the ledger's column. */
const END = 10n ** 38n;

/**
 * Whether every amount is positive and no more than can exist. Only then can a sum never be less than one of its parts.
 */
export const arePlausible = (sums: Sums): boolean =>
  sums.every(({ coin, units }) => COIN.test(coin) && units > 0n && units < END);

const inOrder = (sums: CoinSum[]): Sums =>
  sums.sort((one, other) => (one.coin < other.coin ? -1 : one.coin > other.coin ? 1 : 0));

/**
 * Parses amounts by coin from decimal strings ("12.5").
 * @returns null if one is invalid: a sign, an exponent, more than 18 decimals or 20 digits before the point
 */
export function readSums(amounts: unknown): Sums | null {
  if (typeof amounts !== 'object' || amounts === null || Array.isArray(amounts)) return null;
  const sums: CoinSum[] = [];
  for (const [coin, amount] of Object.entries(amounts)) {
    const [, whole, fraction = ''] = (typeof amount === 'string' && AMOUNT.exec(amount)) || [];
    if (whole === undefined || !COIN.test(coin)) return null;
    const units = BigInt(whole + fraction.padEnd(DECIMALS, '0'));
    if (units > 0n) sums.push({ coin, units });
  }
  return inOrder(sums);
}

/** The text that is hashed: `ADIT=12000000000000000000;USDT=5` with a newline that marks its end. */
export const sumsText = (sums: Sums): string =>
  `${sums.map(({ coin, units }) => `${coin}=${units}`).join(';')}\n`;

/**
 * Parses that text, with or without its newline.
 * @throws RangeError if it is not exactly as `sumsText` writes it
 */
export function sumsOf(text: string): Sums {
  const line = text.endsWith('\n') ? text.slice(0, -1) : text;
  if (line === '') return [];
  let last = '';
  return line.split(';').map((part) => {
    const [coin = '', units = '', rest] = part.split('=');
    if (!COIN.test(coin) || coin <= last || !UNITS.test(units) || rest !== undefined)
      throw new RangeError(`not sums: ${text}`);
    last = coin;
    return { coin, units: BigInt(units) };
  });
}

/** Adds two sums. */
export function addSums(one: Sums, other: Sums): Sums {
  const sums: CoinSum[] = [];
  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    const [a, b] = [one[i], other[j]];
    if (a !== undefined && (b === undefined || a.coin < b.coin)) {
      sums.push(a);
      i += 1;
    } else if (b !== undefined && (a === undefined || b.coin < a.coin)) {
      sums.push(b);
      j += 1;
    } else if (a !== undefined && b !== undefined) {
      sums.push({ coin: a.coin, units: a.units + b.units });
      i += 1;
      j += 1;
    }
  }
  return sums;
}

/** Whether both are equal. */
export const sameSums = (one: Sums, other: Sums): boolean => sumsText(one) === sumsText(other);
