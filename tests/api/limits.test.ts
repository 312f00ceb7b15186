/**
 * Responsible use over HTTP: a daily limit across both games, lowered immediately and raised after a day, and pauses.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Input, Output } from '#contract';
import { expectInEveryLanguage, expectMalformed, expectReplayed } from '#tests/support/answers.ts';
import * as bank from '#tests/support/bank.ts';
import * as clock from '#tests/support/clock.ts';
import { expectSound } from '#tests/support/command.ts';
import * as games from '#tests/support/games.ts';
import { client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { DAY, VERIFIED_AT_ONCE, type Person, ask } from '#tests/support/person.ts';

type Limits = Output<'GET /api/user/limits'>;

const LIMITS = 'POST /api/user/limits';
const COINING = 'POST /api/game/coining';
const NONE: Limits = {
  dailyBetLimit: null,
  pendingLimit: null,
  pendingAt: null,
  pausedUntil: null,
  spentToday: '0',
};
const DAY_MS = DAY * 1000;

let app: LocalApp;
/** A permanent miner. */
let ann: Person;
let bob: Person;
let round: number;

const limitsOf = ({ api }: Person) => ask(api, 'GET /api/user/limits', {});
const set = ({ api }: Person, input: Input<typeof LIMITS>) => ask(api, LIMITS, input);
const race = (person: Person, amount: string, other = round) => games.placed(person, other, [1, amount]);
const guess = (person: Person) => games.guessed(person, 1, 2, 3);
const pass = async (seconds: number) => {
  await clock.pass(app.url, seconds, ann, bob);
  round = await games.nextRace(app.url);
};
const now = () => clock.timeAt(app.url);
/** `time` is this long after now, give or take the duration of the calls in between. */
async function expectAfter(time: string | null, ms: number): Promise<void> {
  const ahead = Date.parse(time ?? '') - (await now());
  expect(ahead).toBeLessThanOrEqual(ms);
  expect(ahead).toBeGreaterThan(ms - 20_000);
}
const overLimit = (dailyBetLimit: string, spentToday: string) => ({
  ...{ status: 403, code: 1504, data: { reason: 'limit', dailyBetLimit, spentToday } },
});
/** Moves the clock to the next 9:00 in Singapore, so that no day ends and no lottery closes during a test. */
const toMorning = async () => {
  const ahead = (1 * 3_600_000 - ((await now()) % DAY_MS) + DAY_MS) % DAY_MS;
  await pass(Math.ceil(ahead / 1000) + 1);
};

beforeAll(async () => {
  app = await openApp(VERIFIED_AT_ONCE);
  [ann, bob] = await bank.richPeople(app.url, app.chain, [{ ADIT: '1000', USDT: '10' }, { ADIT: '1000' }]);
  await bank.makePermanent(app.url, ann);
  await toMorning();
});
afterAll(() => app?.stop());

describe('limits', () => {
  test('are unset at first, and visible to their account only', async () => {
    expect(await limitsOf(ann)).toEqual(NONE);
    for (const name of ['GET /api/user/limits', LIMITS] as const)
      expect(await client(app.url).send(name, {})).toMatchObject({ status: 401, code: 401 });
    expect(await set(ann, { dailyBetLimit: null })).toEqual(NONE);
    await set(ann, { dailyBetLimit: '10' });
    expect(await set(ann, {})).toEqual({ ...NONE, dailyBetLimit: '10' });
    expect(await limitsOf(bob)).toEqual(NONE);
    expect(await limitsOf(ann)).toEqual({ ...NONE, dailyBetLimit: '10' });
  });

  test('refuse invalid amounts and numbers of days', async () => {
    const amounts = ['-1', 10, '1e3', 'ten', '1.', {}, true, '1'.repeat(21)];
    const days = [0, 2, '1', 1.5, 31, -7, null, [1]];
    const bad = [
      ...amounts.map((dailyBetLimit) => ({ dailyBetLimit })),
      ...days.map((pauseDays) => ({ pauseDays })),
      { until: 'x' },
    ];
    await expectMalformed(ann.api, LIMITS, bad);
    expect(await ann.api.send(LIMITS, { dailyBetLimit: '0.0000000000000000001' })).toMatchObject({
      status: 400,
      code: 1302,
    });
    expect(await limitsOf(ann)).toEqual({ ...NONE, dailyBetLimit: '10' });
  });

  test('count the stakes of both games, but no refused or free bets', async () => {
    expect(await race(ann, '4')).toMatchObject({ code: 0 });
    expect(await guess(ann)).toMatchObject({ code: 0 });
    expect((await limitsOf(ann)).spentToday).toBe('4');
    expect(await guess(ann)).toMatchObject({ code: 0 });
    expect(await race(ann, '4.000000000000000001')).toMatchObject(overLimit('10', '6'));
    expect(await games.placed(ann, round, [1, '2'], [2, '2.5'])).toMatchObject(overLimit('10', '6'));
    expect(await race(bob, '11')).toMatchObject({ code: 0 });
    expect(await race(bob, '9000')).toMatchObject({ code: 1301 });
    expect((await limitsOf(bob)).spentToday).toBe('11');
    expect((await limitsOf(ann)).spentToday).toBe('6');
    // Both games in parallel: exactly the 4 ADIT that are left, and not a unit more.
    const tries = [race, guess, race, race, guess, race, race, guess];
    const codes = (await Promise.all(tries.map((play) => play(ann, '1')))).map(({ code }) => code);
    const won = (game: unknown) => tries.filter((play, i) => play === game && codes[i] === 0).length;
    expect([won(race) + 2 * won(guess), ...new Set(codes)].toSorted((a, b) => a - b)).toEqual([0, 4, 1504]);
    expect(await guess(ann)).toMatchObject(overLimit('10', '10'));
    expect((await limitsOf(ann)).spentToday).toBe('10');
    const bets = [{ lane: 1, amount: '1' }];
    await expectInEveryLanguage(ann.api, COINING, { round, bets }, 1504);
    await expectInEveryLanguage(ann.api, 'POST /api/mining/bet', { numbers: [1, 2, 3] }, 1504);
    expect((await games.openingOf(app.url, ann)).myBets).toEqual([
      { lane: 1, amount: String(4 + won(race)) },
    ]);
    expect((await games.lotteryOf(app.url, ann)).myGuesses).toHaveLength(2 + won(guess));
  });

  test('fall at once and rise after 24 h; a later request replaces the pending one', async () => {
    expect(await set(ann, { dailyBetLimit: '5' })).toEqual({ ...NONE, dailyBetLimit: '5', spentToday: '10' });
    const raised = await set(ann, { dailyBetLimit: '20' });
    expect(raised).toMatchObject({ dailyBetLimit: '5', pendingLimit: '20' });
    await expectAfter(raised.pendingAt, DAY_MS);
    expect(await race(ann, '1')).toMatchObject(overLimit('5', '10'));
    await pass(3600);
    const again = await set(ann, { dailyBetLimit: '30' });
    expect(again).toMatchObject({ dailyBetLimit: '5', pendingLimit: '30' });
    await expectAfter(again.pendingAt, DAY_MS);
    expect(await set(ann, { dailyBetLimit: '3' })).toMatchObject({
      dailyBetLimit: '3',
      pendingLimit: null,
      pendingAt: null,
    });
    expect(await set(ann, { dailyBetLimit: '4' })).toMatchObject({ pendingLimit: '4' });
    expect(await set(ann, { dailyBetLimit: '3' })).toMatchObject({ dailyBetLimit: '3', pendingLimit: null });
    const last = await set(ann, { dailyBetLimit: '7.5' });
    await clock.skipTo(app.url, Date.parse(last.pendingAt ?? '') - 60_000);
    expect(await limitsOf(ann)).toMatchObject({
      dailyBetLimit: '3',
      pendingLimit: '7.5',
      pendingAt: last.pendingAt,
    });
    await clock.skipTo(app.url, Date.parse(last.pendingAt ?? ''));
    await pass(1);
    expect(await limitsOf(ann)).toEqual({ ...NONE, dailyBetLimit: '7.5' });
    expect(await race(ann, '7.5')).toMatchObject({ code: 0 });
    expect(await race(ann, '1')).toMatchObject(overLimit('7.5', '7.5'));
  });

  test('are removed only after 24 h, and 0 stops everything that costs something', async () => {
    const gone = await set(ann, { dailyBetLimit: null });
    expect(gone).toMatchObject({ dailyBetLimit: '7.5', pendingLimit: null });
    await expectAfter(gone.pendingAt, DAY_MS);
    await pass(DAY);
    expect(await limitsOf(ann)).toEqual(NONE);
    expect(await race(ann, '50')).toMatchObject({ code: 0 });
    expect(await set(ann, { dailyBetLimit: '0' })).toEqual({ ...NONE, dailyBetLimit: '0', spentToday: '50' });
    expect(await race(ann, '1')).toMatchObject(overLimit('0', '50'));
    await pass(DAY);
    expect(await race(ann, '1')).toMatchObject(overLimit('0', '0'));
    expect(await guess(ann)).toMatchObject({ code: 0 });
    expect(await guess(ann)).toMatchObject(overLimit('0', '0'));
    expect((await games.lotteryOf(app.url, ann)).myGuesses).toHaveLength(1);
  });

  test('start over at midnight in Singapore', async () => {
    await set(bob, { dailyBetLimit: '5' });
    const today = clock.singaporeDay(await now());
    const midnight = Date.parse(`${today}T16:00:00.000Z`);
    await clock.skipTo(app.url, midnight - 4 * 60_000);
    round = (await games.openingOf(app.url)).round;
    expect(await race(bob, '5')).toMatchObject({ code: 0 });
    expect(await race(bob, '1')).toMatchObject(overLimit('5', '5'));
    await clock.skipTo(app.url, midnight);
    expect(await limitsOf(bob)).toEqual({ ...NONE, dailyBetLimit: '5' });
    round = (await games.openingOf(app.url)).round;
    expect(await race(bob, '5')).toMatchObject({ code: 0 });
    expect(await race(bob, '1')).toMatchObject(overLimit('5', '5'));
  });

  test('sent twice are set once; another limit under the same key is a conflict', async () => {
    const key = randomUUID();
    const tap = (dailyBetLimit: string) => bob.api.call(LIMITS, { dailyBetLimit }, { key });
    expectReplayed(await Promise.all([tap('4'), tap('4'), tap('4')]));
    expect(await tap('2')).toMatchObject({ status: 409, code: 409 });
    expect((await limitsOf(bob)).dailyBetLimit).toBe('4');
  });
});

describe('a pause', () => {
  test('stops both games, free guesses included, for the requested time', async () => {
    await toMorning();
    const paused = await set(ann, { pauseDays: 1 });
    await expectAfter(paused.pausedUntil, DAY_MS);
    const refused = { status: 403, code: 1504, data: { reason: 'paused', pausedUntil: paused.pausedUntil } };
    expect(await race(ann, '1')).toMatchObject(refused);
    await expectInEveryLanguage(ann.api, 'POST /api/mining/bet', { numbers: [0, 0, 0] }, 1504);
    expect(await guess(ann)).toMatchObject(refused);
    expect((await games.lotteryOf(app.url, ann)).myGuesses).toEqual([]);
    expect(await set(ann, { dailyBetLimit: '100' })).toMatchObject({ pausedUntil: paused.pausedUntil });
    await clock.skipTo(app.url, Date.parse(paused.pausedUntil ?? '') - 30_000);
    expect(await guess(ann)).toMatchObject(refused);
    await clock.skipTo(app.url, Date.parse(paused.pausedUntil ?? ''));
    await clock.pass(app.url, 1, ann, bob);
    expect(await guess(ann)).toMatchObject({ code: 0 });
    expect(await games.placed(ann, await games.nextRace(app.url), [1, '1'])).toMatchObject({ code: 0 });
  });

  test('can be made longer and never shorter, together with a limit or without', async () => {
    const week = await set(bob, { pauseDays: 7, dailyBetLimit: '2' });
    expect(week.dailyBetLimit).toBe('2');
    await expectAfter(week.pausedUntil, 7 * DAY_MS);
    expect((await set(bob, { pauseDays: 1 })).pausedUntil).toBe(week.pausedUntil);
    const month = await set(bob, { pauseDays: 30 });
    await expectAfter(month.pausedUntil, 30 * DAY_MS);
    await pass(29 * DAY);
    expect(await race(bob, '1')).toMatchObject({
      code: 1504,
      data: { reason: 'paused', pausedUntil: month.pausedUntil },
    });
    await pass(DAY);
    expect(await race(bob, '3')).toMatchObject(overLimit('2', '0'));
    expect(await race(bob, '2')).toMatchObject({ code: 0 });
  });

  test('is reported after errors of the bet, and before a lack of money', async () => {
    await set(bob, { pauseDays: 1 });
    for (const [lane, amount, other, code] of [
      [7, '0.5', 1, 400],
      [1, '0.5', 1, 1302],
      [1, '9999', 1, 1501],
      [2, '9999', round, 1504],
    ] as const)
      expect([code, await games.placed(bob, other, [lane, amount])]).toMatchObject([code, { code }]);
    // A trial miner is not an official one, paused or not.
    expect(await guess(bob)).toMatchObject({ status: 403, code: 1502 });
    await set(ann, { pauseDays: 1, dailyBetLimit: '0' });
    expect(await race(ann, '1')).toMatchObject({ code: 1504, data: { reason: 'paused' } });
  });
});

test('all money adds up at the end', async () => {
  for (const { api } of [ann, bob]) await bank.expectAddsUp(api);
  await expectSound(app.dataDir);
});
