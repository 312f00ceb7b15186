/** Prices of the listed coins in USDT: fixed ones, and Chainlink feeds read from the chain and kept in memory. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { toUnits } from '#contract/amounts.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { COINS } from './coins.ts';
import { artifact } from './contracts/artifacts.ts';
import { type Rpc, read } from './rpc.ts';

/** Chainlink's USD feeds have 8 decimals, amounts 18. */
const TO_UNITS = 10n ** 10n;
const READ_EVERY_MS = 10_000;

export interface Quote {
  /** USDT a coin, in units (18 decimals). */
  readonly price: bigint;
  /** When the feed was set; a fixed price is always of now. */
  readonly at: Date;
}

/** The quote if it is not older than the heartbeat (seconds) at `now`; a price of 0 or below is none. */
export function fresh(quote: Quote | undefined, heartbeatSeconds: number, now: Date): Quote | null {
  if (!quote || quote.price <= 0n) return null;
  return now.getTime() - quote.at.getTime() <= heartbeatSeconds * 1000 ? quote : null;
}

export interface Prices {
  /** The price of a coin, or null when it has none, it is stale, or the feed was not read yet. */
  quote(symbol: string): Quote | null;
  /** Reads all feeds now. A feed that cannot be read keeps its last answer until its heartbeat has passed. */
  refresh(): Promise<void>;
  stop(): Promise<void>;
}

/** Reads the feeds (coin -> address) now and every 10 s. */
export async function startPrices(deps: {
  rpc: Rpc;
  feeds: Readonly<Record<string, string>>;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
}): Promise<Prices> {
  const { rpc, feeds, clock, log } = deps;
  const held = new Map<string, Quote>();
  const stopping = new AbortController();

  async function readFeed(symbol: string, address: string): Promise<void> {
    const [, answer, , updatedAt] = await read(rpc, address, artifact('MockV3Aggregator'), 'latestRoundData');
    held.set(symbol, { price: (answer as bigint) * TO_UNITS, at: new Date(Number(updatedAt) * 1000) });
  }

  async function refresh(): Promise<void> {
    const results = await Promise.allSettled(
      Object.entries(feeds).map(([symbol, address]) => readFeed(symbol, address)),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) log.warn({ err: failed.reason as unknown }, 'not every price feed could be read');
  }

  async function poll(): Promise<void> {
    for (;;) {
      await sleep(READ_EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      await refresh();
    }
  }

  await refresh();
  const polling = poll();
  return {
    quote(symbol) {
      const source = COINS.find((coin) => coin.symbol === symbol)?.price;
      if (!source) return null;
      if ('fixed' in source) return { price: toUnits(source.fixed), at: clock.now() };
      return fresh(held.get(symbol), source.heartbeatSeconds, clock.now());
    },
    refresh,
    async stop() {
      stopping.abort();
      await polling;
    },
  };
}
