/** Reads and checks the arguments of `coupon add`; each refusal is one line. Pure. */
import { codeOf } from '#rules/coupons.ts';
import { UNIT, readUnits, toUnits } from '#rules/amounts.ts';
import { nextDay } from '#rules/days.ts';
import { COUPON_CHOSEN_LENGTH, COUPON_LENGTH, COUPON_MOST } from '#rules/figures.ts';
import { readMoment } from '#server/lib/moment.ts';
import type { Given } from '#server/operator/protocol.ts';
import { CommandError } from '#server/operator/protocol.ts';
import { type Gift } from './airdrop.views.ts';

/** The coupons of one command: one given code, or a number of coupons with a random code each. */
export interface Wanted extends Gift {
  readonly code: string | null;
  readonly count: number;
  readonly usesLimit: number | null;
  readonly expiresAt: Date | null;
  readonly note: string | null;
}

/** The most coupons that one command creates. */
const MOST_CODES = 1000;
const MOST_USES = 1_000_000_000;
const NOTE = 200;

const fail = (why: string): never => {
  throw new CommandError(why);
};

/** A code given in a command. */
export const readCode = (text: string | undefined): string =>
  codeOf(text ?? '') ?? fail(`give a code: 1 to ${COUPON_LENGTH} letters, digits and hyphens`);

function whole(name: string, text: string, most: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= most ? value : fail(`--${name} is a whole number from 1 to ${most}`);
}

/** An amount in smallest units; hashrate must be a whole number. */
function units(name: string, text: string, step: bigint): bigint {
  const value = readUnits(text) ?? 0n;
  const form = step === 1n ? 'a decimal number' : 'a whole number';
  return value > 0n && value <= toUnits(COUPON_MOST) && value % step === 0n
    ? value
    : fail(`--${name} is ${form} above 0, at most ${COUPON_MOST}`);
}

/** A time, or the end of a day in Singapore. @throws CommandError */
function readExpiry(text: string): Date {
  let at: Date;
  try {
    at = readMoment(text);
  } catch {
    return fail(
      '--expires is a day such as 2026-12-31 (to its end in Singapore) or a time such as 2026-12-31T18:00Z',
    );
  }
  return /[t ]/i.test(text.trim()) ? at : nextDay(at);
}

/** @throws CommandError with one line for invalid arguments */
export function readWanted(
  args: readonly string[],
  options: Given['options'],
  coins: readonly string[],
  now: Date,
): Wanted {
  const { random, coin: named, amount, hashrate, limit, expires, note } = options;
  if ((args.length === 1) === (random !== undefined) || args.length > 1)
    fail('give one code, or --random with how many codes to make');
  const coin = named?.toUpperCase() ?? null;
  if ((coin === null) !== (amount === undefined)) fail('--coin and --amount belong together');
  if (coin !== null && !coins.includes(coin)) fail(`--coin is one of ${coins.join(', ')}`);
  if (coin === null && hashrate === undefined)
    fail('a coupon gives something: --coin with --amount, --hashrate, or both');
  const expiresAt = expires === undefined ? null : readExpiry(expires);
  if (expiresAt && expiresAt <= now) fail(`--expires is in the past: it is ${now.toISOString()} now`);
  const words = note?.trim() ?? '';
  if (words.length > NOTE || words.includes('\n')) fail(`--note is one line of at most ${NOTE} characters`);
  const wanted = {
    code: random === undefined ? readCode(args[0]) : null,
    count: random === undefined ? 1 : whole('random', random, MOST_CODES),
    coin,
    amount: amount === undefined ? null : units('amount', amount, 1n),
    hashrate: hashrate === undefined ? null : units('hashrate', hashrate, UNIT),
    usesLimit: limit === undefined ? null : whole('limit', limit, MOST_USES),
    expiresAt,
    note: words || null,
  };
  if (wanted.code !== null && wanted.code.length < COUPON_CHOSEN_LENGTH)
    fail(
      `a code needs at least ${COUPON_CHOSEN_LENGTH} characters, or it can be guessed; --random creates safe ones`,
    );
  return wanted;
}

/** No two of them look alike: neither O and 0, nor I and 1. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A code with 60 random bits: ABCD-EFGH-JKLM. */
export const randomCode = (bytes: Uint8Array): string =>
  [...bytes]
    .map((byte, n) => (n > 0 && n % 4 === 0 ? '-' : '') + (LETTERS[byte % LETTERS.length] ?? ''))
    .join('');
