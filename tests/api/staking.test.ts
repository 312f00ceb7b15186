/** Staking over HTTP on a running server: the whole life of an order, teams, refusals, and what the operator may switch off. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Output } from '#contract';
import { operate } from '#tests/support/command.ts';
import { type Client, client } from '#tests/support/http.ts';
import { fund } from '#tests/support/bank.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import {
  DAY,
  type Person,
  UNLIMITED,
  ask,
  balance,
  expectOnce,
  newcomer,
  skip,
} from '#tests/support/person.ts';

const [INDEX, LIST, OUTPUTS, STAKE, UNSTAKE] = [
  'GET /api/stake/index',
  'GET /api/stake/list',
  'GET /api/stake/outputs',
  'POST /api/stake/stake',
  'POST /api/stake/unstake',
] as const;

let app: LocalApp;
/** Who stakes in these tests, with what they have in the beginning. */
const PURSES = {
  solo: '1000',
  member: '5000',
  poor: '15',
  other: '10',
  twice: '10',
  lister: '100',
  watcher: '10',
  keeper: '100',
};
let people: Record<keyof typeof PURSES, Person>;
let team: Record<'top' | 'second' | 'first' | 'chief' | 'boss', Person>;

beforeAll(async () => {
  app = await openApp(UNLIMITED);
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
  await fund(
    app.chain,
    names.map((name) => [people[name], { ADIT: PURSES[name] }]),
  );
});
afterAll(() => app?.stop());

/** A session lives for 7 days, and these tests wait for weeks. */
const again = ({ wallet }: Person): Promise<Person> => newcomer(app.url, { wallet });
const stake = (api: Client, amount: string) => ask(api, STAKE, { amount });
const order = async (api: Client, id: string) =>
  (await ask(api, LIST, { id })).items[0] as Output<typeof LIST>['items'][number];
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
  expect((await guest.call(STAKE, { amount: '10' })).code).toBe(401);
});

test('an order lives: staked, paid every 24 h, redeemed whole', async () => {
  let { api } = people.solo;
  const made = await stake(api, '250');
  expect(await balance(api)).toBe('750');
  const fresh = await order(api, made.id);
  expect(fresh).toMatchObject({
    amount: '250',
    output: '0',
    periodOutput: '0.25',
    state: 'active',
    redeemedAt: null,
  });
  expect([fresh.unlocksAt, fresh.nextOutputAt]).toEqual([made.unlocksAt, made.nextOutputAt]);
  expect(later(fresh.stakedAt, DAY)).toBe(made.unlocksAt);
  const [asset] = (await ask(api, 'GET /api/assets/list', {})).items.filter(({ coin }) => coin === 'ADIT');
  expect(asset).toMatchObject({ balance: '750', staked: '250' });
  expect((await ask(client(app.url), 'GET /api/index', {})).totals.staked).toBe('250');

  const early = await api.call(UNSTAKE, { id: made.id }, { language: 'ja' });
  expect(early).toMatchObject({ status: 409, code: 1401, data: { unlocksAt: made.unlocksAt } });
  expect(early.message).not.toBe((await api.call(UNSTAKE, { id: made.id })).message);

  await skip(app.url, DAY);
  expect(await balance(api)).toBe('750.25');
  expect(await order(api, made.id)).toMatchObject({
    output: '0.25',
    nextOutputAt: later(fresh.stakedAt, 2 * DAY),
  });
  await skip(app.url, 29 * DAY);
  ({ api } = await again(people.solo));
  expect(await balance(api)).toBe('757.5');
  expect(await ask(api, INDEX, {})).toMatchObject({
    totalStaked: '250',
    nextOutputAt: later(fresh.stakedAt, 31 * DAY),
    yesterdayOutput: '0.25',
    cumulativeOutput: '7.5',
  });
  const { days } = await ask(api, OUTPUTS, {});
  expect(days).toHaveLength(30);
  const daily = { output: '0.25', teamOutput: '0', rewardShare: '0' };
  expect(days.map(({ day: _, ...rest }) => rest)).toEqual(days.map(() => daily));

  const key = randomUUID();
  const redeemed = await api.call(UNSTAKE, { id: made.id }, { key });
  expect(redeemed.data).toEqual({ id: made.id, amount: '250' });
  expect((await api.call(UNSTAKE, { id: made.id }, { key })).text).toBe(redeemed.text);
  expect((await api.call(UNSTAKE, { id: made.id })).code).toBe(404);
  expect(await balance(api)).toBe('1007.5');
  const done = await order(api, made.id);
  expect(done).toMatchObject({ state: 'redeemed', nextOutputAt: null, output: '7.5' });
  await skip(app.url, 2 * DAY);
  expect(await balance(api)).toBe('1007.5');
  expect(await ask(api, INDEX, {})).toMatchObject({
    totalStaked: '0',
    nextOutputAt: null,
    cumulativeOutput: '7.5',
  });

  const rows = (await ask(api, 'GET /api/assets/records', { category: 'staking', limit: '100' })).items;
  expect(rows.map(({ amount }) => amount)).toEqual([
    '250',
    ...Array.from({ length: 30 }, () => '0.25'),
    '-250',
  ]);
});

describe('a team', () => {
  test('gets its yields on three levels, and the stakers share what is repurchased', async () => {
    const member = await again(people.member);
    const [top, second, first] = await Promise.all([team.top, team.second, team.first].map(again));
    await stake(member.api, '1000');
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
    // Nobody else stakes here now: half of what was sold is the member's.
    expect(await ask(member.api, INDEX, {})).toMatchObject({ cumulativeOutput: '1', rewardShare: '50' });
    expect((await ask(member.api, OUTPUTS, {})).days.at(-1)).toMatchObject({
      output: '1',
      rewardShare: '50',
    });
    expect(await balance(member.api)).toBe('3951');
  });
});

test('refusals', async () => {
  const [{ api }, other] = [await again(people.poor), await again(people.other)];
  const code = async (amount: string) => (await api.call(STAKE, { amount })).code;
  for (const amount of ['9.999999999999999999', '0', '10.0000000000000000001'])
    expect(await code(amount)).toBe(1302);
  for (const amount of ['-10', '1e3', 'ten']) expect(await code(amount)).toBe(400);
  expect(await api.call(STAKE, { amount: '15.000000000000000001' })).toMatchObject({
    status: 409,
    code: 1301,
    data: { coin: 'ADIT', balance: '15', amount: '15.000000000000000001' },
  });
  const foreign = await stake(other.api, '10');
  await skip(app.url, DAY);
  for (const id of [foreign.id, '0', '999999999999999999'])
    expect((await api.call(UNSTAKE, { id })).code).toBe(404);
  expect((await ask(api, LIST, { id: foreign.id })).items).toEqual([]);
  expect(await balance(api)).toBe('15');
});

test('twice at the same time is staked for what there is, and redeemed once', async () => {
  const { api } = await again(people.twice);
  const answers = await Promise.all([1, 2, 3].map(() => api.call(STAKE, { amount: '10' })));
  expectOnce(answers, 1301);
  const id = answers.find(({ code }) => code === 0)?.data.id ?? '';
  await skip(app.url, DAY);
  expectOnce(await Promise.all([1, 2, 3].map(() => api.call(UNSTAKE, { id }))), 404);
  expect(await balance(api)).toBe('10.01');
});

test('the list goes by pages, newest first', async () => {
  const { api } = await again(people.lister);
  const ids: string[] = [];
  for (let i = 0; i < 5; i += 1) ids.unshift((await stake(api, `1${i}`)).id);
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Output<typeof LIST> = await ask(api, LIST, { limit: '2', ...(cursor && { cursor }) });
    found.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(found).toEqual(ids);
  expect((await api.call(LIST, { cursor: 'nowhere' })).code).toBe(400);
});

test('an open page is told when its order pays', async () => {
  const { api, token } = await again(people.watcher);
  await stake(api, '10');
  const ended = new AbortController();
  const stream = await fetch(`${app.url}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: ended.signal,
  });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  const listening = (async () => {
    for (;;) heard += (await reader?.read())?.value ?? '';
  })().catch(() => undefined);
  await skip(app.url, DAY);
  await vi.waitFor(() => expect(heard).toContain('event: balance'), 10_000);
  ended.abort();
  await listening;
});

describe('a server that comes back', () => {
  let person: Person;
  let id = '';

  test('pays what fell due while it was away, once', async () => {
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

  test('takes no stakes where they are switched off, and gives back what was staked', async () => {
    expect(await ask(person.api, INDEX, {})).toMatchObject({ open: false, totalStaked: '100' });
    expect((await person.api.call(STAKE, { amount: '10' })).code).toBe(403);
    await ask(person.api, UNSTAKE, { id });
    expect(await balance(person.api)).toBe('100.3');
  });

  test('has books that are sound, by its operator’s own check', async () => {
    expect(await operate(app.dataDir, 'ledger', 'check')).toMatchObject({ code: 0 });
    const { code, stdout } = await operate(app.dataDir, 'staking', 'check');
    expect([code, stdout]).toEqual([0, expect.stringContaining('all that was paid follows from them')]);
  });
});
