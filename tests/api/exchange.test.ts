/**
 * The exchange over HTTP: every pair to the last unit, refusals in order, parallel requests, empty funds, and the
 * feature switched off.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Output } from '#contract';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import * as bank from '#tests/support/bank.ts';
import { expectSound, operate } from '#tests/support/command.ts';
import { client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { VERIFIED_AT_ONCE, type Person, expectOnce } from '#tests/support/person.ts';

const UNIT = 10n ** 18n;
/** Their prices are constants of the product. */
const FIXED = new Set(['ADIT', 'USDT']);

interface Swap {
  from: string;
  to: string;
  amount: string;
  minReceived?: string;
  quoteOnly?: boolean;
}
type Prices = Record<string, { price: bigint; at: string } | undefined>;

let app: LocalApp;
let ann: Person;
/** Has 100 USDT. */
let ben: Person;
let poor: Person;
/** Coins with a price, except ADIT. */
let priced: string[] = [];
let coins: string[] = [];

beforeAll(async () => {
  app = await openApp(VERIFIED_AT_ONCE);
  const { items } = await bank.assetsOf(client(app.url));
  coins = items.map(({ coin }) => coin);
  priced = items.filter(({ price, coin }) => price !== null && coin !== 'ADIT').map(({ coin }) => coin);
  const purse = Object.fromEntries(priced.map((coin) => [coin, '1000']));
  [ann, ben, poor] = await bank.richPeople(app.url, app.chain, [
    { ...purse, USDT: '300000', ADIT: '300000' },
    { USDT: '100' },
    {},
  ]);
});
afterAll(() => app?.stop());

const swap = ({ api }: Person, input: Swap) => api.call('POST /api/assets/swap', input);
const quote = (person: Person, from: string, to: string, amount: string) =>
  swap(person, { from, to, amount, quoteOnly: true });

async function prices(): Promise<Prices> {
  const { items } = await bank.assetsOf(client(app.url));
  return Object.fromEntries(
    items.map(({ coin, price, priceAt }) => [
      coin,
      price && priceAt ? { price: toUnits(price), at: priceAt } : undefined,
    ]),
  );
}

/** Repeats the request if prices change around it; returns it with the prices at that time. */
async function steady<T>(act: () => Promise<T>, tries = 5): Promise<[Prices, T]> {
  const text = (of: Prices) =>
    coins.map((coin) => (FIXED.has(coin) ? '' : `${of[coin]?.price} ${of[coin]?.at}`)).join();
  const before = await prices();
  const result = await act();
  if (tries === 1 || text(await prices()) === text(before)) return [before, result];
  return steady(act, tries - 1);
}

/** Ten-thousandths by which the market may be ahead of a coin's feed. SHIB is so cheap that the tenth decimal of its answer counts. */
const lagOf = (of: Prices, coin: string): number => {
  if (FIXED.has(coin)) return 0;
  const price = of[coin]?.price ?? 1n;
  if (coin === 'SHIB' && price < toUnits('0.00001')) return 50 + Number((10n ** 12n + price - 1n) / price);
  return ['BTC', 'ETH', 'BNB'].includes(coin) ? 10 : 50;
};

/** What the product promises for an amount of `from`. */
function promised(of: Prices, from: string, to: string, amount: string) {
  const [a, b] = [of[from]?.price ?? 0n, of[to]?.price ?? 0n];
  const gross = (toUnits(amount) * a) / b;
  const share = Math.max(30, lagOf(of, from) + lagOf(of, to));
  const received = (toUnits(amount) * a * BigInt(10_000 - share)) / (b * 10_000n);
  const rest = { rate: fromUnits((a * UNIT) / b), fee: fromUnits(gross - received) };
  // Nothing here was produced.
  return {
    from,
    to,
    amount,
    received: fromUnits(received),
    ...rest,
    parts: [{ source: 'reserve', amount, received: fromUnits(received) }],
    produced: '0',
    feeRate: String(share / 10_000),
  };
}

/** The response matches the promise and has the time of the older price; a fixed price is always current. */
function expectOffer(
  data: Output<'POST /api/assets/swap'>,
  of: Prices,
  from: string,
  to: string,
  amount: string,
) {
  const { balances: _, priceAt, ...offer } = data;
  expect(offer).toEqual(promised(of, from, to, amount));
  const times = [from, to].filter((coin) => !FIXED.has(coin)).map((coin) => Date.parse(of[coin]?.at ?? ''));
  if (times.length > 0) expect(Date.parse(priceAt)).toBe(Math.min(...times));
  else expect(Date.parse(priceAt)).toBeGreaterThanOrEqual(Date.parse(of['USDT']?.at ?? ''));
}
/** About one USDT's worth of a coin, using all its decimals. */
const worthOne = (of: Prices, coin: string) => fromUnits(UNIT ** 2n / (of[coin]?.price ?? 1n) + 1n);

describe('a quote', () => {
  test('of any two coins is exact, or refused for the pair or a missing price', async () => {
    const start = await prices();
    const pairs = coins.flatMap((from) => coins.map((to) => [from, to] as const));
    const [now, answers] = await steady(() =>
      Promise.all(pairs.map(([from, to]) => quote(ann, from, to, worthOne(start, from)))),
    );
    for (const [i, [from, to]] of pairs.entries()) {
      const answer = answers[i];
      const allowed =
        from !== to && [from, to].every((coin) => coin !== 'ADIT' || `${from}${to}`.includes('USDT'));
      if (!allowed) expect([from, to, answer]).toMatchObject([from, to, { status: 400, code: 400 }]);
      else if (!now[from] || !now[to])
        expect([from, to, answer]).toMatchObject([from, to, { status: 503, code: 1304 }]);
      else {
        expect([from, to, answer?.code]).toEqual([from, to, 0]);
        if (answer) expectOffer(answer.data, now, from, to, worthOne(start, from));
      }
    }
    expect(now['TON']).toBeUndefined();
    expect(priced.length).toBeGreaterThan(5);
  });

  test('also works for a user without coins, changes nothing and shows the balances', async () => {
    const before = await bank.balances(ann.api);
    const [now, answer] = await steady(() => quote(poor, 'USDT', 'BTC', '1000'));
    expectOffer(answer.data, now, 'USDT', 'BTC', '1000');
    expect(answer.data.balances).toMatchObject({ USDT: '0', BTC: '0' });
    const mine = await swap(ann, {
      from: 'USDT',
      to: 'BTC',
      amount: '010.0',
      quoteOnly: true,
      minReceived: '99',
    });
    expect(mine).toMatchObject({
      code: 0,
      data: { amount: '10', balances: { USDT: before['USDT'], BTC: before['BTC'] } },
    });
    expect(await bank.balances(ann.api)).toEqual(before);
    expect(await bank.history(ann.api, { category: 'exchange' })).toEqual([]);
  });
});

describe('an exchange', () => {
  test.each([
    ['ADIT', 'USDT', '123.456789012345678901'],
    ['ADIT', 'USDT', '0.0000000000000002'],
    ['USDT', 'ADIT', '7.000000000000000003'],
    ['USDT', 'BTC', '19.999999999999999999'],
    ['BTC', 'USDT', '0.001000000000000007'],
    ['ETH', 'BTC', '0.012345678901234567'],
    ['SHIB', 'ETH', '987.654321098765432109'],
    ['BNB', 'SHIB', '0.000000000000000001'],
  ])('of %s to %s gives what was quoted, to the last unit', async (from, to, amount) => {
    const [now, { before, quoted, done }] = await steady(async () => {
      const had = await bank.balances(ann.api);
      const offer = await quote(ann, from, to, amount);
      const minReceived = offer.data.received;
      return { before: had, quoted: offer, done: await swap(ann, { from, to, amount, minReceived }) };
    });
    const { received } = promised(now, from, to, amount);
    expect(done.code).toBe(0);
    expectOffer(done.data, now, from, to, amount);
    expectOffer(quoted.data, now, from, to, amount);
    const after = await bank.balances(ann.api);
    expect(after).toEqual({
      ...before,
      [from]: fromUnits(toUnits(before[from] ?? '') - toUnits(amount)),
      [to]: fromUnits(toUnits(before[to] ?? '') + toUnits(received)),
    });
    expect(done.data.balances).toMatchObject({ [from]: after[from], [to]: after[to] });
    const [one, two] = await bank.history(ann.api, { category: 'exchange' });
    expect(new Set([one?.amount, two?.amount])).toEqual(new Set([`-${amount}`, received]));
    expect(one?.entry).toBe(two?.entry);
  });
});

describe('an exchange is refused', () => {
  test('to a guest, even a quote', async () => {
    for (const quoteOnly of [true, false]) {
      const input = { from: 'USDT', to: 'BTC', amount: '1', quoteOnly };
      expect(await client(app.url).call('POST /api/assets/swap', input)).toMatchObject({
        status: 401,
        code: 401,
      });
    }
  });

  test.each([
    { from: 'USDT', to: 'BTC' },
    { from: 'USDT', to: 'BTC', amount: '1', minReceived: '-1' },
    { from: 'USDT', to: 'BTC', amount: '1', quoteOnly: 'true' },
    { from: 'USDT', to: 'BTC', amount: '1', price: '1' },
    { from: 'USDT', to: 'DOGE', amount: '1' },
    { from: 'DOGE', to: 'USDT', amount: '0' },
    { from: 'USDT', to: 'USDT', amount: '0' },
    { from: 'ADIT', to: 'BTC', amount: '0' },
    { from: 'TON', to: 'ADIT', amount: '1' },
  ])('if malformed or not a pair: %j', async (input) => {
    for (const quoteOnly of [{}, { quoteOnly: true }])
      expect(await ann.api.send('POST /api/assets/swap', { ...quoteOnly, ...input })).toMatchObject({
        status: 400,
        code: 400,
      });
  });

  test('for an amount that is zero, too fine or worth nothing, before price, minimum and balance', async () => {
    for (const [from, to, amount] of [
      ['USDT', 'BTC', '0'],
      ['USDT', 'BTC', '0.0'],
      ['USDT', 'BTC', '1.0000000000000000001'],
      ['ADIT', 'USDT', '0.000000000000000001'],
      ['TON', 'USDT', '0'],
    ] as const)
      for (const quoteOnly of [true, false])
        expect(await swap(poor, { from, to, amount, quoteOnly, minReceived: '5' })).toMatchObject({
          status: 400,
          code: 1302,
        });
  });

  test('without a price before the minimum, below the minimum before the balance, and without a balance before the fund', async () => {
    const huge = '99999999999';
    expect(await swap(poor, { from: 'TON', to: 'USDT', amount: huge, minReceived: huge })).toMatchObject({
      status: 503,
      code: 1304,
    });
    const cheap = { from: 'USDT', to: 'BTC', amount: huge, minReceived: huge };
    expect(await swap(poor, cheap)).toMatchObject({ status: 409, code: 1305 });
    expect(await swap(poor, { from: 'USDT', to: 'BTC', amount: huge })).toMatchObject({
      status: 409,
      code: 1301,
      data: { coin: 'USDT', balance: '0', amount: huge },
    });
    expect(await quote(poor, 'USDT', 'BTC', huge)).toMatchObject({ status: 409, code: 1303 });
  });

  test('for a minimum one unit above the quote, but not at the quote', async () => {
    const amount = '1.000000000000000001';
    const [, answers] = await steady(async () => {
      const { received } = (await quote(ann, 'USDT', 'ETH', amount)).data;
      const more = fromUnits(toUnits(received) + 1n);
      return [
        await swap(ann, { from: 'USDT', to: 'ETH', amount, minReceived: more }),
        await swap(ann, { from: 'USDT', to: 'ETH', amount, minReceived: received }),
      ];
    });
    expect(answers).toMatchObject([{ status: 409, code: 1305 }, { code: 0 }]);
  });
});

describe('in parallel', () => {
  test('several exchanges of one balance spend only what is there', async () => {
    const to = ['BTC', 'ETH', 'BNB', 'ADIT', 'BTC', 'ETH'];
    const answers = await Promise.all(to.map((coin) => swap(ben, { from: 'USDT', to: coin, amount: '60' })));
    expectOnce(answers, 1301);
    for (const { data } of answers.filter(({ code }) => code !== 0))
      expect(data).toEqual({ coin: 'USDT', balance: '40', amount: '60' });
    expect(await bank.history(ben.api, { category: 'exchange' })).toHaveLength(2);
    await bank.expectAddsUp(ben.api);
  });

  test('an exchange and a withdrawal do not both spend one balance', async () => {
    const both = await Promise.all([
      swap(ben, { from: 'USDT', to: 'ETH', amount: '30' }),
      ben.api.call('POST /api/assets/withdraw', { coin: 'USDT', amount: '30' }),
    ]);
    expectOnce(both, 1301);
    expect((await bank.balances(ben.api))['USDT']).toBe('10');
    await bank.expectAddsUp(ben.api);
  });

  test('many exchanges back and forth lose only the fee and end without a deadlock', async () => {
    const before = await bank.balances(ann.api);
    const ways = Array.from({ length: 24 }, (_, i) => (i % 2 ? ['USDT', 'ETH'] : ['ETH', 'USDT']));
    const answers = await Promise.all(
      ways.map(([from = '', to = '']) => swap(ann, { from, to, amount: from === 'USDT' ? '1' : '0.001' })),
    );
    expect(answers.map(({ code }) => code)).toEqual(ways.map(() => 0));
    const received = (coin: string) =>
      answers.reduce((sum, { data }) => sum + (data.to === coin ? toUnits(data.received) : 0n), 0n);
    const after = await bank.balances(ann.api);
    const now = (coin: string, spent: string) =>
      fromUnits(toUnits(before[coin] ?? '') - toUnits(spent) + received(coin));
    expect([after['USDT'], after['ETH']]).toEqual([now('USDT', '12'), now('ETH', '0.012')]);
  });
});

test('the reserve pays only what it has, however many ask at once', async () => {
  const { stdout } = await operate(app.dataDir, 'fund', 'list');
  const [, held = ''] = /^reserve\*\tADIT\t([\d.]+)$/m.exec(stdout) ?? [];
  const taken = fromUnits(toUnits(held) - toUnits('400000'));
  const take = await operate(app.dataDir, 'fund', 'take', 'reserve', 'ADIT', taken, 'A small reserve');
  expect(take, take.stderr).toMatchObject({ code: 0 });
  const before = await bank.balances(ann.api);
  const input = { from: 'USDT', to: 'ADIT', amount: '2500' };
  const answers = await Promise.all(Array.from({ length: 4 }, () => swap(ann, input)));
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1303, 1303, 1303]);
  const done = answers.find(({ code }) => code === 0);
  expect(await bank.balances(ann.api)).toEqual({
    ...before,
    USDT: fromUnits(toUnits(before['USDT'] ?? '') - toUnits('2500')),
    ADIT: fromUnits(toUnits(before['ADIT'] ?? '') + toUnits(done?.data.received ?? '')),
  });
});

test('every balance agrees with its history and the ledger', async () => {
  for (const { api } of [ann, ben]) await bank.expectAddsUp(api);
  await expectSound(app.dataDir);
});

// Last in the file: it restarts the server.
describe('an exchange that is switched off', () => {
  test('refuses every listed pair with 403, shows that it is off, and leaves the rest open', async () => {
    await app.restart({ EXCHANGE: 'off' });
    expect((await bank.assetsOf(ann.api)).exchangeOpen).toBe(false);
    for (const input of [
      { from: 'USDT', to: 'BTC', amount: '1' },
      { from: 'USDT', to: 'BTC', amount: '1', quoteOnly: true },
      { from: 'USDT', to: 'BTC', amount: '0' },
      { from: 'TON', to: 'USDT', amount: '1' },
    ])
      expect(await swap(ann, input)).toMatchObject({ status: 403, code: 403 });
    for (const input of [
      { from: 'USDT', to: 'USDT', amount: '1' },
      { from: 'USDT', to: 'DOGE', amount: '1' },
    ])
      expect(await swap(ann, input)).toMatchObject({ status: 400, code: 400 });
    expect(await ann.api.call('GET /api/assets/records', {})).toMatchObject({ code: 0 });
  });
});
