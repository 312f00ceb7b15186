/** The exchange under strain: many at once, prices that move or go stale, funds that run dry, and switched off. */
import { randomUUID } from 'node:crypto';
import { Contract } from 'ethers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { type App, startApp } from '#tests/support/app.ts';
import * as bank from '#tests/support/bank.ts';
import { operate } from '#tests/support/command.ts';
import { client } from '#tests/support/http.ts';
import { openApp } from '#tests/support/local-app.ts';
import { type Devnet, devnetOf } from '#tests/support/money.ts';
import { DAY, UNLIMITED, type Person, ask, expectOnce, newcomer, skip } from '#tests/support/person.ts';

/** A case that starts an app of its own. */
const LONG = { timeout: 90_000 };
const HELD = { USDT: '300000', ADIT: '300000', ETH: '100' };

let app: App;
let devnet: Devnet;
let ann: Person;
let ben: Person;

beforeAll(async () => {
  app = await startApp({ withoutPage: true, env: { ...UNLIMITED, KYC_AUTO_APPROVE_SECONDS: '0' } });
  devnet = await devnetOf(app);
  [ann, ben] = (await bank.richPeople(app.url, devnet, [HELD, { USDT: '100' }])) as [Person, Person];
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
const soon = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 40_000, interval: 100 });
const priceOf = async (coin: string) => (await bank.assetOf(client(app.url), coin)).price;

/** The feed of a coin as its owner. */
async function feedOf(coin: string): Promise<Contract> {
  const known = devnet.feed(coin);
  return new Contract(await known.getAddress(), known.interface, bank.ownerOf(devnet));
}

describe('at the same time', () => {
  test('several exchanges of one balance take only what is there', async () => {
    const to = ['BTC', 'ETH', 'BNB', 'ADIT', 'BTC', 'ETH'];
    const answers = await Promise.all(to.map((coin) => swap({ from: 'USDT', to: coin, amount: '60' }, ben)));
    expectOnce(answers, 1301);
    for (const { data } of answers.filter(({ code }) => code !== 0))
      expect(data).toEqual({ coin: 'USDT', balance: '40', amount: '60' });
    expect(await bank.history(ben.api, { category: 'exchange' })).toHaveLength(2);
    await bank.expectAddsUp(ben.api);
  });

  test('an exchange and a withdrawal of one balance do not both take it', async () => {
    const both = await Promise.all([
      swap({ from: 'USDT', to: 'ETH', amount: '30' }, ben),
      ben.api.call('POST /api/assets/withdraw', { coin: 'USDT', amount: '30' }),
    ]);
    expectOnce(both, 1301);
    expect((await bank.balances(ben.api))['USDT']).toBe('10');
    await bank.expectAddsUp(ben.api);
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

describe('prices', () => {
  const QUOTED = '1000';
  /** What feeds say that nobody may exchange at. An old answer is not among them: the devnet's keeper makes it new again. */
  const nonsense: Record<string, bigint> = { BTC: 0n, ETH: -5n, BNB: 10n ** 30n, XRP: 1n };
  let feeds: { coin: string; feed: Contract; good: bigint }[];
  let before: Record<string, string>;
  let rows: bank.Row[];
  /** What a thousand USDT gave in AVAX before it became dearer by a tenth. */
  let promised = '';
  let dearer = 0n;

  beforeAll(async () => {
    before = await bank.balances(ann.api);
    rows = await bank.history(ann.api);
    promised = (await quote('USDT', 'AVAX', QUOTED)).data.received;
    feeds = await Promise.all(
      ['AVAX', ...Object.keys(nonsense)].map(async (coin) => {
        const feed = await feedOf(coin);
        return { coin, feed, good: await bank.read(feed, 'latestAnswer') };
      }),
    );
    dearer = ((feeds[0]?.good ?? 0n) * 110n) / 100n;
    await Promise.all(
      feeds.map(({ coin, feed }) => bank.transact(feed, 'updateAnswer', nonsense[coin] ?? dearer)),
    );
    // Chainlink's answers have eight decimals.
    await soon(async () => expect(await priceOf('AVAX')).toBe(fromUnits(dearer * 10n ** 10n)));
  });

  test('that moved since the quote count as they are, and the minimum received is kept', async () => {
    const input = { from: 'USDT', to: 'AVAX', amount: QUOTED };
    expect(await swap({ ...input, minReceived: promised })).toMatchObject({ status: 409, code: 1305 });
    expect(await bank.balances(ann.api)).toEqual(before);
    expect(await bank.history(ann.api)).toEqual(rows);
    const received = fromUnits((toUnits(QUOTED) * toUnits('1') * 997n) / (dearer * 10n ** 10n * 1000n));
    expect(await swap({ ...input, minReceived: received })).toMatchObject({ code: 0, data: { received } });
  });

  test.each(Object.keys(nonsense))('that make no sense are neither taken nor shown: %s', async (coin) => {
    const had = await bank.balances(ann.api);
    await soon(async () => expect((await quote('USDT', coin, '1')).code).toBe(1304));
    for (const [from = '', to = ''] of [
      ['USDT', coin],
      [coin, 'USDT'],
      ['SHIB', coin],
    ])
      for (const quoteOnly of [true, false])
        expect(await swap({ from, to, amount: '1', quoteOnly })).toMatchObject({ status: 503, code: 1304 });
    await soon(async () => expect(await priceOf(coin)).toBeNull());
    expect(await bank.balances(ann.api)).toEqual(had);
    expect(await quote('USDT', 'SHIB', '1')).toMatchObject({ code: 0 });
  });

  test('are there again when they make sense, also after days', async () => {
    await Promise.all(feeds.map(({ feed, good }) => bank.transact(feed, 'updateAnswer', good)));
    await skip(app.url, 3 * DAY);
    // The clock was moved: sessions may have ended.
    ann = await newcomer(app.url, { wallet: ann.wallet });
    for (const { coin } of feeds)
      await soon(async () => expect([coin, (await quote('USDT', coin, '1')).code]).toEqual([coin, 0]));
  });
});

describe('a fund that runs dry', () => {
  test('pays for repurchases to its last unit and then no more, quoted or not', async () => {
    const input = { from: 'ADIT', to: 'USDT' };
    const before = await bank.balances(ann.api);
    for (const quoteOnly of [true, false])
      expect(await swap({ ...input, amount: '100000.0000000000000001', quoteOnly })).toMatchObject({
        status: 409,
        code: 1303,
      });
    expect(await bank.balances(ann.api)).toEqual(before);
    // 1,000 USDT less the fee.
    expect(await swap({ ...input, amount: '100000' })).toMatchObject({
      code: 0,
      data: { received: '997', fee: '3' },
    });
    expect(await swap({ ...input, amount: '1' })).toMatchObject({ status: 409, code: 1303 });
    expect(await swap({ ...input, amount: '1', quoteOnly: true })).toMatchObject({ code: 1303 });
  });

  test('pays from the reserve only what is in it, however many ask at once', async () => {
    const before = await bank.balances(ann.api);
    const input = { from: 'USDT', to: 'BTC', amount: '60000' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => swap(input)));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1303, 1303, 1303]);
    const done = answers.find(({ code }) => code === 0);
    expect(await bank.balances(ann.api)).toEqual({
      ...before,
      USDT: fromUnits(toUnits(before['USDT'] ?? '') - toUnits('60000')),
      BTC: fromUnits(toUnits(before['BTC'] ?? '') + toUnits(done?.data.received ?? '')),
    });
    // What came in can be sold again.
    expect(await swap({ from: 'BTC', to: 'USDT', amount: done?.data.received ?? '' })).toMatchObject({
      code: 0,
    });
    await bank.expectAddsUp(ann.api);
    expect((await operate(app.dataDir, 'ledger', 'check')).code).toBe(0);
  });
});

describe('an exchange that is switched off', () => {
  test('refuses everything but nonsense with 403, shows so, and leaves the rest open', LONG, async () => {
    const closed = await openApp({ ...UNLIMITED, EXCHANGE: 'off' });
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
