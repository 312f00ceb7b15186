/**
 * Race bets that are refused over HTTP, each with its code, in the order of the checks. The lottery is switched off.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectInEveryLanguage } from '#tests/support/answers.ts';
import * as bank from '#tests/support/bank.ts';
import * as games from '#tests/support/games.ts';
import { client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import {
  DAY,
  VERIFIED_AT_ONCE,
  type Person,
  ask,
  issuePaths,
  newcomer,
  skip,
} from '#tests/support/person.ts';
import * as sums from '#tests/support/sums.ts';

const BET = 'POST /api/game/coining';
const PURSE = '20000';

let app: LocalApp;
let quinn: Person;
let rex: Person;
let sam: Person;
/** Has 10 ADIT. */
let poor: Person;
let round: number;

const bet = ({ api }: Person, bets: unknown, other: unknown = round) => api.send(BET, { round: other, bets });
const onOne = (amount: string) => games.placed(quinn, round, [1, amount]);

beforeAll(async () => {
  app = await openApp({ ...VERIFIED_AT_ONCE, LOTTERY: 'off' });
  const devnet = app.chain;
  quinn = await newcomer(app.url);
  rex = await newcomer(app.url);
  sam = await newcomer(app.url);
  poor = await newcomer(app.url);
  await bank.fund(devnet, [
    [quinn, { ADIT: PURSE }],
    [rex, { ADIT: PURSE }],
    [sam, { ADIT: PURSE }],
    [poor, { ADIT: '10' }],
  ]);
  round = await games.nextRace(app.url);
});
afterAll(() => app?.stop());

describe('a switched-off game', () => {
  test('is shown as such, and refused', async () => {
    const features = { race: true, lottery: false };
    expect(await ask(client(app.url), 'GET /api/index', {})).toMatchObject({ features });
    const answer = await quinn.api.send('POST /api/mining/bet', { numbers: [1, 2, 3] });
    expect(answer).toMatchObject({ status: 403, code: 403 });
  });
});

describe('a bet is refused', () => {
  test.each([
    ['no bets', []],
    ['bets that are no list', { lane: 1, amount: '1' }],
    ['lane 0', [{ lane: 0, amount: '1' }]],
    ['lane 7', [{ lane: 7, amount: '1' }]],
    ['a lane in between', [{ lane: 1.5, amount: '1' }]],
    ['a lane as text', [{ lane: '1', amount: '1' }]],
    ['no lane', [{ amount: '1' }]],
    ['no amount', [{ lane: 1 }]],
    ['something more', [{ lane: 1, amount: '1', odds: '9' }]],
    ['a lane twice', [1, 2, 1].map((lane) => ({ lane, amount: '1' }))],
    ['seven bets', [1, 2, 3, 4, 5, 6, 6].map((lane) => ({ lane, amount: '1' }))],
    ...[1, null, '', ' 1', '-1', '+1', '1e3', '1.', '.5', '0x10', 'NaN', '1,5', '１', '9'.repeat(21)].map(
      (amount) => [`the amount ${JSON.stringify(amount)}`, [{ lane: 1, amount }]] as const,
    ),
  ] as [string, unknown][])('with %s', async (_, bets) => {
    const answer = await bet(quinn, bets);
    expect(answer).toMatchObject({ status: 400, code: 400 });
    expect(issuePaths(answer)[0]).toMatch(/^bets/);
  });

  test('with an invalid round', async () => {
    for (const other of [String(round), -1, round + 0.5, null, [round]])
      expect([other, await bet(quinn, games.betsOf([[1, '1']]), other)]).toMatchObject([
        other,
        { status: 400, code: 400 },
      ]);
  });

  test('below 1 ADIT, above 10,000 per lane and round, and beyond 18 decimals', async () => {
    for (const amount of [
      '0',
      '0.5',
      '0.999999999999999999',
      '10000.000000000000000001',
      '10001',
      '1.0000000000000000001',
    ])
      expect([amount, await onOne(amount)]).toMatchObject([amount, { status: 400, code: 1302 }]);
    expect(await games.placed(quinn, round, [2, '5'], [3, '0.1'])).toMatchObject({ code: 1302 });
    // Both get the error about the amount, not about the round.
    expect(await games.placed(quinn, round - 1, [1, '0'])).toMatchObject({ code: 1302 });
    await expectInEveryLanguage(quinn.api, BET, { round, bets: games.betsOf([[1, '0.5']]) }, 1302);
  });

  test('for any round but the open one', async () => {
    for (const other of [round - 1, round + 1, 0, round + 10_000, Number.MAX_SAFE_INTEGER])
      expect([other, await games.placed(poor, other, [1, '10000'])]).toMatchObject([
        other,
        { status: 409, code: 1501 },
      ]);
    await expectInEveryLanguage(quinn.api, BET, { round: round - 1, bets: games.betsOf([[1, '1']]) }, 1501);
  });

  test('without the money, with the balance, and to a guest', async () => {
    const answer = await games.placed(poor, round, [1, '5'], [2, '5.000000000000000001']);
    const data = { coin: 'ADIT', balance: '10', amount: '10.000000000000000001' };
    expect(answer).toMatchObject({ status: 409, code: 1301, data });
    await expectInEveryLanguage(poor.api, BET, { round, bets: games.betsOf([[1, '11']]) }, 1301);
    const guest = await client(app.url).send(BET, { round, bets: games.betsOf([[1, '1']]) });
    expect(guest).toMatchObject({ status: 401, code: 401 });
  });

  test('with the outbox token', async () => {
    const worker = client(app.url).as(quinn.outboxToken);
    const answer = await worker.send(BET, { round, bets: games.betsOf([[1, '1']]) });
    expect([answer.code, [401, 403].includes(answer.code)]).toEqual([answer.code, true]);
  });

  test('without changing anything', async () => {
    expect(await games.openingOf(app.url, quinn)).toMatchObject({ totalStake: '0', myBets: [] });
    expect(await bank.balances(quinn.api)).toMatchObject({ ADIT: PURSE });
    expect(await ask(quinn.api, 'GET /api/game/record', {})).toEqual({ items: [], nextCursor: null });
    expect((await ask(quinn.api, 'GET /api/user/limits', {})).spentToday).toBe('0');
  });

  test('if the bank could not pay it including referrals', async () => {
    // 100,000 ADIT cover 5 - 1 + 0.018 times the stake on a lane: 24,888.00398…
    for (const person of [quinn, rex])
      expect(await games.placed(person, round, [3, '10000'])).toMatchObject({ code: 0 });
    expect(await games.placed(sam, round, [3, '4888.00399'])).toMatchObject({ status: 409, code: 1503 });
    expect(await games.placed(sam, round, [3, '4888.00398'])).toMatchObject({ code: 0 });
    expect(await games.placed(sam, round, [3, '1'])).toMatchObject({ code: 1503 });
    expect(await bank.balances(sam.api)).toMatchObject({ ADIT: sums.minus(PURSE, '4888.00398') });
  });

  test('from a session that was ended, or is seven days old', async () => {
    const [leaver, sleeper] = await Promise.all(
      [quinn, poor].map(({ wallet }) => newcomer(app.url, { wallet })),
    );
    await ask((leaver as Person).api, 'POST /api/auth/logout', {});
    expect(await games.placed(leaver as Person, round, [1, '1'])).toMatchObject({ status: 401, code: 401 });
    expect(await games.placed(sleeper as Person, round, [2, '1'])).toMatchObject({ code: 0 });
    await skip(app.url, 7 * DAY);
    round = await games.nextRace(app.url);
    expect(await games.placed(sleeper as Person, round, [1, '1'])).toMatchObject({ status: 401, code: 401 });
  });
});
