// Lottery rounds that end: prizes, refunds, missed days, crashes and several processes, and any
// sequence of days against a simple model.
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { inTransaction } from '#server/db/client.ts';
import { foldTeams } from '#server/features/team/team.changes.ts';
import { checkTeams } from '#server/features/team/team.check.ts';
import { teamCounts } from '#server/features/team/team.repository.ts';
import { take } from '#server/jobs/queue.ts';
import { audit } from '#server/ledger/audit.ts';
import { balances, systemBalance } from '#server/ledger/read.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { type Act, lotteryModel } from '#tests/support/lottery-model.ts';
import {
  emptyLottery,
  endDraw,
  lotteryDifferences,
  lotteryFixture,
  makeMiners,
} from '#tests/support/lottery.ts';
import type { Account } from '#tests/support/staking.ts';
import { findRound, finishedRounds } from './lottery.repository.ts';

removeClusterAtEnd();

const DAY = 86_400_000;
const COIN = 10n ** 18n;

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ who: fc.nat(3), number: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ end: fc.oneof(fc.nat(3), fc.constant('void' as const)) }) },
  { weight: 1, arbitrary: fc.record({ wait: fc.integer({ min: 1, max: 3 }) }) },
);

onPostgres((open) => {
  const time = { now: 0 };
  /** Each test has its own days: the ledger remembers what was issued for a day. */
  let begin = Date.parse('2027-01-01T12:00:00Z');
  let people: Account[] = [];
  const db = () => open().kysely;
  let house = lotteryFixture(open, time);
  /** The round that closes this many days after the first one. */
  const day = (n: number) => new Date(begin + (n + 1) * DAY).toISOString().slice(0, 10);

  beforeEach(async () => {
    await emptyLottery(db());
    begin += 100 * DAY;
    time.now = begin;
    house = lotteryFixture(open, time);
  });

  const come = async (...inviters: (number | null)[]) =>
    (people = await makeMiners(db(), inviters, toUnits('100')));
  const id = (n: number) => people[n]?.id ?? 0n;
  const held = async (n: number) => (await balances(db(), id(n))).get('ADIT') ?? 0n;
  const round = async (n: number) => (await findRound(db(), day(n))) ?? expect.fail(`no round ${day(n)}`);
  /** The next 20:00, and the round that it closes. */
  const toClose = (n: number) => (time.now = begin + (n + 1) * DAY);
  const sound = async () => {
    expect(await lotteryDifferences(db(), people)).toEqual([]);
    expect(await audit(db())).toEqual([]);
  };

  test('winners share what carried over, was paid and was issued; the remainder is carried over', async () => {
    await come(null, 0, 1, null);
    await house.prepare();
    for (const [n, number] of [
      [0, 123],
      [1, 123],
      [1, 5],
      [2, 123],
      [2, 123],
      [3, 124],
    ] as const)
      await house.guess(id(n), number);
    const carried = (await round(0)).carried ?? 0n;
    toClose(0);
    await house.prepare();
    await endDraw(db(), day(0), 123);
    await house.settle();
    // Two guesses were paid for, and four miners added 2 ADIT each: four shares.
    const pot = carried + toUnits('4') + toUnits('8');
    expect(await round(0)).toMatchObject({
      ...{ state: 'settled', drawn: 123, winners: 4, share: pot / 4n, rolled: pot % 4n, miners: 4 },
    });
    expect(await round(1)).toMatchObject({ state: 'open', carried: pot % 4n });
    expect([await held(0), await held(2), await held(3)]).toEqual([
      ...[100n * COIN + pot / 4n, 98n * COIN + (pot / 4n) * 2n, 100n * COIN],
    ]);
    expect(house.notified).toEqual(expect.arrayContaining(['lottery', id(0), id(1), id(2)]));
    const [level1, level2] = [...(await teamCounts(db(), id(0)))];
    expect([level1?.bets, level2?.bets]).toEqual([toUnits('2'), toUnits('2')]);
    await foldTeams(db());
    const wrong = (await checkTeams(db())).filter(({ what }) => what === 'bets');
    expect(wrong).toEqual([]);
    await sound();
  });

  test('a void round refunds payments, to the account and to its limit, and carries the rest over', async () => {
    await come(null, 0);
    await house.prepare();
    for (const n of [0, 0, 0, 1, 1]) await house.guess(id(n), 50);
    const { carried } = await round(0);
    toClose(0);
    await house.prepare();
    time.now += 6 * 3_600_000;
    await endDraw(db(), day(0), 'void');
    await house.settle();
    await house.settle();
    expect(await round(0)).toMatchObject({
      state: 'void',
      drawn: null,
      rolled: (carried ?? 0n) + toUnits('4'),
    });
    expect([await held(0), await held(1)]).toEqual([100n * COIN, 100n * COIN]);
    const spent = await db().selectFrom('play_limits').select('spent').execute();
    expect(spent).toEqual([{ spent: 0n }, { spent: 0n }]);
    expect((await teamCounts(db(), id(0))).map(({ bets }) => bets)).toEqual([]);
    await sound();
  });

  test('after days without a server every close is booked once, for the miners of its time, and rounds end in order', async () => {
    await come(null, null);
    await house.prepare();
    await house.guess(id(0), 77);
    await house.guess(id(0), 78);
    const { carried } = await round(0);
    time.now = begin + 5 * DAY + 1;
    house = lotteryFixture(open, time);
    // The chain is only queried after the closes, and answers late.
    await Promise.all([
      house.prepare(),
      lotteryFixture(open, time).prepare(),
      lotteryFixture(open, time).prepare(),
    ]);
    await house.settle();
    expect((await finishedRounds(db(), { limit: 9 })).length).toBe(0);
    expect(await round(4)).toMatchObject({ state: 'closed', carried: null, issued: toUnits('4') });
    expect(await round(5)).toMatchObject({ state: 'open', carried: null });
    await endDraw(db(), day(0), 500);
    await house.settle();
    const ended = await finishedRounds(db(), { limit: 9 });
    expect(ended.map((one) => [one.round, one.rolled, one.drawn])).toEqual(
      [4, 3, 2, 1, 0].map((n) => [
        ...[day(n), (carried ?? 0n) + toUnits('2') + BigInt(n + 1) * toUnits('4'), n ? null : 500],
      ]),
    );
    expect(await round(5)).toMatchObject({ state: 'open', carried: ended[0]?.rolled });
    await sound();
  });

  test('a draw that ends before that of the previous day waits for it', async () => {
    await come(null, null);
    await house.prepare();
    await house.guess(id(0), 1);
    toClose(0);
    await house.prepare();
    await house.guess(id(1), 2);
    toClose(1);
    await house.prepare();
    await endDraw(db(), day(1), 2);
    await house.settle();
    expect(await round(1)).toMatchObject({ state: 'closed', drawn: null });
    expect(await held(1)).toBe(100n * COIN);
    const { carried } = await round(0);
    await endDraw(db(), day(0), 999);
    await house.settle();
    expect(await round(1)).toMatchObject({ state: 'settled', winners: 1, rolled: 0n });
    expect(await held(1)).toBe(100n * COIN + (carried ?? 0n) + toUnits('8'));
    await sound();
  });

  test('while the lottery is switched off, nothing is issued for days on which nobody could guess', async () => {
    await come(null);
    await house.prepare();
    await house.guess(id(0), 10);
    toClose(2);
    house = lotteryFixture(open, time, { open: false });
    await house.prepare();
    await endDraw(db(), day(0), 11);
    await house.settle();
    expect((await finishedRounds(db(), { limit: 9 })).map(({ issued }) => issued)).toEqual([
      0n,
      0n,
      toUnits('2'),
    ]);
    await sound();
  });

  test('the check reports changes that bypass the lottery', async () => {
    await come(null, null);
    await house.prepare();
    await house.guess(id(0), 10);
    await house.guess(id(1), 11);
    await house.guess(id(1), 11);
    toClose(0);
    await house.prepare();
    await endDraw(db(), day(0), 11);
    await house.settle();
    await sound();
    await db().updateTable('lottery_guesses').set({ number: 11 }).where('user_id', '=', id(0)).execute();
    const change = { carried: 5n, carried_issued: 4n };
    await db().updateTable('lottery_rounds').set(change).where('round', '=', day(1)).execute();
    const tooMuch = db()
      .updateTable('lottery_rounds')
      .set({ carried_issued: 6n })
      .where('round', '=', day(1))
      .execute();
    await expect(tooMuch).rejects.toThrow('lottery_rounds_carried_issued');
    const found = await lotteryDifferences(db(), people);
    expect(found).toEqual([
      expect.stringContaining(`round ${day(0)}, lottery_prize: `),
      expect.stringContaining(`round ${day(0)}, winners: 2 is stored, 3 follows`),
      expect.stringContaining(`round ${day(1)}, carried: 0.000000000000000005 is stored`),
      `round ${day(1)}, carried_issued: 0.000000000000000004 is stored, 0 follows`,
      expect.stringContaining('pool: '),
    ]);
  });

  test('a crash after any batch, or in the middle of one, loses nothing and pays nothing twice', async () => {
    house = lotteryFixture(open, time, { batch: 2 });
    await come(null, 0, 1, null, 3);
    await house.prepare();
    for (const [n, number] of [
      [0, 1],
      [0, 2],
      [1, 2],
      [2, 2],
      [3, 1],
      [4, 2],
      [4, 2],
    ] as const)
      await house.guess(id(n), number);
    toClose(0);
    await house.prepare();
    await endDraw(db(), day(0), 2);
    const work = house.jobs()['lottery.settle'];
    const step = (crash: boolean) =>
      inTransaction(db(), async (tx) => {
        const job = await take(tx, new Date(time.now));
        await work?.(tx, job ?? expect.fail('no job waits'), new Date(time.now));
        if (crash) throw new Error('the process is gone');
      });
    for (let steps = 0; (await round(0)).state === 'closed'; steps += 1) {
      const before = await round(0);
      await expect(step(true)).rejects.toThrow('the process is gone');
      expect(await round(0)).toEqual(before);
      await step(false);
      expect(await lotteryDifferences(db(), people)).toEqual([]);
      const wrong = (await checkTeams(db())).filter(({ what }) => what === 'bets');
      expect(wrong).toEqual([]);
      expect(steps).toBeLessThan(9);
    }
    expect(await round(0)).toMatchObject({ state: 'settled', winners: 5, batches: 4 });
    expect(await db().selectFrom('jobs').select('key').execute()).toEqual([]);
    await sound();
  });

  test('several processes that close, guess and settle in parallel handle each day once', async () => {
    await come(null, 0, 1, 2, 0, 1);
    const houses = [1, 2, 3].map((batch) => lotteryFixture(open, time, { batch: batch * 2 }));
    const runners = houses.map((one) => one.runner());
    await house.prepare();
    const start = await systemBalance(db(), 'lottery_pool', 'ADIT');
    for (let n = 0; n < 4; n += 1) {
      const guesses = people.flatMap(({ id: user }, i) =>
        [0, 1].map((k) => houses[(i + k) % 3]?.guess(user, (i + k) % 2).catch(() => undefined)),
      );
      toClose(n);
      await Promise.all([...guesses, ...houses.map((one) => one.prepare()), house.prepare()]);
      if ((await round(n)).guesses > 0) await endDraw(db(), day(n), n === 2 ? 'void' : n % 2);
      const next = people.map(({ id: user }, i) => houses[i % 3]?.guess(user, i % 2));
      await Promise.all([...next, ...[...runners, ...runners].map((one) => one.settle())]);
    }
    await Promise.all(runners.map((one) => one.stop()));
    const ended = await finishedRounds(db(), { limit: 9 });
    expect(ended.map((one) => one.round)).toEqual([day(3), day(2), day(1), day(0)]);
    expect(ended.map(({ issued }) => issued)).toEqual(ended.map(() => toUnits('12')));
    const all = await Promise.all(
      people.map(async ({ id: user }) => (await balances(db(), user)).get('ADIT')),
    );
    const sum = [...all, await systemBalance(db(), 'lottery_pool', 'ADIT')].reduce<bigint>(
      (a, b) => a + (b ?? 0n),
      0n,
    );
    expect(sum).toBe(start + toUnits('600') + toUnits('48'));
    await sound();
  });

  test('any sequence of days gives the results of a simple model, to the last unit', async () => {
    const course = fc.array(act, { minLength: 3, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(course, fc.integer({ min: 2, max: 5 }), async (acts, batch) => {
        await emptyLottery(db());
        time.now += 200 * DAY;
        const model = await lotteryModel(open(), time, batch);
        for (const one of acts) await model.play(one);
        await model.compare();
      }),
      { numRuns: 6 },
    );
  });
});
