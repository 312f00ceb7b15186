/** The race over HTTP: one round from its bets to its proof, with its money, records and receipts. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Output } from '#contract';
import { toUnits } from '#rules/amounts.ts';
import { maskAddress } from '#rules/addresses.ts';
import { expectReplayed, walk } from '#tests/support/answers.ts';
import * as bank from '#tests/support/bank.ts';
import * as clock from '#tests/support/clock.ts';
import { expectSound } from '#tests/support/command.ts';
import * as games from '#tests/support/games.ts';
import { client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { VERIFIED_AT_ONCE, type Person, ask, newcomer } from '#tests/support/person.ts';
import { fold, minus, sum } from '#tests/support/sums.ts';
import * as sums from '#tests/support/sums.ts';

type Race = Output<'GET /api/game/record'>['items'][number];

/** What each of them stakes, over all their bets. */
const STAKES = {
  a: { 1: '1.000000000000000007', 2: '100.5' },
  b: { 1: '10', 2: '20.000000000000000001', 3: '30.3', 4: '40', 5: '50', 6: '60.000000000000000001' },
  c: { 6: '9999.999999999999999999' },
  d: { 3: '33.333333333333333333', 5: '7.777777777777777777' },
} as const satisfies Record<string, Record<number, string>>;
type Name = keyof typeof STAKES;
const NAMES = Object.keys(STAKES) as Name[];
const PURSE = '20000';

let app: LocalApp;
/** top invited a, who invited b, who invited c, who invited d; nobody invited the rival. */
let top: Person;
let rival: Person;
const people = {} as Record<Name, Person>;
let round: number;
let seedHash: string | null;
let result: games.Ranking;

const stakesOf = (name: Name): games.Stake[] =>
  Object.entries(STAKES[name]).map(([lane, amount]) => [Number(lane), amount]);
const totalOf = (name: Name) => sum(stakesOf(name).map(([, amount]) => amount));
const onLane = (stakes: readonly games.Stake[], lane: number) =>
  sum(stakes.filter(([other]) => other === lane).map(([, amount]) => amount));
const everything = () => NAMES.flatMap(stakesOf);
const payoutOf = (name: Name) => fold(onLane(stakesOf(name), result.champion), 5);
const recordOf = (person: Person): Promise<Race[]> =>
  walk(100, (query) => ask(person.api, 'GET /api/game/record', query));
const mask = ({ wallet }: Person) => maskAddress(wallet.address);
/** The accounts whose stakes earn somebody a share, by level. */
const shares = () =>
  new Map<Person, readonly Name[]>([
    [top, ['a', 'b', 'c']],
    [people.a, ['b', 'c', 'd']],
    [people.b, ['c', 'd']],
    [people.c, ['d']],
  ]);
const RATES = ['0.01', '0.005', '0.003'];
const shareOf = (name: Name, level: number) =>
  sums.part(totalOf(name), toUnits(RATES[level] ?? ''), toUnits('1'));
const earned = (person: Person) => sum((shares().get(person) ?? []).map(shareOf));

beforeAll(async () => {
  app = await openApp(VERIFIED_AT_ONCE);
  await clock.skipToNoon(app.url);
  const under = ({ user: { inviteCode } }: Person) => newcomer(app.url, { inviteCode });
  top = await newcomer(app.url);
  people.a = await under(top);
  people.b = await under(people.a);
  people.c = await under(people.b);
  people.d = await under(people.c);
  rival = await newcomer(app.url);
  const purses = [...Object.values(people), rival].map((person) => [person, { ADIT: PURSE }] as const);
  await bank.fund(app.chain, purses);
  round = await games.nextRace(app.url);
});
afterAll(() => app?.stop());

describe('before anybody bets', () => {
  test('the rules are the published ones, for the first six coins with a price', async () => {
    const { items } = await bank.assetsOf(client(app.url));
    const priced = items.filter(({ coin, price }) => price !== null && coin !== 'USDT' && coin !== 'ADIT');
    const config = await ask(client(app.url), 'GET /api/game/config', {});
    expect(config).toMatchObject({
      lanes: priced.slice(0, 6).map(({ coin }, i) => ({ lane: i + 1, coin })),
      roundSeconds: 300,
      bettingSeconds: 270,
      payout: '5',
      minBet: '1',
      maxBet: '10000',
      referral: ['0.01', '0.005', '0.003'],
      rule: 'validator',
    });
    expect(config.lanes.map(({ coin }) => coin)).toEqual(['BTC', 'ETH', 'BNB', 'SQL', 'XRP', 'AOA']);
    expect(Number(config.returnToPlayer)).toBeCloseTo(5 / 6, 9);
  });

  test('a guest sees the round on the grid of 300 s, with the hash of its seed', async () => {
    const opening = await games.openingOf(app.url);
    const at = (ms: number) => new Date(ms).toISOString();
    const begin = round * games.ROUND_MS;
    expect(opening).toMatchObject({
      ...{ round, state: 'open', drawBlock: null, totalStake: '0', myBets: [], previous: null },
      ...{ opensAt: at(begin), bettingEndsAt: at(begin + 270_000), drawsAt: at(begin + 300_000) },
    });
    ({ seedHash } = opening);
    expect(seedHash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(opening.lanes.map(({ lane, stake }) => [lane, stake])).toEqual(
      [1, 2, 3, 4, 5, 6].map((n) => [n, '0']),
    );
    expect(Date.parse(opening.serverTime)).toBeGreaterThanOrEqual(begin);
    const features = { race: true, lottery: true, exchange: true, staking: true, teamLevels: 3 };
    expect(await ask(client(app.url), 'GET /api/index', {})).toMatchObject({ features });
  });

  test('there is no result, no race to watch, and nobody has a record', async () => {
    for (const name of ['GET /api/game/ranking', 'GET /api/game/speed'] as const)
      for (const query of [{}, { round: String(round) }, { round: '0' }, { round: '999999999999' }])
        expect([name, query, await client(app.url).send(name, query)]).toMatchObject([
          name,
          query,
          { status: 404, code: 404 },
        ]);
    expect(await ask(rival.api, 'GET /api/game/record', {})).toEqual({ items: [], nextCursor: null });
    expect(await client(app.url).send('GET /api/game/record', {})).toMatchObject({ status: 401, code: 401 });
  });
});

describe('bets', () => {
  test('are debited at once, visible to everybody as stakes and only to their owner as bets', async () => {
    const { a, b, c, d } = people;
    const answer = await games.placed(a, round, [2, STAKES.a[2]]);
    const balance = minus(PURSE, '100.5');
    expect(answer.data).toEqual({ round, bets: [{ lane: 2, amount: '100.5' }], balance });
    expect(await bank.balances(a.api)).toMatchObject({ ADIT: balance });
    await Promise.all([
      games.placed(a, round, [1, STAKES.a[1]]),
      games.placed(b, round, ...stakesOf('b')),
      games.placed(c, round, [6, '9000.999999999999999999']),
      games.placed(d, round, ...stakesOf('d')),
    ]);
    expect(await games.placed(c, round, [6, '999'])).toMatchObject({ code: 0 });
    for (const [name, person] of Object.entries(people) as [Name, Person][]) {
      const { myBets, lanes, totalStake } = await games.openingOf(app.url, person);
      expect(myBets.toSorted((x, y) => x.lane - y.lane)).toEqual(games.betsOf(stakesOf(name)));
      expect(lanes.map(({ stake }) => stake)).toEqual(
        [1, 2, 3, 4, 5, 6].map((lane) => onLane(everything(), lane)),
      );
      expect(totalStake).toBe(sum(NAMES.map(totalOf)));
      expect(await bank.balances(person.api)).toMatchObject({ ADIT: minus(PURSE, totalOf(name)) });
    }
    expect(await games.openingOf(app.url, rival)).toMatchObject({
      myBets: [],
      totalStake: sum(NAMES.map(totalOf)),
    });
    const summary = (await ask(top.api, 'GET /api/user/invites', {})).summary;
    expect(summary).toMatchObject({ subTeamPerformance: '0', totalEarnings: '0' });
  });

  test('sent twice count once, and with another body they are a conflict', async () => {
    const key = randomUUID();
    const body = { round, bets: [{ lane: 4, amount: '5' }] };
    const tap = () => rival.api.call('POST /api/game/coining', body, { key });
    expectReplayed(await Promise.all([tap(), tap(), tap(), tap()]));
    expect((await tap()).headers.get('idempotent-replay')).toBe('true');
    for (const other of [
      { round, bets: [{ lane: 4, amount: '6' }] },
      { ...body, round: round + 1 },
    ])
      expect(await rival.api.call('POST /api/game/coining', other, { key })).toMatchObject({
        status: 409,
        code: 409,
      });
    expect(await bank.balances(rival.api)).toMatchObject({ ADIT: minus(PURSE, '5') });
    expect((await games.openingOf(app.url, rival)).myBets).toEqual([{ lane: 4, amount: '5' }]);
  });

  test('are in the record without a result', async () => {
    const waiting = { round, stake: '5', champion: null, ranking: null, payout: '0', profit: '0' };
    expect(await recordOf(rival)).toMatchObject([{ ...waiting, state: 'open' }]);
    const early = await client(app.url).send('GET /api/game/ranking', { round: String(round) });
    expect(early).toMatchObject({ status: 404, data: { state: 'waiting' } });
  });

  test('close 30 s before the round does', async () => {
    await clock.skipTo(app.url, (round + 1) * games.ROUND_MS - 30_000);
    expect(await games.openingOf(app.url)).toMatchObject({ round, state: 'closed' });
    expect(await recordOf(rival)).toMatchObject([{ round, state: 'closed', champion: null }]);
    expect(await games.placed(rival, round, [1, '1'])).toMatchObject({ status: 409, code: 1501 });
  });
});

describe('the result', () => {
  beforeAll(async () => {
    // A block on time whose last transaction is not its miner's: it does not qualify.
    const decoy = await games.forge(app.chain, { ms: games.drawsAt(round), asMiner: false });
    result = await games.settledRace(app.url, round);
    expect(decoy.number).toBeLessThan(result.blockNumber);
  });

  test('follows from seed, transaction and round, with the first qualifying block', async () => {
    expect(result).toMatchObject({ round, rule: 'validator', seedHash, profitAndLoss: null });
    await games.expectTrueRace(app.chain, result);
    expect(await ask(client(app.url), 'GET /api/game/ranking', {})).toEqual(result);
  });

  test('lists the stakes, and the winners by their shortened addresses, largest first', async () => {
    const all = [...everything(), [4, '5'] as const];
    expect(result.totalStake).toBe(sum(all.map(([, amount]) => amount)));
    expect(result.winnersStake).toBe(onLane(all, result.champion));
    expect(result.lanes.map(({ stake }) => stake)).toEqual(
      [1, 2, 3, 4, 5, 6].map((lane) => onLane(all, lane)),
    );
    const bettors = [
      ...NAMES.map((name) => [people[name], totalOf(name), payoutOf(name)] as const),
      [rival, '5', result.champion === 4 ? '25' : '0'] as const,
    ];
    const leaders = bettors
      .filter(([, , payout]) => payout !== '0')
      .toSorted((x, y) => Number(y[2]) - Number(x[2]));
    expect(result.leaders.filter(({ payout }) => payout !== '0')).toEqual(
      leaders.map(([person, stake, payout]) => ({ address: mask(person), stake, payout })),
    );
  });

  test('pays five times the stake on the champion, to the last unit', async () => {
    for (const name of NAMES) {
      const person = people[name];
      const profit = minus(payoutOf(name), totalOf(name));
      expect((await games.rankingOf(app.url, round, person)).profitAndLoss).toBe(profit);
      const outcome = { round, state: 'settled', champion: result.champion, ranking: result.ranking };
      const figures = { stake: totalOf(name), payout: payoutOf(name) };
      const [race] = await recordOf(person);
      expect(race).toEqual({ ...outcome, ...figures, profit, bets: race?.bets });
      expect(race?.bets.toSorted((x, y) => x.lane - y.lane)).toEqual(games.betsOf(stakesOf(name)));
      expect((await games.openingOf(app.url, person)).previous).toEqual({ ...outcome, ...figures });
      expect(await bank.balances(person.api)).toMatchObject({
        ADIT: sum([minus(PURSE, totalOf(name)), payoutOf(name), earned(person)]),
      });
      const rows = (await bank.history(person.api, { category: 'race' })).map(({ amount }) => amount);
      const bets = name === 'a' ? ['-1.000000000000000007', '-100.5'] : [`-${totalOf(name)}`];
      if (name === 'c') bets.splice(0, 1, '-999', '-9000.999999999999999999');
      expect(rows).toEqual([...(payoutOf(name) === '0' ? [] : [payoutOf(name)]), ...bets]);
      await bank.expectAddsUp(person.api);
    }
    expect((await games.openingOf(app.url)).previous).toMatchObject({ round, stake: '0', payout: '0' });
  });

  test('pays 1, 0.5 and 0.3 % of the stakes to the levels above, with a receipt for each', async () => {
    for (const [person, members] of shares()) {
      const { items } = await ask(person.api, 'GET /api/user/earnings', {});
      expect(items).toMatchObject([{ source: 'race', coin: 'ADIT', amount: earned(person) }]);
      const entry = items[0]?.entry ?? '';
      const receipt = await ask(person.api, 'GET /api/user/earnings/receipt', { entry });
      const lines = receipt.items.map((line) => [
        line.level,
        line.base,
        line.rate,
        line.amount,
        line.address,
      ]);
      const due = members.map((name, i) => [
        i + 1,
        totalOf(name),
        RATES[i],
        shareOf(name, i),
        mask(people[name]),
      ]);
      expect(lines.toSorted((x, y) => Number(x[0]) - Number(y[0]))).toEqual(due);
      const rows = await bank.history(person.api, { category: 'team' });
      expect(rows).toMatchObject([{ entry, coin: 'ADIT', amount: earned(person), state: 'confirmed' }]);
      const { summary } = await ask(person.api, 'GET /api/user/invites', {});
      const subTeamPerformance = sum(members.map(totalOf));
      expect(summary).toMatchObject({ totalEarnings: earned(person), subTeamPerformance });
    }
    for (const person of [people.d, rival])
      expect((await ask(person.api, 'GET /api/user/earnings', {})).items).toEqual([]);
  });

  test('decides how the race ends: only the champion reaches the line, the others follow in order', async () => {
    const speed = await ask(client(app.url), 'GET /api/game/speed', { round: String(round) });
    expect(speed.round).toBe(round);
    expect(speed.durationMs).toBeGreaterThan(0);
    const of = new Map(speed.lanes.map(({ lane, distances }) => [lane, distances]));
    expect([...of.keys()].toSorted((x, y) => x - y)).toEqual([1, 2, 3, 4, 5, 6]);
    const ends = result.ranking.map((lane) => of.get(lane)?.at(-1) ?? -1);
    expect(ends[0]).toBe(1);
    for (const [i, end] of ends.entries()) if (i > 0) expect(end).toBeLessThan(ends[i - 1] ?? 0);
    for (const distances of of.values()) {
      expect(distances[0]).toBe(0);
      expect(distances).toEqual(distances.toSorted((x, y) => x - y));
      expect(distances).toHaveLength(of.get(1)?.length ?? 0);
    }
    expect(await ask(client(app.url), 'GET /api/game/speed', {})).toEqual(speed);
  });
});

test('all money adds up at the end', () => expectSound(app.dataDir));
