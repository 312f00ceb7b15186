/** Prices of the listed coins in USDT: fixed ones, and Chainlink feeds read from the chain and cached in memory. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { toUnits } from '#rules/amounts.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { mutex } from '#server/lib/mutex.ts';
import { COINS } from '#server/chain/coins.ts';
import type { OwnFeed } from '#server/chain/coins.terms.ts';
import { artifact } from '#server/chain/contracts/artifacts.ts';
import {
  type Feed,
  type Feeds,
  type Quote,
  type Round,
  readRound,
  stateOf,
  usable,
  weigh,
} from './prices.rules.ts';
import { type Rpc, read } from '#server/chain/rpc.ts';

const POLL_MS = 10_000;

/** The prices of the listed coins, from memory. */
export interface Prices {
  /** The price of a coin; null if it has none or it must not be used: stale, refused, doubted, not read yet. */
  quote(symbol: string): Quote | null;
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
  /** The last accepted answer; undefined before the first. */
  readonly taken: Quote | undefined;
  /** `good`, or why the coin has no price now. */
  readonly state: string;
}

const fixedOf = (symbol: string): string | undefined => {
  const price = COINS.find((coin) => coin.symbol === symbol)?.price;
  return price && 'fixed' in price ? price.fixed : undefined;
};

/** Reads a feed's contract. @throws NodeUnreachable; RpcError if it is not a feed */
export async function readFeed(rpc: Rpc, address: string, places?: number): Promise<Round> {
  const abi = artifact('MockV3Aggregator');
  const decimals = places ?? Number((await read(rpc, address, abi, 'decimals'))[0]);
  const round = (await read(rpc, address, abi, 'latestRoundData')) as [
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const [roundId, answer, , updatedAt, answeredInRound] = round;
  return { roundId, answer, updatedAt, answeredInRound, decimals };
}

/** Reads the feeds in force (by coin) now and every `pollMs`, 10 s by default. A coin with a fixed price has none. */
export async function startPrices(deps: {
  rpc: Rpc;
  feeds: () => Feeds;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
  pollMs?: number | undefined;
}): Promise<Prices> {
  const { rpc, feeds, clock, log, pollMs = POLL_MS } = deps;
  /**
   * By coin and address: a coin that gets another feed starts over, and coins that share a feed each have their own
   * bounds.
   */
  const held = new Map<string, Feed>();
  const keyOf = (symbol: string, { address }: OwnFeed) => `${symbol} ${address}`;
  const decimals = new Map<string, number>();
  const stopping = new AbortController();
  const inTurn = mutex();
  async function look(symbol: string, feed: OwnFeed): Promise<void> {
    const { address, low, high } = feed;
    const round = await readFeed(rpc, address, decimals.get(address));
    decimals.set(address, round.decimals);
    const { answer } = round;
    const now = clock.now();
    const bounds = { low: toUnits(low), high: toUnits(high) };
    const before = held.get(keyOf(symbol, feed)) ?? {};
    const after = weigh(before, readRound(round, bounds, now), now);
    held.set(keyOf(symbol, feed), after);
    // Logged when it begins, not at each reading.
    if (after.refused && after.refused !== before.refused)
      log.warn({ coin: symbol, answer: String(answer), reason: after.refused }, 'a price was refused');
    if (after.doubted && !before.doubted)
      log.warn({ coin: symbol, answer: String(answer) }, 'a price has jumped and is waited for');
  }

  async function readAll(): Promise<void> {
    const results = await Promise.allSettled([...feeds()].map(([symbol, feed]) => look(symbol, feed)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) log.warn({ err: failed.reason as unknown }, 'not every price feed could be read');
  }

  /** One at a time, so that readings are weighed in order. */
  const refresh = () => inTurn(readAll);

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
      const fixed = fixedOf(symbol);
      if (fixed !== undefined) return { price: toUnits(fixed), at: clock.now() };
      const feed = feeds().get(symbol);
      return feed ? usable(held.get(keyOf(symbol, feed)), feed.heartbeatSeconds, clock.now()) : null;
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
