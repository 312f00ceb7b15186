/**
 * Who is in whose team: invite codes and levels over HTTP; then the same server with staking closed and one team level.
 */
import { Wallet } from 'ethers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectInEveryLanguage } from '#tests/support/answers.ts';
import * as bank from '#tests/support/bank.ts';
import * as clock from '#tests/support/clock.ts';
import { expectSound } from '#tests/support/command.ts';
import { client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { DAY, VERIFIED_AT_ONCE, type Person, ask, knock, newcomer, verify } from '#tests/support/person.ts';
import * as sums from '#tests/support/sums.ts';

/** New orders would pay twice as much, if any were accepted. */
const CLOSED = { STAKING: 'off', STAKING_DAILY_RATE: '0.002', TEAM_LEVELS: '1' };
const LEVELS = [
  { level: 1, requiredValidUsers: 1 },
  { level: 2, requiredValidUsers: 10 },
  { level: 3, requiredValidUsers: 50 },
] as const;

let app: LocalApp;
/** top invited a, a invited b, b invited c. */
let top: Person;
let a: Person;
let b: Person;
let c: Person;
let stranger: Person;

const under = ({ user }: Person) => newcomer(app.url, { inviteCode: user.inviteCode });
const pass = (seconds: number) => clock.pass(app.url, seconds, top, a, b, c, stranger);
const summaryOf = async ({ api }: Person) => (await ask(api, 'GET /api/user/invites', {})).summary;
const indexOf = ({ api }: Person) => ask(api, 'GET /api/stake/index', {});
const levelsOf = ({ api }: Person) => ask(api, 'GET /api/user/levels', {});
const stake = ({ api }: Person, amount: string) => api.call('POST /api/stake/stake', { amount });

beforeAll(async () => {
  app = await openApp(VERIFIED_AT_ONCE);
  await clock.skipToNoon(app.url);
  top = await newcomer(app.url);
  a = await under(top);
  b = await under(a);
  c = await under(b);
  stranger = await newcomer(app.url);
  const purse = { ADIT: '1000' };
  await Promise.all([
    bank.fund(
      app.chain,
      [a, b, c, top].map((person) => [person, purse] as const),
    ),
    ...[a, b, c].map(({ api }) => verify(api)),
  ]);
});
afterAll(() => app?.stop());

describe('an invite code', () => {
  /** Signs in again with a code; returns who the account's inviter is then, and how many accounts it has invited. */
  async function again(person: Person, inviteCode: string) {
    const { answer } = await knock(app.url, { wallet: person.wallet, inviteCode });
    if (answer.code === 0) expect(answer.data).toMatchObject({ isFirst: false });
    const { invitedBy } = await ask(person.api, 'GET /api/user/info', {});
    return [invitedBy, (await summaryOf(person)).membersByLevel];
  }

  test('of the user, of the user’s team or of a later account binds nobody', async () => {
    const before = await summaryOf(top);
    for (const { user } of [top, a, c, stranger])
      expect(await again(top, user.inviteCode)).toEqual([null, [1, 1, 1]]);
    expect(await again(stranger, top.user.inviteCode)).toEqual([null, [0, 0, 0]]);
    expect(await again(c, stranger.user.inviteCode)).toEqual([c.user.invitedBy, [0, 0, 0]]);
    expect(await again(a, c.user.inviteCode)).toEqual([a.user.invitedBy, [1, 1, 0]]);
    expect(await summaryOf(top)).toEqual(before);
    for (const person of [c, stranger]) expect(await summaryOf(person)).toMatchObject({ directReferrals: 0 });
  });

  test('at the first sign-in, tried in many tabs at once, counts one member', async () => {
    const wallet = Wallet.createRandom();
    const codes = [stranger, top].map(({ user }) => user.inviteCode);
    const tabs = await Promise.all(
      [0, 1, 0, 1].map((i) => knock(app.url, { wallet, inviteCode: codes[i] ?? '' })),
    );
    expect(tabs.some(({ answer }) => answer.code === 0)).toBe(true);
    const counts = [await summaryOf(stranger), await summaryOf(top)].map((of) => of.directReferrals);
    expect(counts[0] === 1 ? counts : counts.toReversed()).toEqual(counts[0] === 1 ? [1, 1] : [2, 0]);
  });
});

describe('a level', () => {
  test('is the highest one that the number of valid direct users reaches', async () => {
    expect(await levelsOf(c)).toEqual({
      level: 0,
      validUsers: 0,
      levels: LEVELS,
      next: LEVELS[0],
      progress: 0,
    });
    expect(await levelsOf(a)).toEqual({
      level: 1,
      validUsers: 1,
      levels: LEVELS,
      next: LEVELS[1],
      progress: 0.1,
    });
    const more = await Promise.all(Array.from({ length: 9 }, () => under(a)));
    expect(await levelsOf(a)).toMatchObject({ level: 1, validUsers: 1 });
    await Promise.all(more.map(({ api }) => verify(api)));
    expect(await levelsOf(a)).toEqual({
      level: 2,
      validUsers: 10,
      levels: LEVELS,
      next: LEVELS[2],
      progress: 0.2,
    });
    expect((await ask(a.api, 'GET /api/user/info', {})).level).toBe(2);
    expect((await newcomer(app.url, { wallet: a.wallet })).user.level).toBe(2);
    expect(await summaryOf(a)).toMatchObject({
      directReferrals: 10,
      validUsers: 10,
      membersByLevel: [10, 1, 0],
    });
  });
});

describe('earnings', () => {
  test('are visible to their account only, and no other entry has a receipt', async () => {
    for (const person of [a, b, c]) expect(await stake(person, '100')).toMatchObject({ code: 0 });
    await pass(DAY);
    expect((await indexOf(top)).teamOutput).toBe('0.03');
    const { items } = await ask(top.api, 'GET /api/user/earnings', {});
    const entry = items[0]?.entry ?? '';
    expect((await ask(top.api, 'GET /api/user/earnings/receipt', { entry })).items.length).toBeGreaterThan(0);
    const receipt = ({ api }: Person, of: string) =>
      api.call('GET /api/user/earnings/receipt', { entry: of });
    for (const person of [stranger, c])
      expect(await receipt(person, entry)).toMatchObject({ status: 404, code: 404, data: null });
    for (const row of await bank.history(c.api))
      expect([row.category, await receipt(c, row.entry)]).toMatchObject([row.category, { code: 404 }]);
    expect(await receipt(top, '999999999999999999')).toMatchObject({ status: 404, code: 404 });
    await expectInEveryLanguage(top.api, 'GET /api/user/earnings/receipt', { entry: '0' }, 404);
  });
});

describe('with staking closed and one team level', () => {
  let order = '';

  beforeAll(async () => {
    await app.restart(CLOSED);
    for (const person of [top, a, b, c, stranger])
      Object.assign(person, await newcomer(app.url, { wallet: person.wallet }));
    order = (await ask(a.api, 'GET /api/stake/list', {})).items[0]?.id ?? '';
  });

  test('everybody sees it', async () => {
    const { features } = await ask(client(app.url), 'GET /api/index', {});
    expect(features).toMatchObject({ staking: false, teamLevels: 1 });
    const { referralBonus } = await ask(client(app.url), 'GET /api/mining/config', {});
    expect(referralBonus).toEqual(['0.1', '0', '0']);
    for (const api of [client(app.url), a.api])
      expect(await ask(api, 'GET /api/stake/index', {})).toMatchObject({
        open: false,
        dailyRate: '0.002',
      });
  });

  test('new stakes are refused, before the amount is checked and in every language', async () => {
    for (const amount of ['100', '1', '99999'])
      expect([amount, await stake(a, amount)]).toMatchObject([amount, { status: 403, code: 403 }]);
    expect(await stake(a, '1e3')).toMatchObject({ status: 400, code: 400 });
    await expectInEveryLanguage(a.api, 'POST /api/stake/stake', { amount: '100' }, 403);
    expect(await indexOf(a)).toMatchObject({ totalStaked: '100' });
  });

  test('orders continue, and pay the direct inviter only', async () => {
    const before = await indexOf(top);
    const own = await indexOf(a);
    await pass(DAY);
    expect((await indexOf(a)).cumulativeOutput).toBe(sums.plus(own.cumulativeOutput, '0.1'));
    expect((await indexOf(top)).teamOutput).toBe(sums.plus(before.teamOutput, '0.015'));
    expect((await indexOf(a)).teamOutput).toBe(sums.plus(own.teamOutput, '0.015'));
    expect(await summaryOf(top)).toMatchObject({ totalEarnings: '0.045' });
  });

  test('what is staked can be redeemed', async () => {
    const { balance } = await bank.assetOf(a.api, 'ADIT');
    expect(await a.api.call('POST /api/stake/unstake', { id: order })).toMatchObject({
      code: 0,
      data: { amount: '100' },
    });
    expect(await bank.assetOf(a.api, 'ADIT')).toMatchObject({
      balance: sums.plus(balance, '100'),
      staked: '0',
    });
  });

  test('the team consists of direct members, and the other levels are refused', async () => {
    const { summary, items } = await ask(top.api, 'GET /api/user/invites', {});
    const { directReferrals: n } = summary;
    expect(summary).toMatchObject({ membersByLevel: [n], teamMembers: n, subTeamPerformance: '0' });
    expect(items.map(({ level }) => level)).toEqual(Array.from({ length: n }, () => 1));
    expect((await ask(top.api, 'GET /api/user/invites', { level: '1' })).items).toEqual(items);
    for (const level of ['2', '3'] as const)
      expect(await top.api.call('GET /api/user/invites', { level })).toMatchObject({
        status: 403,
        code: 403,
      });
    await expectInEveryLanguage(top.api, 'GET /api/user/invites', { level: '2' }, 403);
    expect((await ask(top.api, 'GET /api/mining/power', {})).bonus).toEqual({
      direct: '120',
      indirect: '0',
      third: '0',
    });
  });

  test('every balance agrees with its history, the ledger and the counters', async () => {
    for (const { api } of [top, a, b, c]) await bank.expectAddsUp(api);
    await expectSound(app.dataDir);
  });
});
