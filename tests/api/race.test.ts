/** The race over HTTP on the app.chain: whole rounds with what is paid, shown and told, and what is refused. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { raceTimes } from '#rules/race.ts';
import type { Output } from '#contract';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { maskAddress } from '#rules/addresses.ts';
import { drawHash, seedHash } from '#draws/hash.ts';
import { raceRanking } from '#draws/race.ts';
import { raceId } from '#draws/rounds.ts';
import { fund, history } from '#tests/support/bank.ts';
import { operate } from '#tests/support/command.ts';
import { expectInEveryLanguage, expectMalformed, minus } from '#tests/support/growing.ts';
import { client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { UNLIMITED, type Person, ask, balance, newcomer, skip } from '#tests/support/person.ts';

const COINING = 'POST /api/game/coining';
const MONEY = '10100';

let app: LocalApp;
let guest: ReturnType<typeof client>;
let ann: Person;
/** Came by Ann's invitation. */
let ben: Person;
let dan: Person;
let poor: Person;

type Opening = Output<'GET /api/game/opening'>;
type Bets = { lane: number; amount: string }[];
const opening = ({ api }: Person) => ask(api, 'GET /api/game/opening', {});
const bet = ({ api }: Person, round: number, bets: Bets, key: string = randomUUID()) =>
  api.call(COINING, { round, bets }, { key });
const places = async (who: Person, round: number, bets: Bets) => ask(who.api, COINING, { round, bets });

/** Moves the clock to the start of the next round; what was bet in this one is settled then. */
async function nextRound(): Promise<Opening> {
  const { drawsAt, serverTime } = await ask(guest, 'GET /api/game/opening', {});
  await skip(app.url, Math.ceil((Date.parse(drawsAt) - Date.parse(serverTime)) / 1000) + 1);
  return ask(guest, 'GET /api/game/opening', {});
}

beforeAll(async () => {
  app = await openApp({ ...UNLIMITED, KYC_AUTO_APPROVE_SECONDS: '0' });
  guest = client(app.url);
  [ann, dan, poor] = (await Promise.all([1, 2, 3].map(() => newcomer(app.url)))) as [Person, Person, Person];
  const { inviteCode } = await ask(ann.api, 'GET /api/user/info', {});
  ben = await newcomer(app.url, { inviteCode });
  const purse = { ADIT: MONEY };
  await fund(app.chain, [
    [ann, purse],
    [ben, purse],
    [dan, purse],
  ]);
});
afterAll(() => app?.stop());

test('a guest sees rules, an open round with the hash of its seed, and no result yet', async () => {
  const config = await ask(guest, 'GET /api/game/config', {});
  expect(config).toMatchObject({
    roundSeconds: 300,
    bettingSeconds: 270,
    payout: '5',
    minBet: '1',
    maxBet: '10000',
  });
  expect(config).toMatchObject({ referral: ['0.01', '0.005', '0.003'], rule: 'validator' });
  expect(config.lanes.map(({ coin }) => coin)).toEqual(['BTC', 'ETH', 'BNB', 'SQL', 'XRP', 'AOA']);
  expect(Number(config.returnToPlayer)).toBeCloseTo(5 / 6, 9);

  const now = await nextRound();
  const { opensAt, bettingEndsAt, drawsAt } = raceTimes(now.round);
  expect(now).toMatchObject({ state: 'open', totalStake: '0', myBets: [], drawBlock: null, previous: null });
  expect([now.opensAt, now.bettingEndsAt, now.drawsAt]).toEqual(
    [opensAt, bettingEndsAt, drawsAt].map((at) => at.toISOString()),
  );
  expect(now.seedHash).toMatch(/^0x[0-9a-f]{64}$/);
  for (const name of ['GET /api/game/ranking', 'GET /api/game/speed'] as const) {
    expect(await guest.send(name, {})).toMatchObject({ status: 404, code: 404 });
    expect(await guest.send(name, { round: String(now.round) })).toMatchObject({ code: 404 });
    expect(await guest.send(name, { round: 'x' })).toMatchObject({ code: 400 });
  }
  expect(await guest.send('GET /api/game/record', {})).toMatchObject({ code: 401 });
  expect(await guest.send(COINING, { round: now.round, bets: [{ lane: 1, amount: '1' }] })).toMatchObject({
    code: 401,
  });
});

test('a whole round: bets, the live stakes, the draw, what everybody gets, records and receipts', async () => {
  const { round, seedHash: published } = await nextRound();
  const events = new Set<string>();
  const leaving = new AbortController();
  const stream = await fetch(`${app.url}/api/events`, {
    headers: { authorization: `Bearer ${ben.token}` },
    signal: leaving.signal,
  });
  const listening = (async () => {
    for await (const part of stream.body ?? [])
      for (const [, topic] of Buffer.from(part)
        .toString()
        .matchAll(/^event: (\w+)$/gm))
        events.add(topic as string);
  })().catch(() => undefined);

  const every = [1, 2, 3, 4, 5, 6].map((lane) => ({ lane, amount: String(lane) }));
  const key = randomUUID();
  const first = await bet(ben, round, every, key);
  expect(first.data).toEqual({ round, bets: every, balance: minus(MONEY, '21') });
  const again = await bet(ben, round, every, key);
  expect([again.text, again.headers.get('idempotent-replay')]).toEqual([first.text, 'true']);
  expect(await bet(ben, round, [{ lane: 1, amount: '2' }], key)).toMatchObject({ code: 409 });
  await places(
    ben,
    round,
    [{ lane: 6, amount: '0.5' }].map((one) => ({ ...one, amount: '1.5' })),
  );
  await places(dan, round, [{ lane: 2, amount: '10' }]);
  const seen = await opening(ben);
  expect(seen.totalStake).toBe('32.5');
  const early = await guest.send('GET /api/game/ranking', { round: String(round) });
  expect(early).toMatchObject({ status: 404, data: { state: 'waiting' } });
  expect(seen.lanes.map(({ stake }) => stake)).toEqual(['1', '12', '3', '4', '5', '7.5']);
  expect(seen.myBets).toEqual([...every.slice(0, 5), { lane: 6, amount: '7.5' }]);
  await vi.waitFor(() => expect(events).toEqual(new Set(['race', 'balance'])), 5000);

  const next = await nextRound();
  leaving.abort();
  await listening;
  const result = await ask(guest, 'GET /api/game/ranking', { round: String(round) });
  expect(await ask(guest, 'GET /api/game/ranking', {})).toEqual(result);
  expect(result.seedHash).toBe(published);
  expect(seedHash(result.seed)).toBe(published);
  const { txHash, seed } = result;
  expect(result.hash).toBe(drawHash('validator', { txHash, seed, round: raceId(round) }));
  expect(result.ranking).toEqual(raceRanking(result.hash));
  const champion = result.champion;
  expect(champion).toBe(result.ranking[0]);
  const benOn = champion === 6 ? '7.5' : String(champion);
  const danOn = champion === 2 ? '10' : '0';
  const times5 = (amount: string) => fromUnits(5n * toUnits(amount));
  expect(result.winnersStake).toBe(seen.lanes[champion - 1]?.stake);
  expect(result).toMatchObject({ round, totalStake: '32.5', profitAndLoss: null, rule: 'validator' });
  const leaders = [
    { address: maskAddress(ben.wallet.address), stake: '22.5', payout: times5(benOn) },
    ...(champion === 2 ? [{ address: maskAddress(dan.wallet.address), stake: '10', payout: '50' }] : []),
  ];
  expect(result.leaders).toEqual(leaders.toSorted((a, b) => Number(b.payout) - Number(a.payout)));
  expect((await ask(ben.api, 'GET /api/game/ranking', {})).profitAndLoss).toBe(minus(times5(benOn), '22.5'));
  const speed = await ask(guest, 'GET /api/game/speed', { round: String(round) });
  const ends = speed.lanes.map(({ lane, distances }) => ({ lane, end: distances.at(-1) ?? 0 }));
  expect(ends.toSorted((a, b) => b.end - a.end).map(({ lane }) => lane)).toEqual(result.ranking);

  expect(await balance(ben.api)).toBe(fromUnits(toUnits(minus(MONEY, '22.5')) + toUnits(times5(benOn))));
  expect(await balance(dan.api)).toBe(fromUnits(toUnits(minus(MONEY, '10')) + toUnits(times5(danOn))));
  // A hundredth of Ben's stakes; nobody is above Dan.
  expect(await balance(ann.api)).toBe('10100.225');
  expect((await opening(ben)).previous).toEqual({
    ...{ round, state: 'settled', champion, ranking: result.ranking },
    ...{ stake: '22.5', payout: times5(benOn) },
  });
  expect(next.previous).toMatchObject({ round, stake: '0', payout: '0' });
  const record = await ask(ben.api, 'GET /api/game/record', {});
  expect(record).toEqual({
    items: [
      {
        ...{ round, bets: seen.myBets, stake: '22.5', champion, ranking: result.ranking, state: 'settled' },
        ...{ payout: times5(benOn), profit: minus(times5(benOn), '22.5') },
      },
    ],
    nextCursor: null,
  });
  expect((await history(ben.api, { category: 'race' })).map(({ amount }) => amount)).toEqual([
    times5(benOn),
    '-1.5',
    '-21',
  ]);

  const [earned] = (await ask(ann.api, 'GET /api/user/earnings', {})).items;
  expect(earned).toMatchObject({ source: 'race', coin: 'ADIT', amount: '0.225' });
  const receipt = await ask(ann.api, 'GET /api/user/earnings/receipt', { entry: earned?.entry ?? '' });
  expect(receipt.items).toEqual([
    {
      ...{ address: maskAddress(ben.wallet.address), level: 1, base: '22.5', rate: '0.01', amount: '0.225' },
      time: receipt.items[0]?.time,
    },
  ]);
  const { summary } = await ask(ann.api, 'GET /api/user/invites', {});
  expect(summary).toMatchObject({ totalEarnings: '0.225', subTeamPerformance: '22.5' });
});

test('what is malformed, too small, too late, too much or beyond the bank is refused and costs nothing', async () => {
  const { round } = await nextRound();
  const before = await Promise.all([ann, ben, dan].map(({ api }) => balance(api)));
  await expectMalformed(ann.api, COINING, [
    { round, bets: [] },
    { round, bets: [{ lane: 0, amount: '1' }] },
    { round, bets: [{ lane: 7, amount: '1' }] },
    { round, bets: [{ lane: 1, amount: 1 }] },
    { round, bets: [1, 1].map((lane) => ({ lane, amount: '1' })) },
    { round: String(round), bets: [{ lane: 1, amount: '1' }] },
    { bets: [{ lane: 1, amount: '1' }] },
  ]);
  for (const amount of ['0', '0.99', '10000.1', '1.0000000000000000001'])
    expect(await bet(ann, round, [{ lane: 1, amount }])).toMatchObject({ status: 400, code: 1302 });
  for (const other of [round - 1, round + 1])
    await expectInEveryLanguage(ann.api, COINING, { round: other, bets: [{ lane: 1, amount: '1' }] }, 1501);
  const much = await bet(poor, round, [{ lane: 1, amount: '1' }]);
  expect(much).toMatchObject({ code: 1301, data: { coin: 'ADIT', balance: '0', amount: '1' } });
  await ask(poor.api, 'POST /api/user/limits', { dailyBetLimit: '5' });
  expect(await bet(poor, round, [{ lane: 1, amount: '5.5' }])).toMatchObject({
    ...{ status: 403, code: 1504, data: { reason: 'limit', dailyBetLimit: '5', spentToday: '0' } },
  });
  await ask(poor.api, 'POST /api/user/limits', { pauseDays: 1 });
  const paused = await bet(poor, round, [{ lane: 1, amount: '1' }]);
  expect(paused).toMatchObject({ code: 1504, data: { reason: 'paused' } });
  expect(await Promise.all([ann, ben, dan].map(({ api }) => balance(api)))).toEqual(before);

  // The bank has about 100,000: two stakes of 10,000 on one lane may cost it 80,360.
  for (const who of [ann, ben]) await places(who, round, [{ lane: 1, amount: '10000' }]);
  expect(await bet(ann, round, [{ lane: 1, amount: '1' }])).toMatchObject({ code: 1302 });
  await expectInEveryLanguage(dan.api, COINING, { round, bets: [{ lane: 1, amount: '9000' }] }, 1503);
  expect(await balance(dan.api)).toBe(before[2]);
  await places(dan, round, [{ lane: 2, amount: '9000' }]);

  const { bettingEndsAt, serverTime } = await opening(dan);
  await skip(app.url, Math.ceil((Date.parse(bettingEndsAt) - Date.parse(serverTime)) / 1000));
  expect((await opening(dan)).state).toBe('closed');
  expect(await bet(dan, round, [{ lane: 3, amount: '1' }])).toMatchObject({ status: 409, code: 1501 });
  const pending = (await ask(dan.api, 'GET /api/game/record', {})).items[0];
  expect(pending).toMatchObject({ round, state: 'closed', champion: null, payout: '0', profit: '0' });
  await nextRound();
  expect((await ask(dan.api, 'GET /api/game/record', {})).items[0]).toMatchObject({
    round,
    state: 'settled',
  });
  const page = await ask(dan.api, 'GET /api/game/record', { limit: '1' });
  const rest = await ask(dan.api, 'GET /api/game/record', { limit: '1', cursor: page.nextCursor ?? '' });
  expect([...page.items, ...rest.items].map((one) => one.round)).toEqual(
    (await ask(dan.api, 'GET /api/game/record', {})).items.map((one) => one.round),
  );
  expect(rest.nextCursor).toBeNull();
});

test("the operator's checks find nothing that differs", async () => {
  for (const area of ['ledger', 'race', 'team']) {
    const { code, stderr, stdout } = await operate(app.dataDir, area, 'check');
    expect([area, code, stderr, stdout]).toEqual([area, 0, '', expect.stringMatching(/\S/)]);
  }
});
