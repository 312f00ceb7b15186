/** Prices of the listed coins in USDT: fixed ones, and Chainlink feeds read from the chain and cached in memory. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { toUnits } from '#rules/amounts.ts';
import { hourStart } from '#rules/days.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { COINS } from '#server/chain/coins.ts';
import type { OwnFeed } from '#server/chain/coins.terms.ts';
import { artifact } from '#server/chain/contracts/artifacts.ts';
import { coalesce } from './coalesce.ts';
import type { PastPrice } from './prices.repository.ts';
import {
  type Feed,
  type Feeds,
  type Quote,
  type Round,
  type TradePrice,
  type Unpriced,
  isLive,
  keepsPeg,
  lagOf,
  offPeg,
  readRound,
  stateOf,
  usable,
  weigh,
} from './prices.rules.ts';
import { type Block, NodeUnreachable, type Rpc, RpcError, hex, read, readBlock } from '#server/chain/rpc.ts';

const POLL_MS = 10_000;
/**
 * How long reading the head and the feeds may take. Callers that ask during a reading wait for it and for the next one:
 * at most twice as long.
 */
const READ_MS = 3000;
/** Readings begin at least this far apart, however many callers ask. */
const APART_MS = 100;
/**
 * A node refuses a block that another machine behind the same address does not have yet, or that it has just dropped
 * (devnet).
 */
const TRIES = 5;

/** Prices for one request, by coin. */
export type TradePrices = (symbol: string) => TradePrice | Unpriced;

/** The prices of the listed coins. */
export interface Prices {
  /**
   * The price of a coin from memory, for display; null if it has none or it must not be used: stale, refused, doubted,
   * not read yet.
   */
  quote(symbol: string): Quote | null;
  /**
   * Prices to trade at: read from the chain after this call, at a head that is no older than HEAD_SECONDS. Simultaneous
   * requests share a reading. Answers within a few seconds, whatever the node does.
   */
  fresh(symbols: readonly string[]): Promise<TradePrices>;
  /** Every feed in use with its latest state. */
  list(): FeedNews[];
  /**
   * Reads all feeds now. A feed that cannot be read keeps its last answer until its heartbeat has passed; one with an
   * invalid answer has no price until its answers are valid again.
   */
  refresh(): Promise<void>;
  stop(): Promise<void>;
}

interface FeedNews extends OwnFeed {
  readonly coin: string;
  /** The last accepted answer, or the price stored before the start; undefined before the first. */
  readonly taken: Quote | undefined;
  /** `good`, or why the coin has no price now. */
  readonly state: string;
}

/** A reading of some feeds. */
interface Reading {
  /** The time of the oldest block that was read, epoch seconds. */
  readonly oldest: number;
  readonly rounds: ReadonlyMap<string, Round>;
  /** The first error among the feeds that are missing. */
  readonly failure: unknown;
}

const sourceOf = (symbol: string) => COINS.find((coin) => coin.symbol === symbol)?.price ?? null;
const fixedOf = (symbol: string): string | undefined => {
  const price = sourceOf(symbol);
  return price && 'fixed' in price ? price.fixed : undefined;
};
const pegOf = (symbol: string): string | undefined => {
  const price = sourceOf(symbol);
  return price && 'feed' in price ? price.peg : undefined;
};

const ROUND = 'latestRoundData';

function roundOf(values: readonly unknown[], decimals: number): Round {
  const [roundId, answer, , updatedAt, answeredInRound] = values as [bigint, bigint, bigint, bigint, bigint];
  return { roundId, answer, updatedAt, answeredInRound, decimals };
}

/** Reads a feed's contract, at a block or the newest one. @throws NodeUnreachable; RpcError if it is not a feed */
export async function readFeed(rpc: Rpc, address: string, places?: number, at?: number): Promise<Round> {
  const abi = artifact('MockV3Aggregator');
  const decimals = places ?? Number((await read(rpc, address, abi, 'decimals', [], at))[0]);
  return roundOf(await read(rpc, address, abi, ROUND, [], at), decimals);
}

/** Reads several feeds in one request. @throws like readFeed, if one of them cannot be read */
async function readFeeds(
  rpc: Rpc,
  feeds: readonly (readonly [address: string, decimals: number])[],
  at: number,
): Promise<Round[]> {
  const { abi } = artifact('MockV3Aggregator');
  const data = abi.encodeFunctionData(ROUND);
  const answers = await rpc.batch<string>(
    feeds.map(([to]) => ['eth_call', [{ to, data }, hex(at)]] as const),
  );
  return feeds.map(([, decimals], index) =>
    roundOf([...abi.decodeFunctionResult(ROUND, answers[index] ?? '')], decimals),
  );
}

/** Reads the feeds in force (by coin) now and every `pollMs`, 10 s by default. A coin with a fixed price has none. */
export async function startPrices(deps: {
  rpc: Rpc;
  feeds: () => Feeds;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
  /** Stores the prices of an hour. Called once per hour and coin, and again after a failure. */
  keep?: ((hour: Date, prices: ReadonlyMap<string, bigint>) => Promise<void>) | undefined;
  /** The last stored price of each coin: a feed that has jumped since is doubted as if we had been running. */
  stored?: readonly Pick<PastPrice, 'coin' | 'hour' | 'price'>[] | undefined;
  pollMs?: number | undefined;
}): Promise<Prices> {
  const { rpc, feeds, clock, log, keep, stored = [], pollMs = POLL_MS } = deps;
  /**
   * By coin and address: a coin that gets another feed starts over, and coins that share a feed each have their own
   * bounds.
   */
  const held = new Map<string, Feed>();
  const keyOf = (symbol: string, { address }: OwnFeed) => `${symbol} ${address}`;
  const atStart = new Map(stored.map(({ coin, hour, price }) => [coin, { price, at: hour }]));
  const decimals = new Map<string, number>();
  const stopping = new AbortController();

  function take(symbol: string, feed: OwnFeed, round: Round): void {
    const { answer } = round;
    decimals.set(feed.address, round.decimals);
    const now = clock.now();
    const bounds = { low: toUnits(feed.low), high: toUnits(feed.high) };
    const earlier = atStart.get(symbol);
    const before: Feed = held.get(keyOf(symbol, feed)) ?? (earlier ? { taken: earlier } : {});
    atStart.delete(symbol);
    const after = weigh(before, readRound(round, bounds, now), now);
    held.set(keyOf(symbol, feed), after);
    // Logged when it begins, not at every reading.
    if (after.refused && after.refused !== before.refused)
      log.warn({ coin: symbol, answer: String(answer), reason: after.refused }, 'a price was refused');
    if (after.doubted && !before.doubted)
      log.warn({ coin: symbol, answer: String(answer) }, 'a price has jumped and is waited for');
  }

  /**
   * Each feed is read at a block whose time is known: a node behind a load balancer may answer "latest" from a machine
   * that is minutes behind. Feeds refused at that block are read again at the next head.
   */
  async function readAll(wanted: ReadonlyMap<string, OwnFeed>): Promise<Reading> {
    const rounds = new Map<string, Round>();
    const heads: Block[] = [];
    let failure: unknown;
    for (let tries = 0; tries < TRIES && (tries === 0 || failure instanceof RpcError); tries += 1) {
      const head = await readBlock(rpc, 'latest');
      if (!head) throw new NodeUnreachable('the node has no newest block');
      heads.push(head);
      failure = undefined;
      const one = async ([symbol, { address }]: readonly [string, OwnFeed]) => {
        try {
          rounds.set(symbol, await readFeed(rpc, address, decimals.get(address), head.number));
        } catch (error) {
          failure ??= error;
        }
      };
      const missing = () => [...wanted].filter(([symbol]) => !rounds.has(symbol));
      const known = missing().flatMap(([symbol, { address }]) => {
        const places = decimals.get(address);
        return places === undefined ? [] : [{ symbol, feed: [address, places] as const }];
      });
      // If one of them fails, or the node does not support batches, each is requested separately.
      const found = await readFeeds(
        rpc,
        known.map(({ feed }) => feed),
        head.number,
      ).catch(() => []);
      for (const [index, round] of found.entries()) rounds.set(known[index]?.symbol ?? '', round);
      await Promise.all(missing().map(one));
    }
    return { oldest: Math.min(...heads.map(({ timestamp }) => timestamp)), rounds, failure };
  }

  /** One reading at a time, so answers are weighed in order; one that arrives too late is not weighed at all. */
  const ask = coalesce(async (symbols: ReadonlySet<string>): Promise<Reading> => {
    const wanted = new Map([...feeds()].filter(([symbol]) => symbols.has(symbol)));
    const timer = new AbortController();
    const late = sleep(READ_MS, undefined, { signal: timer.signal, ref: false }).then(() => {
      throw new NodeUnreachable('the feeds were not read in time');
    });
    try {
      const reading = await Promise.race([readAll(wanted), late]);
      for (const [symbol, round] of reading.rounds) {
        const feed = wanted.get(symbol);
        if (feed) take(symbol, feed, round);
      }
      return reading;
    } finally {
      late.catch(() => undefined);
      timer.abort();
    }
  }, APART_MS);

  async function refresh(): Promise<void> {
    if (feeds().size === 0) return;
    let failure: unknown;
    try {
      ({ failure } = await ask(feeds().keys()));
    } catch (error) {
      failure = error;
    }
    if (failure) log.warn({ err: failure }, 'not every price feed could be read');
    await keepHour().catch((error: unknown) => log.warn({ err: error }, 'prices could not be kept'));
  }

  let kept = { hour: 0, coins: new Set<string>() };
  /** Stores the prices that are valid now and not yet stored for this hour. A stable coin has no price to store. */
  async function keepHour(): Promise<void> {
    const now = clock.now();
    const hour = hourStart(now);
    if (kept.hour !== hour.getTime()) kept = { hour: hour.getTime(), coins: new Set() };
    const { coins } = kept;
    const found = [...feeds()].flatMap(([symbol, feed]) => {
      const isDue = !coins.has(symbol) && pegOf(symbol) === undefined;
      const quote = isDue && usable(held.get(keyOf(symbol, feed)), feed.heartbeatSeconds, now);
      return quote ? [[symbol, quote.price] as const] : [];
    });
    if (!keep || found.length === 0) return;
    await keep(hour, new Map(found));
    for (const [symbol] of found) coins.add(symbol);
  }

  function priceIn(reading: Reading | null, symbol: string): TradePrice | Unpriced {
    const now = clock.now();
    const fixed = fixedOf(symbol);
    if (fixed !== undefined) return { price: toUnits(fixed), at: now, deviation: 0n };
    const feed = feeds().get(symbol);
    if (!feed) return { reason: 'feed' };
    const round = reading?.rounds.get(symbol);
    if (!reading || !round || !isLive(reading.oldest, now)) return { reason: 'chain' };
    const quote = usable(held.get(keyOf(symbol, feed)), feed.heartbeatSeconds, now);
    if (!quote) return { reason: 'feed' };
    const peg = pegOf(symbol);
    const lag = lagOf(feed.deviation, quote.price, round.decimals);
    if (peg === undefined) return { ...quote, deviation: lag };
    const price = toUnits(peg);
    const deviation = offPeg(quote, price) + lag;
    return keepsPeg(quote, price) ? { price, at: now, deviation } : { reason: 'peg' };
  }

  async function poll(): Promise<void> {
    for (;;) {
      await sleep(pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      await refresh();
    }
  }

  await refresh();
  const polling = poll();
  return {
    quote(symbol) {
      // A stable coin is always shown at its peg.
      const fixed = fixedOf(symbol) ?? pegOf(symbol);
      if (fixed !== undefined) return { price: toUnits(fixed), at: clock.now() };
      const feed = feeds().get(symbol);
      return feed ? usable(held.get(keyOf(symbol, feed)), feed.heartbeatSeconds, clock.now()) : null;
    },
    async fresh(symbols) {
      const fed = symbols.filter((symbol) => feeds().has(symbol));
      const reading = fed.length > 0 ? await ask(fed).catch(() => null) : null;
      const prices = new Map(symbols.map((symbol) => [symbol, priceIn(reading, symbol)]));
      return (symbol) => prices.get(symbol) ?? { reason: 'feed' };
    },
    list: () =>
      [...feeds()].map(([coin, feed]) => {
        const kept = held.get(keyOf(coin, feed));
        return {
          coin,
          ...feed,
          taken: kept?.taken,
          state: stateOf(kept, feed.heartbeatSeconds, clock.now()),
        };
      }),
    refresh,
    async stop() {
      stopping.abort();
      await polling;
    },
  };
}
