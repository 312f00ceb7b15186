/**
 * Attacks on the exchange: old prices, a chain that stops or hangs, a stable coin that is not stable, and many
 * parallel requests against the limits. Each is played over HTTP on the in-memory chain and fails.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import * as bank from '#tests/support/bank.ts';
import { skipToNoon, timeAt } from '#tests/support/clock.ts';
import { client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { type Person, VERIFIED_AT_ONCE, ask, newcomer, skip } from '#tests/support/person.ts';

let app: LocalApp;
let ann: Person;

interface Swap {
  from: string;
  to: string;
  amount: string;
  quoteOnly?: boolean;
}
const swap = ({ api }: Person, input: Swap) => api.call('POST /api/assets/swap', input);
const quote = (from: string, to: string, amount = '1') => swap(ann, { from, to, amount, quoteOnly: true });
const codes = (answers: readonly { code: number }[]) =>
  answers.map(({ code }) => code).toSorted((a, b) => a - b);

beforeAll(async () => {
  app = await openApp(VERIFIED_AT_ONCE);
  [ann] = await bank.richPeople(app.url, app.chain, [{ USDT: '20000', ADIT: '1000', BTC: '1', ETH: '10' }]);
});
afterAll(() => app?.stop());
beforeEach(() => {
  app.chain.answer('BTC', '90000');
  app.chain.answer('USDT', '1');
});

describe('a price', () => {
  test('that moved after the last poll is the one that counts', async () => {
    const shown = async () => (await bank.assetOf(client(app.url), 'BTC')).price;
    expect(await shown()).toBe('90000');
    app.chain.answer('BTC', '93000');
    expect((await swap(ann, { from: 'USDT', to: 'BTC', amount: '930' })).data).toMatchObject({
      received: '0.00997',
    });
    app.chain.answer('BTC', '87000');
    expect((await swap(ann, { from: 'BTC', to: 'USDT', amount: '0.01' })).data).toMatchObject({
      received: '867.39',
    });
  });

  test('older than its heartbeat never trades, and neither does one that makes no sense', async () => {
    const now = await timeAt(app.url);
    app.chain.answer('BTC', '90000', new Date(now - 301_000));
    expect(await quote('USDT', 'BTC')).toMatchObject({
      status: 503,
      code: 1304,
      data: { coin: 'BTC', reason: 'feed' },
    });
    app.chain.answer('BTC', '90000', new Date(now - 280_000));
    expect((await quote('USDT', 'BTC')).code).toBe(0);
    app.chain.answer('BTC', '0');
    expect((await quote('BTC', 'USDT')).code).toBe(1304);
  });

  test('costs at least what its feed may lag behind the market, and the reply says how much', async () => {
    const rates = await Promise.all(
      [
        ['USDT', 'ADIT'],
        ['USDT', 'BTC'],
        ['USDT', 'XRP'],
        ['XRP', 'BTC'],
        ['XRP', 'SHIB'],
      ].map(async ([from = '', to = '']) => (await quote(from, to)).data.feeRate),
    );
    expect(rates).toEqual(['0.003', '0.003', '0.005', '0.006', '0.0101']);
  });
});

describe('a chain', () => {
  test('that stands still for 15 s ends every exchange until it goes on', async () => {
    const { provider } = app.chain;
    await provider.send('evm_setIntervalMining', [0]);
    try {
      await skip(app.url, 16);
      for (const [from, to] of [
        ['USDT', 'BTC'],
        ['ETH', 'BTC'],
        ['ADIT', 'USDT'],
      ] as const)
        for (const quoteOnly of [true, false])
          expect(await swap(ann, { from, to, amount: '1', quoteOnly })).toMatchObject({
            status: 503,
            code: 1304,
            message: expect.stringContaining('blockchain') as string,
            data: { reason: 'chain' },
          });
    } finally {
      await provider.send('evm_setIntervalMining', [1]);
    }
    expect((await quote('USDT', 'BTC')).code).toBe(0);
  });

  test('that hangs ends an exchange, and holds nothing in the database meanwhile', async () => {
    const before = await bank.balances(ann.api);
    app.chain.memory.silent = true;
    try {
      // On a slow machine the swaps may give up before the stake has gone through; then all of it is tried again.
      await vi.waitFor(async () => {
        let ended = 0;
        const swaps = Promise.all(
          [1, 2, 3].map(() =>
            swap(ann, { from: 'USDT', to: 'BTC', amount: '1' }).finally(() => (ended += 1)),
          ),
        );
        // Meanwhile the account keeps staking.
        expect((await ann.api.call('POST /api/stake/stake', { amount: '10' })).code).toBe(0);
        const early = ended;
        expect((await swaps).map(({ code, data }) => [code, data])).toEqual(
          [1, 2, 3].map(() => [1304, { coin: 'USDT', reason: 'chain' }]),
        );
        expect(early).toBe(0);
      }, 60_000);
    } finally {
      app.chain.memory.silent = false;
    }
    expect(await bank.balances(ann.api)).toMatchObject({ USDT: before['USDT'], BTC: before['BTC'] });
    await expect.poll(async () => (await quote('USDT', 'BTC')).code).toBe(0);
  });

  test('that refuses connections ends an exchange at once', async () => {
    app.chain.memory.down = true;
    try {
      expect(await quote('USDT', 'BTC')).toMatchObject({ code: 1304, data: { reason: 'chain' } });
    } finally {
      app.chain.memory.down = false;
    }
  });

  test('answers many requests at once with a few readings', async () => {
    const { memory } = app.chain;
    const before = memory.requests();
    const answers = await Promise.all(Array.from({ length: 60 }, () => quote('USDT', 'BTC')));
    expect(new Set(codes(answers))).toEqual(new Set([0]));
    // A reading is three requests at least, the head and two feeds; other parts of the server ask the chain too.
    expect(memory.requests() - before).toBeLessThan(60 * 2);
  });
});

test('USDT that is not worth a dollar is not exchanged, and the rest goes on', async () => {
  for (const price of ['0.98', '1.0101']) {
    app.chain.answer('USDT', price);
    for (const [from, to] of [
      ['USDT', 'BTC'],
      ['BTC', 'USDT'],
      ['ADIT', 'USDT'],
      ['USDT', 'ADIT'],
    ] as const)
      expect(await swap(ann, { from, to, amount: '1' })).toMatchObject({
        code: 1304,
        message: expect.stringContaining('one US dollar') as string,
        data: { coin: 'USDT', reason: 'peg' },
      });
    expect((await quote('ETH', 'BTC')).code).toBe(0);
  }
  for (const price of ['0.99', '1.01']) {
    app.chain.answer('USDT', price);
    expect((await quote('USDT', 'BTC', '90000000')).code).toBe(1303);
    // Worth less than 89.1 USD, which 90 USDT are worth at 0.99: the fee is larger by the amount that USDT is off its
    // peg.
    expect((await quote('USDT', 'BTC', '90')).data).toMatchObject({
      received: '0.000989',
      rate: '0.000011111111111111',
      feeRate: '0.011',
    });
  }
});

describe('limits', () => {
  const most = ({ data }: { data: unknown }) => (data as { most: string }).most;

  test('hold for an account and a day, however many ask at once, and name what is left', async () => {
    await skipToNoon(app.url);
    const [eve] = await bank.richPeople(app.url, app.chain, [{ USDT: '30000', BTC: '1' }]);
    if (!eve) throw new Error('nobody came');
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => swap(eve, { from: 'USDT', to: 'BTC', amount: '900' })),
    );
    expect(codes(answers)).toEqual([...Array<number>(11).fill(0), 1309, 1309, 1309]);
    const refused = answers.find(({ code }) => code === 1309);
    expect(refused).toMatchObject({ status: 409, data: { coin: 'USDT', most: '100' } });
    expect(refused?.data).toMatchObject({ resetsAt: expect.stringMatching(/T16:00:00.000Z$/) as string });
    // Both directions count, and a quote says so too.
    expect(most(await swap(eve, { from: 'BTC', to: 'USDT', amount: '0.01', quoteOnly: true }))).toBe(
      '0.001111111111111111',
    );
    expect((await swap(eve, { from: 'USDT', to: 'BTC', amount: '100.000000000000000001' })).code).toBe(1309);
    expect((await swap(eve, { from: 'USDT', to: 'BTC', amount: '100' })).code).toBe(0);
    expect(most(await swap(eve, { from: 'USDT', to: 'BTC', amount: '1' }))).toBe('0');
    // Another coin has its own budget.
    expect((await swap(eve, { from: 'USDT', to: 'ETH', amount: '900' })).code).toBe(0);
    expect((await swap(eve, { from: 'ETH', to: 'BTC', amount: '0.01' })).code).toBe(1309);
    await bank.expectAddsUp(eve.api);
    // The next day starts afresh.
    await skipToNoon(app.url);
    await skip(app.url, 86_400);
    const again = await newcomer(app.url, { wallet: eve.wallet });
    expect((await swap(again, { from: 'USDT', to: 'BTC', amount: '900' })).code).toBe(0);
  });

  test('hold for all accounts together and an hour, exactly', async () => {
    await skip(app.url, 3600);
    const crowd = await bank.richPeople(
      app.url,
      app.chain,
      Array.from({ length: 7 }, () => ({ USDT: '9000' })),
    );
    const start = await ask(client(app.url), 'GET /api/index', {});
    // Fifty thousand USDT's worth are 62 swaps of 800 and 400 more.
    const answers = await Promise.all(
      crowd.flatMap((one) =>
        Array.from({ length: 10 }, () => swap(one, { from: 'USDT', to: 'XRP', amount: '800' })),
      ),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(62);
    const refused = answers.filter(({ code }) => code !== 0);
    expect(refused.map(({ code, data }) => [code, data])).toEqual(
      refused.map(() => [
        1309,
        {
          coin: 'USDT',
          most: '400',
          resetsAt: new Date(
            Math.ceil((Date.parse(start.serverTime) + 1) / 3_600_000) * 3_600_000,
          ).toISOString(),
        },
      ]),
    );
    const free = crowd.find((_, index) =>
      answers.slice(index * 10, index * 10 + 10).some(({ code }) => code !== 0),
    );
    if (!free) throw new Error('nobody was refused');
    expect((await swap(free, { from: 'USDT', to: 'XRP', amount: '400' })).code).toBe(0);
    expect(most(await swap(free, { from: 'USDT', to: 'XRP', amount: '1' }))).toBe('0');
    const bought = answers.reduce(
      (sum, { code, data }) => (code === 0 ? sum + toUnits(data.received) : sum),
      0n,
    );
    expect(fromUnits(bought).length).toBeGreaterThan(3);
    await skip(app.url, 3600);
    expect((await swap(free, { from: 'USDT', to: 'XRP', amount: '1' })).code).toBe(0);
  });
});
