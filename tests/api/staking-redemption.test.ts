/**
 * Redeeming over HTTP: what it pays and ends, in the same second as an output, after many taps, and from the outbox.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectInEveryLanguage, expectReplayed } from '#tests/support/answers.ts';
import * as bank from '#tests/support/bank.ts';
import * as clock from '#tests/support/clock.ts';
import { expectSound } from '#tests/support/command.ts';
import { client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { DAY, VERIFIED_AT_ONCE, type Person, ask, expectOnce, newcomer } from '#tests/support/person.ts';
import * as sums from '#tests/support/sums.ts';

const STAKE = 'POST /api/stake/stake';
const UNSTAKE = 'POST /api/stake/unstake';
const HOUR = 3600;

let app: LocalApp;
let cat: Person;
let dan: Person;
let eve: Person;
/** Invited by dan. */
let fay: Person;

beforeAll(async () => {
  app = await openApp(VERIFIED_AT_ONCE);
  await clock.skipToNoon(app.url);
  [cat, dan, eve] = await bank.richPeople(app.url, app.chain, [
    { ADIT: '30' },
    { ADIT: '100' },
    { ADIT: '25' },
  ]);
  fay = await newcomer(app.url, { inviteCode: dan.user.inviteCode });
  await bank.fund(app.chain, [[fay, { ADIT: '1000' }]]);
});
afterAll(() => app?.stop());

const pass = (seconds: number) => clock.pass(app.url, seconds, cat, dan, eve, fay);
const stake = ({ api }: Person, amount: string, key?: string) =>
  api.call(STAKE, { amount }, key ? { key } : {});
const staked = ({ api }: Person, amount: string) => ask(api, STAKE, { amount });
const unstake = ({ api }: Person, id: string, key?: string) => api.call(UNSTAKE, { id }, key ? { key } : {});
const indexOf = ({ api }: Person) => ask(api, 'GET /api/stake/index', {});
const aditOf = async ({ api }: Person) => (await bank.balances(api))['ADIT'] ?? '';
async function orderOf({ api }: Person, id: string) {
  const { items } = await ask(api, 'GET /api/stake/list', { id });
  expect(items).toHaveLength(1);
  return items[0] as NonNullable<(typeof items)[0]>;
}

describe('redemption', () => {
  test('half-way through a period earns nothing for it, returns the stake and ends the outputs', async () => {
    const { id } = await staked(eve, '12.345');
    await pass(DAY + 11 * HOUR);
    const before = await aditOf(eve);
    expect((await unstake(eve, id)).data).toEqual({ id, amount: '12.345' });
    expect(await aditOf(eve)).toBe(sums.plus(before, '12.345'));
    const order = await orderOf(eve, id);
    expect(order).toMatchObject({ state: 'redeemed', nextOutputAt: null, output: '0.012345' });
    expect(Math.abs(Date.parse(order.redeemedAt ?? '') - (await clock.timeAt(app.url)))).toBeLessThan(60_000);
    expect((await bank.history(eve.api))[0]).toMatchObject({ category: 'staking', amount: '12.345' });
    await pass(3 * DAY);
    expect(await orderOf(eve, id)).toEqual(order);
    expect(await indexOf(eve)).toMatchObject({
      totalStaked: '0',
      nextOutputAt: null,
      yesterdayOutput: '0',
      cumulativeOutput: '0.012345',
    });
    expect(await unstake(eve, id)).toMatchObject({ status: 404, code: 404 });
    expect(await aditOf(eve)).toBe(sums.plus(before, '12.345'));
  });

  test('of a missing order and of somebody else’s is refused alike', async () => {
    const { id: other } = await staked(dan, '10');
    await pass(DAY);
    for (const id of [other, '0', '999999999999999999'])
      expect([id, await unstake(eve, id)]).toMatchObject([id, { status: 404, code: 404, data: null }]);
    await expectInEveryLanguage(eve.api, UNSTAKE, { id: '999999999999999999' }, 404);
    expect((await orderOf(dan, other)).state).toBe('active');
  });

  test('by many taps happens once', async () => {
    const { id } = await staked(eve, '10');
    await pass(DAY);
    const before = await aditOf(eve);
    expectOnce(await Promise.all(Array.from({ length: 6 }, () => unstake(eve, id))), 404);
    expect(await aditOf(eve)).toBe(sums.plus(before, '10'));
    expect(await orderOf(eve, id)).toMatchObject({ state: 'redeemed', output: '0.01' });
  });

  test('in the same second as an output is refused before it and succeeds after it', async () => {
    const { id, unlocksAt } = await staked(fay, '50.0505');
    const before = await aditOf(fay);
    const left = Date.parse(unlocksAt) - (await clock.timeAt(app.url));
    await clock.pass(app.url, Math.floor(left / 1000) - 60);
    expect(await unstake(fay, id)).toMatchObject({ status: 409, code: 1401, data: { unlocksAt } });
    await clock.skipTo(app.url, Date.parse(unlocksAt) - 2000);
    await vi.waitFor(async () => expect((await unstake(fay, id)).code).toBe(0), {
      timeout: 15_000,
      interval: 20,
    });
    expect(await clock.timeAt(app.url)).toBeGreaterThanOrEqual(Date.parse(unlocksAt));
    await vi.waitFor(async () => {
      expect(await orderOf(fay, id)).toMatchObject({ state: 'redeemed', output: '0.0500505' });
      expect(await aditOf(fay)).toBe(sums.sum([before, '50.0505', '0.0500505']));
    });
    await pass(1);
  });
});

describe('a key', () => {
  test('stakes and redeems once, however often it is sent, and works for nothing else', async () => {
    const [key, other] = [randomUUID(), randomUUID()];
    const before = await aditOf(cat);
    const answers = await Promise.all(Array.from({ length: 8 }, () => stake(cat, '10', key)));
    expectReplayed(answers);
    expect(await stake(cat, '11', key)).toMatchObject({ status: 409, code: 409 });
    expect(await aditOf(cat)).toBe(sums.minus(before, '10'));
    const id = answers[0]?.data.id ?? '';
    await pass(DAY);
    expectReplayed(await Promise.all(Array.from({ length: 8 }, () => unstake(cat, id, other))));
    expect(await aditOf(cat)).toBe(sums.plus(before, '0.01'));
  });

  test('that is new for each call stakes or redeems what is there, and no more in total', async () => {
    expect(await aditOf(cat)).toBe('30.01');
    const swap = () => cat.api.call('POST /api/assets/swap', { from: 'ADIT', to: 'USDT', amount: '30.01' });
    const taps = [0, 1, 2, 3].map(() => stake(cat, '30.01'));
    const answers = await Promise.all([...taps, swap(), swap()]);
    expectOnce(answers, 1301);
    expect(await aditOf(cat)).toBe('0');
    const { totalStaked } = await indexOf(cat);
    const sold = answers.slice(-2).some(({ code }) => code === 0);
    expect(totalStaked).toBe(sold ? '0' : '30.01');
  });
});

test('while coins are staked, the list of assets contains each once', async () => {
  const look = async () => {
    const { items } = await ask(fay.api, 'GET /api/assets/list', {});
    const { balance = '', staked: bound = '' } = items.find(({ coin }) => coin === 'ADIT') ?? {};
    return sums.plus(balance, bound);
  };
  const seen = new Set([await look()]);
  let isStaking = true;
  const watch = async () => {
    while (isStaking) seen.add(await look());
  };
  const watching = Promise.all(Array.from({ length: 6 }, watch));
  try {
    for (let n = 0; n < 40; n += 1) await staked(fay, '10');
  } finally {
    isStaking = false;
    await watching;
  }
  expect([...seen]).toHaveLength(1);
});

describe('the outbox of a page', () => {
  test('may stake and redeem with its own token, and nothing else', async () => {
    const outbox = client(app.url).as((await newcomer(app.url, { wallet: eve.wallet })).outboxToken);
    const answer = await outbox.call(STAKE, { amount: '10' });
    expect(answer).toMatchObject({ code: 0, data: { amount: '10' } });
    expect(await outbox.call(UNSTAKE, { id: answer.data.id })).toMatchObject({ code: 1401 });
    for (const [name, input] of [
      ['POST /api/mining/power/buy', { hashrate: '100' }],
      ['POST /api/mining/power/buyback', { hashrate: '1' }],
      ['POST /api/mining/buy', { method: 'usdt' }],
      ['POST /api/assets/swap', { from: 'ADIT', to: 'USDT', amount: '1' }],
      ['GET /api/stake/list', {}],
      ['GET /api/user/earnings', {}],
    ] as const)
      expect([name, (await outbox.send(name, input)).status]).toEqual([name, expect.toBeOneOf([401, 403])]);
  });
});

test('every balance agrees with its history, the ledger and the orders', async () => {
  for (const { api } of [cat, dan, eve, fay]) await bank.expectAddsUp(api);
  await expectSound(app.dataDir);
});
