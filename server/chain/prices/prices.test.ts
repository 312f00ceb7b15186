/** Prices read from feeds on a real chain: good ones, broken ones, and a node that goes down. */
import { Wallet, getCreateAddress } from 'ethers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { hourStart } from '#rules/days.ts';
import { CHAIN_ID, memoryLog, openDevnet, tempFolder, testClock } from '#tests/support/devnet.ts';
import { COINS } from '#server/chain/coins.ts';
import type { OwnFeed } from '#server/chain/coins.terms.ts';
import { artifact, creationCode } from '#server/chain/contracts/artifacts.ts';
import type { Devnet } from '#server/chain/devnet/devnet.ts';
import { listedFeeds } from './prices.rules.ts';
import { type Prices, startPrices } from './prices.ts';
import { NodeUnreachable, type Rpc } from '#server/chain/rpc.ts';
import { type Sender, included, sender } from '#server/chain/devnet/sender.ts';

const BTC = 90_000n * 10n ** 8n;

let folder: Awaited<ReturnType<typeof tempFolder>>;
let devnet: Devnet;
let owner: Sender;
/** A feed of its own, because the devnet's keeper refreshes the devnet's feeds. */
let feed = '';

async function send(to: string | null, data: string): Promise<number> {
  const sent = await owner.send([{ to, data, gasLimit: 700_000 }]);
  await included(devnet.rpc, sent, 10_000);
  return sent[0]?.nonce ?? 0;
}
async function deployFeed(decimals: number, answer: bigint): Promise<string> {
  const nonce = await send(
    null,
    creationCode('MockV3Aggregator', [decimals, 'BTC / USD', answer, owner.address]),
  );
  return getCreateAddress({ from: owner.address, nonce });
}
const set = (name: string, ...args: unknown[]) =>
  send(feed, artifact('MockV3Aggregator').abi.encodeFunctionData(name, args));

beforeAll(async () => {
  folder = await tempFolder();
  devnet = await openDevnet(folder.path);
  owner = sender(devnet.rpc, new Wallet(devnet.passport.keys.owner), CHAIN_ID);
});
afterAll(async () => {
  await devnet.stop();
  await folder.remove();
});

describe('a feed on the chain', () => {
  let clock: ReturnType<typeof testClock>;
  let log: ReturnType<typeof memoryLog>;
  let prices: Prices;
  let away = false;
  /** A node that can be made unreachable. */
  const rpc = (): Rpc => ({
    ...devnet.rpc,
    call: (...args) => (away ? Promise.reject(new NodeUnreachable('away')) : devnet.rpc.call(...args)),
    batch: (...args) => (away ? Promise.reject(new NodeUnreachable('away')) : devnet.rpc.batch(...args)),
  });

  beforeEach(async () => {
    feed = await deployFeed(8, BTC);
    clock = testClock();
    log = memoryLog();
    prices = await startPrices({ rpc: rpc(), feeds: () => listedFeeds(COINS, { BTC: feed }), clock, log });
    return () => prices.stop();
  });
  const price = () => {
    const quote = prices.quote('BTC');
    return quote && fromUnits(quote.price);
  };
  async function look() {
    await prices.refresh();
    return price();
  }
  test('is read in one request with all others, and by itself where the node takes no batches', async () => {
    const coins = ['BTC', 'ETH', 'BNB'];
    const feeds = listedFeeds(COINS, Object.fromEntries(coins.map((coin) => [coin, feed])));
    let takes = true;
    const asked: string[] = [];
    const counting: Rpc = {
      ...devnet.rpc,
      call: (...args) => {
        asked.push(args[0]);
        return devnet.rpc.call(...args);
      },
      batch: (...args) => {
        asked.push(`${args[0].length} at once`);
        return takes ? devnet.rpc.batch(...args) : Promise.reject(new NodeUnreachable('no batches'));
      },
    };
    const own = await startPrices({ rpc: counting, feeds: () => feeds, clock, log });
    asked.length = 0;
    await own.refresh();
    expect(asked).toEqual(['eth_getBlockByNumber', '3 at once']);
    takes = false;
    asked.length = 0;
    await own.refresh();
    expect(asked).toEqual(['eth_getBlockByNumber', '3 at once', ...coins.map(() => 'eth_call')]);
    expect(fromUnits(own.quote('BTC')?.price ?? 0n)).toBe('90000');
    await own.stop();
  });

  const seconds = (ahead = 0) => Math.floor(clock.now().getTime() / 1000) + ahead;

  test('gives its price and the time it was set, and other coins none', async () => {
    expect(price()).toBe('90000');
    const at = prices.quote('BTC')?.at.getTime() ?? 0;
    expect(Math.abs(clock.now().getTime() - at)).toBeLessThan(15_000);
    expect(prices.quote('ETH')).toBeNull();
    await set('updateAnswer', BTC + 1n);
    expect(await look()).toBe('90000.00000001');
    expect(prices.quote('BTC')?.at.getTime()).toBeGreaterThan(at);
  });

  test('is kept once an hour and again after a failure, but not while it is invalid', async () => {
    const kept: string[] = [];
    let fails = true;
    const feeds = () => listedFeeds(COINS, { BTC: feed });
    const keep = async (hour: Date, found: ReadonlyMap<string, bigint>) => {
      if (fails) throw new Error('the database is away');
      kept.push(...Array.from(found, ([coin, units]) => `${hour.getMinutes()} ${coin} ${fromUnits(units)}`));
    };
    const own = await startPrices({ rpc: rpc(), feeds, clock, log, keep });
    expect(log.lines).toEqual(['prices could not be kept: the database is away']);
    fails = false;
    await own.refresh();
    await own.refresh();
    expect(kept).toEqual(['0 BTC 90000']);
    clock.advance(3600);
    // Older than its heartbeat by now.
    await own.refresh();
    expect(kept).toHaveLength(1);
    await set('updateRoundData', 9, BTC + 1n, seconds(), seconds());
    await own.refresh();
    expect(kept).toEqual(['0 BTC 90000', '0 BTC 90000.00000001']);
    await own.stop();
  });

  test.each([
    [6, 90_000_500_000n],
    [18, 90_000_500_000n * 10n ** 12n],
  ])('declares its own decimals: %d', async (decimals, answer) => {
    const feeds = listedFeeds(COINS, { BTC: await deployFeed(decimals, answer) });
    const other = await startPrices({ rpc: rpc(), feeds: () => feeds, clock, log });
    expect(fromUnits(other.quote('BTC')?.price ?? 0n)).toBe('90000.5');
    await other.stop();
  });

  test.each([
    ['zero', 0n],
    ['negative', -90_000n],
    ['absurd', 10n ** 30n],
  ])(
    'has no price while it is %s, is logged once, and is accepted again when it is valid',
    async (_, answer) => {
      await set('updateAnswer', answer);
      expect([await look(), await look()]).toEqual([null, null]);
      expect(log.lines).toEqual(['a price was refused']);
      await set('updateAnswer', BTC);
      expect(await look()).toBe('90000');
    },
  );

  test('has no price if its time is in the future', async () => {
    await set('updateRoundData', 9, BTC, seconds(600), seconds());
    expect(await look()).toBeNull();
  });

  test('has no price if it is older than its heartbeat', async () => {
    await set('updateRoundData', 9, BTC, seconds(-200), seconds());
    expect(await look()).toBe('90000');
    clock.advance(101);
    expect(price()).toBeNull();
  });

  test('is checked against each coin’s own bounds when two coins share it', async () => {
    const terms = { address: feed, heartbeatSeconds: 300, low: '50', deviation: '0.005' };
    const narrow = ['ETH', { ...terms, high: '5000' }] as const;
    const wide = ['BTC', { ...terms, high: '500000' }] as const;
    for (const order of [
      [narrow, wide],
      [wide, narrow],
    ]) {
      const both = await startPrices({
        rpc: rpc(),
        feeds: () => new Map<string, OwnFeed>(order),
        clock,
        log,
      });
      expect([both.quote('ETH'), fromUnits(both.quote('BTC')?.price ?? 0n)]).toEqual([null, '90000']);
      await both.stop();
    }
  });

  test('has no price after a jump until the jump has persisted for a while', async () => {
    await set('updateAnswer', BTC / 2n);
    expect(await look()).toBeNull();
    clock.advance(60);
    expect(await look()).toBeNull();
    clock.advance(61);
    expect(await look()).toBe('45000');
    expect(log.lines).toEqual(['a price has jumped and is waited for']);
  });

  test('that has jumped since a price was stored has none after a start either, until the jump has persisted', async () => {
    const stored = [{ coin: 'BTC', hour: hourStart(clock.now()), price: toUnits('45000') }];
    const feeds = () => listedFeeds(COINS, { BTC: feed });
    const started = await startPrices({ rpc: rpc(), feeds, clock, log, stored });
    expect(started.quote('BTC')).toBeNull();
    clock.advance(120);
    await started.refresh();
    expect(started.quote('BTC')).toMatchObject({ price: toUnits('90000') });
    await started.stop();
  });

  test('keeps its price until the heartbeat has passed when it cannot be read', async () => {
    away = true;
    try {
      expect(await look()).toBe('90000');
      clock.advance(301);
      expect(await look()).toBeNull();
    } finally {
      away = false;
    }
    expect(log.lines).toContain('not every price feed could be read: away');
  });
});
