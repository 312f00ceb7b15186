/**
 * What an operator may change about a coin while servers run, and its consequences. Pure. Fees, switches and feeds
 * apply immediately; a contract applies from the next start, because it determines how the watcher reads the chain.
 */
import { DAY_MS } from '#rules/days.ts';
import { DECIMALS, readUnits, toUnits } from '#rules/amounts.ts';
import { FEED_DEVIATION } from '#rules/figures.ts';
import { addressIssue } from '#server/lib/addresses.ts';

/** Decimal strings in the coin, and on/off switches. */
interface Terms {
  /** What people call it; shown under the symbol. */
  readonly name: string;
  readonly minWithdraw: string;
  readonly withdrawFee: string;
  /** An account's withdrawal limit per Singapore day, if WITHDRAW_DAILY_LIMITS does not name the coin. */
  readonly dailyWithdraw: string;
  /** If false, no page offers deposits. Those that arrive anyway are credited. */
  readonly deposits: boolean;
  readonly withdrawals: boolean;
  readonly exchange: boolean;
}

/** A token on the chain. */
export interface Token {
  readonly address: string;
  readonly decimals: number;
}

/** A token configured by the operator. */
export interface OwnContract extends Token {
  /** Those that it replaced, oldest first. */
  readonly earlier?: readonly Token[];
}

/** A feed in USD; see FeedPrice. */
export interface OwnFeed {
  readonly address: string;
  readonly heartbeatSeconds: number;
  /** USD as decimal strings. */
  readonly low: string;
  readonly high: string;
  /** Share, as a decimal string. */
  readonly deviation: string;
}

/** The changes to one coin. */
export interface CoinChange {
  readonly terms: Partial<Terms>;
  readonly contract?: OwnContract;
  /** Null means no feed, whatever the list says. */
  readonly feed?: OwnFeed | null;
}

/** The changes to coins, by symbol. */
export type CoinChanges = ReadonlyMap<string, CoinChange>;

interface StoredWord {
  readonly coin: string;
  readonly name: string;
  readonly value: string;
}

/** Names as typed (`--min-withdraw 5`) and stored. */
export const TERMS = {
  name: 'name',
  'min-withdraw': 'minWithdraw',
  'withdraw-fee': 'withdrawFee',
  daily: 'dailyWithdraw',
  deposits: 'deposits',
  withdrawals: 'withdrawals',
  exchange: 'exchange',
} as const satisfies Record<string, keyof Terms>;

export type TermName = keyof typeof TERMS;
/** Whether a name is the name of a term. */
export const isTerm = (name: string): name is TermName => Object.hasOwn(TERMS, name);
const SWITCHES: readonly TermName[] = ['deposits', 'withdrawals', 'exchange'];

export const CONTRACT = 'contract';
export const FEED = 'feed';

/** A decimal string with at most 18 decimals. */
const isCoinAmount = (text: string): boolean => readUnits(text) !== null;

/** Fits under the symbol on the narrowest screen. */
const NAME_LENGTH = 24;
const isName = (text: string): boolean =>
  text === text.trim() && /^\P{C}+$/u.test(text) && text.length <= NAME_LENGTH;

/** What is wrong with the value of a term; undefined for a valid one. */
export function termIssue(name: TermName, value: string): string | undefined {
  if (name === 'name') return isName(value) ? undefined : `name is 1 to ${NAME_LENGTH} characters`;
  if (SWITCHES.includes(name)) return value === 'on' || value === 'off' ? undefined : `${name} is on or off`;
  return isCoinAmount(value) ? undefined : `${name} is an amount such as 0.5`;
}

const termOf = (name: TermName, value: string): Partial<Terms> => ({
  [TERMS[name]]: SWITCHES.includes(name) ? value === 'on' : value,
});

const isWhole = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

const isHexAddress = (text: unknown): text is string =>
  typeof text === 'string' && addressIssue(text) === undefined;

function isToken(one: unknown): one is Token {
  const { address, decimals } = one as Partial<Token>;
  return isHexAddress(address) && isWhole(decimals, 0, DECIMALS);
}

/** @returns undefined if it is not a contract, or its token has more decimals than the ledger */
export function readContract(text: string): OwnContract | undefined {
  const { earlier = [], ...token } = parse(text);
  if (!isToken(token) || !Array.isArray(earlier) || !earlier.every(isToken)) return undefined;
  return { address: token.address, decimals: token.decimals, earlier };
}

/** In seconds. A feed that may be silent for more than two days gives no useful price. */
const LONGEST_HEARTBEAT = (2 * DAY_MS) / 1000;

/** A feed that may deviate further from the market gives no useful price. */
const MOST_DEVIATION = '0.1';

/** What is wrong with a feed's terms; undefined if they are valid. */
export function feedIssue({ address, heartbeatSeconds, low, high, deviation }: OwnFeed): string | undefined {
  const issue = addressIssue(address);
  if (issue) return `give the address of the feed: ${issue}`;
  if (!isWhole(heartbeatSeconds, 1, LONGEST_HEARTBEAT))
    return `--heartbeat is whole seconds, 1 to ${LONGEST_HEARTBEAT}`;
  if (!isCoinAmount(deviation) || toUnits(deviation) > toUnits(MOST_DEVIATION))
    return `--deviation is a share such as 0.005, at most ${MOST_DEVIATION}`;
  if (!isCoinAmount(low) || !isCoinAmount(high)) return '--low and --high are prices in USD such as 0.5';
  return toUnits(low) > 0n && toUnits(low) < toUnits(high) ? undefined : '--low is above 0 and below --high';
}

/** @returns null for `off`, undefined if it is not a feed */
export function readFeed(text: string): OwnFeed | null | undefined {
  if (text === 'off') return null;
  const { address, heartbeatSeconds, low, high, deviation = FEED_DEVIATION } = parse(text);
  const feed = { address, heartbeatSeconds, low, high, deviation } as OwnFeed;
  const areTexts = [low, high, deviation].every((one) => typeof one === 'string');
  return isHexAddress(address) && areTexts && !feedIssue(feed) ? feed : undefined;
}

function parse(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The change that a stored setting makes; undefined if it cannot be read. */
function changeOf({ name, value }: StoredWord): Partial<CoinChange> | undefined {
  if (isTerm(name)) return termIssue(name, value) ? undefined : { terms: termOf(name, value) };
  if (name === CONTRACT) {
    const contract = readContract(value);
    return contract && { contract };
  }
  const feed = name === FEED ? readFeed(value) : undefined;
  return feed === undefined ? undefined : { feed };
}

/** The changes that stored settings make, by coin, and the settings that are ignored. */
export function changesOf(stored: readonly StoredWord[]): { changes: CoinChanges; ignored: string[] } {
  const changes = new Map<string, CoinChange>();
  const ignored: string[] = [];
  for (const word of stored) {
    const change = changeOf(word);
    if (!change) {
      ignored.push(`${word.name} of ${word.coin} is not understood`);
      continue;
    }
    const before = changes.get(word.coin) ?? { terms: {} };
    changes.set(word.coin, { ...before, ...change, terms: { ...before.terms, ...change.terms } });
  }
  return { changes, ignored };
}

/** Unless the operator changes it, everything that the chain and our wallets allow is open. */
const OPEN = { deposits: true, withdrawals: true, exchange: true };

/** Coins with the terms that apply now. */
export const withTerms = <C extends { readonly symbol: string }>(
  coins: readonly C[],
  changes: CoinChanges,
): (C & Pick<Terms, 'deposits' | 'withdrawals' | 'exchange'>)[] =>
  coins.map((coin) => ({ ...OPEN, ...coin, ...changes.get(coin.symbol)?.terms }));
