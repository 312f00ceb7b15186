/**
 * Staking payouts in parallel with everything else that moves ADIT: stakes, redemptions, repurchases that fill the
 * stakers' fund, mining, deposits of several users in a block. Two processes pay small batches all the time. Nothing
 * deadlocks, and in the end everybody has exactly what the orders' times and the three levels' rates yield.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { ratesOf } from '#rules/team.ts';
import { creditDeposits } from '#server/chain/deposits/deposits.repository.ts';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { repurchasing } from '#server/features/buyback/buyback.usecases.ts';
import { stakingProofs } from '#server/features/staking/staking.check.ts';
import { settleBatch } from '#server/features/staking/staking.repository.ts';
import { audit } from '#server/ledger/audit.ts';
import { post } from '#server/ledger/post.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { exchange } from '#tests/support/exchange.ts';
import { onPostgres } from '#tests/support/databases.ts';
import { proveAll } from '#tests/support/ledger.ts';
import { numbers } from '#tests/support/random.ts';
import { makeTeam, stake, unstake } from '#tests/support/staking.ts';

const RATES = ratesOf('staking', 3);
const HOUR = 3_600_000;
const START = Date.parse('2026-11-21T09:00:00Z');
/** Inviters by place: a chain of four, and branches. */
const INVITERS = [null, 0, 1, 2, 0, 1, 3, 5];
const STEPS = 30;

onPostgres((open) => {
  const db = () => open().kysely;
  const random = numbers(7);
  let clock = START;
  const market = {
    coins: () => ['ADIT', 'USDT'].map((symbol) => ({ symbol, exchange: true })),
    prices: (coin: string) => ({
      price: toUnits(coin === 'ADIT' ? '0.01' : '1'),
      at: new Date(START),
      deviation: 0n,
    }),
    exchangeOpen: () => true,
    repurchasing,
  };
  const seen = new Map<string, number>();

  /** Not the server's own transaction, which retries after a deadlock: here a deadlock fails the test. */
  async function attempt(what: string, work: (tx: Db, now: Date) => Promise<unknown>): Promise<void> {
    const outcome = await db()
      .transaction()
      .execute((tx) => work(tx, new Date(clock)))
      .then(
        () => 'done',
        (error: unknown) => {
          if (error instanceof Refusal) return error.name;
          throw error;
        },
      );
    seen.set(`${what} ${outcome}`, (seen.get(`${what} ${outcome}`) ?? 0) + 1);
  }

  test('payouts are right to the last unit', async () => {
    const team = await makeTeam(db(), INVITERS, toUnits('100000'));
    const people = await db().selectFrom('users').select(['id', 'address']).orderBy('id').execute();
    await post(db(), {
      kind: 'seed',
      at: new Date(START),
      lines: [
        { system: 'buyback', coin: 'USDT', amount: toUnits('1000') },
        { system: 'reserve', coin: 'USDT', amount: toUnits('1000') },
        { system: 'custody', coin: 'USDT', amount: -toUnits('2000') },
      ],
    });
    const one = <T>(all: readonly T[]): T => all[random(all.length)] as T;
    const orders: { user: bigint; id: bigint }[] = [];
    let block = 0;

    const ways: ((user: bigint) => Promise<void>)[] = [
      (user) =>
        attempt('stake', async (tx, now) => {
          const amount = fromUnits(toUnits('10') + BigInt(random(1e9)));
          orders.push({ user, id: (await stake(tx, user, amount, now)).id });
        }),
      async () => {
        const order = orders.length > 0 ? one(orders) : undefined;
        if (order) await attempt('unstake', (tx, now) => unstake(tx, order.user, order.id, now));
      },
      (user) =>
        attempt('exchange', (tx, now) => {
          const amount = fromUnits(BigInt(random(1e9)) * 10n ** 10n + 1000n);
          return exchange(tx, market, user, { from: 'ADIT', to: 'USDT', amount }, now);
        }),
      (user) =>
        attempt('mining', (tx, at) =>
          post(tx, {
            kind: 'mining',
            at,
            lines: [
              { user, coin: 'ADIT', amount: 5n * 10n ** 18n },
              { system: 'issuance', coin: 'ADIT', amount: -5n * 10n ** 18n },
            ],
          }),
        ),
      () =>
        attempt('deposit', (tx, now) => {
          const hash = `0x${(block += 1).toString(16).padStart(64, '0')}`;
          const place = { number: block, hash };
          const deposits = [0, 1, 2].map((ordinal) => ({
            ...{ txHash: hash, ordinal, coin: 'ADIT', amount: 3n },
            ...{ from: one(people).address, block: place },
          }));
          return creditDeposits(tx, deposits, now);
        }),
    ];
    async function live(): Promise<void> {
      for (let step = 0; step < STEPS; step += 1) {
        await one([...ways, ways[0] as (typeof ways)[number]])(one(team).id);
        clock += random(3 * HOUR);
      }
    }
    let living = true;
    async function pay(): Promise<void> {
      while (living) {
        await attempt('payout', (tx, now) => settleBatch(tx, now, 1 + random(9), RATES));
        await sleep(1);
      }
    }
    const payers = [pay(), pay()];
    await Promise.all(Array.from({ length: 6 }, live));
    living = false;
    await Promise.all(payers);
    for (let next: Date | null = new Date(clock); next && next.getTime() <= clock;) {
      const batch = db().transaction();
      ({ nextAt: next } = await batch.execute((tx) => settleBatch(tx, new Date(clock), 50, RATES)));
    }

    for (const what of ['stake', 'unstake', 'exchange', 'mining', 'deposit', 'payout'])
      expect(seen.get(`${what} done`) ?? 0, what).toBeGreaterThan(0);
    expect(await proveAll(db(), ...stakingProofs)).toEqual([]);
    expect(await audit(db())).toEqual([]);
    const { rows } = await sql`
      with orders as (
        select o.*, ${fn('stake_periods')}(staked_at, least(redeemed_at, ${new Date(clock)}::timestamptz)) as periods
        from stake_orders o
      ), due as (
        select a.id, sum(${fn('times')}(o.output, a.rate) * o.periods) as sum from orders o
        cross join lateral (values (o.ancestor1, ${RATES[0]}::numeric), (o.ancestor2, ${RATES[1]}::numeric),
          (o.ancestor3, ${RATES[2]}::numeric)) as a (id, rate)
        where a.id is not null group by a.id having sum(${fn('times')}(o.output, a.rate) * o.periods) > 0
      )
      select coalesce(due.id, p.user_id) as "user", due.sum as due, p.sum as paid
      from due full join ${fn('posted_by_kind')}('staking_team') p on p.user_id = due.id
      where due.sum is distinct from p.sum`.execute(db());
    expect(rows).toEqual([]);
  });
});
