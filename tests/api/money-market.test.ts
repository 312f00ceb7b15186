/** The exchange under strain: many at once, prices that move or go stale, funds that run dry, and switched off. */
import { randomUUID } from 'node:crypto';
import { Contract } from 'ethers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fromUnits, toUnits } from '#contract/amounts.ts';
import { type App, startApp } from '#tests/support/app.ts';
import * as bank from '#tests/support/bank.ts';
import { operate } from '#tests/support/command.ts';
import { client } from '#tests/support/http.ts';
import { type Devnet, devnetOf } from '#tests/support/money.ts';
import { DAY, UNLIMITED, type Person, ask, expectOnce, newcomer, skip } from '#tests/support/person.ts';

const HELD = { USDT: '300000', ADIT: '300000', ETH: '100' };

let app: App;
let devnet: Devnet;
let ann: Person;

beforeAll(async () => {
  app = await startApp({ withoutPage: true, env: { ...UNLIMITED, KYC_AUTO_APPROVE_SECONDS: '0' } });
  devnet = await devnetOf(app);
  [ann] = (await bank.richPeople(app.url, devnet, 1, HELD)) as [Person];
});
afterAll(async () => {
  devnet?.close();
  await app?.stop();
});

interface Swap {
  from: string;
  to: string;
  amount: string;
  minReceived?: string;
  quoteOnly?: boolean;
}
const swap = (input: Swap, { api }: Person = ann, key?: string) =>
  api.call('POST /api/assets/swap', input, key ? { key } : {});
const quote = (from: string, to: string, amount: string) => swap({ from, to, amount, quoteOnly: true });
const soon = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 20_000, interval: 100 });
const priceOf = async (coin: string) => (await bank.assetOf(client(app.url), coin)).price;

/** Sets the feed of a coin to a share of what it says, in percent. */
async function move(coin: string, percent: bigint): Promise<bigint> {
  const feed = devnet.feed(coin);
  const answer = (((await feed.getFunction('latestAnswer').staticCall()) as bigint) * percent) / 100n;
  await bank.transact(feed, 'updateAnswer', answer);
  return answer;
}

describe('at the same time', () => {
  test('several exchanges of one balance take only what is there', async () => {
    const [rich] = (await bank.richPeople(app.url, devnet, 1, { USDT: '100' })) as [Person];
    const to = ['BTC', 'ETH', 'BNB', 'ADIT', 'BTC', 'ETH'];
    const answers = await Promise.all(to.map((coin) => swap({ from: 'USDT', to: coin, amount: '60' }, rich)));
    expectOnce(answers, 1301);
    for (const { data } of answers.filter(({ code }) => code !== 0))
      expect(data).toEqual({ coin: 'USDT', balance: '40', amount: '60' });
    expect(await bank.history(rich.api, { category: 'exchange' })).toHaveLength(2);
    await bank.expectAddsUp(rich.api);
  });

  test('there and back many times loses nothing but the fee and ends without a deadlock', async () => {
    const before = await bank.balances(ann.api);
    const ways = Array.from({ length: 24 }, (_, i) => (i % 2 ? ['USDT', 'ETH'] : ['ETH', 'USDT']));
    const answers = await Promise.all(
      ways.map(([from = '', to = '']) => swap({ from, to, amount: from === 'USDT' ? '1' : '0.001' })),
    );
    expect(answers.map(({ code }) => code)).toEqual(ways.map(() => 0));
    const received = (coin: string) =>
      answers.reduce((sum, { data }) => sum + (data.to === coin ? toUnits(data.received) : 0n), 0n);
    const after = await bank.balances(ann.api);
    const now = (coin: string, spent: string) =>
      fromUnits(toUnits(before[coin] ?? '') - toUnits(spent) + received(coin));
    expect([after['USDT'], after['ETH']]).toEqual([now('USDT', '12'), now('ETH', '0.012')]);
  });

  test('one key is one exchange', async () => {
    const key = randomUUID();
    const input = { from: 'USDT', to: 'BTC', amount: '2' };
    const before = (await bank.balances(ann.api))['USDT'] ?? '';
    const same = await Promise.all(Array.from({ length: 6 }, () => swap(input, ann, key)));
    expect(new Set(same.map(({ text }) => text)).size).toBe(1);
    expect(same.filter(({ headers }) => !headers.has('idempotent-replay'))).toHaveLength(1);
    expect(await swap({ ...input, amount: '3' }, ann, key)).toMatchObject({ status: 409, code: 409 });
    const late = await swap(input, ann, key);
    expect([late.text, late.headers.get('idempotent-replay')]).toEqual([same[0]?.text, 'true']);
    expect((await ask(ann.api, 'GET /api/assets/list', {})).exchangeOpen).toBe(true);
    expect((await bank.balances(ann.api))['USDT']).toBe(fromUnits(toUnits(before) - toUnits('2')));
  });
});

describe('a price that moves between quote and exchange', () => {
  test('is the new one, and refused when it gives less than the minimum', async () => {
    const amount = '1000';
    const quoted = await quote('USDT', 'ETH', amount);
    const before = await bank.balances(ann.api);
    const rows = await bank.history(ann.api);
    const answer = await move('ETH', 110n);
    // Chainlink's answers have eight decimals.
    const price = answer * 10n ** 10n;
    await soon(async () => expect(await priceOf('ETH')).toBe(fromUnits(price)));
    const input = { from: 'USDT', to: 'ETH', amount };
    expect(await swap({ ...input, minReceived: quoted.data.received })).toMatchObject({
      status: 409,
      code: 1305,
    });
    expect(await bank.balances(ann.api)).toEqual(before);
    expect(await bank.history(ann.api)).toEqual(rows);
    const received = fromUnits((toUnits(amount) * toUnits('1') * 997n) / (price * 1000n));
    expect(await swap({ ...input, minReceived: received })).toMatchObject({ code: 0, data: { received } });
    await move('ETH', 91n);
  });
});

describe('a price that cannot be used', () => {
  /** Nothing is quoted or exchanged at it, either way, nor shown; other coins go on. */
  async function expectUnusable(coin: string) {
    await soon(async () => expect((await quote('USDT', coin, '1')).code).toBe(1304));
    const before = await bank.balances(ann.api);
    for (const [from, to] of [['USDT', coin] as const, [coin, 'USDT'] as const])
      for (const quoteOnly of [true, false])
        expect(await swap({ from, to, amount: '1', quoteOnly })).toMatchObject({ status: 503, code: 1304 });
    expect(await bank.balances(ann.api)).toEqual(before);
    await soon(async () => expect(await priceOf(coin)).toBeNull());
    expect(await quote('USDT', 'BTC', '1')).toMatchObject({ code: 0 });
  }

  test.each([
    ['nothing', 0n],
    ['below nothing', -5n],
    ['beyond all bounds', 10n ** 30n],
  ])('because its feed says %s is refused, and taken again when it makes sense', async (_, nonsense) => {
    const feed = devnet.feed('ETH');
    const good = (await feed.getFunction('latestAnswer').staticCall()) as bigint;
    await bank.transact(feed, 'updateAnswer', nonsense);
    try {
      await expectUnusable('ETH');
    } finally {
      await bank.transact(feed, 'updateAnswer', good);
    }
    await soon(async () => expect((await quote('USDT', 'ETH', '1')).code).toBe(0));
  });

  test('because it is older than its feed promises is refused, and taken again when it is new', async () => {
    const feed = devnet.feed('ETH');
    const good = (await feed.getFunction('latestAnswer').staticCall()) as bigint;
    const old = Math.floor(Date.now() / 1000) - 2 * DAY;
    const round = new Contract(
      await feed.getAddress(),
      ['function updateRoundData(uint80 round, int256 answer, uint256 updatedAt, uint256 startedAt)'],
      feed.runner,
    );
    await bank.transact(round, 'updateRoundData', 1_000_000, good, old, old);
    try {
      await expectUnusable('ETH');
    } finally {
      await bank.transact(feed, 'updateAnswer', good);
    }
    await soon(async () => expect((await quote('USDT', 'ETH', '1')).code).toBe(0));
  });

  test('is there again after the clock was moved by days', async () => {
    await skip(app.url, 3 * DAY);
    const { api } = await newcomer(app.url);
    await soon(async () =>
      expect(
        (await api.call('POST /api/assets/swap', { from: 'USDT', to: 'ETH', amount: '1', quoteOnly: true }))
          .code,
      ).toBe(0),
    );
  });
});

describe('a fund that runs dry', () => {
  let rich: Person;

  // The clock was moved: sessions may have ended.
  beforeAll(async () => {
    rich = await newcomer(app.url, { wallet: ann.wallet });
  });

  test('pays for repurchases to its last unit and then no more, quoted or not', async () => {
    const input = { from: 'ADIT', to: 'USDT' };
    const before = await bank.balances(rich.api);
    for (const quoteOnly of [true, false])
      expect(await swap({ ...input, amount: '100000.0000000000000001', quoteOnly }, rich)).toMatchObject({
        status: 409,
        code: 1303,
      });
    expect(await bank.balances(rich.api)).toEqual(before);
    // 1,000 USDT less the fee.
    expect(await swap({ ...input, amount: '100000' }, rich)).toMatchObject({
      code: 0,
      data: { received: '997', fee: '3' },
    });
    expect(await swap({ ...input, amount: '1' }, rich)).toMatchObject({ status: 409, code: 1303 });
    expect(await swap({ ...input, amount: '1', quoteOnly: true }, rich)).toMatchObject({ code: 1303 });
  });

  test('pays from the reserve only what is in it, however many ask at once', async () => {
    const before = await bank.balances(rich.api);
    const input = { from: 'USDT', to: 'BTC', amount: '60000' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => swap(input, rich)));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1303, 1303, 1303]);
    const done = answers.find(({ code }) => code === 0);
    expect(await bank.balances(rich.api)).toEqual({
      ...before,
      USDT: fromUnits(toUnits(before['USDT'] ?? '') - toUnits('60000')),
      BTC: fromUnits(toUnits(before['BTC'] ?? '') + toUnits(done?.data.received ?? '')),
    });
    // What came in can be sold again.
    expect(await swap({ from: 'BTC', to: 'USDT', amount: done?.data.received ?? '' }, rich)).toMatchObject({
      code: 0,
    });
    await bank.expectAddsUp(rich.api);
    expect((await operate(app.dataDir, 'ledger', 'check')).code).toBe(0);
  });
});

describe('an exchange that is switched off', () => {
  test('refuses everything but nonsense with 403, shows so, and leaves the rest open', async () => {
    const closed = await startApp({ withoutPage: true, env: { ...UNLIMITED, EXCHANGE: 'off' } });
    try {
      const person = await newcomer(closed.url);
      expect((await bank.assetsOf(person.api)).exchangeOpen).toBe(false);
      for (const input of [
        { from: 'USDT', to: 'BTC', amount: '1' },
        { from: 'USDT', to: 'BTC', amount: '1', quoteOnly: true },
        { from: 'USDT', to: 'BTC', amount: '0' },
        { from: 'TON', to: 'USDT', amount: '1' },
      ])
        expect(await swap(input, person)).toMatchObject({ status: 403, code: 403 });
      for (const input of [
        { from: 'USDT', to: 'USDT', amount: '1' },
        { from: 'USDT', to: 'DOGE', amount: '1' },
      ])
        expect(await swap(input, person)).toMatchObject({ status: 400, code: 400 });
      expect(await person.api.call('GET /api/assets/records', {})).toMatchObject({ code: 0 });
    } finally {
      await closed.stop();
    }
  });
});
