/** What an operator may change about a coin, and what follows from it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COINS } from './coins.ts';
import {
  type OwnFeed,
  changesOf,
  feedIssue,
  isTerm,
  readContract,
  readFeed,
  termIssue,
  withTerms,
} from './coins.terms.ts';
import { feedsInForce, listedFeeds } from './prices/prices.rules.ts';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const FEED: OwnFeed = { address: ADDRESS, heartbeatSeconds: 60, low: '0.5', high: '2', deviation: '0.005' };
const word = (coin: string, name: string, value: string) => ({ coin, name, value });

describe('a term', () => {
  test.each([
    ['min-withdraw', '0.5', true],
    ['withdraw-fee', '0', true],
    ['withdraw-fee', '-1', false],
    ['daily', '1e9', false],
    ['daily', '0.0000000000000000001', false],
    ['deposits', 'off', true],
    ['exchange', 'yes', false],
  ] as const)('%s %s', (name, value, good) => {
    expect(termIssue(name, value) === undefined).toBe(good);
  });

  test('applies only to its coin; without any setting, everything is open', () => {
    const { changes, ignored } = changesOf([
      word('USDT', 'withdraw-fee', '2'),
      word('USDT', 'deposits', 'off'),
      word('BTC', 'daily', 'a lot'),
      word('ETH', 'colour', 'red'),
    ]);
    const coins = withTerms(COINS, changes);
    expect(coins.find(({ symbol }) => symbol === 'USDT')).toMatchObject({
      withdrawFee: '2',
      minWithdraw: '10',
      deposits: false,
      withdrawals: true,
      exchange: true,
    });
    for (const coin of coins.filter(({ symbol }) => symbol !== 'USDT'))
      expect(coin).toEqual({
        ...COINS.find(({ symbol }) => symbol === coin.symbol),
        deposits: true,
        withdrawals: true,
        exchange: true,
      });
    expect(ignored).toEqual(['daily of BTC is not understood', 'colour of ETH is not understood']);
  });

  test('of any text is either parsed or ignored, and never causes an error', () => {
    const text = fc.oneof(fc.string(), fc.json(), fc.constantFrom('on', 'off', '1'));
    const name = fc.oneof(fc.constantFrom('contract', 'feed', 'daily', 'exchange'), fc.string());
    fc.assert(
      fc.property(
        fc.array(fc.record({ coin: fc.constantFrom('BTC', 'TON'), name, value: text })),
        (stored) => {
          const { changes, ignored } = changesOf(stored);
          expect(ignored.length).toBeLessThanOrEqual(stored.length);
          for (const coin of withTerms(COINS, changes)) expect(typeof coin.deposits).toBe('boolean');
          expect(
            stored.filter((one) => isTerm(one.name) && !termIssue(one.name, one.value)).length,
          ).toBeLessThanOrEqual(stored.length - ignored.length);
        },
      ),
    );
  });
});

describe('a contract and a feed', () => {
  test('are read back as they were written', () => {
    const token = { address: ADDRESS, decimals: 8 };
    expect(readContract(JSON.stringify(token))).toEqual({ ...token, earlier: [] });
    expect(readContract(JSON.stringify({ ...token, earlier: [token] }))).toEqual({
      ...token,
      earlier: [token],
    });
    expect(readFeed(JSON.stringify(FEED))).toEqual(FEED);
    expect(readFeed('off')).toBeNull();
  });

  test.each([
    [{ address: ADDRESS.replace('EE7', 'Ee7') }],
    [{ decimals: 19 }],
    [{ decimals: 1.5 }],
    [{ decimals: undefined }],
    [{ earlier: ADDRESS }],
    [{ earlier: [{ address: ADDRESS }] }],
  ])('a contract with %j is invalid', (wrong) => {
    expect(readContract(JSON.stringify({ address: ADDRESS, decimals: 18, ...wrong }))).toBeUndefined();
  });

  test.each([
    [{ heartbeatSeconds: 0 }],
    [{ deviation: '0.2' }],
    [{ deviation: 'much' }],
    [{ heartbeatSeconds: 1_000_000 }],
    [{ low: '0' }],
    [{ low: '2' }],
    [{ high: 'x' }],
    [{ address: '0x12' }],
  ])('a feed with %j is invalid', (wrong) => {
    expect(feedIssue({ ...FEED, ...wrong })).toBeTypeOf('string');
    expect(readFeed(JSON.stringify({ ...FEED, ...wrong }))).toBeUndefined();
  });

  test("uses the feeds of the list, replaced by the operator's, and none where the operator removed it", () => {
    const listed = listedFeeds(COINS, { BTC: ADDRESS, ETH: ADDRESS, USDT: ADDRESS });
    expect([...listed.keys()]).toEqual(['USDT', 'BTC', 'ETH']);
    const { changes } = changesOf([
      word('BTC', 'feed', 'off'),
      word('TON', 'feed', JSON.stringify(FEED)),
      word('ETH', 'daily', '1'),
    ]);
    const feeds = feedsInForce(listed, changes);
    expect([...feeds.keys()].toSorted()).toEqual(['ETH', 'TON', 'USDT']);
    expect(feeds.get('TON')).toEqual(FEED);
    expect(feeds.get('ETH')).toEqual(listed.get('ETH'));
  });
});
