// Guesses: their price and refusals, until guessing ends, and whom a close counts.
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { inTransaction } from '#server/db/client.ts';
import { permanentMoment } from '#server/lib/permanent-moment.ts';
import { activate } from '#server/features/mining/mining.usecases.ts';
import { audit } from '#server/ledger/audit.ts';
import { balances, systemBalance } from '#server/ledger/read.ts';
import { freshDatabase, onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import {
  emptyLottery,
  endDraw,
  lotteryDifferences,
  lotteryFixture,
  makeMiners,
} from '#tests/support/lottery.ts';
import type { Account } from '#tests/support/staking.ts';
import { findRound, guessesOf, minersNow } from './lottery.repository.ts';

removeClusterAtEnd();

const DAY = 86_400_000;
const COIN = 10n ** 18n;

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
  const pool = () => systemBalance(db(), 'lottery_pool', 'ADIT');
  const round = async (n: number) => (await findRound(db(), day(n))) ?? expect.fail(`no round ${day(n)}`);
  /** The next 20:00, and the round that it closes. */
  const toClose = (n: number) => (time.now = begin + (n + 1) * DAY);
  const sound = async () => {
    expect(await lotteryDifferences(db(), people)).toEqual([]);
    expect(await audit(db())).toEqual([]);
  };

  test('the first guess is free, the others cost 2 ADIT, and there are at most ten', async () => {
    await come(null);
    await house.prepare();
    const before = await pool();
    expect(await house.guess(id(0), 7)).toMatchObject({
      ...{ round: day(0), myGuesses: [[0, 0, 7]], participationAmount: '0', eligible: true },
    });
    for (let n = 2; n <= 10; n += 1) await house.guess(id(0), 7);
    const full = await house.guess(id(0), 8).catch((error: unknown) => error);
    expect(full).toMatchObject({ name: 'play_paused', data: { reason: 'guesses', maxGuesses: 10 } });
    const index = await house.facts(id(0));
    expect(index.mine).toEqual({ numbers: Array.from({ length: 10 }, () => 7), paid: toUnits('18') });
    expect([await held(0), (await pool()) - before]).toEqual([toUnits('82'), toUnits('18')]);
    await sound();
  });

  test('paid guesses end at a pool of 1,800 ADIT, counting what an earlier round may roll over; free ones go on', async () => {
    await come(null, null);
    await house.prepare();
    const carry = (n: number, adit: string | null) =>
      db()
        .updateTable('lottery_rounds')
        .set({ carried: adit === null ? null : toUnits(adit) })
        .where('round', '=', day(n))
        .execute();
    // 4 from the two miners.
    await carry(0, '1793');
    await house.guess(id(0), 1);
    await house.guess(id(0), 2);
    const refused = { name: 'pool_full', data: { maxPaidPool: '1800' } };
    await expect(house.guess(id(0), 3)).rejects.toMatchObject(refused);
    expect((await house.guess(id(1), 3)).pool).toBe('1799');
    await carry(0, '1792');
    await house.guess(id(0), 3);
    await expect(house.guess(id(1), 4)).rejects.toMatchObject(refused);

    toClose(0);
    await house.prepare();
    await carry(1, null);
    await house.guess(id(0), 5);
    await expect(house.guess(id(0), 6)).rejects.toMatchObject(refused);
    expect(await held(0)).toBe(toUnits('96'));
  });

  test('guesses are accepted until 30 s before 20:00, and after 20:00 for the next round', async () => {
    await come(null);
    await house.prepare();
    time.now = begin + DAY - 31_000;
    expect(await house.guess(id(0), 1)).toMatchObject({
      round: day(0),
      guessesUntil: `${day(0)}T11:59:30.000Z`,
    });
    time.now = begin + DAY - 30_001;
    expect((await house.guess(id(0), 1)).round).toBe(day(0));
    for (const before of [30_000, 29_000, 1]) {
      time.now = begin + DAY - before;
      await expect(house.guess(id(0), 2)).rejects.toMatchObject({ name: 'betting_closed' });
    }
    // Requested in time, but served too late.
    time.now = begin + DAY - 30_001;
    const late = house.guess(id(0), 2, () => (time.now += 1));
    await expect(late).rejects.toMatchObject({ name: 'betting_closed' });
    toClose(0);
    await house.prepare();
    expect((await house.guess(id(0), 3)).round).toBe(day(1));
    time.now = begin + DAY - 31_000;
    // A process whose clock is slow cannot guess in a round that another process has closed.
    await expect(house.guess(id(0), 4)).rejects.toMatchObject({ name: 'betting_closed' });
    expect(await round(0)).toMatchObject({ state: 'closed', guesses: 2, paid: toUnits('2') });
    expect(
      [...(await guessesOf(db(), id(0), [day(0), day(1)])).values()].map(({ numbers }) => numbers),
    ).toEqual(expect.arrayContaining([[1, 1], [3]]));
  });

  test('a process whose clock is 45 s slow is refused by the clock of the database', async () => {
    await come(null);
    await house.prepare();
    /** The demo's skips apply to everyone; only this machine's clock is slow. */
    const skipped = begin + DAY - 10_000 - Date.now();
    const slow = (ms: number) => ({
      now: () => new Date(Date.now() + skipped - ms),
      wall: () => new Date(Date.now() - ms),
      near: () => true,
    });
    const theirs = lotteryFixture(open, time, { clock: slow(45_000) });
    expect((await theirs.facts()).round.round).toBe(day(0));
    await expect(theirs.guess(id(0), 1)).rejects.toMatchObject({ name: 'betting_closed' });
    expect(await round(0)).toMatchObject({ state: 'open', guesses: 0 });
  });

  test('a chain whose newest block is past the end closes a round, whatever the clocks say', async () => {
    await come(null);
    await house.prepare();
    time.now = begin + DAY - 3_600_000;
    let head = begin + DAY - 30_000;
    const theirs = lotteryFixture(open, time, { headTime: () => new Date(head) });
    await expect(theirs.guess(id(0), 1)).rejects.toMatchObject({ name: 'betting_closed' });
    head -= 1000;
    expect((await theirs.guess(id(0), 1)).round).toBe(day(0));
  });

  test('a draw that has ended accepts no guesses, whatever a clock says', async () => {
    await come(null, null);
    await house.prepare();
    await house.guess(id(0), 1);
    await endDraw(db(), day(0), 5);
    await expect(house.guess(id(1), 5)).rejects.toMatchObject({ name: 'betting_closed' });
    expect(await round(0)).toMatchObject({ guesses: 1 });
  });

  test('refusals come in their order and change nothing', async () => {
    await come(null, null, null);
    const [poor, guest] = [id(0), id(1)];
    await db().deleteFrom('miners').where('user_id', '=', guest).execute();
    await house.prepare();
    const limits = (user: bigint, change: object) =>
      db()
        .insertInto('play_limits')
        .values({ user_id: user, day: day(0), ...change })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
        .execute();
    const until = new Date(time.now + 1000);
    await limits(guest, { paused_until: until });
    await expect(house.guess(guest, 1)).rejects.toMatchObject({ name: 'official_miner_required' });
    await house.guess(poor, 1);
    await limits(poor, { paused_until: until });
    await expect(house.guess(poor, 1)).rejects.toMatchObject({
      ...{ name: 'play_paused', data: { reason: 'paused', pausedUntil: until.toISOString() } },
    });
    await limits(poor, { paused_until: null, daily_limit: toUnits('3') });
    await house.guess(poor, 1);
    await expect(house.guess(poor, 1)).rejects.toMatchObject({
      ...{ name: 'play_paused', data: { reason: 'limit', dailyBetLimit: '3', spentToday: '2' } },
    });
    // Two guesses in parallel, with a limit that allows one.
    await limits(id(2), { daily_limit: toUnits('2') });
    await house.guess(id(2), 9);
    const both = await Promise.allSettled([house.guess(id(2), 9), house.guess(id(2), 9)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect([await held(0), await held(1), await held(2)]).toEqual([98n * COIN, 100n * COIN, 98n * COIN]);
    people = await makeMiners(db(), [null], toUnits('1.999999999999999999'));
    await house.guess(id(0), 0);
    await expect(house.guess(id(0), 0)).rejects.toMatchObject({
      ...{ name: 'insufficient_balance', data: { balance: '1.999999999999999999', amount: '2' } },
    });
    expect((await guessesOf(db(), id(0), [day(0)])).get(day(0))).toEqual({ numbers: [0], paid: 0n });
  });

  test('an account that becomes permanent after a close is counted at the next one, even by a slow clock', async () => {
    await come(null, 0);
    const trial = { kind: 'trial' as const, permanent_at: null, state: 'expired' as const };
    await db().updateTable('miners').set(trial).execute();
    await db().updateTable('users').set({ kyc: 'approved' }).where('id', '=', id(1)).execute();
    await house.prepare();
    expect(await minersNow(db())).toBe(0);
    toClose(0);
    await house.prepare();
    await inTransaction(db(), (tx) => activate(tx, id(0), 'invite', new Date(begin + DAY - 5)));
    expect([(await round(0)).miners, await minersNow(db())]).toEqual([0, 1]);
    toClose(1);
    await house.prepare();
    expect(await round(1)).toMatchObject({ miners: 1, issued: toUnits('2') });
    await sound();
  });

  test('the miner of a deleted account adds nothing from then on', async () => {
    await come(null, 0);
    const remove = async (n: number, at: number) =>
      db()
        .insertInto('deleted_accounts')
        .values({
          user_id: id(n),
          deleted_at: await permanentMoment(db(), new Date(at)),
          address_mark: Buffer.alloc(32, n),
          uid_mark: null,
        })
        .execute();
    await house.prepare();
    const before = await minersNow(db());
    await remove(0, begin);
    expect(await minersNow(db())).toBe(before - 1);
    toClose(0);
    await house.prepare();
    // Begun before the close, which counted its miner.
    await remove(1, begin + DAY - 5);
    expect([(await round(0)).miners, await minersNow(db())]).toEqual([before - 1, before - 2]);
    toClose(1);
    await house.prepare();
    expect(await round(1)).toMatchObject({ miners: before - 2, issued: toUnits(String(2 * (before - 2))) });
    await sound();
  });
});

test('a close waits for guesses and activations in progress, and counts them', async () => {
  await using database = Object.assign(await freshDatabase('postgres'), {
    [Symbol.asyncDispose]: () => database.close(),
  });
  const db = database.kysely;
  const time = { now: Date.parse('2027-01-01T11:59:29.999Z') };
  const house = lotteryFixture(() => database, time);
  const [host, member, other] = await makeMiners(db, [null, 0, null], COIN);
  const trial = { kind: 'trial' as const, permanent_at: null, state: 'expired' as const };
  await db
    .updateTable('miners')
    .set(trial)
    .where('user_id', '=', host?.id ?? 0n)
    .execute();
  await db
    .updateTable('users')
    .set({ kyc: 'approved' })
    .where('id', '=', member?.id ?? 0n)
    .execute();
  await house.prepare();
  const ended: string[] = [];
  let begun = 0;
  let go = () => {};
  const closing = new Promise<void>((resolve) => (go = resolve));
  /** Both hold their locks when the close begins. */
  const hold = async () => {
    begun += 1;
    if (begun === 2) go();
    await sleep(100);
  };
  const before = new Date(time.now);
  const guessing = house.guess(other?.id ?? 0n, 5, undefined, hold).then(() => ended.push('guess'));
  const activating = inTransaction(db, async (tx) => {
    await activate(tx, host?.id ?? 0n, 'invite', before);
    await hold();
  }).then(() => ended.push('activation'));
  await closing;
  time.now = Date.parse('2027-01-01T12:00:00Z');
  const closes = house.prepare().then(() => ended.push('close'));
  await Promise.all([guessing, activating, closes]);
  expect(ended.at(-1)).toBe('close');
  const closed = await findRound(db, '2027-01-01');
  expect(closed).toMatchObject({ state: 'closed', guesses: 1, miners: 3, issued: toUnits('6') });
  expect(await lotteryDifferences(db, [])).toEqual([]);
});
