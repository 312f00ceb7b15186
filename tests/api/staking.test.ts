/**
 * Staking over HTTP on a running server: the whole life of an order, teams, and what the operator may switch
 * off.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Output } from '#contract';
import { expectInEveryLanguage, expectMalformed, walk } from '#tests/support/answers.ts';
import * as clock from '#tests/support/clock.ts';
import { expectSound } from '#tests/support/command.ts';
import { hear } from '#tests/support/event-stream.ts';
import { type Client, client } from '#tests/support/http.ts';
import * as bank from '#tests/support/bank.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import {
  DAY,
  UNLIMITED,
  type Person,
  ask,
  balance,
  expectOnce,
  newcomer,
  skip,
} from '#tests/support/person.ts';
import * as sums from '#tests/support/sums.ts';

const [INDEX, LIST, OUTPUTS, PAYMENTS, STAKE, UNSTAKE] = [
  'GET /api/stake/index',
  'GET /api/stake/list',
  'GET /api/stake/outputs',
  'GET /api/stake/payments',
  'POST /api/stake/stake',
  'POST /api/stake/unstake',
] as const;

/** 0.1 % of it is not a whole number of units. */
const ODD = '123.456789012345678901';
const ODD_PAYS = '0.123456789012345678';
const HOUR = 3600;

let app: LocalApp;
/** The users who stake in these tests, with their initial balances. */
const PURSES = {
  solo: '1000',
  member: '5000',
  ann: '1000',
  ben: '1000',
  dan: '1000',
  twice: '10',
  watcher: '10',
  keeper: '100',
};
let people: Record<keyof typeof PURSES, Person>;
let ann: Person;
let ben: Person;
let dan: Person;
let team: Record<'top' | 'second' | 'first' | 'chief' | 'boss', Person>;

beforeAll(async () => {
  app = await openApp(UNLIMITED);
  await clock.skipToNoon(app.url);
  const come = (inviteCode?: string) => newcomer(app.url, inviteCode === undefined ? {} : { inviteCode });
  const top = await come();
  const second = await come(top.user.inviteCode);
  const first = await come(second.user.inviteCode);
  const chief = await come();
  const boss = await come(chief.user.inviteCode);
  team = { top, second, first, chief, boss };
  const names = Object.keys(PURSES) as (keyof typeof PURSES)[];
  const inviters: Record<string, Person> = { member: first, keeper: boss };
  const all = names.map(async (name) => [name, await come(inviters[name]?.user.inviteCode)] as const);
  people = Object.fromEntries(await Promise.all(all)) as typeof people;
  ({ ann, ben, dan } = people);
  await bank.fund(
    app.chain,
    names.map((name) => [people[name], { ADIT: PURSES[name] }]),
  );
});
afterAll(() => app?.stop());

/** A session lives for 7 days, and these tests skip weeks. */
const again = ({ wallet }: Person): Promise<Person> => newcomer(app.url, { wallet });
const stake = (api: Client, amount: string) => ask(api, STAKE, { amount });
const order = async (api: Client, id: string) =>
  (await ask(api, LIST, { id })).items[0] as Output<typeof LIST>['items'][number];
const pass = (seconds: number) => clock.pass(app.url, seconds, ann, ben, dan);
const later = (iso: string, seconds: number) => new Date(Date.parse(iso) + seconds * 1000).toISOString();

test('a guest sees the terms and nothing else', async () => {
  const guest = client(app.url);
  expect(await ask(guest, INDEX, {})).toEqual({
    totalStaked: '0',
    dailyRate: '0.001',
    nextOutputAt: null,
    yesterdayOutput: '0',
    cumulativeOutput: '0',
    teamOutput: '0',
    rewardShare: '0',
    minAmount: '10',
    holdHours: 24,
    open: true,
  });
  for (const call of [LIST, OUTPUTS] as const) expect((await guest.call(call, {})).code).toBe(401);
  expect((await guest.call(PAYMENTS, { id: '1' })).code).toBe(401);
  expect((await guest.call(STAKE, { amount: '10' })).code).toBe(401);
  expect((await guest.call(UNSTAKE, { id: '1' })).code).toBe(401);
});

test('a redeemed order is paid back in full, once, and pays no more', async () => {
  const { api } = people.solo;
  const made = await stake(api, '250');
  await skip(app.url, DAY);
  expect(await balance(api)).toBe('750.25');
  const key = randomUUID();
  const redeemed = await api.call(UNSTAKE, { id: made.id }, { key });
  expect(redeemed.data).toEqual({ id: made.id, amount: '250' });
  expect((await api.call(UNSTAKE, { id: made.id }, { key })).text).toBe(redeemed.text);
  expect(await api.call(UNSTAKE, { id: made.id })).toMatchObject({
    ...{ status: 404, code: 404, data: { reason: 'unstaked' } },
    message: 'This stake is already unstaked. Nothing changed.',
  });
  const done = await order(api, made.id);
  expect(done).toMatchObject({ state: 'redeemed', nextOutputAt: null, output: '0.25' });
  await skip(app.url, 2 * DAY);
  expect(await balance(api)).toBe('1000.25');
  expect(await ask(api, INDEX, {})).toMatchObject({
    totalStaked: '0',
    nextOutputAt: null,
    cumulativeOutput: '0.25',
  });
  const { items } = await ask(api, 'GET /api/assets/records', { category: 'staking' });
  expect(items.map(({ amount }) => amount)).toEqual(['250', '0.25', '-250']);
});

test('a team gets its yields on three levels, and the stakers share what is repurchased', async () => {
  const member = await again(people.member);
  const [top, second, first] = await Promise.all([team.top, team.second, team.first].map(again));
  await stake(member.api, '1000');
  await bank.produce(app.dataDir, member, '100');
  await ask(member.api, 'POST /api/assets/swap', { from: 'ADIT', to: 'USDT', amount: '100' });
  await skip(app.url, DAY);
  for (const [person, team] of [
    [first, '0.15'],
    [second, '0.1'],
    [top, '0.05'],
  ] as const) {
    if (!person) throw new Error('nobody came');
    expect(await balance(person.api)).toBe(team);
    expect((await ask(person.api, INDEX, {})).teamOutput).toBe(team);
    expect((await ask(person.api, OUTPUTS, {})).days.at(-1)?.teamOutput).toBe(team);
    const [row] = (await ask(person.api, 'GET /api/assets/records', {})).items;
    expect(row).toMatchObject({ category: 'team', coin: 'ADIT', amount: team });
  }
  // Nobody else has a stake now: half of what was sold goes to the member.
  expect(await ask(member.api, INDEX, {})).toMatchObject({ cumulativeOutput: '1', rewardShare: '50' });
  expect((await ask(member.api, OUTPUTS, {})).days.at(-1)).toMatchObject({
    output: '1',
    rewardShare: '50',
  });
  expect(await balance(member.api)).toBe('4051');
});

test('parallel calls stake only what is there, and redeem it once', async () => {
  const { api } = await again(people.twice);
  const answers = await Promise.all([1, 2, 3].map(() => api.call(STAKE, { amount: '10' })));
  expectOnce(answers, 1301);
  const id = answers.find(({ code }) => code === 0)?.data.id ?? '';
  await skip(app.url, DAY);
  expectOnce(await Promise.all([1, 2, 3].map(() => api.call(UNSTAKE, { id }))), 404);
  expect(await balance(api)).toBe('10.01');
});

describe('an order’s output', () => {
  // No day of Singapore ends during a test.
  beforeAll(async () => {
    await clock.skipToNoon(app.url);
    await pass(1);
  });

  test('is paid for an amount that leaves the balance, is listed, and cannot be redeemed for 24 h', async () => {
    const totals = (await ask(client(app.url), 'GET /api/index', {})).totals.staked;
    const made = await stake(ann.api, ODD);
    const listed = await order(ann.api, made.id);
    expect(listed).toEqual({
      id: made.id,
      amount: ODD,
      stakedAt: listed.stakedAt,
      unlocksAt: later(listed.stakedAt, DAY),
      nextOutputAt: later(listed.stakedAt, DAY),
      output: '0',
      periodOutput: ODD_PAYS,
      redeemedAt: null,
      state: 'active',
    });
    const { unlocksAt, nextOutputAt } = listed;
    expect(made).toEqual({ id: made.id, amount: ODD, unlocksAt, nextOutputAt });
    expect(await ask(ann.api, INDEX, {})).toMatchObject({
      totalStaked: ODD,
      nextOutputAt,
      cumulativeOutput: '0',
    });
    expect(await bank.assetOf(ann.api, 'ADIT')).toMatchObject({
      balance: sums.minus('1000', ODD),
      staked: ODD,
    });
    const [row] = await bank.history(ann.api);
    expect(row).toMatchObject({ category: 'staking', coin: 'ADIT', amount: `-${ODD}`, state: 'confirmed' });
    expect((await ask(client(app.url), 'GET /api/index', {})).totals.staked).toBe(sums.plus(totals, ODD));
    expect(await ann.api.call(UNSTAKE, { id: made.id })).toMatchObject({
      status: 409,
      code: 1401,
      data: { unlocksAt },
    });
    await expectInEveryLanguage(ann.api, UNSTAKE, { id: made.id }, 1401);
  });

  test('is its rate rounded down every 24 h from its own start, with the next time shown', async () => {
    const { id, stakedAt } = await order(ann.api, (await ask(ann.api, LIST, {})).items[0]?.id ?? '');
    const before = (await balance(ann.api)) ?? '';
    await pass(DAY - HOUR);
    expect(await ask(ann.api, INDEX, {})).toMatchObject({
      cumulativeOutput: '0',
      nextOutputAt: later(stakedAt, DAY),
    });
    await pass(HOUR);
    expect(await order(ann.api, id)).toMatchObject({
      output: ODD_PAYS,
      nextOutputAt: later(stakedAt, 2 * DAY),
    });
    expect(await ask(ann.api, INDEX, {})).toMatchObject({
      cumulativeOutput: ODD_PAYS,
      yesterdayOutput: '0',
      teamOutput: '0',
      rewardShare: '0',
    });
    await pass(DAY);
    expect(await ask(ann.api, INDEX, {})).toMatchObject({
      cumulativeOutput: sums.fold(ODD_PAYS, 2),
      yesterdayOutput: ODD_PAYS,
      nextOutputAt: later(stakedAt, 3 * DAY),
    });
    expect(await balance(ann.api)).toBe(sums.plus(before, sums.fold(ODD_PAYS, 2)));
    const rows = (await bank.history(ann.api, { category: 'staking' })).slice(0, 2);
    expect(rows.map(({ amount, coin }) => [amount, coin])).toEqual([
      [ODD_PAYS, 'ADIT'],
      [ODD_PAYS, 'ADIT'],
    ]);
  });

  test('is the same for many days in one skip as in many', async () => {
    const one = await stake(ben.api, '77.000000000000000999');
    const before = (await balance(ben.api)) ?? '';
    await pass(40 * DAY);
    expect(await order(ben.api, one.id)).toMatchObject({ output: sums.fold('0.077', 40) });
    expect(await balance(ben.api)).toBe(sums.plus(before, sums.fold('0.077', 40)));
    for (let i = 0; i < 6; i += 1) await pass((DAY * 2) / 3);
    expect(await order(ben.api, one.id)).toMatchObject({
      output: sums.fold('0.077', 44),
      nextOutputAt: later(one.nextOutputAt, 44 * DAY),
    });
    expect(await ask(ben.api, INDEX, {})).toMatchObject({
      yesterdayOutput: '0.077',
      cumulativeOutput: sums.fold('0.077', 44),
    });
    const days = (await ask(ben.api, OUTPUTS, {})).days;
    const today = await clock.timeAt(app.url);
    expect(days.map(({ day }) => day)).toEqual(
      Array.from({ length: 30 }, (_, i) => clock.singaporeDay(today, i - 29)),
    );
    for (const { output, teamOutput, rewardShare } of days)
      expect([output, teamOutput, rewardShare]).toEqual(['0.077', '0', '0']);
  });

  test('is listed payment by payment, newest first, each with its row of the history, for its owner only', async () => {
    const { id, stakedAt } = (await ask(ben.api, LIST, {})).items[0] ?? { id: '', stakedAt: '' };
    const all = await walk(100, (query) => ask(ben.api, PAYMENTS, { id, ...query }));
    expect(all.map(({ period, time, amount }) => [period, time, amount])).toEqual(
      Array.from({ length: 44 }, (_, nth) => [44 - nth, later(stakedAt, (44 - nth) * DAY), '0.077']),
    );
    expect(await walk(7, (query) => ask(ben.api, PAYMENTS, { id, ...query }))).toEqual(all);
    const history = await bank.history(ben.api, { category: 'staking' });
    const rewards = history.filter(({ detail }) => detail?.what === 'staking_reward');
    expect(all.map(({ entry, amount }) => [entry, amount])).toEqual(
      rewards.map(({ entry, amount }) => [entry, amount]),
    );
    for (const person of [ann, dan]) expect((await person.api.call(PAYMENTS, { id })).code).toBe(404);
    for (const unknown of ['0', '999999999999999999'])
      expect((await ben.api.call(PAYMENTS, { id: unknown })).code).toBe(404);
    await expectMalformed(ben.api, PAYMENTS, [{}, { id: 'x' }, { id, limit: '0' }, { id, cursor: 'none' }]);
  });

  test('is independent of other orders, at its own hour', async () => {
    const first = await stake(dan.api, '10');
    await pass(5 * HOUR);
    const second = await stake(dan.api, '20.5');
    await pass(5 * HOUR);
    const third = await stake(dan.api, '10.000000000000000001');
    expect(await ask(dan.api, INDEX, {})).toMatchObject({
      totalStaked: '40.500000000000000001',
      nextOutputAt: first.nextOutputAt,
    });
    const { items } = await ask(dan.api, LIST, {});
    expect(items.map(({ id }) => id)).toEqual([third.id, second.id, first.id]);
    await pass(14 * HOUR);
    expect(await ask(dan.api, INDEX, {})).toMatchObject({
      cumulativeOutput: '0.01',
      nextOutputAt: second.nextOutputAt,
    });
    await pass(5 * HOUR);
    expect(await ask(dan.api, INDEX, {})).toMatchObject({
      cumulativeOutput: '0.0305',
      nextOutputAt: third.nextOutputAt,
    });
    await pass(5 * HOUR);
    expect(await ask(dan.api, INDEX, {})).toMatchObject({
      cumulativeOutput: '0.0405',
      nextOutputAt: later(first.nextOutputAt, DAY),
    });
    await pass(DAY);
    expect(await ask(dan.api, INDEX, {})).toMatchObject({ cumulativeOutput: '0.081' });
    expect(sums.sum((await ask(dan.api, OUTPUTS, {})).days.map(({ output }) => output))).toBe('0.081');
  });

  test('is listed in pages of any size, newest first, without gaps or duplicates, for its owner only', async () => {
    const { items: all } = await ask(dan.api, LIST, {});
    for (const size of [1, 2, 3]) expect(await walk(size, (query) => ask(dan.api, LIST, query))).toEqual(all);
    const foreign = await ben.api.call(LIST, { id: all[0]?.id ?? '' });
    expect(foreign).toMatchObject({ code: 0, data: { items: [], nextCursor: null } });
    for (const id of [all[0]?.id ?? '', '0', '999999999999999999'])
      expect((await ben.api.call(UNSTAKE, { id })).code).toBe(404);
  });
});

test('an open page is notified when its order pays', async () => {
  const { api, token } = await again(people.watcher);
  await stake(api, '10');
  const leaving = new AbortController();
  const heard = await hear(app.url, leaving.signal, token);
  await skip(app.url, DAY);
  await vi.waitFor(() => expect(heard()).toContain('event: balance'));
  leaving.abort();
});

describe('a server that comes back', () => {
  let person: Person;
  let id = '';

  test('pays once what fell due while it was down', async () => {
    person = await again(people.keeper);
    const [boss, chief] = [await again(team.boss), await again(team.chief)];
    id = (await stake(person.api, '100')).id;
    await skip(app.url, DAY);
    await app.restart({ STAKING: 'off', TEAM_LEVELS: '1' });
    expect(await balance(person.api)).toBe('0.1');
    await skip(app.url, 2 * DAY);
    expect(await balance(person.api)).toBe('0.3');
    expect(await balance(boss.api)).toBe('0.045');
    // The second level was paid before it was switched off.
    expect(await balance(chief.api)).toBe('0.01');
  });

  test('accepts no stakes where they are switched off, and returns what was staked', async () => {
    expect(await ask(person.api, INDEX, {})).toMatchObject({ open: false, totalStaked: '100' });
    expect((await person.api.call(STAKE, { amount: '10' })).code).toBe(403);
    await ask(person.api, UNSTAKE, { id });
    expect(await balance(person.api)).toBe('100.3');
  });

  test('has sound books, and a history that agrees with every balance', async () => {
    for (const { wallet } of [ann, ben, dan, person])
      await bank.expectAddsUp((await newcomer(app.url, { wallet })).api);
    await expectSound(app.dataDir);
  });
});
