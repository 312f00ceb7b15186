/** How limits apply to bets, on both databases: never exceeded, exact when many bet concurrently, and refunds count. */
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { makeUsers } from '#tests/support/ledger.ts';
import { lockPlay, readPlay, writeLimits } from './limits.repository.ts';
import { type Limits, NO_LIMITS, askLimit, limitsAt } from '#rules/limits.ts';

removeClusterAtEnd();

/** A minute before midnight in Singapore. */
const EVENING = new Date('2026-11-21T15:59:00Z');
const DAY = 86_400_000;
const at = (ms: number) => new Date(EVENING.getTime() + ms);

onPostgres((open) => {
  const db = () => open().kysely;
  let user = 0n;
  let other = 0n;
  beforeEach(async () => {
    [user = 0n, other = 0n] = await makeUsers(db(), 2);
  });

  const set = (limits: Partial<Limits>, who = user) =>
    inTransaction(db(), async (tx) => {
      await lockPlay(tx, who, EVENING);
      await writeLimits(tx, who, { ...NO_LIMITS, ...limits });
    });
  const check = async (amount: bigint, now = EVENING, who = user) => {
    const { rows } = await sql<{ why: string | null }>`
      select ${fn('play_check')}(${who}, ${amount}, ${now}) as why`.execute(db());
    return rows[0]?.why;
  };
  /** The data of a refused bet. */
  const refusal = async (why: string, now: Date): Promise<unknown> => {
    const { rows } = await sql<{ data: string }>`
      select ${fn('play_refusal')}(${user}, ${why}, ${now}) as data`.execute(db());
    return JSON.parse(rows[0]?.data ?? 'null');
  };
  const giveBack = (amount: bigint, placed: Date) =>
    sql`select ${fn('play_return_all')}(${[user]}, ${[amount]}, ${[placed]})`.execute(db());
  const spent = async (now = EVENING, who = user) => (await readPlay(db(), who, now)).spentToday;

  test('without a limit everything counts and nothing is refused; the day ends at midnight in Singapore', async () => {
    expect([await spent(), await check(5n), await check(7n)]).toEqual([0n, null, null]);
    expect([
      await spent(),
      await spent(at(59_999)),
      await spent(at(60_000)),
      await spent(EVENING, other),
    ]).toEqual([12n, 12n, 0n, 0n]);
    expect([await check(3n, at(60_000)), await spent(at(60_000))]).toEqual([null, 3n]);
    // A late bet of the previous day counts on the day that has begun.
    expect([await check(4n), await spent(at(60_000))]).toEqual([null, 7n]);
  });

  test('a limit is kept to the unit, and does not apply to free guesses', async () => {
    await set({ daily: 10n });
    expect([await check(11n), await check(10n), await check(1n), await check(0n)]).toEqual([
      'limit',
      null,
      'limit',
      null,
    ]);
    expect([await spent(), await refusal('limit', EVENING)]).toEqual([
      10n,
      { reason: 'limit', dailyBetLimit: '0.00000000000000001', spentToday: '0.00000000000000001' },
    ]);
    await set({ daily: 0n });
    expect([await check(1n, at(DAY)), await check(0n, at(DAY))]).toEqual(['limit', null]);
  });

  test('a raise takes effect at its time, not a millisecond before', async () => {
    await set({ daily: 10n, pending: 30n, pendingAt: at(1000) });
    expect([await check(11n, at(999)), await check(11n, at(1000)), await check(20n, at(1000))]).toEqual([
      'limit',
      null,
      'limit',
    ]);
    expect(await refusal('limit', at(1000))).toEqual({
      ...{ reason: 'limit', dailyBetLimit: '0.00000000000000003', spentToday: '0.000000000000000011' },
    });
    expect(await readPlay(db(), user, at(1000))).toMatchObject({
      daily: 30n,
      pending: null,
      pendingAt: null,
    });
  });

  test('a pause refuses both paid and free guesses until it ends', async () => {
    await set({ pausedUntil: at(1000) });
    expect([await check(1n, at(999)), await check(0n, at(999)), await check(1n, at(1000))]).toEqual([
      'paused',
      'paused',
      null,
    ]);
    expect(await refusal('paused', at(999))).toEqual({
      reason: 'paused',
      pausedUntil: at(1000).toISOString(),
    });
  });

  test('a refund is deducted from the day of the bet, and from no other', async () => {
    await set({ daily: 10n });
    await check(10n);
    await giveBack(4n, at(-1000));
    expect([await spent(), await check(5n), await check(4n)]).toEqual([6n, 'limit', null]);
    await check(2n, at(60_000));
    await giveBack(4n, EVENING);
    expect(await spent(at(60_000))).toBe(2n);
    await sql`select ${fn('play_return_all')}(${[user, other, user]}, ${[1n, 1n, 1n]}, ${[at(60_000), at(60_000), EVENING]})`.execute(
      db(),
    );
    expect([await spent(at(60_000)), await spent(at(60_000), other)]).toEqual([1n, 0n]);
  });

  test('what is counted and then refused is taken back, also if it counted on a day that had begun meanwhile', async () => {
    await set({ daily: 10n });
    await check(3n, at(60_000));
    await check(4n);
    await sql`select ${fn('play_uncheck')}(${user}, 4)`.execute(db());
    expect(await spent(at(60_000))).toBe(3n);
  });

  test('of many parallel bets no more pass than the limit allows', async () => {
    await set({ daily: 10n });
    const answers = await Promise.all(Array.from({ length: 12 }, () => check(3n)));
    expect(answers.filter((why) => why === null)).toHaveLength(3);
    expect(await spent()).toBe(9n);
  });

  test('over any history it decides as the rules do', async () => {
    const wait = fc.oneof(fc.nat(600_000), fc.constant(DAY), fc.nat(2 * DAY));
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ wait, bet: fc.bigInt({ min: 0n, max: 6n }) }) },
      {
        weight: 1,
        arbitrary: fc.record({ wait, ask: fc.option(fc.bigInt({ min: 0n, max: 12n }), { freq: 6 }) }),
      },
    );
    const dayOf = (time: Date) => Math.floor((time.getTime() + 8 * 3_600_000) / DAY);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
        const [who = 0n] = await makeUsers(db(), 1);
        let now = EVENING;
        let limits = NO_LIMITS;
        let day = { day: 0, spent: 0n };
        for (const one of steps) {
          now = new Date(now.getTime() + one.wait);
          limits = limitsAt(limits, now);
          if (day.day < dayOf(now)) day = { day: dayOf(now), spent: 0n };
          if ('ask' in one) {
            limits = askLimit(limits, one.ask, now);
            await set(limits, who);
            continue;
          }
          const over = one.bet > 0n && limits.daily !== null && day.spent + one.bet > limits.daily;
          expect(await check(one.bet, now, who)).toBe(over ? 'limit' : null);
          if (!over) day = { ...day, spent: day.spent + one.bet };
          expect(await readPlay(db(), who, now)).toMatchObject({ spentToday: day.spent });
        }
      }),
      { numRuns: 25 },
    );
  });
});
