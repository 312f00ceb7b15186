/**
 * Bets that are refused, and rounds that are skipped, wait or come by themselves, over HTTP: on an app with the literal draw rule,
 * without referral and without the lottery, so that the bank's edge is a round figure and a block decides the champion.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Output } from '#contract';
import { type App, startApp } from '#tests/support/app.ts';
import * as bank from '#tests/support/bank.ts';
import * as games from '#tests/support/games.ts';
import * as growing from '#tests/support/growing.ts';
import { client } from '#tests/support/http.ts';
import { type Devnet, devnetOf } from '#tests/support/money.ts';
import { DAY, type Person, ask, issuePaths, newcomer } from '#tests/support/person.ts';

type Race = Output<'GET /api/game/record'>['items'][number];

const BET = 'POST /api/game/coining';
const EVERY_LANE: readonly games.Stake[] = [1, 2, 3, 4, 5, 6].map((lane) => [lane, '1']);
const HOUSE = { RACE_REFERRAL: 'off', DRAW_RULE: 'plain', LOTTERY: 'off' };
const PURSE = '20000';

let app: App;
let devnet: Devnet;
let crowd: Person[];
let quinn: Person;
/** Has 10 ADIT. */
let poor: Person;
let round: number;

const bet = ({ api }: Person, bets: unknown, other: unknown = round) =>
  api.send(BET, { round: other, bets } as Record<string, unknown>);
const onOne = (amount: string) => games.placed(quinn, round, [1, amount]);
const recordOf = (person: Person, size = 100): Promise<Race[]> =>
  growing.walk(size, (query) => ask(person.api, 'GET /api/game/record', query));
/** A block that makes lane 1 the champion. */
const forFirst = (hash: string) => games.orderOf(hash)[0] === 1;

beforeAll(async () => {
  app = await startApp({ withoutPage: true, env: { ...games.NO_LIMITS, ...HOUSE } });
  devnet = await devnetOf(app);
  await growing.skipToNoon(app.url);
  quinn = await newcomer(app.url);
  const under = () => newcomer(app.url, { inviteCode: quinn.user.inviteCode });
  crowd = await Promise.all([under(), under(), under(), under()]);
  poor = await newcomer(app.url);
  const purses = [...crowd, quinn].map((person) => [person, { ADIT: PURSE }] as const);
  await bank.fund(devnet, [...purses, [poor, { ADIT: '10' }]]);
  round = await games.nextRace(app.url);
});
afterAll(async () => {
  devnet?.close();
  await app?.stop();
});

describe('what is switched off', () => {
  test('is told as such, and refused before anything else is looked at', async () => {
    const features = { race: true, lottery: false };
    expect(await ask(client(app.url), 'GET /api/index', {})).toMatchObject({ features });
    for (const numbers of [[1, 2, 3], [1, 2], 'x'])
      expect(await quinn.api.send('POST /api/mining/bet', { numbers })).toMatchObject({
        status: 403,
        code: 403,
      });
    const config = await ask(client(app.url), 'GET /api/game/config', {});
    expect(config).toMatchObject({ referral: ['0', '0', '0'], rule: 'plain' });
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

  test('with a round that is no number', async () => {
    for (const other of [String(round), -1, round + 0.5, null, [round]])
      expect([other, await bet(quinn, games.betsOf([[1, '1']]), other)]).toMatchObject([
        other,
        { status: 400, code: 400 },
      ]);
  });

  test('below 1 ADIT, above 10,000 a lane and round, and beyond 18 decimals', async () => {
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
    // Both are told what is wrong with the amount, not that the round is over.
    expect(await games.placed(quinn, round - 1, [1, '0'])).toMatchObject({ code: 1302 });
    await growing.expectInEveryLanguage(quinn.api, BET, { round, bets: games.betsOf([[1, '0.5']]) }, 1302);
  });

  test('for any round but the open one', async () => {
    for (const other of [round - 1, round + 1, 0, round + 10_000, 1e12])
      expect([other, await games.placed(poor, other, [1, '10000'])]).toMatchObject([
        other,
        { status: 409, code: 1501 },
      ]);
    await growing.expectInEveryLanguage(
      quinn.api,
      BET,
      { round: round - 1, bets: games.betsOf([[1, '1']]) },
      1501,
    );
  });

  test('without the money, which is told, and to a guest', async () => {
    const answer = await games.placed(poor, round, [1, '5'], [2, '5.000000000000000001']);
    const data = { coin: 'ADIT', balance: '10', amount: '10.000000000000000001' };
    expect(answer).toMatchObject({ status: 409, code: 1301, data });
    await growing.expectInEveryLanguage(poor.api, BET, { round, bets: games.betsOf([[1, '11']]) }, 1301);
    const guest = await client(app.url).send(BET, { round, bets: games.betsOf([[1, '1']]) });
    expect(guest).toMatchObject({ status: 401, code: 401 });
  });

  test('and changes nothing then', async () => {
    expect(await games.openingOf(app.url, quinn)).toMatchObject({ totalStake: '0', myBets: [] });
    expect(await bank.balances(quinn.api)).toMatchObject({ ADIT: PURSE });
    expect(await recordOf(quinn)).toEqual([]);
  });
});

describe('the bank of 100,000 ADIT', () => {
  test('covers exactly 25,000 on one lane, whoever comes at once', async () => {
    const bets = crowd.flatMap((person) =>
      Array.from({ length: 10 }, () => games.placed(person, round, [1, '1000'])),
    );
    const codes = (await Promise.all(bets)).map(({ code }) => code).toSorted((a, b) => a - b);
    expect(codes).toEqual([...Array<number>(25).fill(0), ...Array<number>(15).fill(1503)]);
    const { lanes, totalStake } = await games.openingOf(app.url);
    expect([lanes[0]?.stake, totalStake]).toEqual(['25000', '25000']);
    const left = await Promise.all(crowd.map(async ({ api }) => (await bank.balances(api))['ADIT'] ?? ''));
    expect(growing.sum(left)).toBe('55000');
    expect(await onOne('1')).toMatchObject({ status: 409, code: 1503 });
    await growing.expectInEveryLanguage(quinn.api, BET, { round, bets: games.betsOf([[1, '1']]) }, 1503);
  });

  test('is asked last, and stakes on other lanes make room to the last unit', async () => {
    expect(await games.placed(poor, round, [1, '10000'])).toMatchObject({ code: 1301 });
    expect(await games.placed(quinn, round, [2, '4'])).toMatchObject({ code: 0 });
    expect(await onOne('1.000000000000000001')).toMatchObject({ code: 1503 });
    expect(await onOne('1')).toMatchObject({ code: 0 });
    expect(await onOne('1')).toMatchObject({ code: 1503 });
    const most = await Promise.all(crowd.map((person) => games.openingOf(app.url, person)));
    const full = most.findIndex(({ myBets }) => myBets[0]?.amount === '10000');
    if (full >= 0)
      expect(await games.placed(crowd[full] as Person, round, [1, '1'])).toMatchObject({ code: 1302 });
  });

  test('still answers for a round that waits for its draw', async () => {
    const miner = await games.minerOf(devnet);
    await games.setMiner(devnet, bank.newAddress());
    const before = round;
    round = await games.nextRace(app.url);
    expect((await games.openingOf(app.url)).previous).toMatchObject({
      round: before,
      state: 'drawing',
      champion: null,
    });
    expect(await recordOf(quinn)).toMatchObject([{ round: before, state: 'drawing', payout: '0' }]);
    expect(await onOne('1')).toMatchObject({ code: 1503 });
    expect(await games.placed(quinn, round, ...EVERY_LANE)).toMatchObject({ code: 0 });
    await games.setMiner(devnet, miner);
    const { hash } = await games.forge(devnet, { wanted: forFirst });
    const result = await games.settled(app.url, before, quinn);
    expect(result).toMatchObject({
      rule: 'plain',
      hash,
      txHash: hash,
      champion: 1,
      winnersStake: '25001',
      profitAndLoss: '0',
    });
    await games.expectTrueRace(devnet, result);
  });

  test('that has paid all it had takes only bets that cost it nothing', async () => {
    expect(await onOne('1')).toMatchObject({ code: 1503 });
    expect(await games.placed(quinn, round, ...EVERY_LANE)).toMatchObject({ code: 0 });
    await games.settledRace(app.url, round);
    round = await games.nextRace(app.url);
    // Two of the twelve ADIT stayed: 5 × 1.75 - 6.75 is what they cover.
    const bets = (first: string) => games.placed(quinn, round, [1, first], ...EVERY_LANE.slice(1));
    expect(await bets('1.750000000000000001')).toMatchObject({ code: 1503 });
    expect(await bets('1.75')).toMatchObject({ code: 0 });
    const { items } = await ask(quinn.api, 'GET /api/user/earnings', {});
    expect(items).toEqual([]);
    expect((await ask(quinn.api, 'GET /api/user/invites', {})).summary).toMatchObject({
      subTeamPerformance: '25000',
    });
  });
});

describe('rounds', () => {
  test('come and go by themselves', async () => {
    await games.skipTo(app.url, games.drawsAt(round) - 2000);
    const { serverTime } = await games.openingOf(app.url);
    expect(Date.parse(serverTime)).toBeLessThan(games.drawsAt(round));
    const result = await games.settled(app.url, round, quinn);
    await games.expectTrueRace(devnet, result);
    expect(result.profitAndLoss).toBe(result.champion === 1 ? '2' : '-1.75');
    const opening = await games.openingOf(app.url, quinn);
    expect(opening).toMatchObject({ round: round + 1, state: 'open', totalStake: '0', myBets: [] });
    expect(opening.previous).toMatchObject({
      round,
      state: 'settled',
      stake: '6.75',
      champion: result.champion,
    });
  });

  test('that nobody bet in are not drawn, and are nobody’s last result', async () => {
    const last = round;
    await growing.pass(app.url, DAY, quinn);
    for (const name of ['GET /api/game/ranking', 'GET /api/game/speed'] as const) {
      for (const other of [last + 1, last + 100])
        expect(await client(app.url).send(name, { round: String(other) })).toMatchObject({
          status: 404,
          code: 404,
        });
      expect(await client(app.url).send(name, {})).toMatchObject({ code: 0, data: { round: last } });
      for (const other of ['', '-1', 'last', '1.5', '1'.repeat(13)])
        expect([other, await client(app.url).send(name, { round: other })]).toMatchObject([
          other,
          { status: 400 },
        ]);
    }
    expect((await games.openingOf(app.url)).previous).toMatchObject({ round: last });
  });

  test('are in the record once each, newest first, in pages of any size', async () => {
    const record = await recordOf(quinn);
    expect(record.map((race) => race.round)).toEqual(
      [round, ...record.slice(1).map((race) => race.round)].toSorted().toReversed(),
    );
    expect(record.map(({ stake }) => stake)).toEqual(['6.75', '12', '5']);
    for (const size of [1, 2, 3]) expect(await recordOf(quinn, size)).toEqual(record);
    for (const query of [{ limit: '0' }, { cursor: 'nowhere' }, { round: '1' }])
      expect(await quinn.api.send('GET /api/game/record', query)).toMatchObject({ status: 400, code: 400 });
  });
});

test('all money adds up at the end', async () => {
  for (const { api } of [...crowd, quinn, poor]) await bank.expectAddsUpapi;
  await games.expectSound(app.dataDir);
});
