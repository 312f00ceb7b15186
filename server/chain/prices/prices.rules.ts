/**
 * What to do with a feed's answer: refuse, doubt or accept it. Pure; times are arguments, prices are in units (10^-18
 * USDT).
 */
import { UNIT, fromDecimals, toUnits } from '#rules/amounts.ts';
import { HEAD_SECONDS, PEG_TOLERANCE } from '#rules/figures.ts';
import type { FeedPrice, Listed } from '#server/chain/coins.ts';
import type { CoinChanges, OwnFeed } from '#server/chain/coins.terms.ts';

/** A price that may be used. */
export interface Quote {
  /** USDT per coin, in units (18 decimals). */
  readonly price: bigint;
  /** When the feed was updated; a fixed price is always current. */
  readonly at: Date;
}

/** A price read for one request. */
export interface TradePrice extends Quote {
  /**
   * The share by which the market may have moved away from the price, in units; for a stable coin, by which its feed
   * says it has.
   */
  readonly deviation: bigint;
}

/**
 * Why a coin has no price to trade at: the chain did not answer in time or has stalled, its feed has no valid and
 * current answer, or a stable coin has left its peg.
 */
export interface Unpriced {
  readonly reason: 'chain' | 'feed' | 'peg';
}

/** The feeds in use, by coin. */
export type Feeds = ReadonlyMap<string, OwnFeed>;

/** Whether a coin's price never changes: it is fixed, or a stable coin's peg. */
export const hasFixedPrice = (price: Listed['price']): boolean =>
  price !== null && ('fixed' in price || price.peg !== undefined);

const hasFeed = (price: Listed['price']): price is FeedPrice => price !== null && 'feed' in price;

/** The list's feeds at their addresses on the chain in use. */
export const listedFeeds = (coins: readonly Listed[], addresses: Readonly<Record<string, string>>): Feeds =>
  new Map(
    coins.flatMap(({ symbol, price }) => {
      const address = addresses[symbol];
      if (!address || !hasFeed(price)) return [];
      const { heartbeatSeconds, low, high, deviation } = price;
      return [[symbol, { address, heartbeatSeconds, low, high, deviation }] as const];
    }),
  );

/** The feeds in force: the operator's where configured, otherwise the list's. */
export function feedsInForce(listed: Feeds, changes: CoinChanges): Feeds {
  const feeds = new Map(listed);
  for (const [symbol, { feed }] of changes) {
    if (feed) feeds.set(symbol, feed);
    else if (feed === null) feeds.delete(symbol);
  }
  return feeds;
}

/** The results of `latestRoundData` and `decimals` of a Chainlink feed (AggregatorV3Interface). */
export interface Round {
  readonly roundId: bigint;
  readonly answer: bigint;
  /** Epoch seconds. */
  readonly updatedAt: bigint;
  readonly answeredInRound: bigint;
  readonly decimals: number;
}

/** In units. */
interface Bounds {
  readonly low: bigint;
  readonly high: bigint;
}

/**
 * Chains may run a few seconds ahead of us; a feed further ahead reports a false time, and its price would never go
 * stale.
 */
const AHEAD_MS = 30_000;

/** The price in a round, or the reason why it is refused. A round slightly in the future counts as current. */
export function readRound(round: Round, bounds: Bounds, now: Date): Quote | string {
  const { roundId, answer, updatedAt, answeredInRound, decimals } = round;
  if (updatedAt <= 0n || roundId <= 0n) return 'the round is not complete';
  if (answeredInRound < roundId) return 'the answer is carried over from an earlier round';
  if (answer <= 0n) return 'the answer is zero or below';
  const at = Number(updatedAt) * 1000;
  if (at > now.getTime() + AHEAD_MS) return 'the answer is of the future';
  const price = fromDecimals(answer, decimals);
  if (price < bounds.low || price > bounds.high) return 'the answer is out of all bounds';
  return { price, at: new Date(Math.min(at, now.getTime())) };
}

/** 0.01 % and 0.001 %, in units. */
const [STEP, SLIGHT] = [10n ** 14n, 10n ** 13n];

/**
 * The share by which the market may have moved away from a feed's answer, in units: the feed's threshold, and what the
 * last decimal place of the answer is worth, rounded up to 0.01 %. That is nothing for most coins (a share below 0.001 %
 * does not count), but 0.12 % for an answer of 0.00000880.
 */
export function lagOf(threshold: string, price: bigint, decimals: number): bigint {
  const place = (fromDecimals(1n, decimals) * UNIT) / price;
  return toUnits(threshold) + ((place + STEP - SLIGHT) / STEP) * STEP;
}

/** The quote if it is no older than the heartbeat (seconds) at `now`; a price of 0 or below does not count. */
export function fresh(quote: Quote | undefined, heartbeatSeconds: number, now: Date): Quote | null {
  if (!quote || quote.price <= 0n) return null;
  return now.getTime() - quote.at.getTime() <= heartbeatSeconds * 1000 ? quote : null;
}

/** A change to more than one and a half times the lower price is a jump. */
const isJump = (a: bigint, b: bigint): boolean => a * 2n > b * 3n || b * 2n > a * 3n;
/** A jump that persists this long is the market. Feeds correct themselves with their next update, which takes less. */
export const PERSIST_MS = 120_000;

/** What is stored about a feed. */
export interface Feed {
  /** The last accepted price. */
  readonly taken?: Quote;
  /** A price that jumped, and since when. Meanwhile the coin has no price: neither value is known to be right. */
  readonly doubted?: Quote & { readonly since: Date };
  /** Why the last answer was refused. Meanwhile the coin has no price. */
  readonly refused?: string;
}

/**
 * The state after one more reading. The accepted price is kept while a feed is refused, to detect a jump afterwards.
 */
export function weigh(feed: Feed, reading: Quote | string, now: Date): Feed {
  const taken = feed.taken && { taken: feed.taken };
  if (typeof reading === 'string') return { ...taken, refused: reading };
  if (!feed.taken || !isJump(reading.price, feed.taken.price)) return { taken: reading };
  const { doubted } = feed;
  const since = doubted && !isJump(reading.price, doubted.price) ? doubted.since : now;
  if (now.getTime() - since.getTime() >= PERSIST_MS) return { taken: reading };
  return { ...taken, doubted: { ...reading, since } };
}

/** The price to use; null if nothing has been read yet, or the price is stale, refused or doubted. */
export const usable = (feed: Feed | undefined, heartbeatSeconds: number, now: Date): Quote | null =>
  feed?.doubted || feed?.refused ? null : fresh(feed?.taken, heartbeatSeconds, now);

/** A feed's state for display: `good`, or why the coin has no price. */
export function stateOf(feed: Feed | undefined, heartbeatSeconds: number, now: Date): string {
  if (feed?.refused) return feed.refused;
  if (feed?.doubted) return 'the answer has jumped and is waited for';
  if (!feed?.taken) return 'not read yet';
  return usable(feed, heartbeatSeconds, now) ? 'good' : 'older than its heartbeat';
}

/**
 * Whether a block with this timestamp (epoch seconds) can be the head of an advancing chain, assuming that our clock is
 * right.
 */
export function isLive(timestamp: number, now: Date): boolean {
  const age = now.getTime() - timestamp * 1000;
  return age < HEAD_SECONDS * 1000 && age >= -AHEAD_MS;
}

/** The share by which the price of a stable coin's feed differs from the peg, in units. */
export function offPeg({ price }: Quote, peg: bigint): bigint {
  const off = price < peg ? peg - price : price - peg;
  // Rounded up, because it is part of the fee.
  return (off * UNIT + peg - 1n) / peg;
}

/** Whether the price of a stable coin's feed is close enough to the peg for the coin to count as exactly that. */
export const keepsPeg = (quote: Quote, peg: bigint): boolean => offPeg(quote, peg) <= toUnits(PEG_TOLERANCE);
