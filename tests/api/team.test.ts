/** The team over HTTP: its counters, the bonus, the yields with their receipts, and all of that after a restart. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Output } from '#contract';
import { maskAddress } from '#rules/addresses.ts';
import { walk } from '#tests/support/answers.ts';
import * as bank from '#tests/support/bank.ts';
import * as clock from '#tests/support/clock.ts';
import { expectSound } from '#tests/support/command.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { DAY, VERIFIED_AT_ONCE, type Person, ask, newcomer, verify } from '#tests/support/person.ts';
import * as sums from '#tests/support/sums.ts';

type Query = { level?: '1' | '2' | '3'; search?: string; limit?: string; cursor?: string };
type Receipt = Output<'GET /api/user/earnings/receipt'>['items'][number];

const STAKES = { a: '111.111111111111111111', u: '10', b: '222.222222222222222222', c: '1000.007', d: '999' };
/** 0.1 % of them, rounded down. */
const PAYS = {
  a: '0.111111111111111111',
  u: '0.01',
  b: '0.222222222222222222',
  c: '1.000007',
  d: '0.999',
} as const;

let app: LocalApp;
/** top invited a, v and u; a invited b, b invited c, c invited d; u is not verified. */
let top: Person;
let a: Person;
let v: Person;
let u: Person;
let b: Person;
let c: Person;
let d: Person;
let stranger: Person;

const under = ({ user }: Person) => newcomer(app.url, { inviteCode: user.inviteCode });
const pass = (seconds: number) => clock.pass(app.url, seconds, top, a, v, u, b, c, d, stranger);
const invites = ({ api }: Person, query: Query = {}) => ask(api, 'GET /api/user/invites', query);
const summaryOf = async (person: Person) => (await invites(person)).summary;
const members = async (person: Person, query: Query = {}) => (await invites(person, query)).items;
const names = (all: readonly { address: string }[]) =>
  all.map(({ address }) => address.toLowerCase()).toSorted();
const shown = (...all: Person[]) =>
  all.map(({ wallet }) => maskAddress(wallet.address.toLowerCase())).toSorted();
const indexOf = ({ api }: Person) => ask(api, 'GET /api/stake/index', {});
const stake = ({ api }: Person, amount: string) => ask(api, 'POST /api/stake/stake', { amount });
const buy = ({ api }: Person, hashrate: string) => ask(api, 'POST /api/mining/power/buy', { hashrate });
const share = (amount: string, percent: bigint) => sums.part(amount, percent, 100n);
const earningsOf = (person: Person, size = 100) =>
  walk(size, (query) => ask(person.api, 'GET /api/user/earnings', query));
const receiptOf = (person: Person, entry: string, size = 100): Promise<Receipt[]> =>
  walk(size, (query) => ask(person.api, 'GET /api/user/earnings/receipt', { entry, ...query }));

beforeAll(async () => {
  app = await openApp(VERIFIED_AT_ONCE);
  const devnet = app.chain;
  await clock.skipToNoon(app.url);
  top = await newcomer(app.url);
  a = await under(top);
  v = await under(top);
  u = await under(top);
  b = await under(a);
  c = await under(b);
  d = await under(c);
  stranger = await newcomer(app.url);
  await Promise.all([
    bank.fund(devnet, [
      [a, { ADIT: '1000', USDT: '10' }],
      [u, { ADIT: '1000', USDT: '10' }],
      [b, { ADIT: '1000' }],
      [c, { ADIT: '2000', USDT: '10' }],
      [d, { ADIT: '1000', USDT: '10' }],
    ]),
    ...[top, a, v, b, c, d].map(({ api }) => verify(api)),
  ]);
});
afterAll(() => app?.stop());

describe('the team', () => {
  test('has three levels, counted at once', async () => {
    expect(await summaryOf(top)).toEqual({
      directReferrals: 3,
      teamMembers: 5,
      membersByLevel: [3, 1, 1],
      validUsers: 2,
      subTeamPerformance: '0',
      subTeamHashrate: '6000',
      totalEarnings: '0',
      earningsByLevel: ['0', '0', '0'],
    });
    expect(await summaryOf(a)).toMatchObject({ membersByLevel: [1, 1, 1], validUsers: 1, teamMembers: 3 });
    expect(await summaryOf(d)).toMatchObject({ directReferrals: 0, teamMembers: 0, subTeamHashrate: '0' });
    expect(await invites(stranger)).toMatchObject({ items: [], nextCursor: null });
  });

  test('is listed by level, with shortened addresses and no other personal data', async () => {
    const of = async (query: Query) => names(await members(top, query));
    expect(await of({})).toEqual(shown(a, v, u, b, c));
    expect(await of({ level: '1' })).toEqual(shown(a, v, u));
    expect(await of({ level: '2' })).toEqual(shown(b));
    expect(await of({ level: '3' })).toEqual(shown(c));
    const [third] = await members(top, { level: '3' });
    expect(third).toEqual({
      address: third?.address,
      level: 3,
      valid: true,
      hashrate: '1200',
      totalStaking: '0',
      purchasedHashrate: '0',
      joinedAt: (await ask(c.api, 'GET /api/user/info', {})).createdAt,
    });
    const all = await members(top);
    expect(all.filter(({ valid }) => !valid)).toMatchObject([{ level: 1, purchasedHashrate: '0' }]);
    const joined = all.map(({ joinedAt }) => Date.parse(joinedAt));
    expect(joined).toEqual(joined.toSorted((x, y) => y - x));
  });
});

describe('the bonus', () => {
  test('is 10, 5 and 1 % of the own hashrate of valid members, at once', async () => {
    await Promise.all([buy(a, '300'), buy(c, '100'), buy(d, '500'), buy(u, '200')]);
    const bonus = { direct: '270', indirect: '60', third: '13' };
    expect(await ask(top.api, 'GET /api/mining/power', {})).toMatchObject({ power: '1543', bonus });
    expect(await ask(top.api, 'GET /api/mining/index', {})).toMatchObject({
      hashrate: '1543',
      hashrateBonus: '343',
    });
    expect(await ask(a.api, 'GET /api/mining/power', {})).toMatchObject({
      bonus: { direct: '120', indirect: '65', third: '17' },
    });
    expect(await summaryOf(top)).toMatchObject({ subTeamHashrate: '6600' });
    const [third] = await members(top, { level: '3' });
    expect(third).toMatchObject({ hashrate: '1300', purchasedHashrate: '100' });
  });

  test('grows when a member is verified and shrinks when hashrate is resold', async () => {
    await verify(u.api);
    const direct = async () => (await ask(top.api, 'GET /api/mining/power', {})).bonus.direct;
    expect(await direct()).toBe('410');
    await ask(u.api, 'POST /api/mining/power/buyback', { hashrate: '33' });
    expect(await direct()).toBe('406.7');
    expect(await summaryOf(top)).toMatchObject({ validUsers: 3, subTeamHashrate: '6567' });
  });

  test('at the start of a cycle is what the cycle runs on', async () => {
    await buy(a, '100');
    expect(await ask(top.api, 'POST /api/mining/claim1', {})).toMatchObject({
      state: 'running',
      hashrate: '1689.7',
      hashrateBonus: '489.7',
    });
    await ask(a.api, 'POST /api/mining/power/buyback', { hashrate: '400' });
    expect(await ask(top.api, 'GET /api/mining/index', {})).toMatchObject({ hashrate: '1689.7' });
    expect((await ask(top.api, 'GET /api/mining/power', {})).bonus.direct).toBe('376.7');
  });
});

describe('team yields', () => {
  test('are 15, 10 and 5 % of each payout, rounded down, and nothing from the fourth level', async () => {
    await Promise.all([
      stake(a, STAKES.a),
      stake(u, STAKES.u),
      stake(b, STAKES.b),
      stake(c, STAKES.c),
      stake(d, STAKES.d),
    ]);
    const performance = sums.sum([STAKES.a, STAKES.u, STAKES.b, STAKES.c]);
    expect(await summaryOf(top)).toMatchObject({ subTeamPerformance: performance, totalEarnings: '0' });
    expect((await members(top, { level: '2' }))[0]).toMatchObject({ totalStaking: STAKES.b });
    await pass(DAY);
    const due = new Map([
      [top, [share(PAYS.a, 15n), share(PAYS.u, 15n), share(PAYS.b, 10n), share(PAYS.c, 5n)]],
      [a, [share(PAYS.b, 15n), share(PAYS.c, 10n), share(PAYS.d, 5n)]],
      [b, [share(PAYS.c, 15n), share(PAYS.d, 10n)]],
      [c, [share(PAYS.d, 15n)]],
    ]);
    for (const [person, parts] of due) {
      const earned = sums.sum(parts);
      await vi.waitFor(async () => expect((await indexOf(person)).teamOutput).toBe(earned), 15_000);
      const summary = await summaryOf(person);
      expect(summary).toMatchObject({ totalEarnings: earned });
      expect(sums.sum(summary.earningsByLevel)).toBe(earned);
      const entries = await earningsOf(person);
      const receipts = (await Promise.all(entries.map(({ entry }) => receiptOf(person, entry)))).flat();
      expect(receipts.map(({ amount }) => amount).toSorted()).toEqual(parts.toSorted());
      const { days } = await ask(person.api, 'GET /api/stake/outputs', {});
      expect(days.at(-1)?.teamOutput).toBe(earned);
    }
    for (const person of [d, v, stranger]) expect(await earningsOf(person)).toEqual([]);
    expect(await bank.balances(top.api)).toMatchObject({ ADIT: sums.sum(due.get(top) ?? []) });
  });

  test('have a receipt for each entry: who, of what, at which percentage, to the last unit', async () => {
    await pass(5 * DAY);
    const rates: Record<number, [string, bigint]> = { 1: ['0.15', 15n], 2: ['0.1', 10n], 3: ['0.05', 5n] };
    const entries = await earningsOf(top);
    expect(await earningsOf(top, 1)).toEqual(entries);
    const rows = await bank.history(top.api, { category: 'team' });
    expect(rows.map(({ entry, amount, coin }) => [entry, amount, coin])).toEqual(
      entries.map(({ entry, amount, coin }) => [entry, amount, coin]),
    );
    const everything: Receipt[] = [];
    for (const { entry, source, coin, amount } of entries) {
      expect([source, coin]).toEqual(['staking', 'ADIT']);
      const receipts = await receiptOf(top, entry);
      expect(sums.sum(receipts.map((line) => line.amount))).toBe(amount);
      expect(await receiptOf(top, entry, 1)).toEqual(receipts);
      everything.push(...receipts);
    }
    for (const { level, rate, base, amount } of everything)
      expect([rate, amount]).toEqual([rates[level]?.[0], share(base, rates[level]?.[1] ?? 0n)]);
    for (const [person, pays, level] of [
      [a, PAYS.a, 1],
      [u, PAYS.u, 1],
      [b, PAYS.b, 2],
      [c, PAYS.c, 3],
    ] as const) {
      const lines = everything.filter(({ address }) => address.toLowerCase() === shown(person)[0]);
      expect(lines.map(({ base }) => base)).toEqual(Array.from({ length: 6 }, () => pays));
      expect(new Set(lines.map((line) => line.level))).toEqual(new Set([level]));
    }
    expect(everything).toHaveLength(24);
    const { totalEarnings } = await summaryOf(top);
    expect(totalEarnings).toBe(sums.sum(entries.map(({ amount }) => amount)));
    expect((await indexOf(top)).teamOutput).toBe(totalEarnings);
    await bank.expectAddsUp(top.api);
  });

  test('end with the order that paid them', async () => {
    const { items } = await ask(b.api, 'GET /api/stake/list', {});
    await ask(b.api, 'POST /api/stake/unstake', { id: items[0]?.id ?? '' });
    const performance = sums.sum([STAKES.a, STAKES.u, STAKES.c]);
    expect(await summaryOf(top)).toMatchObject({ subTeamPerformance: performance });
    expect((await members(top, { level: '2' }))[0]).toMatchObject({ totalStaking: '0' });
    const before = (await indexOf(top)).teamOutput;
    await pass(DAY);
    const more = sums.sum([share(PAYS.a, 15n), share(PAYS.u, 15n), share(PAYS.c, 5n)]);
    expect((await indexOf(top)).teamOutput).toBe(sums.plus(before, more));
  });
});

test('parallel calls of many users get regular answers, and the counters stay exact', async () => {
  const acts = async ({ api }: Person) => {
    const { items } = await ask(api, 'GET /api/stake/list', {});
    return [
      api.call('POST /api/mining/power/buy', { hashrate: '100' }),
      api.call('POST /api/mining/power/buyback', { hashrate: '50' }),
      api.call('POST /api/stake/stake', { amount: '12.5' }),
      api.call('POST /api/stake/unstake', { id: items[0]?.id ?? '0' }),
      api.call('POST /api/assets/swap', { from: 'ADIT', to: 'USDT', amount: '110' }),
    ];
  };
  const skips = Array.from({ length: 3 }, () => clock.pass(app.url, 3600));
  const answers = await Promise.all((await Promise.all([a, u, b, c, d, a, c].map(acts))).flat());
  await Promise.all(skips);
  for (const { code, text } of answers) expect([text, [0, 404, 1301].includes(code)]).toEqual([text, true]);
  const { summary, items } = await invites(top);
  const of = (part: 'hashrate' | 'totalStaking') => sums.sum(items.map((item) => item[part]));
  expect([summary.subTeamHashrate, summary.subTeamPerformance]).toEqual([of('hashrate'), of('totalStaking')]);
  const { bonus } = await ask(top.api, 'GET /api/mining/power', {});
  const level = (n: number) =>
    sums.sum(items.filter((item) => item.level === n).map((item) => item.hashrate));
  expect(bonus).toEqual({
    direct: share(level(1), 10n),
    indirect: share(level(2), 5n),
    third: share(level(3), 1n),
  });
});

test('what waits to be counted when the server ends is counted after it, once', async () => {
  const bonus = async () => (await ask(top.api, 'GET /api/mining/power', {})).bonus.direct;
  const before = { direct: await bonus(), valid: (await summaryOf(top)).validUsers };
  const more = await Promise.all([under(top), under(top)]);
  await Promise.all(more.map(({ api }) => verify(api)));
  await ask(a.api, 'POST /api/mining/power/buy', { hashrate: '100' });
  await app.restart();
  // A tenth of two trials of 1,200 and of the 100 that were bought.
  await expect.poll(bonus).toBe(sums.plus(before.direct, '250'));
  expect((await summaryOf(top)).validUsers).toBe(before.valid + 2);
});

test('a restart counts nothing twice', async () => {
  const counted = () => Promise.all([top, a, b].map((person) => invites(person)));
  const before = await counted();
  await app.restart();
  expect(await counted()).toEqual(before);
});

test('every balance agrees with its history, the ledger and the counters', async () => {
  for (const { api } of [top, a, u, b, c, d]) await bank.expectAddsUp(api);
  await expectSound(app.dataDir);
});
