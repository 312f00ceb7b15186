// Months of staking, compared with a simple model: any sequence of stakes, redemptions, skips and
// repurchases, paid in batches of any size, gives the same result as handling each moment separately.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ratesOf } from '#rules/team.ts';
import { toUnits } from '#rules/amounts.ts';
import { inTransaction } from '#server/db/client.ts';
import { audit } from '#server/ledger/audit.ts';
import { systemBalance } from '#server/ledger/read.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
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
import { ALL_IDS, type ModelOrder, type StakingModel, stakingModel } from '#tests/support/staking-model.ts';
import { dayOutputs, findOrders, settleBatch, stakeTotals } from './staking.repository.ts';
import { outputOf, unlocksAt } from '#rules/staking.ts';
import { lastDays } from '#rules/days.ts';

removeClusterAtEnd();

const DAILY = toUnits('0.001');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Two chains with a common root, and one account without an inviter. */
const INVITERS = [null, 0, 1, 2, 3, 1, null];

type Step =
  | { do: 'wait'; ms: number }
  | { do: 'stake'; who: number; amount: bigint }
  | { do: 'redeem'; which: number }
  | { do: 'fund'; amount: bigint }
  | { do: 'batch' | 'settle'; size: number };

const wait = fc.oneof(
  fc.constantFrom(0, 1, HOUR, DAY - 1, DAY, DAY + 1, 2 * DAY, 7 * DAY, 31 * DAY),
  fc.integer({ min: 1, max: 3 * DAY }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: wait }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('stake' as const),
      who: fc.nat(INVITERS.length - 1),
      amount: fc.bigInt(toUnits('10'), toUnits('5000')),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('redeem' as const), which: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fund' as const),
      amount: fc.oneof(fc.bigInt(1n, 100n), fc.bigInt(1n, toUnits('1000'))),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('batch' as const, 'settle' as const),
      size: fc.constantFrom(1, 2, 3, 7, 1000),
    }),
  },
);
/** The very first run: one redemption too early, one on time, and one too many, with outputs and shares between. */
const EVERY_STEP: Step[] = [
  { do: 'stake', who: 3, amount: toUnits('100') },
  { do: 'redeem', which: 0 },
  { do: 'fund', amount: toUnits('7') },
  { do: 'wait', ms: 2 * DAY },
  { do: 'batch', size: 1 },
  { do: 'redeem', which: 0 },
  { do: 'redeem', which: 0 },
];
/** Includes times just before the end of a year and at midnight in Singapore and UTC. */
const start = fc.constantFrom(
  '2026-12-29T15:59:59.999Z',
  '2026-11-21T16:00:00.000Z',
  '2028-02-28T00:00:00.000Z',
  '2026-03-07T09:31:07.123Z',
);

onPostgres((open) => {
  const db = () => open().kysely;
  /** How often the steps had an effect or were refused. */
  const seen = { staked: 0, redeemed: 0, refused: 0, paid: 0 };

  /** Pays until nothing is due, one batch per transaction. */
  async function settleAll(now: number, size: number, rates: readonly bigint[]): Promise<void> {
    for (let due = true; due;) {
      const { nextAt } = await inTransaction(db(), (tx) => settleBatch(tx, new Date(now), size, rates));
      due = nextAt !== null && nextAt.getTime() <= now;
    }
  }

  async function compare(model: StakingModel, team: readonly Account[], now: number): Promise<void> {
    const rounds = await db().selectFrom('stake_rounds').selectAll().orderBy('at').execute();
    expect(
      rounds.map(({ at, since, amount, weight, paid }) => ({
        ...{ at: at.getTime(), since: since.getTime() },
        ...{ amount, weight, paid },
      })),
    ).toEqual(model.rounds);
    expect(await systemBalance(db(), 'staking_rewards', 'ADIT')).toBe(model.fund());
    const got = await gotOf(
      db(),
      team.map(({ id }) => id),
    );
    expect(got).toEqual(model.got);
    const days = lastDays(new Date(now), 30);
    for (const { id } of team) {
      const orders = await findOrders(db(), id, { limit: 1000 });
      const own = model.orders.filter((o) => o.user === id).toReversed();
      expect(orders.map((o) => [o.id, o.periods])).toEqual(own.map((o) => [o.id, BigInt(o.paid)]));
      const of = (name: string) => model.got.get(`${id} ${name}`) ?? 0n;
      const active = own.filter((o) => o.redeemedAt === null);
      const next = active.map((o) => o.stakedAt + (o.paid + 1) * DAY);
      expect(await stakeTotals(db(), id, days[28] ?? '')).toEqual({
        staked: active.reduce((sum, o) => sum + o.amount, 0n),
        nextOutputAt: next.length ? new Date(Math.min(...next)) : null,
        yesterday: of(`staking ${days[28]}`),
        cumulative: of('staking'),
        team: of('staking_team'),
        shares: of('staking_share'),
      });
      const charts = await dayOutputs(db(), id, days);
      expect(charts).toEqual(
        days.map((day) => ({
          day,
          output: of(`staking ${day}`),
          team: of(`staking_team ${day}`),
          shares: of(`staking_share ${day}`),
        })),
      );
    }
    expect(await differencesOf(db(), team)).toEqual([]);
  }

  async function live(begin: string, levels: 1 | 2 | 3, steps: readonly Step[]): Promise<void> {
    await emptyStaking(db());
    const rates = ratesOf('staking', levels);
    const model = stakingModel(rates);
    const team = await makeTeam(db(), INVITERS, toUnits('1000000'));
    let now = Date.parse(begin);
    let held = 0n;
    const act: { [K in Step['do']]: (one: Extract<Step, { do: K }>) => Promise<void> } = {
      async wait({ ms }) {
        now += ms;
      },
      async stake({ who, amount }) {
        const { id: user, ancestors } = team[who] as Account;
        const text = `${amount / 10n ** 18n}.${String(amount % 10n ** 18n).padStart(18, '0')}`;
        const { id } = await inTransaction(db(), (tx) => stake(tx, user, text, new Date(now)));
        const order: ModelOrder = {
          id,
          user,
          ancestors,
          amount,
          output: outputOf(amount, DAILY),
          stakedAt: model.timeOf(now),
          redeemedAt: null,
          paid: 0,
        };
        model.orders.push(order);
        held += amount;
        seen.staked += 1;
      },
      async redeem({ which }) {
        const order = model.orders[which];
        if (!order) return;
        const redeem = inTransaction(db(), (tx) => unstake(tx, order.user, order.id, new Date(now)));
        const locked = now < unlocksAt(new Date(order.stakedAt)).getTime();
        if (order.redeemedAt !== null || locked) {
          const name = order.redeemedAt === null ? 'stake_locked' : 'not_found';
          await expect(redeem).rejects.toMatchObject({ name });
          seen.refused += 1;
        } else {
          expect(await redeem).toBe(order.amount);
          order.redeemedAt = model.timeOf(now);
          held -= order.amount;
          seen.redeemed += 1;
        }
      },
      async fund({ amount }) {
        await addToFund(db(), amount);
        model.addToFund(amount);
      },
      async batch({ size }) {
        await inTransaction(db(), (tx) => settleBatch(tx, new Date(now), size, rates));
        model.settleTo(await markOf(db()));
      },
      async settle({ size }) {
        await settleAll(now, size, rates);
        model.settleTo({ at: now, id: ALL_IDS });
      },
    };
    for (const one of [...steps, { do: 'settle', size: 3 } as const])
      await (act[one.do] as (one: Step) => Promise<void>)(one);
    await compare(model, team, now);
    seen.paid += model.orders.reduce((sum, { paid }) => sum + paid, 0);
    expect(await systemBalance(db(), 'staked', 'ADIT')).toBe(held);
  }

  test('months of staking match the model', async () => {
    await fc.assert(
      fc.asyncProperty(
        start,
        fc.constantFrom(1 as const, 3 as const),
        fc.array(step, { minLength: 8, maxLength: 40 }),
        live,
      ),
      { numRuns: 8, examples: [['2026-12-29T15:59:59.999Z', 3, EVERY_STEP]] },
    );
    for (const [name, times] of Object.entries(seen)) expect([name, times > 0]).toEqual([name, true]);
    expect(await audit(db())).toEqual([]);
  });
});
