/**
 * The books of exchanges, at prices set by the test: what is booked and the order of refusals; a
 * changing price, a double tap or an empty fund costs nobody anything.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Input } from '#contract';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { COINS } from '#server/chain/coins.ts';
import { withTerms } from '#server/chain/coins.terms.ts';
import type { TradePrice } from '#server/chain/prices/prices.rules.ts';
import { exchangeRoutes } from '#server/features/assets/exchange.routes.ts';
import { repurchasing } from '#server/features/buyback/buyback.usecases.ts';
import { audit } from '#server/ledger/audit.ts';
import { type Line, post } from '#server/ledger/post.ts';
import { balances, systemBalance } from '#server/ledger/read.ts';
import { onPostgres } from '#tests/support/databases.ts';
import { fakeApp, newSession } from '#tests/support/fake-app.ts';
import { type Client, client } from '#tests/support/http.ts';
import { NOON } from '#tests/support/ledger.ts';

const SWAP = 'POST /api/assets/swap';
type Swap = Input<typeof SWAP>;

onPostgres((open) => {
  const db = () => open().kysely;
  const prices = new Map<string, TradePrice>();
  let notified: bigint[] = [];
  let app: ReturnType<typeof fakeApp>['app'];
  let closed: ReturnType<typeof fakeApp>['app'];
  let user = 0n;
  let api: Client;

  const set = (coin: string, price: string | null, at = new Date()) =>
    price === null ? prices.delete(coin) : prices.set(coin, { price: toUnits(price), at, deviation: 0n });
  const give = (line: Line) =>
    post(db(), {
      kind: 'deposit',
      at: NOON,
      lines: [line, { system: 'custody', coin: line.coin, amount: -line.amount }],
    });
  const held = async (coin: string) => fromUnits((await balances(db(), user)).get(coin) ?? 0n);
  const of = async (system: string, coin: string) => fromUnits(await systemBalance(db(), system, coin));
  const swap = (input: Swap, key: string = randomUUID()) => api.call(SWAP, input, { key });

  beforeAll(async () => {
    const routes = (exchangeOpen: boolean) =>
      exchangeRoutes({
        db: db(),
        coins: () => withTerms(COINS, new Map([['TON', { terms: { exchange: false } }]])),
        readPrices: async () => (coin) => prices.get(coin) ?? { reason: 'feed' },
        exchangeOpen: () => exchangeOpen,
        repurchasing,
      });
    ({ app, notified } = fakeApp(open(), { handlers: routes(true) }));
    closed = fakeApp(open(), { handlers: routes(false) }).app;
    await give({ system: 'buyback', coin: 'USDT', amount: toUnits('1000') });
    for (const [coin, amount] of [
      ['USDT', '50000'],
      ['BTC', '5'],
      ['ADIT', '1000000'],
    ] as const)
      await give({ system: 'reserve', coin, amount: toUnits(amount) });
  });
  afterAll(async () => {
    await Promise.all([app?.close(), closed?.close()]);
  });
  beforeEach(async () => {
    prices.clear();
    set('USDT', '1');
    set('ADIT', '0.01');
    set('BTC', '90000');
    notified.length = 0;
    const session = await newSession(open());
    user = session.id;
    api = client(app, undefined, session.token);
    await give({ user, coin: 'USDT', amount: toUnits('1000') });
    await give({ user, coin: 'ADIT', amount: toUnits('1000') });
  });

  describe('an exchange', () => {
    test('from the reserve moves both coins, the fee and nothing else', async () => {
      const before = { usdt: await of('reserve', 'USDT'), btc: await of('reserve', 'BTC') };
      const fees = await of('revenue', 'BTC');
      const at = new Date('2026-11-21T11:59:00Z');
      set('BTC', '90000', at);
      const { data } = await swap({ from: 'USDT', to: 'BTC', amount: '900' });
      expect(data).toEqual({
        from: 'USDT',
        to: 'BTC',
        amount: '900',
        received: '0.00997',
        rate: '0.000011111111111111',
        fee: '0.00003',
        feeRate: '0.003',
        parts: [{ source: 'reserve', amount: '900', received: '0.00997' }],
        produced: '0',
        priceAt: at.toISOString(),
        balances: { USDT: '100', BTC: '0.00997' },
      });
      expect([await held('USDT'), await held('BTC')]).toEqual(['100', '0.00997']);
      const plus = (text: string, amount: string) => fromUnits(toUnits(text) + toUnits(amount));
      expect(await of('reserve', 'USDT')).toBe(plus(before.usdt, '900'));
      expect(plus(await of('reserve', 'BTC'), '0.01')).toBe(before.btc);
      expect(await of('revenue', 'BTC')).toBe(plus(fees, '0.00003'));
      expect(notified).toEqual([user]);
    });

    test('of produced ADIT is a repurchase: paid by its fund, half to the stakers, half to the institution', async () => {
      const amount = toUnits('100.000000000000000001');
      await post(db(), {
        kind: 'mining',
        at: NOON,
        lines: [
          { user, coin: 'ADIT', amount },
          { system: 'issuance', coin: 'ADIT', amount: -amount },
        ],
      });
      const reserve = await of('reserve', 'USDT');
      const { data } = await swap({ from: 'ADIT', to: 'USDT', amount: '300' });
      expect(data).toMatchObject({ received: '2.991', fee: '0.009', rate: '0.01' });
      expect(data).toMatchObject({
        produced: '0',
        parts: [
          { source: 'fund', amount: '100.000000000000000001', received: '0.997' },
          { source: 'reserve', amount: '199.999999999999999999', received: '1.994' },
        ],
      });
      expect(toUnits(reserve) - toUnits(await of('reserve', 'USDT'))).toBe(toUnits('2'));
      expect([await of('staking_rewards', 'ADIT'), await of('institution', 'ADIT')]).toEqual([
        '50',
        '50.000000000000000001',
      ]);
      expect(await of('buyback', 'USDT')).toBe('999');
      expect(await audit(db())).toEqual([]);
    });

    test('buys ADIT from the reserve', async () => {
      const { data } = await swap({ from: 'USDT', to: 'ADIT', amount: '1' });
      expect(data).toMatchObject({ received: '99.7', fee: '0.3', balances: { USDT: '999', ADIT: '1099.7' } });
    });

    test('happens once per key, and is announced once', async () => {
      const key = randomUUID();
      const input = { from: 'USDT', to: 'BTC', amount: '90' };
      const answers = await Promise.all([1, 2, 3, 4].map(() => swap(input, key)));
      set('BTC', '100000');
      answers.push(await swap(input, key));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await held('USDT')).toBe('910');
      expect(notified).toEqual([user]);
    });

    test('uses the current price, not that of the quote', async () => {
      const input = { from: 'USDT', to: 'BTC', amount: '90' };
      const { received } = (await swap({ ...input, quoteOnly: true })).data;
      set('BTC', '90000.01');
      expect(await swap({ ...input, minReceived: received })).toMatchObject({ status: 409, code: 1305 });
      set('BTC', '90000');
      expect((await swap({ ...input, minReceived: received })).data).toMatchObject({ received });
    });

    test('spends a balance once when run in parallel, without deadlocks', async () => {
      await give({ user, coin: 'BTC', amount: toUnits('0.012') });
      const ways = Array.from({ length: 24 }, (_, n) =>
        n % 2 ? { from: 'USDT', to: 'BTC', amount: '200' } : { from: 'BTC', to: 'USDT', amount: '0.005' },
      );
      const answers = await Promise.all(ways.map((input) => swap(input)));
      const done = answers.filter(({ code }) => code === 0);
      expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0, 1301]));
      expect(done.length).toBeGreaterThan(2);
      expect(await audit(db())).toEqual([]);
    });
  });

  describe('a quote', () => {
    test('gives the same figures, changes nothing, notifies nobody, and needs neither balance nor minimum', async () => {
      const input = { from: 'USDT', to: 'BTC', amount: '900' };
      const quoted = await swap({ ...input, amount: '9000', minReceived: '5', quoteOnly: true });
      expect(quoted.data).toMatchObject({
        received: '0.0997',
        fee: '0.0003',
        balances: { USDT: '1000', BTC: '0' },
      });
      expect(notified).toEqual([]);
      expect([await held('USDT'), await held('BTC')]).toEqual(['1000', '0']);
    });

    test('is refused if the fund could not pay', async () => {
      const quoteOnly = true;
      expect(await swap({ from: 'USDT', to: 'BTC', amount: '900000', quoteOnly })).toMatchObject({
        status: 409,
        code: 1303,
        data: { coin: 'BTC' },
      });
      // The reserve could pay more than an account may swap in a day: the smaller amount is named.
      expect(toUnits(await of('reserve', 'USDT')) * 100n).toBeGreaterThan(toUnits('1000000'));
      const sell = (amount: string) => swap({ from: 'ADIT', to: 'USDT', amount, quoteOnly });
      expect(await sell('10000000')).toMatchObject({
        code: 1303,
        data: { coin: 'USDT', most: '1000000', renewsAt: null },
      });
      expect((await sell('1000000')).code).toBe(0);
      expect((await sell('1000001')).code).toBe(1309);
    });
  });

  describe('an exchange is refused', () => {
    test('for one reason before the other', async () => {
      // Each input has the reasons of all those that follow it.
      set('BTC', null);
      const huge = '99999999999999999999';
      const all: [number, Swap][] = [
        [400, { from: 'ADIT', to: 'BTC', amount: '0', minReceived: huge }],
        [1302, { from: 'USDT', to: 'BTC', amount: '0', minReceived: huge }],
        [1302, { from: 'USDT', to: 'BTC', amount: '0.1234567890123456789', minReceived: huge }],
        [1304, { from: 'USDT', to: 'BTC', amount: '70000000000', minReceived: huge }],
      ];
      for (const [code, input] of all) expect((await swap(input)).code).toBe(code);
      set('BTC', '90000');
      const rich = { from: 'USDT', to: 'BTC', amount: '70000000000' };
      expect((await swap({ ...rich, minReceived: huge })).code).toBe(1305);
      expect(await swap(rich)).toMatchObject({
        code: 1301,
        data: { coin: 'USDT', balance: '1000', amount: '70000000000' },
      });
      await give({ user, coin: 'USDT', amount: toUnits('70000000000') });
      expect(await swap(rich)).toMatchObject({ code: 1303, data: { coin: 'BTC' } });
      expect(await held('USDT')).toBe('70000001000');
      expect(notified).toEqual([]);
    });

    test('if it is switched off, once the pair is valid', async () => {
      const shut = client(closed, undefined, (await newSession(open())).token);
      const ask = async (input: Swap) => (await shut.call(SWAP, input)).code;
      expect(await ask({ from: 'USDT', to: 'USDT', amount: '1' })).toBe(400);
      expect(await ask({ from: 'USDT', to: 'BTC', amount: '0' })).toBe(403);
      expect(await ask({ from: 'USDT', to: 'BTC', amount: '1', quoteOnly: true })).toBe(403);
    });

    test.each([
      ['from', 'DOGE', 'USDT'],
      ['to', 'USDT', 'DOGE'],
      ['to', 'BTC', 'BTC'],
      ['to', 'ADIT', 'BTC'],
      ['from', 'BTC', 'ADIT'],
    ])('naming %s for %s to %s', async (path, from, to) => {
      const answer = await swap({ from, to, amount: '1' });
      expect(answer).toMatchObject({ status: 400, code: 400 });
      expect((answer.data as unknown as { issues: { path: string }[] }).issues[0]?.path).toBe(path);
    });

    test('if it yields nothing, or more than can exist', async () => {
      const tiny = { from: 'USDT', to: 'BTC', amount: '0.000000000000000001' };
      expect((await swap(tiny)).code).toBe(1302);
      set('SHIB', '0.0000000001');
      const endless = { from: 'BTC', to: 'SHIB', amount: '99999999999999999999' };
      for (const quoteOnly of [true, false]) expect((await swap({ ...endless, quoteOnly })).code).toBe(1302);
    });

    test('without a price, under a key that may be retried', async () => {
      const key = randomUUID();
      const input = { from: 'USDT', to: 'BTC', amount: '90' };
      set('BTC', null);
      expect(await swap(input, key)).toMatchObject({ status: 503, code: 1304, data: { coin: 'BTC' } });
      set('BTC', '90000');
      expect((await swap(input, key)).code).toBe(0);
    });
  });
});
