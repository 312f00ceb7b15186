/** The exchange of the whole server on a devnet: what a price feed says decides whether its coin can be exchanged. */
import type { Contract } from 'ethers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type App, startApp } from '#tests/support/app.ts';
import * as bank from '#tests/support/bank.ts';
import { client } from '#tests/support/http.ts';
import { type Devnet, devnetOf } from '#tests/support/money.ts';
import { UNLIMITED, type Person, newcomer } from '#tests/support/person.ts';

const SOON = { timeout: 40_000 };

let app: App;
let devnet: Devnet;
let ann: Person;

beforeAll(async () => {
  app = await startApp({ withoutPage: true, env: UNLIMITED });
  devnet = await devnetOf(app);
  ann = await newcomer(app.url);
});
afterAll(async () => {
  devnet?.close();
  await app?.stop();
});

/** Not a stale answer: the devnet's keeper refreshes those. */
const NONSENSE: readonly (readonly [coin: string, answer: bigint])[] = [
  ['BTC', 0n],
  ['ETH', -5n],
  ['BNB', 10n ** 30n],
  ['XRP', 1n],
];

test('a feed that makes no sense leaves its coin without a price until it does again', async () => {
  const quote = (from: string, to: string) =>
    ann.api.call('POST /api/assets/swap', { from, to, amount: '1', quoteOnly: true });
  const codes = (coins: readonly string[]) =>
    Promise.all(coins.map(async (coin) => (await quote('USDT', coin)).code));
  const coins = NONSENSE.map(([coin]) => coin);
  const feeds = coins.map((coin) => devnet.feed(coin).connect(bank.ownerOf(devnet)) as Contract);
  const good = await Promise.all(feeds.map((feed) => bank.read(feed, 'latestAnswer')));
  const say = (answers: readonly bigint[]) =>
    bank.together(
      devnet,
      feeds.map((feed, i) => [feed, 'updateAnswer', answers[i] ?? 0n] as const),
    );
  await say(NONSENSE.map(([, answer]) => answer));
  await expect.poll(() => codes(coins), SOON).toEqual(coins.map(() => 1304));
  for (const coin of coins) {
    for (const [from, to] of [
      ['USDT', coin],
      [coin, 'USDT'],
      ['SHIB', coin],
    ] as const)
      expect([from, to, await quote(from, to)]).toMatchObject([from, to, { status: 503, code: 1304 }]);
    expect((await bank.assetOf(client(app.url), coin)).price).toBeNull();
  }
  expect(await codes(['SHIB'])).toEqual([0]);
  await say(good);
  await expect.poll(() => codes(coins), SOON).toEqual(coins.map(() => 0));
});
