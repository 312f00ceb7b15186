/** `operator feed …`: where prices come from. A feed is checked before it is accepted, and applies immediately. */
import { fromUnits } from '#rules/amounts.ts';
import { FEED_DEVIATION } from '#rules/figures.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { type Command, CommandError } from '#server/operator/protocol.ts';
import { deleteTerms, writeTerm } from '#server/config/settings.repository.ts';
import type { Settings } from '#server/config/settings.ts';
import type { Chain } from '#server/chain/chain.ts';
import type { Coin } from '#server/chain/coins.ts';
import { readCoin } from '#server/chain/coins.commands.ts';
import { askFeed } from '#server/chain/coins.probe.ts';
import { FEED, type OwnFeed } from '#server/chain/coins.terms.ts';

interface FeedCommandsDeps {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly chain: Pick<Chain, 'coins' | 'feeds' | 'rpc' | 'isDevnet'>;
}

/** Default for a feed that has no terms yet. */
const HEARTBEAT = '3600';

/** The price feed commands. Prices are USD as decimal strings, heartbeats are in seconds. */
export function feedCommands({ settings, clock, chain }: FeedCommandsDeps): Command[] {
  /** A coin whose feed can be changed. */
  function readFeedCoin(symbol: string | undefined): Coin {
    if (chain.isDevnet) throw new CommandError("the devnet's feeds are its own and cannot be changed");
    const coin = readCoin(chain.coins, symbol);
    if (coin.price && 'fixed' in coin.price)
      throw new CommandError(`${coin.symbol} has the fixed price ${coin.price.fixed}`);
    return coin;
  }
  /** Omitted options keep their current value, or the list's. */
  function readTermsOf(coin: Coin, address: string, options: Readonly<Record<string, string>>): OwnFeed {
    const now = chain.feeds.list().find((one) => one.coin === coin.symbol);
    const before = now ?? (coin.price && 'feed' in coin.price ? coin.price : undefined);
    const [low, high] = [options['low'] ?? before?.low, options['high'] ?? before?.high];
    if (low === undefined || high === undefined)
      throw new CommandError(`${coin.symbol} has no bounds yet: give --low and --high, prices in USD`);
    const heartbeat = options['heartbeat'] ?? String(before?.heartbeatSeconds ?? HEARTBEAT);
    const deviation = options['deviation'] ?? before?.deviation ?? FEED_DEVIATION;
    return {
      address,
      heartbeatSeconds: /^\d+$/.test(heartbeat) ? Number(heartbeat) : 0,
      low,
      high,
      deviation,
    };
  }

  return [
    {
      name: 'feed list',
      usage:
        'feed list                         price feeds: address, last answer, age, heartbeat, bounds, deviation, state',
      async run() {
        const now = clock.now().getTime();
        const lines = chain.feeds
          .list()
          .map(({ coin, address, taken, heartbeatSeconds, low, high, deviation, state }) =>
            [
              coin,
              address,
              taken ? fromUnits(taken.price) : 'no answer',
              taken ? `${Math.round((now - taken.at.getTime()) / 1000)} s old` : '-',
              `heartbeat ${heartbeatSeconds} s`,
              `${low} to ${high}`,
              `deviation ${deviation}`,
              state,
            ].join('\t'),
          );
        return { text: lines.length ? lines.join('\n') : 'no coin has a feed on this chain' };
      },
    },
    {
      name: 'feed set',
      usage:
        'feed set SYMBOL ADDRESS [--heartbeat SECONDS] [--low USD] [--high USD] [--deviation SHARE]  takes the price of a coin from a Chainlink feed',
      changes: true,
      async run([symbol, address = ''], by, given) {
        const coin = readFeedCoin(symbol);
        const feed = readTermsOf(coin, address, given?.options ?? {});
        const quote = await askFeed(chain.rpc, feed, clock.now());
        const value = JSON.stringify(feed);
        await settings.change((db) => writeTerm(db, coin.symbol, FEED, { value, at: clock.now(), by }));
        await chain.feeds.refresh();
        return {
          text: `${coin.symbol} is priced by ${address}, ${fromUnits(quote.price)} USD now; every other server reads it within 5 s`,
        };
      },
    },
    {
      name: 'feed remove',
      usage: 'feed remove SYMBOL                leaves a coin without a price, so nobody can swap it',
      changes: true,
      async run([symbol], by) {
        const coin = readFeedCoin(symbol);
        await settings.change((db) =>
          writeTerm(db, coin.symbol, FEED, { value: 'off', at: clock.now(), by }),
        );
        return {
          text: `${coin.symbol} has no price; \`feed reset ${coin.symbol}\` goes back to the coin list's`,
        };
      },
    },
    {
      name: 'feed reset',
      usage: "feed reset SYMBOL                 goes back to the coin list's feed, if it has one here",
      changes: true,
      async run([symbol]) {
        const coin = readFeedCoin(symbol);
        if ((await settings.change((db) => deleteTerms(db, coin.symbol, [FEED]))) === 0)
          throw new CommandError(`the feed of ${coin.symbol} was not changed by an operator`);
        await chain.feeds.refresh();
        const listed = chain.feeds.list().some((one) => one.coin === coin.symbol);
        return {
          text: listed
            ? `${coin.symbol} is priced as the coin list says again`
            : `${coin.symbol} has no price: the coin list has no feed for it on this chain`,
        };
      },
    },
  ];
}
