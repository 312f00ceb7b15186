// Payouts under adverse conditions: interrupted by a crash, run by several competing processes,
// far behind, at the exact moment of a redemption, and with a slow clock.
import { sql } from 'kysely';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { paysAt } from '#rules/staking.ts';
import { commissions, ratesOf } from '#rules/team.ts';
import { inTransaction } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { startRunner } from '#server/jobs/runner.ts';
import { audit } from '#server/ledger/audit.ts';
import { balances, systemBalance } from '#server/ledger/read.ts';
import { freshDatabase, onPostgres, quiet, removeClusterAtEnd } from '#tests/support/databases.ts';
import { proveAll } from '#tests/support/ledger.ts';
import {
  type Account,
  addToFund,
  differencesOf,
  emptyStaking,
  gotOf,
  makeTeam,
  markOf,
  stake,
  unstake,
} from '#tests/support/staking.ts';
import { stakingProofs } from './staking.check.ts';
import { findOrders, settleBatch } from './staking.repository.ts';
import { PAYOUT_JOB, payOut, startPayouts } from './staking.usecases.ts';

removeClusterAtEnd();

const DAY = 86_400_000;
const START = Date.parse('2026-12-20T10:00:00Z');
const RATES = ratesOf('staking', 3);

onPostgres((open) => {
  let now = START;
  let people: Account[] = [];
  const db = () => open().kysely;
  const clock: Clock = { now: () => new Date(now), wall: () => new Date(), near: () => true };
  const notified: bigint[] = [];

  beforeEach(async () => {
    await emptyStaking(db());
    await db().deleteFrom('jobs').execute();
    now = START;
    notified.length = 0;
  });

  const put = (user: Account, amount = '100') =>
    inTransaction(db(), (tx) => stake(tx, user.id, amount, new Date(now)));
  const redeem = (user: Account, id: bigint) =>
    inTransaction(db(), (tx) => unstake(tx, user.id, id, new Date(now)));
  const team = async (...inviters: (number | null)[]) =>
    (people = await makeTeam(db(), inviters, toUnits('100000')));
  const got = async (...users: Account[]) => [
    ...(
      await gotOf(
        db(),
        users.map(({ id }) => id),
      )
    ).entries(),
  ];
  const runner = () => {
    const work = payOut({
      database: open(),
      clock,
      rates: () => RATES,
      tellBalance: (user) => notified.push(user),
    });
    return startRunner({ database: open(), clock, log: quiet, jobs: { [PAYOUT_JOB]: work }, chores: [] });
  };
  async function settle(): Promise<void> {
    const one = runner();
    await one.settle();
    await one.stop();
  }
  const sound = async () => {
    expect(await differencesOf(db(), people)).toEqual([]);
    expect(await audit(db())).toEqual([]);
  };

  test('uses the same commission rates in SQL as in the rules', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt(0n, 10n ** 30n), async (base) => {
        const { rows } = await sql<{ all: bigint[] }>`
          select array(select ${fn('times')}(${base}::numeric, r) from unnest(${[...RATES]}::numeric[])
            with ordinality as x (r, n) order by n) as all`.execute(db());
        expect(rows[0]?.all).toEqual(commissions(base, RATES));
      }),
      { numRuns: 50 },
    );
  });

  test('pays a moment to an order redeemed exactly then, but not to one redeemed before it, and pays neither later', async () => {
    const [a, b, c] = (await team(null, null, null)) as [Account, Account, Account];
    const orders = [await put(a), await put(b), await put(c)];
    await startPayouts(db(), new Date(now));
    now += 2 * DAY - 1;
    await redeem(a, orders[0]?.id ?? 0n);
    now += 1;
    await redeem(b, orders[1]?.id ?? 0n);
    now += DAY;
    await settle();
    const periods = async (user: Account) => (await findOrders(db(), user.id, { limit: 1 }))[0]?.periods;
    expect([await periods(a), await periods(b), await periods(c)]).toEqual([1n, 2n, 3n]);
    expect((await balances(db(), a.id)).get('ADIT')).toBe(toUnits('100000.1'));
    expect((await balances(db(), c.id)).get('ADIT')).toBe(toUnits('99900.3'));
    await sound();
  });

  test('pays every missed period once, on its own day, when 100 days behind', async () => {
    const [root, member] = (await team(null, 0)) as [Account, Account];
    await put(member, '1000');
    await startPayouts(db(), new Date(now));
    now += 100 * DAY + 1;
    await settle();
    await settle();
    const all = new Map(await got(root, member));
    expect(all.get(`${member.id} staking`)).toBe(toUnits('1') * 100n);
    expect(all.get(`${root.id} staking_team`)).toBe(toUnits('0.15') * 100n);
    const days = [...all].filter(([key]) => key.startsWith(`${root.id} staking_team 2`));
    expect(days).toHaveLength(100);
    expect(new Set(days.map(([, sum]) => sum))).toEqual(new Set([toUnits('0.15')]));
    expect(new Set(notified)).toEqual(new Set([root.id, member.id]));
    await sound();
  });

  test('loses nothing and pays nothing twice when it crashes after or in the middle of any batch', async () => {
    const [a, b] = (await team(null, 0)) as [Account, Account];
    await addToFund(db(), toUnits('7'));
    for (let i = 0; i < 6; i += 1) {
      await put(i % 2 ? a : b, '50');
      now += 3_600_000;
    }
    now = START + 3 * DAY + 7_200_000;
    for (let step = 0; ; step += 1) {
      const before = await markOf(db());
      const crash = db()
        .transaction()
        .execute(async (tx) => {
          await settleBatch(tx, new Date(now), 2, RATES);
          throw new Error('the process is gone');
        });
      await expect(crash).rejects.toThrow('the process is gone');
      expect(await markOf(db())).toEqual(before);
      const { nextAt } = await inTransaction(db(), (tx) => settleBatch(tx, new Date(now), 2, RATES));
      if (!nextAt || nextAt.getTime() > now) break;
      expect(step).toBeLessThan(50);
    }
    const periods = (await Promise.all([a, b].map(({ id }) => findOrders(db(), id, { limit: 9 })))).flat();
    expect(periods.toSorted((x, y) => Number(x.id - y.id)).map((o) => o.periods)).toEqual([
      3n,
      3n,
      3n,
      2n,
      2n,
      2n,
    ]);
    await sound();
  });

  test('pays each period once when several processes compete for due work while people stake and redeem', async () => {
    await team(null, 0, 1, 2, 0, 1);
    const held = toUnits('100000') * BigInt(people.length);
    await startPayouts(db(), new Date(now));
    const early = await Promise.all(people.map((one) => put(one)));
    const runners = [runner(), runner(), runner()];
    for (let day = 0; day < 5; day += 1) {
      now += DAY;
      await addToFund(db(), 1001n);
      await Promise.all([
        ...[...runners, ...runners].map((one) => one.settle()),
        ...people.map((one) => put(one, '20')),
        redeem(people[day] as Account, early[day]?.id ?? 0n),
      ]);
    }
    now += DAY;
    await Promise.all(runners.map((one) => one.settle()));
    await Promise.all(runners.map((one) => one.stop()));
    const orders = (await Promise.all(people.map(({ id }) => findOrders(db(), id, { limit: 50 })))).flat();
    for (const { stakedAt, redeemedAt, periods } of orders)
      expect(Number(periods)).toBe(Math.floor(((redeemedAt?.getTime() ?? now) - stakedAt.getTime()) / DAY));
    await sound();
    const paid = (await got(...people)).filter(([key]) => / staking\w*$/.test(key));
    const sums = await Promise.all(
      people.map(async ({ id }) => (await balances(db(), id)).get('ADIT') ?? 0n),
    );
    const all = (values: bigint[]) => values.reduce((x, y) => x + y, 0n);
    expect(all(sums) + (await systemBalance(db(), 'staked', 'ADIT'))).toBe(
      held + all(paid.map(([, sum]) => sum)),
    );
  });

  test('pays everything repurchased to a sole staker, to the last unit', async () => {
    const [alone] = (await team(null)) as [Account];
    await put(alone, '33.333333333333333333');
    await startPayouts(db(), new Date(now));
    for (const amount of [1n, toUnits('123.456789012345678901'), 7n]) {
      await addToFund(db(), amount);
      now += DAY;
      await settle();
      expect(await systemBalance(db(), 'staking_rewards', 'ADIT')).toBe(0n);
    }
    expect(new Map(await got(alone)).get(`${alone.id} staking_share`)).toBe(
      toUnits('123.456789012345678909'),
    );
    await sound();
  });

  test('shares again a day later what nobody could get of a round', async () => {
    const [leaver, stayer] = (await team(null, null)) as [Account, Account];
    const first = await put(stayer, '100');
    now += 3_600_000;
    const gone = await put(leaver, '300');
    await startPayouts(db(), new Date(now));
    await addToFund(db(), 400n);
    now = START + DAY;
    await settle();
    // 100 ADIT for 24 hours and 300 for 23: 2,400 of 9,300 parts of 400 units.
    expect(await systemBalance(db(), 'staking_rewards', 'ADIT')).toBe(297n);
    now = START + DAY + 3_600_000;
    // Redeemed exactly at its first moment: it is paid for that moment and takes no part in later rounds.
    await redeem(leaver, gone.id);
    await addToFund(db(), 40n);
    await settle();
    now = START + 2 * DAY;
    await settle();
    expect(await systemBalance(db(), 'staking_rewards', 'ADIT')).toBe(0n);
    const shares = new Map(await got(leaver, stayer));
    const of = (user: Account) => shares.get(`${user.id} staking_share`) ?? 0n;
    expect(of(leaver) + of(stayer)).toBe(440n);
    expect(first.id < gone.id).toBe(true);
    await sound();
  });

  test('neither pays nor takes anything back in a process whose clock is behind', async () => {
    const [one] = (await team(null)) as [Account];
    await put(one);
    await startPayouts(db(), new Date(now));
    now += 2 * DAY;
    await settle();
    const before = await markOf(db());
    const batch = await inTransaction(db(), (tx) => settleBatch(tx, new Date(now - DAY), 100, RATES));
    expect(batch).toMatchObject({ taken: 0, paid: 0 });
    expect(await markOf(db())).toEqual(before);
    const late = await inTransaction(db(), (tx) => stake(tx, one.id, '10', new Date(now - DAY)));
    expect(paysAt(late.stakedAt)).toEqual(new Date(before.at + DAY));
  });

  test('keeps one job waiting, due with the next order and never later than the first moment of a new stake', async () => {
    const [one] = (await team(null)) as [Account];
    const due = async () =>
      (await db().selectFrom('jobs').select(['key', 'due_at']).execute()).map((job) => job.due_at);
    await startPayouts(db(), new Date(now));
    await startPayouts(db(), new Date(now));
    await settle();
    expect(await due()).toEqual([new Date(now + DAY)]);
    now += 5000;
    await put(one);
    now += DAY - 5000;
    await settle();
    expect(await due()).toEqual([new Date(now + 5000)]);
    now += 5000;
    await settle();
    expect(await due()).toEqual([new Date(now + DAY)]);
    expect((await findOrders(db(), one.id, { limit: 1 }))[0]?.periods).toBe(1n);
  });

  test('reports data that was changed behind its back', async () => {
    await using database = Object.assign(await freshDatabase('postgres'), {
      [Symbol.asyncDispose]: () => database.close(),
    });
    const own = database.kysely;
    const [root, member] = (await makeTeam(own, [null, 0], toUnits('100'))) as [Account, Account];
    await inTransaction(own, (tx) => stake(tx, member.id, '100', new Date(now)));
    for (const _day of ['its first', 'the next'])
      await inTransaction(own, (tx) => settleBatch(tx, new Date(now + DAY), 9, RATES));
    expect(await proveAll(own, ...stakingProofs)).toEqual([]);
    await sql`update stake_orders set output = output * 2, amount = amount + 1`.execute(own);
    await sql`update team_earnings set staking = staking - 1`.execute(own);
    const found = (await proveAll(own, ...stakingProofs)).join('\n');
    expect(found).toContain(`user ${member.id}, staking: 0.2 by the orders, 0.1 in the ledger`);
    expect(found).toContain(`user ${root.id}, staking_team: 0.014999999999999999 by`);
    expect(found).toContain('staked: 100.000000000000000001 by the orders, 100 in the ledger');
    expect(found).toMatch(/entry \d+ \(staking, \d+\): settlement \d+ demands account \d+ \+0.2 ADIT/);
  });
});
