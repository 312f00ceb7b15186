/**
 * What lottery winners get, to the last unit, over HTTP: under the literal draw rule, a test that creates the
 * deciding block itself knows the digits in advance. The race is switched off here.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as bank from '#tests/support/bank.ts';
import * as clock from '#tests/support/clock.ts';
import { expectSound } from '#tests/support/command.ts';
import { hear } from '#tests/support/event-stream.ts';
import * as games from '#tests/support/games.ts';
import { client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { DAY, VERIFIED_AT_ONCE, type Person, ask, newcomer, skip, verify } from '#tests/support/person.ts';
import * as sums from '#tests/support/sums.ts';

const ENV = { ...VERIFIED_AT_ONCE, DRAW_RULE: 'plain', RACE: 'off' };
const UNIT = '0.000000000000000001';

let app: LocalApp;
/** All three are permanent miners; ann invited ben. */
let ann: Person;
let ben: Person;
let cat: Person;

const indexOf = (person?: Person) => games.lotteryOf(app.url, person);
const lastOf = async (person: Person) =>
  (await ask(person.api, 'GET /api/mining/bet/list', { limit: '1' })).items[0];
const prizes = async ({ api }: Person) =>
  (await bank.history(api, { category: 'lottery' }))
    .map(({ amount }) => amount)
    .filter((amount) => !amount.startsWith('-'));
const volume = async () => (await ask(ann.api, 'GET /api/user/invites', {})).summary.subTeamPerformance;

/** Ends the round with these digits. */
async function drawn(...digits: number[]): Promise<void> {
  const closesAt = Date.parse((await indexOf()).closesAt);
  await clock.skipTo(app.url, closesAt - 60_000);
  const wanted = (hash: string) => games.digitsOf(hash).join('') === digits.join('');
  const { hash, number } = await games.forge(app.chain, { ms: closesAt, wanted });
  await clock.skipTo(app.url, closesAt + 3000);
  await clock.pass(app.url, 1, ann, ben, cat);
  const round = await lastOf(cat);
  expect(round).toMatchObject({
    rule: 'plain',
    drawn: digits,
    hash,
    txHash: hash,
    blockNumber: number,
    state: 'settled',
  });
  if (round) await games.expectTrue(app.chain, `lottery:${round.round}`, closesAt, round);
}

beforeAll(async () => {
  app = await openApp(ENV);
  await clock.skipToNoon(app.url);
  // Rounds prepared under another rule keep it.
  await skip(app.url, 2 * DAY);
  ann = await newcomer(app.url);
  ben = await newcomer(app.url, { inviteCode: ann.user.inviteCode });
  cat = await newcomer(app.url);
  const people = [ann, ben, cat];
  await Promise.all([
    bank.fund(
      app.chain,
      people.map((person) => [person, { ADIT: '100', USDT: '10' }] as const),
    ),
    ...people.map(({ api }) => verify(api)),
  ]);
  await bank.makePermanent(app.url, ...people);
});
afterAll(() => app?.stop());

test('the lottery works without the race', async () => {
  const features = { race: false, lottery: true };
  expect(await ask(client(app.url), 'GET /api/index', {})).toMatchObject({ features });
  const round = Math.floor((await clock.timeAt(app.url)) / games.ROUND_MS);
  for (const other of [round, round - 1])
    expect(await games.placed(ann, other, [1, '1'])).toMatchObject({ status: 403, code: 403 });
  expect(await indexOf(ann)).toMatchObject({ eligible: true, miners: 3, pool: '6', rule: 'plain' });
});

test('three winning guesses share the pool equally, and the remainder rolls over', async () => {
  const before = await Promise.all([ann, ben, cat].map(games.adit));
  await games.guessed(ann, 4, 0, 7);
  await games.guessed(ann, 4, 0, 7);
  await games.guessed(ben, 7, 0, 4);
  await games.guessed(ben, 4, 0, 7);
  expect(await volume()).toBe('0');
  await drawn(4, 0, 7);
  const figures = { pool: '10', carried: '0', issued: '6', paid: '4', rolledOver: UNIT };
  const share = '3.333333333333333333';
  const rewards = ['6.666666666666666666', share, '0'];
  for (const [i, person] of [ann, ben, cat].entries()) {
    const myReward = rewards[i] ?? '';
    expect(await lastOf(person)).toMatchObject({ ...figures, guesses: 4, winners: 3, share, myReward });
    expect((await indexOf(person)).previous).toMatchObject({ winners: 3, share, myReward });
    expect(sums.sum(await prizes(person))).toBe(myReward);
    const paid = i < 2 ? '2' : '0';
    expect(await games.adit(person)).toBe(sums.plus(sums.minus(before[i] ?? '', paid), myReward));
  }
  expect(await volume()).toBe('2');
  expect((await ask(ann.api, 'GET /api/user/earnings', {})).items).toEqual([]);
  expect(await indexOf()).toMatchObject({ pool: `6${UNIT.slice(1)}`, rolledOver: UNIT, miners: 3 });
});

test('a single winner gets the whole pool, including what had rolled over', async () => {
  const leaving = new AbortController();
  const guest = await hear(app.url, leaving.signal);
  await games.guessed(cat, 0, 0, 0);
  await games.guessed(ann, 0, 0, 1);
  await drawn(0, 0, 0);
  await vi.waitFor(() => expect(guest()).toMatch(/event: lottery\n[^]*event: lottery\n/));
  expect(guest()).not.toMatch(/balance|pool|amount|0x/);
  leaving.abort();
  const pool = `6${UNIT.slice(1)}`;
  expect(await lastOf(cat)).toMatchObject({
    carried: UNIT,
    issued: '6',
    paid: '0',
    pool,
    winners: 1,
    share: pool,
  });
  expect(await lastOf(cat)).toMatchObject({ myReward: pool, rolledOver: '0', guesses: 2 });
  expect(await prizes(cat)).toEqual([pool]);
  expect(await lastOf(ann)).toMatchObject({ myReward: '0', myGuesses: [[0, 0, 1]] });
});

test('guesses survive a restart, and their round is drawn after it', async () => {
  const { round, pool } = await indexOf();
  for (const digit of [5, 6]) await games.guessed(ann, digit, 5, 5);
  await app.restart();
  expect(await indexOf(ann)).toMatchObject({
    round,
    myGuesses: [
      [5, 5, 5],
      [6, 5, 5],
    ],
    participationAmount: '2',
  });
  await drawn(5, 5, 5);
  expect(await lastOf(ann)).toMatchObject({
    round,
    winners: 1,
    share: sums.plus(pool, '2'),
    rolledOver: '0',
  });
});

test('a pool without a winner grows by 2 ADIT per miner and day', async () => {
  await games.guessed(ann, 1, 2, 3);
  await drawn(1, 2, 4);
  expect(await lastOf(ann)).toMatchObject({
    winners: 0,
    share: '0',
    pool: '6',
    rolledOver: '6',
    myReward: '0',
  });
  await clock.pass(app.url, 2 * DAY, ann, ben, cat);
  expect(await indexOf()).toMatchObject({ rolledOver: '18', pool: '24' });
});

test('all money adds up at the end', async () => {
  for (const { api } of [ann, ben, cat]) await bank.expectAddsUp(api);
  await expectSound(app.dataDir);
});
