/** Prices of the listed coins in USDT: fixed ones, and Chainlink feeds read from the chain and kept in memory. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { toUnits } from '#contract/amounts.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { COINS } from './coins.ts';
import { artifact } from './contracts/artifacts.ts';
import { type Feed, type Quote, readRound, usable, weigh } from './prices.rules.ts';
import { type Rpc, read } from './rpc.ts';
import { lane } from './serial.ts';

const POLL_MS = 10_000;

export interface Prices {
  /** The price of a coin, or null when it has none, or one that must not be used: stale, refused, in doubt, not read yet. */
  quote(symbol: string): Quote | null;
  /**
   * Reads all feeds now. A feed that cannot be read keeps its last answer until its heartbeat has passed; one that answers
   * nonsense has no price until it makes sense again.
   */
  refresh(): Promise<void>;
  stop(): Promise<void>;
}

const sourceOf = (symbol: string) => COINS.find((coin) => coin.symbol === symbol)?.price;

/** Reads the feeds (coin -> address) now and every `pollMs`, 10 s unless told. */
export async function startPrices(deps: {
  rpc: Rpc;
  feeds: Readonly<Record<string, string>>;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
  pollMs?: number | undefined;
}): Promise<Prices> {
  const { rpc, feeds, clock, log, pollMs = POLL_MS } = deps;
  const held = new Map<string, Feed>();
  const decimals = new Map<string, number>();
  const stopping = new AbortController();
  const inTurn = lane();
  const abi = artifact('MockV3Aggregator');

  async function decimalsOf(symbol: string, address: string): Promise<number> {
    const known = decimals.get(symbol) ?? Number((await read(rpc, address, abi, 'decimals'))[0]);
    decimals.set(symbol, known);
    return known;
  }

  async function readFeed(symbol: string, address: string): Promise<void> {
    const source = sourceOf(symbol);
    if (!source || 'fixed' in source) return;
    const places = await decimalsOf(symbol, address);
    const [roundId, answer, , updatedAt, answeredInRound] = (await read(
      rpc,
      address,
      abi,
      'latestRoundData',
    )) as [bigint, bigint, bigint, bigint, bigint];
    const now = clock.now();
    const bounds = { low: toUnits(source.low), high: toUnits(source.high) };
    const round = { roundId, answer, updatedAt, answeredInRound, decimals: places };
    const before = held.get(symbol) ?? {};
    const after = weigh(before, readRound(round, bounds, now), now);
    held.set(symbol, after);
    // Told when it begins, not at each look.
    if (after.refused && after.refused !== before.refused)
      log.warn({ coin: symbol, answer: String(answer), reason: after.refused }, 'a price was refused');
    if (after.doubted && !before.doubted)
      log.warn({ coin: symbol, answer: String(answer) }, 'a price has jumped and is waited for');
  }

  async function readAll(): Promise<void> {
    const results = await Promise.allSettled(
      Object.entries(feeds).map(([symbol, address]) => readFeed(symbol, address)),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) log.warn({ err: failed.reason as unknown }, 'not every price feed could be read');
  }

  /** One after the other: what was read later is weighed later. */
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
      const source = sourceOf(symbol);
      if (!source) return null;
      if ('fixed' in source) return { price: toUnits(source.fixed), at: clock.now() };
      return usable(held.get(symbol), source.heartbeatSeconds, clock.now());
    },
    refresh,
    async stop() {
      stopping.abort();
      await polling;
    },
  };
}
