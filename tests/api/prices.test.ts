/** Past prices and what an account was worth: kept once an hour, bounded, and from the ledger of that time. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UNIT, toUnits } from '#rules/amounts.ts';
import { HOUR_MS } from '#rules/days.ts';
import { momentsOf, oldestShown } from '#rules/prices.ts';
import { forgetPrices, keepPrices } from '#server/chain/prices/prices.repository.ts';
import { pricesRoutes } from '#server/features/assets/prices.routes.ts';
import { stakedAt } from '#server/features/staking/staking.repository.ts';
import { systemClock } from '#server/jobs/clock.ts';
import { post } from '#server/ledger/post.ts';
import { onPostgres } from '#tests/support/databases.ts';
import { fakeApp, newSession } from '#tests/support/fake-app.ts';
import { type Client, client } from '#tests/support/http.ts';

const COINS = [
  { symbol: 'ADIT', fixed: true },
  { symbol: 'BTC', fixed: false },
  { symbol: 'ETH', fixed: false },
  { symbol: 'TON', fixed: false },
];

onPostgres((open) => {
  // Sessions are from now, so the hours are too.
  const begin = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const hour = (ago: number) => new Date(begin - ago * HOUR_MS);
  const price: Record<string, string> = { ADIT: '0.01', BTC: '110', ETH: '50' };
  const keep = (ago: number, prices: Record<string, string>) =>
    keepPrices(
      open().kysely,
      hour(ago),
      new Map(Object.entries(prices).map(([coin, text]) => [coin, toUnits(text)])),
    );
  let app: ReturnType<typeof fakeApp>['app'];
  let api: Client;
  let guest: Client;
  let user: Awaited<ReturnType<typeof newSession>>;

  beforeAll(async () => {
    const quote = (coin: string) =>
      price[coin] === undefined ? null : { price: toUnits(price[coin]), at: new Date() };
    const clock = { ...systemClock, now: () => new Date(begin + 60_000) };
    app = fakeApp(open(), { clock, handlers: pricesRoutes({ coins: COINS, quote, stakedAt }) }).app;
    user = await newSession(open());
    api = client(app, undefined, user.token);
    guest = client(app);
    await keep(24, { BTC: '100', ETH: '50' });
    await keep(10, { BTC: '120' });
    await keep(0, { BTC: '105', ETH: '40' });
  });
  afterAll(() => app.close());

  const prices = async (query: { coin?: string; range?: '24h' | '7d' | '30d' | '90d' } = {}) => {
    const { data } = await guest.call('GET /api/assets/prices', query);
    return Object.fromEntries(data.items.map(({ coin, ...rest }) => [coin, rest]));
  };

  describe('the price of an hour', () => {
    test('is what the first of several servers read in it', async () => {
      await Promise.all(['7', '8', '9'].map((text) => keep(30, { ETH: text, TON: text })));
      const rows = await open()
        .kysely.selectFrom('prices')
        .selectAll()
        .where('hour', '=', hour(30))
        .execute();
      expect(rows.map(({ coin }) => coin).toSorted()).toEqual(['ETH', 'TON']);
      // One server's answer: its two prices belong together.
      expect(new Set(rows.map((row) => row.price)).size).toBe(1);
    });

    test('is deleted once no chart shows it', async () => {
      const old = Math.ceil((begin - oldestShown(new Date(begin)).getTime()) / HOUR_MS) + 1;
      await keep(old, { BTC: '1' });
      await forgetPrices(open().kysely, oldestShown(new Date(begin)));
      const left = await open().kysely.selectFrom('prices').select('hour').orderBy('hour').execute();
      expect(left[0]?.hour).toEqual(hour(30));
    });
  });

  describe('a public answer', () => {
    test('has each coin’s change and hours, a fixed price without any, and no more than a day', async () => {
      const { ADIT, BTC, ETH, TON } = await prices({ range: '90d' });
      expect(BTC).toEqual({
        change: '0.1000',
        points: [
          { at: hour(24).toISOString(), price: '100' },
          { at: hour(10).toISOString(), price: '120' },
          { at: hour(0).toISOString(), price: '105' },
        ],
      });
      expect(ETH?.change).toBe('0.0000');
      expect(ADIT).toEqual({ change: null, points: [] });
      // Its price is unknown now, and was only known before.
      expect(TON).toEqual({ change: null, points: [] });
    });

    test('may be kept for a minute, also by proxies; a refusal may not', async () => {
      const { headers } = await guest.send('GET /api/assets/prices', {});
      expect(headers.get('cache-control')).toBe('public, max-age=60');
      const refused = await guest.send('GET /api/assets/prices', { coin: 'DOGE' });
      expect([refused.code, refused.headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect((await guest.send('GET /api/assets/prices', { range: '1y' })).code).toBe(400);
    });

    test('has a longer history of one coin, whose change needs a price at its beginning', async () => {
      const [first = hour(0)] = momentsOf('30d', new Date(begin + 60_000));
      await keep((begin - first.getTime()) / HOUR_MS, { BTC: '55' });
      const { BTC, ...others } = await prices({ coin: 'BTC', range: '30d' });
      expect(others).toEqual({});
      expect(BTC?.change).toBe('1.0000');
      expect(BTC?.points[0]).toEqual({ at: first.toISOString(), price: '55' });
      expect((await prices({ coin: 'BTC', range: '7d' }))['BTC']?.change).toBeNull();
    });
  });

  test('worth is what was held then, staked coins included, at the prices of then', async () => {
    const move = (ago: number, coin: string, amount: bigint) =>
      post(open().kysely, {
        kind: 'deposit',
        at: hour(ago),
        lines: [
          { user: user.id, coin, amount: amount * UNIT },
          { system: 'custody', coin, amount: -amount * UNIT },
        ],
      });
    await move(23, 'ADIT', 1000n);
    await move(12, 'BTC', 2n);
    await move(5, 'BTC', -1n);
    const { data } = await api.call('GET /api/assets/worth', { range: '24h' });
    const worth = new Map(data.points.map(({ at, usdt }) => [at, usdt]));
    const at = (ago: number) => worth.get(hour(ago).toISOString());
    expect(data.points).toHaveLength(25);
    expect([at(24), at(23), at(13), at(12), at(9), at(5), at(0)]).toEqual([
      ...['0', '10', '10', '210', '250', '130', '115'],
    ]);
    // What is staked has left the balance, and still counts until it is redeemed.
    await open()
      .kysely.insertInto('stake_orders')
      .values({
        ...{ user_id: user.id, amount: 400n * UNIT, output: 0n, phase: 0 },
        ...{ staked_at: hour(3), redeemed_at: hour(1) },
      })
      .execute();
    const { points } = (await api.call('GET /api/assets/worth', { range: '24h' })).data;
    expect(points.slice(-5).map(({ usdt }) => usdt)).toEqual(['130', '134', '134', '130', '115']);
    expect((await guest.send('GET /api/assets/worth', { range: '24h' })).code).toBe(401);
  });
});
