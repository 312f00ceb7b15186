/** The repurchase fund over HTTP: what it pays and buys, its two halves, the stakers' share, and the day's budget. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { expectInEveryLanguage, expectReplayed, walk } from '#tests/support/answers.ts';
import * as bank from '#tests/support/bank.ts';
import * as clock from '#tests/support/clock.ts';
import { expectSound } from '#tests/support/command.ts';
import { client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { DAY, VERIFIED_AT_ONCE, type Person, ask, expectOnce } from '#tests/support/person.ts';
import { minus, plus } from '#tests/support/sums.ts';
import * as sums from '#tests/support/sums.ts';

const SWAP = 'POST /api/assets/swap';
const SELL = 'POST /api/mining/power/buyback';
const HOUR = 3600;

let app: LocalApp;
let ann: Person;
let ben: Person;
let cat: Person;
let dan: Person;

beforeAll(async () => {
  app = await openApp(VERIFIED_AT_ONCE);
  [ann, ben, cat, dan] = await bank.richPeople(app.url, app.chain, [
    { USDT: '100' },
    { ADIT: '5000', USDT: '100' },
    { ADIT: '5000' },
    { ADIT: '200000' },
  ]);
  await bank.produce(app.dataDir, ann, '300000');
  await bank.produce(app.dataDir, dan, '5000');
  await clock.skipToNoon(app.url);
  await clock.pass(app.url, 1, ann, ben, cat, dan);
});
afterAll(() => app?.stop());

const pass = (seconds: number) => clock.pass(app.url, seconds, ann, ben, cat, dan);
const swap = ({ api }: Person, amount: string, key?: string) =>
  api.call(SWAP, { from: 'ADIT', to: 'USDT', amount }, key ? { key } : {});
const quote = ({ api }: Person, amount: string) =>
  api.call(SWAP, { from: 'ADIT', to: 'USDT', amount, quoteOnly: true });
const resell = ({ api }: Person, hashrate: string) => api.call(SELL, { hashrate });
const listOf = (query: { limit?: string; cursor?: string } = {}) =>
  ask(client(app.url), 'GET /api/mining/buyback/list', query);
const offerOf = async ({ api }: Person) => (await ask(api, 'GET /api/mining/buyback/list', {})).fund;
/** What it holds and has bought. */
async function fundOf() {
  const { balance, bought, institution, stakers } = await bank.buybackFund(app.url);
  return { balance, bought, institution, stakers };
}
const balanceOf = async ({ api }: Person, coin: string) => (await bank.balances(api))[coin] ?? '';
const indexOf = ({ api }: Person) => ask(api, 'GET /api/stake/index', {});
/** At 0.01 USDT, less the exchange's 0.3 %. */
const net = (amount: string) => sums.part(amount, 997n, 100_000n);

test('before anybody has sold, the fund has its initial balance and has bought nothing', async () => {
  const fund = { balance: '1000', bought: '0', institution: '0', stakers: '0', runwayDays: null };
  const today = { budget: '100', budgetLeft: '100', share: '20', resaleCovered: true };
  const empty = { items: [], nextCursor: null };
  expect(await listOf()).toMatchObject({ ...empty, fund: { ...fund, ...today, mine: null } });
  const mine = { left: '20', produced: '300000' };
  const list = await ask(ann.api, 'GET /api/mining/buyback/list', {});
  expect(list).toMatchObject({ ...empty, fund: { ...fund, ...today, mine } });
  const renewal = new Date(list.fund.renewsAt);
  expect(renewal.toISOString()).toMatch(/T16:00:00\.000Z$/);
});

describe('an instant swap', () => {
  test('takes its value from the fund, which stores the tokens in two halves, and is listed in the history', async () => {
    expect((await quote(ann, '1234.5')).data).toMatchObject({ received: net('1234.5') });
    expect((await listOf()).items).toEqual([]);
    const usdt = await balanceOf(ann, 'USDT');
    expect(await swap(ann, '1234.5')).toMatchObject({ code: 0, data: { received: '12.307965' } });
    expect(await balanceOf(ann, 'USDT')).toBe(plus(usdt, '12.307965'));
    expect(await balanceOf(ann, 'ADIT')).toBe('298765.5');
    const { fund, items } = await listOf();
    const bought = { balance: '987.655', bought: '1234.5', institution: '617.25', stakers: '617.25' };
    expect(fund).toMatchObject(bought);
    // 12.345 USDT were paid within one day of the fund or two, depending on when the test began.
    expect([80, 160]).toContain(fund.runwayDays);
    expect(await offerOf(ann)).toMatchObject({
      ...{ budget: '100', budgetLeft: '87.655', share: '20' },
      mine: { left: '7.655', produced: '298765.5' },
    });
    const [row] = await bank.history(ann.api, { category: 'exchange', coin: 'ADIT' });
    expect(items).toEqual([
      { id: items[0]?.id, time: row?.time, kind: 'token', amount: '1234.5', paid: '12.345' },
    ]);
    expect(row?.amount).toBe('-1234.5');
  });

  test('of an odd number of units splits it without losing or creating one', async () => {
    const [before, amount] = [await fundOf(), '100.000000000000000001'];
    expect(await swap(ann, amount)).toMatchObject({ code: 0, data: { received: '0.997' } });
    const after = await fundOf();
    expect(after.bought).toBe(plus(before.bought, amount));
    expect(minus(before.balance, after.balance)).toBe('1');
    const halves = [minus(after.institution, before.institution), minus(after.stakers, before.stakers)];
    for (const half of halves) expect(['50', '50.000000000000000001']).toContain(half);
    expect(toUnits(sums.sum(halves))).toBeLessThanOrEqual(toUnits(amount));
    expect((await listOf()).items[0]).toMatchObject({ kind: 'token', amount, paid: '1' });
  });

  test('with one key happens once, however often it is sent', async () => {
    const [key, before] = [randomUUID(), await fundOf()];
    expectReplayed(await Promise.all(Array.from({ length: 8 }, () => swap(ann, '200', key))));
    expect(await swap(ann, '201', key)).toMatchObject({ status: 409, code: 409 });
    expect(await fundOf()).toEqual({
      balance: minus(before.balance, '2'),
      bought: plus(before.bought, '200'),
      institution: plus(before.institution, '100'),
      stakers: plus(before.stakers, '100'),
    });
    expect((await listOf()).items).toHaveLength(3);
  });

  test('of another coin is not a repurchase', async () => {
    const before = await listOf();
    for (const [from, to] of [
      ['USDT', 'ADIT'],
      ['USDT', 'BTC'],
    ] as const)
      await ask(ann.api, SWAP, { from, to, amount: '5' });
    // Deposited or bought ADIT goes to the reserve.
    expect((await swap(ben, '50')).data).toMatchObject({
      parts: [{ source: 'reserve', amount: '50', received: net('50') }],
    });
    expect(await listOf()).toEqual(before);
  });
});

describe('the stakers’ half', () => {
  /** Amounts that do not divide evenly. */
  const STAKES = { ben: '1000.000000000000000007', cat: '333.3' } as const;
  const stakedAt = async ({ api }: Person, id: string) =>
    Date.parse((await ask(api, 'GET /api/stake/list', { id })).items[0]?.stakedAt ?? '');
  const staked = toUnits(STAKES.ben) + toUnits(STAKES.cat);
  let shares: { ben: string; cat: string };

  test('goes to them in proportion with their next output, as a separate amount', async () => {
    const fund = await fundOf();
    const benOrder = await ask(ben.api, 'POST /api/stake/stake', { amount: STAKES.ben });
    const catOrder = await ask(cat.api, 'POST /api/stake/stake', { amount: STAKES.cat });
    const before = { ben: await balanceOf(ben, 'ADIT'), cat: await balanceOf(cat, 'ADIT') };
    expect(await indexOf(ben)).toMatchObject({ rewardShare: '0' });
    await pass(DAY);
    // Weighted by amount and by time staked until Ben's first output; Cat began some milliseconds after him.
    const late = (await stakedAt(cat, catOrder.id)) - (await stakedAt(ben, benOrder.id));
    const weights = {
      ben: toUnits(STAKES.ben) * BigInt(DAY * 1000),
      cat: toUnits(STAKES.cat) * BigInt(DAY * 1000 - late),
    };
    shares = {
      ben: sums.part(fund.stakers, weights.ben, weights.ben + weights.cat),
      cat: sums.part(fund.stakers, weights.cat, weights.ben + weights.cat),
    };
    const outputs = { ben: '1', cat: '0.3333' };
    for (const [name, person] of [
      ['ben', ben],
      ['cat', cat],
    ] as const) {
      const [share, output] = [shares[name], outputs[name]];
      expect(await indexOf(person)).toMatchObject({
        rewardShare: share,
        cumulativeOutput: output,
        teamOutput: '0',
      });
      expect(await balanceOf(person, 'ADIT')).toBe(sums.sum([before[name], share, output]));
      const rows = (await bank.history(person.api, { category: 'staking' })).slice(0, 2);
      expect(rows.map(({ amount }) => amount).toSorted()).toEqual([share, output].toSorted());
      const { days } = await ask(person.api, 'GET /api/stake/outputs', {});
      expect(days.at(-1)).toMatchObject({ output, teamOutput: '0', rewardShare: share });
    }
    const { items } = await ask(ben.api, 'GET /api/stake/list', { id: benOrder.id });
    expect(items[0]?.output).toBe('1');
    expect(await fundOf()).toEqual(fund);
  });

  test('is shared once; later repurchases are shared later', async () => {
    await pass(DAY);
    const dust = 10n;
    const late = await indexOf(ben);
    expect(toUnits(late.rewardShare) - toUnits(shares.ben)).toBeLessThan(dust);
    expect((await swap(ann, '1000')).code).toBe(0);
    await pass(3 * DAY);
    for (const [name, person] of [
      ['ben', ben],
      ['cat', cat],
    ] as const) {
      const due = toUnits(sums.part('500', toUnits(STAKES[name]), staked));
      const got = toUnits((await indexOf(person)).rewardShare) - toUnits(shares[name]);
      expect(got - due).toBeGreaterThanOrEqual(0n);
      expect(got - due).toBeLessThan(dust);
    }
    const paid = toUnits((await indexOf(ben)).rewardShare) + toUnits((await indexOf(cat)).rewardShare);
    expect(paid).toBeLessThanOrEqual(toUnits((await fundOf()).stakers));
  });

  test('is shared to the last units in the end, whoever joins, leaves and sells in between', async () => {
    await ask(dan.api, 'POST /api/stake/stake', { amount: '77.7' });
    const { items } = await ask(cat.api, 'GET /api/stake/list', {});
    await swap(ann, '300.1');
    await pass(5 * HOUR);
    await ask(ben.api, 'POST /api/stake/stake', { amount: '10.000000000000000003' });
    await ask(cat.api, 'POST /api/stake/unstake', { id: items[0]?.id ?? '' });
    await swap(ann, '0.300000000000000001');
    await pass(9 * HOUR);
    await swap(ann, '5.5');
    await pass(4 * DAY);
    const got = sums.sum(
      (await Promise.all([ben, cat, dan].map(indexOf))).map(({ rewardShare }) => rewardShare),
    );
    const left = toUnits((await fundOf()).stakers) - toUnits(got);
    expect(left).toBeGreaterThanOrEqual(0n);
    expect(left).toBeLessThan(50n);
  });
});

describe('the history', () => {
  test('includes resold hashrate, and comes in pages of any size, newest first', async () => {
    await ask(ben.api, 'POST /api/mining/power/buy', { hashrate: '500' });
    await ask(ben.api, SELL, { hashrate: '125' });
    const { items: all, nextCursor } = await listOf();
    expect(nextCursor).toBeNull();
    expect(all.map(({ kind, amount, paid }) => [kind, amount, paid])).toEqual([
      ['hashrate', '125', '1'],
      ['token', '5.5', '0.055'],
      ['token', '0.300000000000000001', '0.003'],
      ['token', '300.1', '3.001'],
      ['token', '1000', '10'],
      ['token', '200', '2'],
      ['token', '100.000000000000000001', '1'],
      ['token', '1234.5', '12.345'],
    ]);
    for (const size of [1, 3, 4, 8]) expect(await walk(size, listOf)).toEqual(all);
  });
});

describe('the day’s budget', () => {
  test('gives an account a fifth of it to the last unit, even by parallel sales, and names what is left', async () => {
    await pass(DAY);
    const { mine, renewsAt } = await offerOf(ann);
    const most = sums.fold(mine?.left ?? '', 100);
    const over = plus(most, '0.0000000000000001');
    const [{ balance }, anns] = [await fundOf(), await balanceOf(ann, 'ADIT')];
    for (const answer of [await quote(ann, over), await swap(ann, over)])
      expect(answer).toMatchObject({ status: 409, code: 1303, data: { coin: 'USDT', most, renewsAt } });
    expect((await fundOf()).balance).toBe(balance);
    expect(await balanceOf(ann, 'ADIT')).toBe(anns);
    expectOnce(await Promise.all([1, 2, 3].map(() => swap(ann, most))), 1303);
    expect((await listOf({ limit: '1' })).items).toMatchObject([
      { kind: 'token', amount: most, paid: mine?.left },
    ]);
    expect((await offerOf(ann)).mine?.left).toBe('0');
    expect((await offerOf(dan)).mine?.left).not.toBe('0');
  });

  test('is refused in every language when one’s share is used up, and hashrate is taken back all the same', async () => {
    const before = await bank.balances(ann.api);
    const input = { from: 'ADIT', to: 'USDT', amount: '100' };
    await expectInEveryLanguage(ann.api, SWAP, input, 1303);
    await expectInEveryLanguage(ann.api, SWAP, { ...input, quoteOnly: true }, 1303);
    expect(await bank.balances(ann.api)).toEqual(before);
    expect(await resell(ben, '376')).toMatchObject({ status: 409, code: 1301 });
    expect(await resell(ben, '0')).toMatchObject({ status: 400, code: 1302 });
    expect(await resell(ben, '125')).toMatchObject({ code: 0, data: { received: '1', purchased: '250' } });
  });

  test('grows with what comes in, and begins anew at midnight in Singapore', async () => {
    const before = await offerOf(ann);
    await ask(ann.api, 'POST /api/mining/power/buy', { hashrate: '2500' });
    const after = await offerOf(ann);
    expect(minus(after.budget, before.budget)).toBe('5');
    expect(after.mine?.left).toBe('1');
    await clock.skipTo(app.url, Date.parse(before.renewsAt) + 1000);
    await pass(1);
    const { balance } = await fundOf();
    const fresh = await offerOf(ann);
    expect(fresh.budget).toBe(sums.part(balance, 1n, 10n));
    expect(fresh.mine?.left).toBe(fresh.share);
    expect((await swap(ann, '100')).code).toBe(0);
  });

  test('has bought what its history says, in two halves', async () => {
    const { fund } = await listOf();
    const tokens = (await listOf({ limit: '100' })).items.filter(({ kind }) => kind === 'token');
    expect(fund.bought).toBe(sums.sum(tokens.map(({ amount }) => amount)));
    const off = toUnits(fund.bought) - toUnits(fund.institution) - toUnits(fund.stakers);
    expect([0n, 1n, 2n].map(fromUnits)).toContain(fromUnits(off));
    expect(toUnits(fund.stakers) * 2n - toUnits(fund.bought)).toBeLessThanOrEqual(BigInt(tokens.length));
  });
});

test('the fund’s runway averages seven days, even if no server ran on six of them', async () => {
  await pass(8 * DAY);
  expect((await swap(ann, '100')).code).toBe(0);
  const { fund } = await listOf();
  expect(fund.runwayDays).toBe(Math.floor(Number(fund.balance) * 7));
});

test('every balance agrees with its history, the ledger and the orders', async () => {
  for (const { api } of [ann, ben, cat, dan]) await bank.expectAddsUp(api);
  await expectSound(app.dataDir);
});
