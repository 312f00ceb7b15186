/** Staking over HTTP, as a stranger sees it: what orders pay to the last unit and when, and every refusal. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as bank from '#tests/support/bank.ts';
import * as growing from '#tests/support/growing.ts';
import { client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { DAY, UNLIMITED, type Person, ask } from '#tests/support/person.ts';

const STAKE = 'POST /api/stake/stake';
const UNSTAKE = 'POST /api/stake/unstake';
const HOUR = 3600;
/** 0.1 % of it is not a whole number of units. */
const ODD = '123.456789012345678901';
const ODD_PAYS = '0.123456789012345678';

let app: LocalApp;
let ann: Person;
let ben: Person;
let dan: Person;
let poor: Person;

beforeAll(async () => {
  app = await openApp({ ...UNLIMITED, KYC_AUTO_APPROVE_SECONDS: '0' });
  const much = { ADIT: '1000' };
  [ann, ben, dan, poor] = await growing.rich(app.url, app.chain, [much, much, much, {}]);
  await growing.skipToNoon(app.url);
  await growing.pass(app.url, 1, ann, ben, dan, poor);
});
afterAll(() => app?.stop());

const pass = (seconds: number) => growing.pass(app.url, seconds, ann, ben, dan, poor);
const stake = ({ api }: Person, amount: string, key?: string) =>
  api.call(STAKE, { amount }, key ? { key } : {});
const staked = async ({ api }: Person, amount: string) => ask(api, STAKE, { amount });
const unstake = ({ api }: Person, id: string, key?: string) => api.call(UNSTAKE, { id }, key ? { key } : {});
const indexOf = ({ api }: Person) => ask(api, 'GET /api/stake/index', {});
const aditOf = async ({ api }: Person) => (await bank.balances(api))['ADIT'] ?? '';
const outputsOf = async ({ api }: Person) => (await ask(api, 'GET /api/stake/outputs', {})).days;
const after = (time: string, seconds: number) => new Date(Date.parse(time) + seconds * 1000).toISOString();
async function orderOf({ api }: Person, id: string) {
  const { items } = await ask(api, 'GET /api/stake/list', { id });
  expect(items).toHaveLength(1);
  return items[0] as NonNullable<(typeof items)[0]>;
}

test('a guest sees the rules and no figures', async () => {
  const { nextOutputAt, ...index } = await ask(client(app.url), 'GET /api/stake/index', {});
  expect(nextOutputAt).toBeNull();
  expect(index).toEqual({
    totalStaked: '0',
    dailyRate: '0.001',
    yesterdayOutput: '0',
    cumulativeOutput: '0',
    teamOutput: '0',
    rewardShare: '0',
    minAmount: '10',
    holdHours: 24,
    open: true,
  });
});

describe('an order', () => {
  test('leaves the balance, is listed, and cannot be redeemed before 24 h are over', async () => {
    const totals = (await ask(client(app.url), 'GET /api/index', {})).totals.staked;
    const order = await staked(ann, ODD);
    const listed = await orderOf(ann, order.id);
    expect(listed).toEqual({
      id: order.id,
      amount: ODD,
      stakedAt: listed.stakedAt,
      unlocksAt: after(listed.stakedAt, DAY),
      nextOutputAt: after(listed.stakedAt, DAY),
      output: '0',
      periodOutput: ODD_PAYS,
      redeemedAt: null,
      state: 'active',
    });
    const { unlocksAt, nextOutputAt } = listed;
    expect(order).toEqual({ id: order.id, amount: ODD, unlocksAt, nextOutputAt });
    expect(await indexOf(ann)).toMatchObject({ totalStaked: ODD, nextOutputAt, cumulativeOutput: '0' });
    expect(await bank.assetOf(ann.api, 'ADIT')).toMatchObject({
      balance: growing.minus('1000', ODD),
      staked: ODD,
    });
    const [row] = await bank.history(ann.api);
    expect(row).toMatchObject({ category: 'staking', coin: 'ADIT', amount: `-${ODD}`, state: 'confirmed' });
    expect((await ask(client(app.url), 'GET /api/index', {})).totals.staked).toBe(growing.plus(totals, ODD));
    expect(await unstake(ann, order.id)).toMatchObject({ status: 409, code: 1401, data: { unlocksAt } });
    await growing.expectInEveryLanguage(ann.api, UNSTAKE, { id: order.id }, 1401);
  });

  test('pays its rate rounded down each 24 h from its own start, and says when the next comes', async () => {
    const { id, stakedAt } = await orderOf(
      ann,
      (await ask(ann.api, 'GET /api/stake/list', {})).items[0]?.id ?? '',
    );
    const before = await aditOf(ann);
    await pass(DAY - HOUR);
    expect(await indexOf(ann)).toMatchObject({ cumulativeOutput: '0', nextOutputAt: after(stakedAt, DAY) });
    await pass(HOUR);
    expect(await orderOf(ann, id)).toMatchObject({
      output: ODD_PAYS,
      nextOutputAt: after(stakedAt, 2 * DAY),
    });
    expect(await indexOf(ann)).toMatchObject({
      cumulativeOutput: ODD_PAYS,
      yesterdayOutput: '0',
      teamOutput: '0',
      rewardShare: '0',
    });
    await pass(DAY);
    expect(await indexOf(ann)).toMatchObject({
      cumulativeOutput: growing.fold(ODD_PAYS, 2),
      yesterdayOutput: ODD_PAYS,
      nextOutputAt: after(stakedAt, 3 * DAY),
    });
    expect(await aditOf(ann)).toBe(growing.plus(before, growing.fold(ODD_PAYS, 2)));
    const rows = (await bank.history(ann.api, { category: 'staking' })).slice(0, 2);
    expect(rows.map(({ amount, coin }) => [amount, coin])).toEqual([
      [ODD_PAYS, 'ADIT'],
      [ODD_PAYS, 'ADIT'],
    ]);
  });

  test('pays the same for many days in one skip as in many', async () => {
    const one = await staked(ben, '77.000000000000000999');
    const before = await aditOf(ben);
    await pass(40 * DAY);
    expect(await orderOf(ben, one.id)).toMatchObject({ output: growing.fold('0.077', 40) });
    expect(await aditOf(ben)).toBe(growing.plus(before, growing.fold('0.077', 40)));
    for (let i = 0; i < 6; i += 1) await pass((DAY * 2) / 3);
    expect(await orderOf(ben, one.id)).toMatchObject({
      output: growing.fold('0.077', 44),
      nextOutputAt: after(one.nextOutputAt, 44 * DAY),
    });
    expect(await indexOf(ben)).toMatchObject({
      yesterdayOutput: '0.077',
      cumulativeOutput: growing.fold('0.077', 44),
    });
    const days = await outputsOf(ben);
    const today = await growing.timeAt(app.url);
    expect(days.map(({ day }) => day)).toEqual(
      Array.from({ length: 30 }, (_, i) => growing.singaporeDay(today, i - 29)),
    );
    for (const { output, teamOutput, rewardShare } of days)
      expect([output, teamOutput, rewardShare]).toEqual(['0.077', '0', '0']);
  });

  test('beside others pays for itself, at its own hour', async () => {
    const first = await staked(dan, '10');
    await pass(5 * HOUR);
    const second = await staked(dan, '20.5');
    await pass(5 * HOUR);
    const third = await staked(dan, '10.000000000000000001');
    expect(await indexOf(dan)).toMatchObject({
      totalStaked: '40.500000000000000001',
      nextOutputAt: first.nextOutputAt,
    });
    const { items } = await ask(dan.api, 'GET /api/stake/list', {});
    expect(items.map(({ id }) => id)).toEqual([third.id, second.id, first.id]);
    await pass(14 * HOUR);
    expect(await indexOf(dan)).toMatchObject({ cumulativeOutput: '0.01', nextOutputAt: second.nextOutputAt });
    await pass(5 * HOUR);
    expect(await indexOf(dan)).toMatchObject({
      cumulativeOutput: '0.0305',
      nextOutputAt: third.nextOutputAt,
    });
    await pass(5 * HOUR);
    expect(await indexOf(dan)).toMatchObject({
      cumulativeOutput: '0.0405',
      nextOutputAt: after(first.nextOutputAt, DAY),
    });
    await pass(DAY);
    expect(await indexOf(dan)).toMatchObject({ cumulativeOutput: '0.081' });
    expect(growing.sum((await outputsOf(dan)).map(({ output }) => output))).toBe('0.081');
  });

  test('is listed in pages of any size, newest first, without gaps and doubles', async () => {
    const { items: all } = await ask(dan.api, 'GET /api/stake/list', {});
    for (const size of [1, 2, 3])
      expect(await growing.walk(size, (query) => ask(dan.api, 'GET /api/stake/list', query))).toEqual(all);
    const foreign = await ben.api.call('GET /api/stake/list', { id: all[0]?.id ?? '' });
    expect(foreign).toMatchObject({ code: 0, data: { items: [], nextCursor: null } });
  });
});

describe('refusals', () => {
  test('of guests', async () => {
    const guest = client(app.url);
    expect(await guest.call(STAKE, { amount: '10' })).toMatchObject({ status: 401, code: 401 });
    expect(await guest.call(UNSTAKE, { id: '1' })).toMatchObject({ status: 401, code: 401 });
    for (const name of ['GET /api/stake/list', 'GET /api/stake/outputs'] as const)
      expect(await guest.call(name, {})).toMatchObject({ status: 401, code: 401 });
  });

  test('of too little, too fine and too much, in this order', async () => {
    for (const amount of ['0', '9.999999999999999999', '10.0000000000000000001'])
      for (const person of [ann, poor])
        expect([amount, await stake(person, amount)]).toMatchObject([amount, { status: 400, code: 1302 }]);
    expect(await stake(poor, '10')).toMatchObject({
      status: 409,
      code: 1301,
      data: { coin: 'ADIT', balance: '0', amount: '10' },
    });
    const [balance, amount] = [await aditOf(ann), growing.plus(await aditOf(ann), '0.000000000000000001')];
    expect(await stake(ann, amount)).toMatchObject({ code: 1301, data: { coin: 'ADIT', balance, amount } });
    expect([1301, 1302]).toContain((await stake(ann, '9'.repeat(20))).code);
    await growing.expectInEveryLanguage(poor.api, STAKE, { amount: '9' }, 1302);
    await growing.expectInEveryLanguage(poor.api, STAKE, { amount: '10' }, 1301);
  });

  test('of what is malformed', async () => {
    const amounts = [10, '', ' 10', '-10', '+10', '1e1', '10.', '.5', '１０', null, ['10'], '9'.repeat(21)];
    await growing.expectMalformed(ann.api, STAKE, [
      ...amounts.map((amount) => ({ amount })),
      {},
      { amount: '10', rate: '1' },
    ]);
    const ids = [1, '', '-1', 'x', '1.0', ' 1', null, ['1'], '1'.repeat(19)];
    await growing.expectMalformed(ann.api, UNSTAKE, [
      ...ids.map((id) => ({ id })),
      {},
      { id: '1', amount: '1' },
    ]);
    await growing.expectMalformed(ann.api, 'GET /api/stake/list', [
      { limit: '0' },
      { limit: '101' },
      { limit: 'ten' },
      { cursor: 'no cursor of this list' },
      { id: 'x' },
      { state: 'active' },
    ]);
  });
});

test('every balance agrees with its history, the ledger and the orders', async () => {
  for (const { api } of [ann, ben, dan]) await bank.expectAddsUp(api);
  await growing.expectSound(app.dataDir);
});
