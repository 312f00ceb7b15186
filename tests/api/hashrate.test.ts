/** Hashrate over HTTP: buying, resale, the hashrate of a cycle, activation, and every refusal. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectInEveryLanguage, expectMalformed, expectReplayed } from '#tests/support/answers.ts';
import * as bank from '#tests/support/bank.ts';
import * as clock from '#tests/support/clock.ts';
import { expectSound } from '#tests/support/command.ts';
import { client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import {
  DAY,
  VERIFIED_AT_ONCE,
  type Person,
  ask,
  expectOnce,
  newcomer,
  verify,
} from '#tests/support/person.ts';
import * as sums from '#tests/support/sums.ts';

const BUY = 'POST /api/mining/power/buy';
const SELL = 'POST /api/mining/power/buyback';

let app: LocalApp;
let ann: Person;
let ben: Person;
let cat: Person;
let dan: Person;
let eve: Person;
/** Verified, without a coin. */
let poor: Person;

beforeAll(async () => {
  app = await openApp(VERIFIED_AT_ONCE);
  await clock.skipToNoon(app.url);
  [ann, ben, cat, dan, eve, poor] = await bank.richPeople(app.url, app.chain, [
    { USDT: '1000' },
    { USDT: '5.5' },
    { USDT: '9.999999999999999999' },
    { USDT: '100' },
    { USDT: '100' },
    {},
  ]);
});
afterAll(() => app?.stop());

const pass = (seconds: number) => clock.pass(app.url, seconds, ann, ben, cat, dan, eve, poor);
const buy = ({ api }: Person, hashrate: string, key?: string) =>
  api.call(BUY, { hashrate }, key ? { key } : {});
const sell = ({ api }: Person, hashrate: string, key?: string) =>
  api.call(SELL, { hashrate }, key ? { key } : {});
const hashrateOf = ({ api }: Person) => ask(api, 'GET /api/mining/power', {});
const minerOf = ({ api }: Person) => ask(api, 'GET /api/mining/index', {});
const usdtOf = async ({ api }: Person) => (await bank.balances(api))['USDT'] ?? '';
const activate = ({ api }: Person, method: 'usdt' | 'invite') => api.call('POST /api/mining/buy', { method });
const NO_BONUS = { direct: '0', indirect: '0', third: '0' };
const start = ({ api }: Person) => ask(api, 'POST /api/mining/claim1', {});

describe('buying', () => {
  test('costs 0.01 USDT each, a fifth of which goes to the fund, and adds to the hashrate', async () => {
    const [before, fund] = [await usdtOf(ann), await bank.buybackFund(app.url)];
    expect(await hashrateOf(ann)).toEqual({
      power: '1200',
      gifted: '1200',
      purchased: '0',
      bonus: NO_BONUS,
      price: '0.01',
      resalePrice: '0.008',
    });
    const bought = await buy(ann, '300');
    expect(bought).toMatchObject({ code: 0, data: { power: '1500', gifted: '1200', purchased: '300' } });
    expect(await hashrateOf(ann)).toEqual(bought.data);
    expect(await usdtOf(ann)).toBe(sums.minus(before, '3'));
    expect((await bank.buybackFund(app.url)).balance).toBe(sums.plus(fund.balance, '0.6'));
    const [row] = await bank.history(ann.api);
    expect(row).toMatchObject({ category: 'purchase', coin: 'USDT', amount: '-3', state: 'confirmed' });
    const { items } = await ask(client(app.url), 'GET /api/mining/buyback/list', {});
    expect(items).toEqual([]);
  });

  test('needs whole hundreds, however they are written; anything else is refused before the balance is checked', async () => {
    expect(await buy(ben, '100.000')).toMatchObject({ code: 0, data: { purchased: '100' } });
    for (const amount of ['0', '0.0', '1', '99', '101', '150', '100.5', '99.999999999999999999'])
      for (const person of [ben, poor])
        expect([amount, await buy(person, amount)]).toMatchObject([amount, { status: 400, code: 1302 }]);
    expect(await buy(poor, '100.0000000000000000001')).toMatchObject({ status: 400, code: 1302 });
    expect(await usdtOf(ben)).toBe('4.5');
  });

  test('for more than the balance is refused with both figures, and possible down to the last hundred', async () => {
    for (const [amount, cost] of [
      ['500', '5'],
      ['1000000000', '10000000'],
    ] as const)
      expect([amount, await buy(ben, amount)]).toMatchObject([
        amount,
        { status: 409, code: 1301, data: { coin: 'USDT', balance: '4.5', amount: cost } },
      ]);
    expect([1301, 1302]).toContain((await buy(ben, '99999999999999999900')).code);
    expect(await buy(ben, '400')).toMatchObject({ code: 0, data: { purchased: '500', power: '1700' } });
    expect(await usdtOf(ben)).toBe('0.5');
  });
});

describe('resale', () => {
  test('pays 0.008 USDT each, not from the fund, for purchased hashrate, in whole numbers from 1', async () => {
    const [before, fund] = [await usdtOf(ann), await bank.buybackFund(app.url)];
    const sold = await sell(ann, '37');
    expect(sold).toMatchObject({ code: 0, data: { purchased: '263', power: '1463', received: '0.296' } });
    const { received: _, ...hashrate } = sold.data;
    expect(await hashrateOf(ann)).toEqual(hashrate);
    expect(await usdtOf(ann)).toBe(sums.plus(before, '0.296'));
    expect(await bank.buybackFund(app.url)).toEqual(fund);
    const [row] = await bank.history(ann.api);
    expect(row).toMatchObject({ category: 'buyback', coin: 'USDT', amount: '0.296', state: 'confirmed' });
    const { items } = await ask(client(app.url), 'GET /api/mining/buyback/list', {});
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ kind: 'hashrate', amount: '37', paid: '0.296', time: row?.time });
    expect(await sell(ann, '1')).toMatchObject({ code: 0, data: { received: '0.008', purchased: '262' } });
    expect(await buy(ann, '100')).toMatchObject({ code: 0, data: { purchased: '362' } });
  });

  test('of a fraction or of zero is refused, whatever was bought', async () => {
    for (const amount of ['0', '0.000', '0.5', '1.5', '1.000000000000000001', '1.0000000000000000001'])
      for (const person of [ann, poor])
        expect([amount, await sell(person, amount)]).toMatchObject([amount, { status: 400, code: 1302 }]);
  });

  test('never takes gifted hashrate', async () => {
    const data = { coin: 'hashrate', balance: '0', amount: '1' };
    expect(await sell(poor, '1')).toMatchObject({ status: 409, code: 1301, data });
    const { purchased } = await hashrateOf(ann);
    const more = sums.plus(purchased, '1');
    expect(await sell(ann, more)).toMatchObject({
      status: 409,
      code: 1301,
      data: { coin: 'hashrate', balance: purchased, amount: more },
    });
    expect((await hashrateOf(ann)).purchased).toBe(purchased);
    expect(await sell(ann, purchased)).toMatchObject({ code: 0, data: { purchased: '0', power: '1200' } });
  });
});

describe('a cycle', () => {
  test('runs on the hashrate at its start; the next one includes later purchases and sales', async () => {
    await ask(dan.api, BUY, { hashrate: '200' });
    expect(await minerOf(dan)).toMatchObject({ state: 'pending_start', hashrate: '1400' });
    expect(await start(dan)).toMatchObject({ state: 'running', hashrate: '1400' });
    await ask(dan.api, BUY, { hashrate: '1000' });
    expect(await hashrateOf(dan)).toMatchObject({ power: '2400', purchased: '1200' });
    expect(await minerOf(dan)).toMatchObject({ state: 'running', hashrate: '1400' });
    await pass(DAY);
    expect(await minerOf(dan)).toMatchObject({ state: 'pending_claim', claimable: '14' });
    expect(await ask(dan.api, 'POST /api/mining/claim', {})).toMatchObject({ claimed: '14' });

    const fund = await bank.buybackFund(app.url);
    expect((await activate(dan, 'usdt')).data).toMatchObject({ state: 'pending_start', kind: 'permanent' });
    expect((await bank.buybackFund(app.url)).balance).toBe(sums.plus(fund.balance, '10'));
    expect(await bank.history(dan.api, { category: 'purchase' })).toMatchObject([
      { amount: '-10', coin: 'USDT' },
      { amount: '-10', coin: 'USDT' },
      { amount: '-2', coin: 'USDT' },
    ]);
    expect(await start(dan)).toMatchObject({ hashrate: '2400', outputPerHour: '1' });
    await ask(dan.api, SELL, { hashrate: '1200' });
    await ask(dan.api, BUY, { hashrate: '100' });
    expect(await minerOf(dan)).toMatchObject({ hashrate: '2400', outputPerHour: '1' });
    await pass(3 * DAY);
    const next = await ask(dan.api, 'POST /api/mining/claim', {});
    expect(next).toMatchObject({ claimed: '24', state: 'running', hashrate: '1300', totalOutput: '38' });
    await pass(DAY);
    expect(await ask(dan.api, 'POST /api/mining/claim', {})).toMatchObject({ claimed: '13' });
  });
});

describe('activation', () => {
  test('is refused for one unit less than 10 USDT, and without a valid invited user', async () => {
    await start(cat);
    await pass(DAY);
    await ask(cat.api, 'POST /api/mining/claim', {});
    expect(await activate(cat, 'usdt')).toMatchObject({
      status: 409,
      code: 1301,
      data: { coin: 'USDT', balance: '9.999999999999999999', amount: '10' },
    });
    const invited = await newcomer(app.url, { inviteCode: cat.user.inviteCode });
    expect(await activate(cat, 'invite')).toMatchObject({
      ...{ status: 409, code: 1204, data: { reason: 'friend' } },
      message: expect.stringMatching('^No friend you invited is verified yet.') as string,
    });
    await expectInEveryLanguage(cat.api, 'POST /api/mining/buy', { method: 'invite' }, 1204);
    await verify(invited.api);
    expect((await activate(cat, 'invite')).data).toMatchObject({ kind: 'permanent', state: 'pending_start' });
    expect(await usdtOf(cat)).toBe('9.999999999999999999');
    for (const method of ['invite', 'usdt'] as const)
      expect(await activate(cat, method)).toMatchObject({
        ...{ status: 409, code: 1204, data: { reason: 'permanent' } },
        message: 'Your miner is already permanent. Nothing was charged.',
      });
    expect((await ask(cat.api, 'GET /api/user/info', {})).official).toBe(true);
  });

  test('is paid once, however many taps', async () => {
    await start(eve);
    await pass(DAY);
    await ask(eve.api, 'POST /api/mining/claim', {});
    const before = await usdtOf(eve);
    expectOnce(await Promise.all(Array.from({ length: 6 }, () => activate(eve, 'usdt'))), 1204);
    expect(await usdtOf(eve)).toBe(sums.minus(before, '10'));
  });

  test('is malformed with another method, or none', () =>
    expectMalformed(ann.api, 'POST /api/mining/buy', [
      {},
      { method: 'USDT' },
      { method: null },
      { method: ['usdt'] },
      { method: 'usdt', amount: '1' },
    ]));
});

describe('a key', () => {
  test('buys and sells once, however often it is sent, and works for nothing else', async () => {
    const [paid, got] = [randomUUID(), randomUUID()];
    const before = await usdtOf(eve);
    expectReplayed(await Promise.all(Array.from({ length: 8 }, () => buy(eve, '200', paid))));
    expect(await usdtOf(eve)).toBe(sums.minus(before, '2'));
    expect(await buy(eve, '300', paid)).toMatchObject({ status: 409, code: 409 });
    expectReplayed(await Promise.all(Array.from({ length: 8 }, () => sell(eve, '50', got))));
    expect(await sell(eve, '51', got)).toMatchObject({ status: 409, code: 409 });
    expect(await hashrateOf(eve)).toMatchObject({ purchased: '150' });
    expect(await usdtOf(eve)).toBe(sums.minus(before, '1.6'));
  });

  test('that is new for each sale sells what is there, and no more in total', async () => {
    const before = await usdtOf(eve);
    const answers = await Promise.all(Array.from({ length: 6 }, () => sell(eve, '100')));
    expectOnce(answers, 1301);
    expect(await hashrateOf(eve)).toMatchObject({ purchased: '50' });
    expect(await usdtOf(eve)).toBe(sums.plus(before, '0.8'));
  });
});

describe('refusals', () => {
  test('have a message in every language', async () => {
    await expectInEveryLanguage(poor.api, BUY, { hashrate: '150' }, 1302);
    await expectInEveryLanguage(poor.api, BUY, { hashrate: '100' }, 1301);
    await expectInEveryLanguage(poor.api, SELL, { hashrate: '1.5' }, 1302);
    await expectInEveryLanguage(poor.api, SELL, { hashrate: '1' }, 1301);
  });
});

test('a restart changes no power, no bonus and no line of the repurchases', async () => {
  const told = async () => ({
    powers: await Promise.all([ann, cat, dan, eve].map(hashrateOf)),
    repurchases: await ask(client(app.url), 'GET /api/mining/buyback/list', {}),
  });
  const before = await told();
  expect(before.powers.map(({ bonus }) => bonus.direct)).toContain('120');
  expect(before.repurchases.items).not.toEqual([]);
  await app.restart();
  expect(await told()).toEqual(before);
});

test('every balance agrees with its history, the ledger and the counters', async () => {
  for (const { api } of [ann, ben, cat, dan, eve]) await bank.expectAddsUp(api);
  await expectSound(app.dataDir);
});
