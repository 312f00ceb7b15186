/**
 * The bank's limit, and rounds that are skipped, wait or run on their own, over HTTP: on an app with the literal draw
 * rule and without referrals, so that the limit is a round figure and a block decides the champion.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Output } from '#contract';
import { expectInEveryLanguage, walk } from '#tests/support/answers.ts';
import * as bank from '#tests/support/bank.ts';
import * as clock from '#tests/support/clock.ts';
import { expectSound } from '#tests/support/command.ts';
import { hear } from '#tests/support/event-stream.ts';
import * as games from '#tests/support/games.ts';
import { client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { DAY, VERIFIED_AT_ONCE, type Person, ask, newcomer } from '#tests/support/person.ts';
import * as sums from '#tests/support/sums.ts';

type Race = Output<'GET /api/game/record'>['items'][number];

const BET = 'POST /api/game/coining';
const EVERY_LANE: readonly games.Stake[] = [1, 2, 3, 4, 5, 6].map((lane) => [lane, '1']);
const SETTINGS = { RACE_REFERRAL: 'off', DRAW_RULE: 'plain' };
const PURSE = '20000';

let app: LocalApp;
let crowd: Person[];
let quinn: Person;
/** Has 10 ADIT, like the extras. */
let poor: Person;
let extras: Person[];
let round: number;

const bet = ({ api }: Person, bets: unknown) => api.send(BET, { round, bets });
const onOne = (amount: string) => games.placed(quinn, round, [1, amount]);
const recordOf = (person: Person, size = 100): Promise<Race[]> =>
  walk(size, (query) => ask(person.api, 'GET /api/game/record', query));
/** A block that makes lane 1 the champion. */
const forFirst = (hash: string) => games.orderOf(hash)[0] === 1;

beforeAll(async () => {
  app = await openApp({ ...VERIFIED_AT_ONCE, ...SETTINGS });
  await clock.skipToNoon(app.url);
  quinn = await newcomer(app.url);
  const under = () => newcomer(app.url, { inviteCode: quinn.user.inviteCode });
  crowd = await Promise.all([under(), under(), under(), under()]);
  [poor, ...extras] = (await Promise.all(Array.from({ length: 12 }, () => newcomer(app.url)))) as [
    Person,
    ...Person[],
  ];
  const purses = [...crowd, quinn].map((person) => [person, { ADIT: PURSE }] as const);
  await bank.fund(app.chain, [
    ...purses,
    ...[poor, ...extras].map((person) => [person, { ADIT: '10' }] as const),
  ]);
  round = await games.nextRace(app.url);
});
afterAll(() => app?.stop());

describe('the bank of 100,000 ADIT', () => {
  test('only has to cover the stakes if there are no referrals', async () => {
    const config = await ask(client(app.url), 'GET /api/game/config', {});
    expect(config).toMatchObject({ referral: ['0', '0', '0'], rule: 'plain' });
  });

  test('covers exactly 25,000 on one lane, however many bet at once', async () => {
    const bets = crowd.flatMap((person) =>
      Array.from({ length: 10 }, () => games.placed(person, round, [1, '1000'])),
    );
    // Whoever looks meanwhile sees no round without their own bets.
    const looks = crowd.flatMap((person) =>
      Array.from({ length: 10 }, async () => {
        const { myBets, totalStake } = await games.openingOf(app.url, person);
        return Number(totalStake) - Number(myBets[0]?.amount ?? 0);
      }),
    );
    expect(Math.min(...(await Promise.all(looks)))).toBeGreaterThanOrEqual(0);
    const codes = (await Promise.all(bets)).map(({ code }) => code).toSorted((a, b) => a - b);
    expect(codes).toEqual([...Array<number>(25).fill(0), ...Array<number>(15).fill(1503)]);
    const { lanes, totalStake } = await games.openingOf(app.url);
    expect([lanes[0]?.stake, totalStake]).toEqual(['25000', '25000']);
    const left = await Promise.all(crowd.map(async ({ api }) => (await bank.balances(api))['ADIT'] ?? ''));
    expect(sums.sum(left)).toBe('55000');
    expect(await onOne('1')).toMatchObject({ status: 409, code: 1503 });
    await expectInEveryLanguage(quinn.api, BET, { round, bets: games.betsOf([[1, '1']]) }, 1503);
  });

  test('is checked last, and stakes on other lanes make room to the last unit', async () => {
    expect(await games.placed(poor, round, [1, '10000'])).toMatchObject({ code: 1301 });
    expect(await games.placed(quinn, round, [2, '4'])).toMatchObject({ code: 0 });
    expect(await onOne('1.000000000000000001')).toMatchObject({ code: 1503 });
    expect(await onOne('1')).toMatchObject({ code: 0 });
    expect(await onOne('1')).toMatchObject({ code: 1503 });
    expect((await ask(quinn.api, 'GET /api/user/limits', {})).spentToday).toBe('5');
    const most = await Promise.all(crowd.map((person) => games.openingOf(app.url, person)));
    const full = most.findIndex(({ myBets }) => myBets[0]?.amount === '10000');
    if (full >= 0)
      expect(await games.placed(crowd[full] as Person, round, [1, '1'])).toMatchObject({ code: 1302 });
  });

  test('still covers a round that waits for its draw', async () => {
    const miner = await games.minerOf(app.chain);
    await games.setMiner(app.chain, bank.newAddress());
    const before = round;
    round = await games.nextRace(app.url);
    expect((await games.openingOf(app.url)).previous).toMatchObject({
      round: before,
      state: 'drawing',
      champion: null,
    });
    expect(await recordOf(quinn)).toMatchObject([{ round: before, state: 'drawing', payout: '0' }]);
    for (const name of ['GET /api/game/ranking', 'GET /api/game/speed'] as const)
      expect(await client(app.url).send(name, { round: String(before) })).toMatchObject({ code: 404 });
    expect(await onOne('1')).toMatchObject({ code: 1503 });
    expect(await games.placed(quinn, round, ...EVERY_LANE)).toMatchObject({ code: 0 });
    await games.setMiner(app.chain, miner);
    const { hash } = await games.forge(app.chain, { wanted: forFirst });
    const result = await games.settled(app.url, before, quinn);
    expect(result).toMatchObject({
      rule: 'plain',
      hash,
      txHash: hash,
      champion: 1,
      winnersStake: '25001',
      profitAndLoss: '0',
    });
    await games.expectTrueRace(app.chain, result);
  });

  test('accepts only bets that cost it nothing after it has paid everything', async () => {
    expect(await onOne('1')).toMatchObject({ code: 1503 });
    expect(await games.placed(quinn, round, ...EVERY_LANE)).toMatchObject({ code: 0 });
    await games.settledRace(app.url, round);
    round = await games.nextRace(app.url);
    // Two of the twelve ADIT are left: they cover 5 × 1.75 - 6.75.
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
  test('begin and end by themselves; a bet counts up to the moment when betting ends', async () => {
    const { bettingEndsAt } = await games.openingOf(app.url);
    const end = Date.parse(bettingEndsAt);
    const key = randomUUID();
    const last = () => extras[0]?.api.call(BET, { round, bets: games.betsOf(EVERY_LANE) }, { key });
    const accepted = await last();
    expect(accepted).toMatchObject({ code: 0 });
    await clock.skipTo(app.url, end - 1500);
    let stake = '0';
    let open = true;
    while (open) {
      const before = await clock.timeAt(app.url);
      const { code } = await bet(quinn, games.betsOf(EVERY_LANE));
      const time = await clock.timeAt(app.url);
      open = code === 0;
      if (open) stake = sums.plus(stake, '6');
      if (before >= end) expect(code).toBe(1501);
      if (time < end) expect(code).toBe(0);
      expect([0, 1501]).toContain(code);
    }
    expect(await last()).toMatchObject({ code: 0, text: accepted?.text });
    await clock.skipTo(app.url, games.drawsAt(round) - 1000);
    const result = await games.settled(app.url, round, quinn);
    await games.expectTrueRace(app.chain, result);
    expect(result.totalStake).toBe(sums.sum(['6.75', '6', stake]));
    const [race] = await recordOf(quinn);
    expect(race).toMatchObject({
      round,
      state: 'settled',
      stake: sums.plus('6.75', stake),
      profit: result.profitAndLoss,
    });
    const opening = await games.openingOf(app.url, quinn);
    expect(opening).toMatchObject({ round: round + 1, state: 'open', totalStake: '0', myBets: [] });
    expect(opening.previous).toMatchObject({ round, state: 'settled', champion: result.champion });
    expect((await last())?.text).toBe(accepted?.text);
  });

  test('name at most ten winners, and tell everybody what changed, without amounts', async () => {
    round += 1;
    const leaving = new AbortController();
    const guest = await hear(app.url, leaving.signal);
    const own = await hear(app.url, leaving.signal, extras[0]?.token);
    const answers = await Promise.all(
      extras.map((person) => games.placed(person, round, [3, '1'], ...EVERY_LANE.toSpliced(2, 1))),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(11);
    const { leaders } = await games.settledRace(app.url, round);
    expect(leaders.map(({ stake, payout }) => `${stake} ${payout}`)).toEqual(Array(10).fill('6 5'));
    const often = (text: string, name: string) => text.split(`event: ${name}\n`).length - 1;
    await vi.waitFor(() => {
      expect(often(guest(), 'race')).toBeGreaterThan(1);
      expect(often(own(), 'race')).toBeGreaterThan(1);
      expect(often(own(), 'balance')).toBeGreaterThan(1);
    });
    leaving.abort();
    expect(guest()).not.toMatch(/balance|stake|amount|0x/);
  });

  test('without bets are not drawn, and are nobody’s last result', async () => {
    const last = round;
    await clock.pass(app.url, DAY, quinn);
    for (const name of ['GET /api/game/ranking', 'GET /api/game/speed'] as const) {
      for (const other of [last + 1, last + 100])
        expect(await client(app.url).send(name, { round: String(other) })).toMatchObject({
          status: 404,
          code: 404,
        });
      expect(await client(app.url).send(name, {})).toMatchObject({ code: 0, data: { round: last } });
      for (const other of ['-1', 'last', '1.5', '1'.repeat(13)])
        expect([other, await client(app.url).send(name, { round: other })]).toMatchObject([
          other,
          { status: 400 },
        ]);
    }
    expect((await games.openingOf(app.url)).previous).toMatchObject({ round: last });
  });

  test('appear in the record once each, newest first, in pages of any size', async () => {
    const record = await recordOf(quinn);
    const rounds = record.map((race) => race.round);
    expect(rounds).toEqual([...new Set(rounds)].toSorted((a, b) => b - a));
    expect(record.slice(1).map(({ stake }) => stake)).toEqual(['12', '5']);
    for (const size of [1, 2, 3]) expect(await recordOf(quinn, size)).toEqual(record);
    for (const query of [{ limit: '0' }, { cursor: 'nowhere' }, { round: '1' }])
      expect(await quinn.api.send('GET /api/game/record', query)).toMatchObject({ status: 400, code: 400 });
  });
});

test('all money adds up at the end', async () => {
  for (const { api } of [...crowd, quinn, poor]) await bank.expectAddsUp(api);
  await expectSound(app.dataDir);
});
