/**
 * Rounds of both games whose block does not come, over HTTP: they wait for it, end once when it arrives, and return
 * every stake after six hours without one. Only the first level of a team is paid here.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Output } from '#contract';
import * as bank from '#tests/support/bank.ts';
import * as clock from '#tests/support/clock.ts';
import { expectSound } from '#tests/support/command.ts';
import * as games from '#tests/support/games.ts';
import { client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { VERIFIED_AT_ONCE, type Person, ask, newcomer, skip, verify } from '#tests/support/person.ts';
import { minus, plus, sum } from '#tests/support/sums.ts';

type Round = Output<'GET /api/mining/bet/list'>['items'][number];

const HOUR_MS = 3_600_000;

let app: LocalApp;
/** ann invited ben, who invited cat; ann and ben are permanent miners. */
let ann: Person;
let ben: Person;
let cat: Person;
/** The miner required for the blocks. */
let keeper: string;

const indexOf = (person?: Person) => games.lotteryOf(app.url, person);
const recordOf = async ({ api }: Person) => (await ask(api, 'GET /api/game/record', {})).items;
const lotteryOf = async (person: Person, round: string): Promise<Round | undefined> =>
  (await ask(person.api, 'GET /api/mining/bet/list', { round })).items[0];
const summaryOf = async ({ api }: Person) => (await ask(api, 'GET /api/user/invites', {})).summary;
const spent = async ({ api }: Person) => (await ask(api, 'GET /api/user/limits', {})).spentToday;
const stop = () => games.setMiner(app.chain, bank.newAddress());
const resume = () => games.setMiner(app.chain, keeper);
/** Moves up to a minute before six hours after `ms`, in steps: a round is given up only after several attempts. */
const almostGivenUp = async (ms: number) => {
  for (let hour = 0; hour < 6; hour += 1) await clock.skipTo(app.url, ms + hour * HOUR_MS);
  await clock.skipTo(app.url, ms + 6 * HOUR_MS - 60_000);
};
const signIn = () => clock.pass(app.url, 1, ann, ben, cat);

beforeAll(async () => {
  app = await openApp({ ...VERIFIED_AT_ONCE, TEAM_LEVELS: '1' });
  keeper = await games.minerOf(app.chain);
  await clock.skipToNoon(app.url);
  ann = await newcomer(app.url);
  ben = await newcomer(app.url, { inviteCode: ann.user.inviteCode });
  cat = await newcomer(app.url, { inviteCode: ben.user.inviteCode });
  const purses = [ann, ben, cat].map((person) => [person, { ADIT: '100', USDT: '10' }] as const);
  await Promise.all([bank.fund(app.chain, purses), verify(ann.api), verify(ben.api)]);
  await bank.makePermanent(app.url, ann, ben);
});
afterAll(() => app?.stop());

describe('rounds of both games', () => {
  test('wait together for a qualifying block, and each has its own result', async () => {
    const { round: day, closesAt } = await indexOf();
    const close = Date.parse(closesAt);
    await clock.skipTo(app.url, close - 4 * games.ROUND_MS);
    await signIn();
    expect(await games.guessed(ann, 1, 1, 1)).toMatchObject({ code: 0 });
    const before = await Promise.all([ann, ben, cat].map(games.adit));
    await stop();
    const rounds: number[] = [];
    for (const lane of [1, 2, 3]) {
      rounds.push(await games.nextRace(app.url));
      for (const person of [ben, cat])
        expect(await games.placed(person, rounds.at(-1) ?? 0, [lane, '1.5'], [6, '1'])).toMatchObject({
          code: 0,
        });
    }
    await clock.skipTo(app.url, close + 1000);
    expect((await indexOf(ann)).previous).toMatchObject({
      round: day,
      state: 'drawing',
      drawn: null,
      myReward: '0',
    });
    expect((await recordOf(cat)).map(({ state }) => state)).toEqual(['drawing', 'drawing', 'drawing']);
    expect(await lotteryOf(ann, day)).toBeUndefined();
    await resume();
    await Promise.all([1, 2, 3].map(() => skip(app.url, 1200)));
    const results = await Promise.all(rounds.map((round) => games.settled(app.url, round, cat)));
    for (const result of results) await games.expectTrueRace(app.chain, result);
    expect(new Set(results.map(({ hash }) => hash)).size).toBe(3);
    const lottery = (await lotteryOf(ann, day)) as Round;
    expect(lottery).toMatchObject({
      state: 'settled',
      guesses: 1,
      issued: '4',
      drawn: games.digitsOf(lottery.hash ?? ''),
    });
    await games.expectTrue(app.chain, `lottery:${day}`, close, lottery);
    const paid = sum(
      results.map(({ champion }, i) => (champion === i + 1 ? '7.5' : champion === 6 ? '5' : '0')),
    );
    const after = before.map((balance, i) => (i === 0 ? balance : plus(minus(balance, '7.5'), paid)));
    // One level only: 1 % of 7.5 to each of the two inviters, and nothing from cat's to ann.
    const shares = [plus('0.075', lottery.myReward), '0.075', '0'];
    expect(await Promise.all([ann, ben, cat].map(games.adit))).toEqual(
      after.map((balance, i) => plus(balance, shares[i] ?? '')),
    );
  });

  test('pay one level if one level is switched on', async () => {
    expect(await ask(client(app.url), 'GET /api/index', {})).toMatchObject({ features: { teamLevels: 1 } });
    expect((await ask(client(app.url), 'GET /api/game/config', {})).referral).toEqual(['0.01', '0', '0']);
    for (const person of [ann, ben]) {
      const { items } = await ask(person.api, 'GET /api/user/earnings', {});
      expect(items.map(({ source, amount }) => `${source} ${amount}`)).toEqual(Array(3).fill('race 0.025'));
      expect(await summaryOf(person)).toMatchObject({ totalEarnings: '0.075', subTeamPerformance: '7.5' });
    }
  });
});

describe('a round without a block for six hours', () => {
  test('is void in the race: every stake is returned and does not count as spent', async () => {
    // 8:00 in Singapore, so that the day does not end first.
    const day = 24 * HOUR_MS;
    await clock.skipTo(app.url, Math.ceil((await clock.timeAt(app.url)) / day) * day);
    await signIn();
    const round = await games.nextRace(app.url);
    const [earlier, before, volume] = [await recordOf(cat), await games.adit(cat), await summaryOf(ben)];
    expect(await games.placed(cat, round, [1, '3.000000000000000001'], [4, '2'])).toMatchObject({ code: 0 });
    expect(await games.placed(cat, round, [1, '1'])).toMatchObject({ code: 0 });
    expect(await spent(cat)).toBe('6.000000000000000001');
    await stop();
    await almostGivenUp(games.drawsAt(round));
    expect((await recordOf(cat))[0]).toMatchObject({ round, state: 'drawing' });
    expect(await games.adit(cat)).toBe(minus(before, '6.000000000000000001'));
    await clock.skipTo(app.url, games.drawsAt(round) + 6 * HOUR_MS);
    await vi.waitFor(
      async () => expect((await recordOf(cat))[0]).toMatchObject({ round, state: 'void' }),
      20_000,
    );
    const [race] = await recordOf(cat);
    expect(race).toMatchObject({ champion: null, ranking: null, stake: '6.000000000000000001', profit: '0' });
    expect((await recordOf(cat)).slice(1)).toEqual(earlier);
    expect(await games.adit(cat)).toBe(before);
    expect(await spent(cat)).toBe('0');
    expect(await summaryOf(ben)).toEqual(volume);
    expect((await games.openingOf(app.url, cat)).previous).toMatchObject({
      round,
      state: 'void',
      champion: null,
    });
    expect(await client(app.url).send('GET /api/game/ranking', { round: String(round) })).toMatchObject({
      code: 404,
    });
    const [row] = await bank.history(cat.api);
    expect(row).toMatchObject({ category: 'race', coin: 'ADIT', amount: '6.000000000000000001' });
  });

  test('is void in the lottery: guesses are refunded, the rest of the pool rolls over', async () => {
    const { round: day, closesAt, rolledOver } = await indexOf();
    const [before, volume] = [await games.adit(ben), await summaryOf(ann)];
    for (const digit of [1, 2, 3]) expect(await games.guessed(ben, digit, 0, 0)).toMatchObject({ code: 0 });
    expect(await games.adit(ben)).toBe(minus(before, '4'));
    await clock.skipTo(app.url, Date.parse(closesAt) + 1000);
    await signIn();
    const next = await indexOf(ben);
    expect(next.previous).toMatchObject({ round: day, state: 'drawing' });
    expect(await games.guessed(ben, 9, 0, 0)).toMatchObject({ code: 0 });
    await almostGivenUp(Date.parse(closesAt));
    expect(await lotteryOf(ben, day)).toBeUndefined();
    await clock.skipTo(app.url, Date.parse(closesAt) + 6 * HOUR_MS);
    const isVoid = async () => expect(await lotteryOf(ben, day)).toMatchObject({ state: 'void' });
    await vi.waitFor(isVoid, 20_000);
    const pool = plus(rolledOver, '4');
    expect(await lotteryOf(ben, day)).toMatchObject({
      ...{ drawn: null, hash: null, winners: 0, share: '0', myReward: '0', carried: rolledOver, issued: '4' },
      rolledOver: pool,
    });
    expect(await games.adit(ben)).toBe(before);
    expect(await summaryOf(ann)).toEqual(volume);
    expect(
      (await bank.history(ben.api, { category: 'lottery' })).slice(0, 2).map(({ amount }) => amount),
    ).toContain('4');
    expect(await indexOf(ben)).toMatchObject({
      myGuesses: [[9, 0, 0]],
      rolledOver: pool,
      pool: plus(pool, '4'),
    });
  });

  test('does not delay later rounds', async () => {
    await resume();
    const { round: day, closesAt, pool } = await indexOf();
    await clock.skipTo(app.url, Date.parse(closesAt) - games.ROUND_MS);
    await signIn();
    await clock.skipTo(app.url, Date.parse(closesAt) + 3000);
    const lottery = (await lotteryOf(ben, day)) as Round;
    expect(lottery).toMatchObject({ state: 'settled', pool, guesses: 1, myGuesses: [[9, 0, 0]] });
    await games.expectTrue(app.chain, `lottery:${day}`, Date.parse(closesAt), lottery);
    const round = await games.nextRace(app.url);
    await games.placed(cat, round, [2, '1']);
    await games.expectTrueRace(app.chain, await games.settledRace(app.url, round));
  });
});

test('parallel calls of many users during skips get regular answers', async () => {
  await signIn();
  const { round } = await games.openingOf(app.url);
  const acts = (person: Person) => [
    ...[0, 0, 1, 2].map((ahead) => games.placed(person, round + ahead, [1, '1'], [2, '1'])),
    ...[1, 2].map((digit) => games.guessed(person, digit, 2, 3)),
    person.api.call('POST /api/stake/stake', { amount: '10' }),
    person.api.call('POST /api/user/limits', { dailyBetLimit: '50' }),
    person.api.call('POST /api/assets/swap', { from: 'ADIT', to: 'USDT', amount: '5' }),
  ];
  const skips = Promise.all([1, 2, 3].map(() => skip(app.url, 200)));
  const answers = await Promise.all([ann, ben, cat, ben, cat].flatMap(acts));
  await skips;
  for (const { code, text } of answers)
    expect([text, [0, 1301, 1501, 1502, 1503, 1504].includes(code)]).toEqual([text, true]);
  expect(answers.filter(({ code }) => code === 0).length).toBeGreaterThan(10);
  await skip(app.url, 600);
});

test('all money adds up at the end', async () => {
  for (const { api } of [ann, ben, cat]) await bank.expectAddsUp(api);
  await expectSound(app.dataDir);
});
