/** Coupons over HTTP with an operator's commands: what a code gives, to whom, how often and until when, and that the books agree. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Output } from '#contract';
import {
  expectMalformed,
  expectReplayed,
  expectSound,
  fold,
  minus,
  plus,
  timeAt,
  walk,
} from '#tests/support/growing.ts';
import { type Client, client } from '#tests/support/http.ts';
import { NO_COUPONS, expectOwnTexts } from '#tests/support/people-samples.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { type Person, UNLIMITED, ask, balance, newcomer, skip } from '#tests/support/person.ts';
import { typedAt } from '#tests/support/typed.ts';

const REDEEM = 'POST /api/assets/redeem';
const GRANTS = 'GET /api/assets/grants';

let app: LocalApp;
let guest: Client;
let before = { issued: '', reserve: '' };

const { done, refused } = typedAt(() => app);
const coupon = (code: string, ...gives: string[]) => done('coupon', 'add', code, ...gives);
const come = () => newcomer(app.url);
const redeem = ({ api }: { api: Client }, code: string) => api.send(REDEEM, { code });
const grants = ({ api }: Person) => walk(2, (query) => ask(api, GRANTS, query));
const hashrate = async ({ api }: Person) => (await ask(api, 'GET /api/mining/power', {})).gifted;
const assetOf = async (coin: string): Promise<Output<'GET /api/transparency'>['assets'][number]> => {
  const { assets, ledgerBalanced } = await ask(guest, 'GET /api/transparency', {});
  expect(ledgerBalanced).toBe(true);
  const found = assets.find((asset) => asset.coin === coin);
  if (!found) throw new Error(`no ${coin}`);
  return found;
};

beforeAll(async () => {
  app = await openApp(UNLIMITED);
  guest = client(app.url);
  const { issued } = await assetOf('ADIT');
  before = { issued, reserve: (await assetOf('USDT')).accounts['reserve'] ?? '' };
  const soon = new Date((await timeAt(app.url)) + 3_600_000).toISOString();
  await Promise.all([
    coupon('GIFT-1', '--coin', 'ADIT', '--amount', '3.000000000000000001', '--hashrate', '100'),
    coupon('COIN-2', '--coin', 'USDT', '--amount', '2.5'),
    coupon('FEW', '--hashrate', '50', '--limit', '3'),
    coupon('RICH', '--coin', 'BTC', '--amount', '1000000', '--hashrate', '10'),
    coupon('OVER', '--hashrate', '10'),
    coupon('OLD', '--hashrate', '10', '--expires', soon),
  ]);
});
afterAll(() => app?.stop());

describe('a coupon', () => {
  test('gives what it says once, in upper or lower case, and stands among the grants', async () => {
    const person = await come();
    expect((await redeem(person, '  gift-1 ')).data).toEqual({
      coin: 'ADIT',
      amount: '3.000000000000000001',
      hashrate: '100',
    });
    expect((await redeem(person, 'Coin-2')).data).toEqual({ coin: 'USDT', amount: '2.5', hashrate: null });
    expect((await redeem(person, 'FEW')).data).toEqual({ coin: null, amount: null, hashrate: '50' });
    expect(await balance(person.api)).toBe('3.000000000000000001');
    expect([await balance(person.api, 'USDT'), await hashrate(person)]).toEqual(['2.5', '1350']);
    const all = await grants(person);
    expect(
      all.map(({ kind, code, coin, amount, hashrate: gifted }) => [kind, code, coin, amount, gifted]),
    ).toEqual([
      ['coupon', 'FEW', null, null, '50'],
      ['coupon', 'COIN-2', 'USDT', '2.5', null],
      ['coupon', 'GIFT-1', 'ADIT', '3.000000000000000001', '100'],
      ['welcome', null, null, null, '1200'],
    ]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(4);
    for (const code of ['GIFT-1', 'gift-1', ' FEW'])
      expect(await redeem(person, code)).toMatchObject({ status: 409, code: 1601, data: null });
    expect(await grants(person)).toEqual(all);
    const { items } = await ask(person.api, 'GET /api/assets/records', {});
    expect(items.map(({ coin, amount, category, detail }) => [coin, amount, category, detail?.code])).toEqual(
      [
        ['USDT', '2.5', 'airdrop', 'COIN-2'],
        ['ADIT', '3.000000000000000001', 'airdrop', 'GIFT-1'],
      ],
    );
  });

  test('gives nothing of its hashrate when the fund cannot pay its coins, and may be tried again', async () => {
    const person = await come();
    expect(await redeem(person, 'RICH')).toMatchObject({ status: 409, code: 1303 });
    await expectOwnTexts(1303, (language) => person.api.send(REDEEM, { code: 'RICH' }, { language }));
    expect([await hashrate(person), (await grants(person)).length]).toEqual(['1200', 1]);
    expect(await balance(person.api, 'BTC')).toBe('0');
    expect(await done('coupon', 'show', 'RICH')).toMatch(/uses +0 of/);
  });

  test('with a limit is given that often and no oftener, however many come together', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, come));
    const answers = await Promise.all(people.map((person) => redeem(person, 'FEW')));
    // One was used above.
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 0, 1601, 1601, 1601, 1601]);
    expect((await Promise.all(people.map(hashrate))).filter((amount) => amount === '1250')).toHaveLength(2);
    expect(await done('coupon', 'show', 'FEW')).toMatch(/uses +3 of 3/);
    const [one] = people as [Person];
    const many = await Promise.all([1, 2, 3, 4].map(() => redeem(one, 'GIFT-1')));
    expect(many.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(await balance(one.api)).toBe('3.000000000000000001');
  });

  test('is over when it has expired or was closed', async () => {
    const [early, late] = await Promise.all([come(), come()]);
    expect((await redeem(early, 'OLD')).code).toBe(0);
    await skip(app.url, 3601);
    expect(await redeem(late, 'OLD')).toMatchObject({ status: 409, code: 1601, data: null });
    expect((await redeem(early, 'OVER')).code).toBe(0);
    await done('coupon', 'close', 'over');
    expect(await redeem(late, 'OVER')).toMatchObject({ status: 409, code: 1601, data: null });
    expect(await hashrate(early)).toBe('1220');
  });

  test('is answered once under its key; another body under it is refused', async () => {
    const { api } = await come();
    const key = randomUUID();
    expectReplayed(await Promise.all([1, 2, 3].map(() => api.call(REDEEM, { code: 'COIN-2' }, { key }))));
    const again = await api.send(REDEEM, { code: 'COIN-2' }, { key });
    expect([again.code, again.headers.get('idempotent-replay')]).toEqual([0, 'true']);
    expect(await api.send(REDEEM, { code: 'GIFT-1' }, { key })).toMatchObject({ status: 409, code: 409 });
    expect(await balance(api)).toBe('0');
    expect((await api.send(REDEEM, { code: 'GIFT-1' }, { key: null })).code).toBe(400);
    expect((await api.send(REDEEM, { code: 'GIFT-1' }, { sign: 'f'.repeat(64) })).code).toBe(1001);
  });

  test('takes a session, and a code of 1 to 20 characters', async () => {
    const { api, outboxToken } = await come();
    for (const other of [guest, guest.as(outboxToken), guest.as('nonsense')]) {
      expect((await redeem({ api: other }, 'GIFT-1')).status).toBe(401);
      expect((await other.send(GRANTS, {})).status).toBe(401);
    }
    const wrong = ['', '  ', 'A'.repeat(21), 7].map((code) => ({ code }));
    await expectMalformed(api, REDEEM, [{}, ...wrong, { code: 'A', coin: 'BTC' }]);
    await expectOwnTexts(1601, (language) => api.send(REDEEM, { code: '仮'.repeat(20) }, { language }));
  });
});

describe('wrong codes', () => {
  test('are refused from the eleventh an hour on, the right ones too, with the time to wait', async () => {
    const [person, other] = await Promise.all([come(), come()]);
    const answers = await Promise.all(Array.from({ length: 14 }, (_, i) => redeem(person, `WRONG-${i}`)));
    const codes = answers.map(({ code }) => code).toSorted((a, b) => b - a);
    expect(codes).toEqual([...Array<number>(10).fill(1601), 429, 429, 429, 429]);
    const stopped = await redeem(person, 'GIFT-1');
    expect(stopped).toMatchObject({ status: 429, code: 429 });
    const wait = Number(stopped.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(3600);
    await expectOwnTexts(429, (language) => person.api.send(REDEEM, { code: 'GIFT-1' }, { language }));
    expect((await redeem(other, 'GIFT-1')).code).toBe(0);
    await skip(app.url, wait);
    expect((await redeem(person, 'GIFT-1')).code).toBe(0);
  });

  test('count for an address too: 30 an hour', async () => {
    // An hour after the others of this file.
    await skip(app.url, 3600);
    const people = await Promise.all([1, 2, 3, 4, 5].map(come));
    const answers = await Promise.all(
      people.flatMap((person) => Array.from({ length: 8 }, (_, i) => redeem(person, `BAD-${i}`))),
    );
    const count = (code: number) => answers.filter((answer) => answer.code === code).length;
    expect([count(1601), count(429)]).toEqual([30, 10]);
    expect((await redeem(await come(), 'GIFT-1')).status).toBe(429);
    await skip(app.url, 3600);
    expect((await redeem(people[0] as Person, 'GIFT-1')).code).toBe(0);
  });
});

test('the operator is told in one line what makes no coupon', async () => {
  await Promise.all(NO_COUPONS.map((args) => refused('coupon', 'add', ...args)));
  const said = await done('coupon', 'add', '--random', '3', '--hashrate', '1', '--limit', '1');
  const codes = said.match(/^[A-Z0-9-]{1,20}$/gm) ?? [];
  expect(new Set(codes).size).toBe(3);
});

test('the books agree with what was given: ADIT was issued, other coins came out of the reserve', async () => {
  const uses = async (code: string) => Number(/uses +(\d+)/.exec(await done('coupon', 'show', code))?.[1]);
  const [adit, usdt] = [
    fold('3.000000000000000001', await uses('GIFT-1')),
    fold('2.5', await uses('COIN-2')),
  ];
  await vi.waitFor(async () => {
    const [issued, paid] = [await assetOf('ADIT'), await assetOf('USDT')];
    expect([issued.users, minus(issued.issued, before.issued)]).toEqual([adit, adit]);
    expect([paid.users, plus(paid.accounts['reserve'] ?? '', usdt)]).toEqual([usdt, before.reserve]);
  }, 5000);
  await expectSound(app.dataDir);
});
