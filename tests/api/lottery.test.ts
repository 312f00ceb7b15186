/**
 * The lottery over HTTP: who may guess, what it costs, the draw, where the pool goes, and what happens when it is
 * switched off.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Output } from '#contract';
import { expectInEveryLanguage, expectMalformed, expectReplayed, walk } from '#tests/support/answers.ts';
import * as bank from '#tests/support/bank.ts';
import * as clock from '#tests/support/clock.ts';
import { expectSound } from '#tests/support/command.ts';
import { hear } from '#tests/support/event-stream.ts';
import * as games from '#tests/support/games.ts';
import { client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { DAY, VERIFIED_AT_ONCE, type Person, ask, newcomer, verify } from '#tests/support/person.ts';
import { fold, minus, plus, sum } from '#tests/support/sums.ts';
import * as sums from '#tests/support/sums.ts';

type Round = Output<'GET /api/mining/bet/list'>['items'][number];

const BET = 'POST /api/mining/bet';

let app: LocalApp;
/** Permanent miners: ann and ben have ADIT; cat has none and was activated by inviting somebody. */
let ann: Person;
let ben: Person;
let cat: Person;
let trial: Person;
/** The round of the first guesses. */
let day: string;
let closesAt: number;

const guess = games.guessed;
const indexOf = (person?: Person) => games.lotteryOf(app.url, person);
const roundsOf = (person?: Person, size = 100): Promise<Round[]> =>
  walk(size, (query) => ask(person?.api ?? client(app.url), 'GET /api/mining/bet/list', query));
const pass = (seconds: number) => clock.pass(app.url, seconds, ann, ben, cat, trial);
const nth = (n: number) => [Math.floor(n / 100), Math.floor(n / 10) % 10, n % 10];
const same = (a: readonly number[], b: readonly number[] | null) => a.join() === b?.join();
const hits = (all: readonly (readonly number[])[], drawn: Round['drawn']) =>
  all.filter((one) => same(one, drawn)).length;

/** A settled round's figures are consistent with each other and with these guesses. */
async function expectFair(
  round: Round,
  miners: number,
  guesses: readonly (readonly number[])[],
  paid: number,
): Promise<void> {
  const { pool, carried, issued, winners, share, rolledOver, drawn, hash } = round;
  expect([issued, round.paid, round.guesses]).toEqual([String(2 * miners), String(2 * paid), guesses.length]);
  expect(pool).toBe(sum([carried, issued, round.paid]));
  if (guesses.length > 0) {
    await games.expectTrue(app.chain, `lottery:${round.round}`, Date.parse(round.closesAt), round);
    expect(drawn).toEqual(games.digitsOf(hash ?? ''));
  } else expect([drawn, hash, round.seed]).toEqual([null, null, null]);
  expect(winners).toBe(hits(guesses, drawn));
  expect(share).toBe(winners === 0 ? '0' : sums.part(pool, 1n, BigInt(winners)));
  expect(rolledOver).toBe(minus(pool, fold(share, winners)));
}

beforeAll(async () => {
  app = await openApp(VERIFIED_AT_ONCE);
  await clock.skipToNoon(app.url);
  [ann, ben, trial] = await bank.richPeople(app.url, app.chain, [
    { ADIT: '100', USDT: '10' },
    { ADIT: '100', USDT: '10' },
    { ADIT: '100' },
  ]);
  cat = await newcomer(app.url);
  const invited = await newcomer(app.url, { inviteCode: cat.user.inviteCode });
  await Promise.all([verify(cat.api), verify(invited.api)]);
});
afterAll(() => app?.stop());

describe('today’s round', () => {
  test('closes at 20:00 in Singapore; a guest sees it with the hash of its seed', async () => {
    const index = await indexOf();
    closesAt = Date.parse(index.closesAt);
    day = clock.singaporeDay(closesAt);
    expect(closesAt).toBe(games.closeAfter(Date.parse(index.serverTime)));
    expect(index).toEqual({
      ...{
        round: day,
        closesAt: `${day}T12:00:00.000Z`,
        guessesUntil: `${day}T11:59:30.000Z`,
        drawBlock: null,
        pool: '0',
        rolledOver: '0',
        maxPaidPool: '1800',
        miners: 0,
      },
      ...{ guessPrice: '2', freeGuesses: 1, maxGuesses: 10, myGuesses: [], participationAmount: '0' },
      ...{ eligible: false, rule: 'validator', previous: null, serverTime: index.serverTime },
      seedHash: index.seedHash,
    });
    expect(index.seedHash).toMatch(/^0x[0-9a-f]{64}$/);
    const over = await ask(client(app.url), 'GET /api/mining/bet/list', {});
    // The skip to noon may or may not have passed the close of a round, depending on the day.
    expect(over.items.map(({ round, guesses }) => [round < day, guesses])).toEqual(
      over.items.map(() => [true, 0]),
    );
    expect(over.nextCursor).toBeNull();
  });

  test('is for permanent miners only', async () => {
    expect(await guess(trial, 1, 2, 3)).toMatchObject({ status: 403, code: 1502 });
    await expectInEveryLanguage(trial.api, BET, { numbers: [1, 2, 3] }, 1502);
    expect(await guess(trial, 1, 2)).toMatchObject({ code: 400 });
    expect(await client(app.url).send(BET, { numbers: [1, 2, 3] })).toMatchObject({ status: 401, code: 401 });
    expect(await indexOf(trial)).toMatchObject({ eligible: false, myGuesses: [], miners: 0 });
  });

  test('has 2 ADIT in its pool for each of them', async () => {
    for (const { api } of [ann, ben, cat]) await ask(api, 'POST /api/mining/claim1', {});
    await pass(DAY);
    for (const [{ api }, method] of [
      [ann, 'usdt'],
      [ben, 'usdt'],
      [cat, 'invite'],
    ] as const) {
      await ask(api, 'POST /api/mining/claim', {});
      await ask(api, 'POST /api/mining/buy', { method });
    }
    expect(await indexOf(cat)).toMatchObject({ eligible: true, miners: 3, pool: '6', rolledOver: '0' });
    expect(await indexOf()).toMatchObject({ eligible: false, miners: 3, pool: '6' });
  });
});

describe('a guess', () => {
  test('must have exactly three digits', async () => {
    const short = [[], [1], [7, 7], [1, 2, 3, 4], [[1, 2, 3]]];
    const wrong = [[10, 0, 0], [-1, 2, 3], [1.5, 2, 3], ['7', '7', '7'], [1, null, 3], '777', 777, null];
    const inputs = [...short, ...wrong].map((numbers) => ({ numbers }));
    await expectMalformed(ann.api, BET, [...inputs, {}, { numbers: [1, 2, 3], round: day }]);
    expect(await indexOf(ann)).toMatchObject({ myGuesses: [], participationAmount: '0', pool: '6' });
  });

  test('is free once per round and then costs 2 ADIT, up to ten; the same digits count twice', async () => {
    const before = await games.adit(ann);
    day = (await indexOf()).round;
    closesAt = Date.parse((await indexOf()).closesAt);
    for (let n = 0; n < 10; n += 1) {
      const { data } = await guess(ann, 7, 0, n < 2 ? 7 : n);
      expect(data).toMatchObject({
        participationAmount: String(2 * n),
        pool: String(6 + 2 * n),
        eligible: true,
      });
      expect((data as { myGuesses: unknown[] }).myGuesses).toHaveLength(n + 1);
    }
    const data = { reason: 'guesses', maxGuesses: 10 };
    const message = 'You’ve used all 10 guesses in this round. Nothing was charged. Join the next one.';
    expect(await guess(ann, 1, 1, 1)).toMatchObject({ status: 403, code: 1504, message, data });
    await expectInEveryLanguage(ann.api, BET, { numbers: [1, 1, 1] }, 1504);
    expect(await games.adit(ann)).toBe(minus(before, '18'));
    const rows = await bank.history(ann.api, { category: 'lottery' });
    const shown = rows.map(
      ({ coin, amount, state, detail }) => `${coin} ${amount} ${state} ${detail?.what} ${detail?.round}`,
    );
    expect(shown).toEqual(Array(9).fill(`ADIT -2 confirmed guess ${day}`));
    const { myGuesses } = await indexOf(ann);
    const digits = myGuesses.map((one) => one.join('')).toSorted();
    expect(digits.join(' ')).toBe('702 703 704 705 706 707 707 707 708 709');
  });

  test('counts once when tapped twice; parallel ones stop at ten, one of them free', async () => {
    const key = randomUUID();
    const tap = () => ben.api.call(BET, { numbers: [1, 2, 3] }, { key });
    const before = await games.adit(ben);
    const leaving = new AbortController();
    const guest = await hear(app.url, leaving.signal);
    expectReplayed(await Promise.all([tap(), tap(), tap()]));
    expect(await ben.api.call(BET, { numbers: [3, 2, 1] }, { key })).toMatchObject({
      status: 409,
      code: 409,
    });
    expect(await indexOf(ben)).toMatchObject({ myGuesses: [[1, 2, 3]], participationAmount: '0' });
    await vi.waitFor(() => expect(guest()).toContain('event: lottery'));
    leaving.abort();
    const answers = await Promise.all(Array.from({ length: 15 }, (_, n) => guess(ben, ...nth(100 + n))));
    const codes = answers.map(({ code }) => code).toSorted((x, y) => x - y);
    expect(codes).toEqual([...Array<number>(9).fill(0), ...Array<number>(6).fill(1504)]);
    expect(await indexOf(ben)).toMatchObject({ participationAmount: '18', pool: '42' });
    expect(await games.adit(ben)).toBe(minus(before, '18'));
  });

  test('that is not free needs the money', async () => {
    const { api } = cat;
    const balance = await games.adit(cat);
    // Moves her output elsewhere.
    await ask(api, 'POST /api/stake/stake', { amount: minus(balance, '1.999999999999999999') });
    expect(await guess(cat, 0, 0, 0)).toMatchObject({ code: 0 });
    const data = { coin: 'ADIT', balance: '1.999999999999999999', amount: '2' };
    expect(await guess(cat, 0, 0, 1)).toMatchObject({ status: 409, code: 1301, data });
    expect(await indexOf(cat)).toMatchObject({ myGuesses: [[0, 0, 0]], pool: '42' });
  });
});

describe('guessing', () => {
  test('closes 30 s before 20:00, and at once when the chain has come so far', async () => {
    const { provider } = app.chain;
    // Anyone without a permanent miner is told so for as long as the round takes guesses.
    await clock.skipTo(app.url, closesAt - 60_000);
    expect(await guess(trial, 1, 2, 3)).toMatchObject({ code: 1502 });
    await provider.send('evm_setNextBlockTimestamp', [closesAt / 1000 - 31]);
    await provider.send('anvil_mine', ['0x1']);
    expect(await guess(trial, 1, 2, 3)).toMatchObject({ code: 1502 });
    await provider.send('evm_setNextBlockTimestamp', [closesAt / 1000 - 30]);
    await provider.send('anvil_mine', ['0x1']);
    expect(await guess(trial, 1, 2, 3)).toMatchObject({ status: 409, code: 1501 });
    await clock.skipTo(app.url, closesAt - 29_000);
    expect(await guess(trial, 1, 2, 3)).toMatchObject({ status: 409, code: 1501 });
  });
});

describe('the draw', () => {
  let settled: Round;

  test('uses the first qualifying block, and the next round begins', async () => {
    const all = (await Promise.all([ann, ben, cat].map(indexOf))).flatMap(({ myGuesses }) => myGuesses);
    const { seedHash } = await indexOf();
    await clock.skipTo(app.url, closesAt + 1000);
    const next = await indexOf(ann);
    expect(next).toMatchObject({
      round: clock.singaporeDay(closesAt, 1),
      myGuesses: [],
      participationAmount: '0',
    });
    settled = (await roundsOf()).find(({ round }) => round === day) as Round;
    expect(settled).toMatchObject({
      state: 'settled',
      seedHash,
      rule: 'validator',
      closesAt: new Date(closesAt).toISOString(),
    });
    await expectFair(settled, 3, all, 18);
    const { round, drawn, winners, share } = settled;
    expect(next.previous).toMatchObject({ round, state: 'settled', drawn, winners, share });
    expect(next).toMatchObject({ rolledOver: settled.rolledOver, pool: plus(settled.rolledOver, '6') });
  });

  test('shows everybody their own guesses and rewards', async () => {
    for (const person of [ann, ben, cat]) {
      const mine = (await roundsOf(person)).find(({ round }) => round === day);
      const { myGuesses = [], myReward } = mine ?? {};
      expect(myReward).toBe(fold(settled.share, hits(myGuesses, settled.drawn)));
      expect((await indexOf(person)).previous).toMatchObject({ myGuesses, myReward });
      await bank.expectAddsUp(person.api);
    }
    expect(settled).toMatchObject({ myGuesses: [], myReward: '0' });
  });

  test('counts a guess after the close for the next round', async () => {
    const { data } = await guess(cat, 5, 5, 5);
    expect(data).toMatchObject({
      round: clock.singaporeDay(closesAt, 1),
      myGuesses: [[5, 5, 5]],
      participationAmount: '0',
    });
  });
});

describe('skipped days', () => {
  test('have their rounds in order, each with what the previous one carried over', async () => {
    await pass(3 * DAY);
    await guess(ann, 9, 9, 9);
    await guess(ann, 9, 9, 8);
    await pass(DAY);
    const rounds = (await roundsOf(ann)).toReversed();
    const from = rounds.findIndex(({ round }) => round === day);
    const later = rounds.slice(from);
    expect(later.map(({ round }) => round)).toEqual(
      [0, 1, 2, 3, 4].map((n) => clock.singaporeDay(closesAt, n)),
    );
    for (const [i, round] of later.entries())
      if (i > 0) {
        expect([round.round, round.carried]).toEqual([round.round, later[i - 1]?.rolledOver]);
        const guesses =
          {
            1: [[5, 5, 5]],
            4: [
              [9, 9, 9],
              [9, 9, 8],
            ],
          }[i] ?? [];
        await expectFair(round, 3, guesses, i === 4 ? 1 : 0);
      }
    expect(await indexOf()).toMatchObject({ pool: plus(later.at(-1)?.rolledOver ?? '', '6'), miners: 3 });
    for (const size of [1, 2, 3]) expect((await roundsOf(ann, size)).toReversed()).toEqual(rounds);
    const one = await ask(client(app.url), 'GET /api/mining/bet/list', { round: day });
    expect(one.items.map(({ round }) => round)).toEqual([day]);
    const none = await ask(client(app.url), 'GET /api/mining/bet/list', { round: '2020-01-01' });
    expect(none.items).toEqual([]);
    for (const query of [
      { round: 'today' },
      { round: '2026-02-30' },
      { round: '0000-01-01' },
      { cursor: 'nowhere' },
      { cursor: Buffer.from('lottery.0000-01-01').toString('base64url') },
      { limit: '101' },
    ])
      expect([query, await client(app.url).send('GET /api/mining/bet/list', query)]).toMatchObject([
        query,
        { status: 400 },
      ]);
  });
});

describe('switched off', () => {
  test('it takes no guesses, and draws the guesses made before', async () => {
    await guess(ann, 5, 5, 5);
    await guess(ann, 5, 5, 6);
    const before = await indexOf(ann);
    await app.restart({ LOTTERY: 'off' });
    expect(await guess(ann, 1, 1, 1)).toMatchObject({ status: 403, code: 403 });
    expect((await indexOf(ann)).pool).toBe(before.pool);
    await clock.skipTo(app.url, Date.parse(before.closesAt) + 1000);
    await pass(DAY);
    const [off, last] = await roundsOf();
    expect(last?.round).toBe(before.round);
    await expectFair(last as Round, 3, before.myGuesses, 1);
    const carried = last?.rolledOver;
    expect(off).toMatchObject({ state: 'settled', issued: '0', carried, rolledOver: carried });
  });
});

test('all money adds up at the end', async () => {
  for (const { api } of [ann, ben, cat, trial]) await bank.expectAddsUp(api);
  await expectSound(app.dataDir);
});
