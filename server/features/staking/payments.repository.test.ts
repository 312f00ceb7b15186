// What an order has paid: each payment once, with the journal entry that credited it, and at the same cost however many
// payouts there were.
import { type RawBuilder, sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { paysAt } from '#rules/staking.ts';
import { ratesOf } from '#rules/team.ts';
import { inTransaction } from '#server/db/client.ts';
import { history } from '#server/ledger/read.ts';
import { onPostgres, pagesTouched, removeClusterAtEnd } from '#tests/support/databases.ts';
import { type Account, emptyStaking, makeTeam, stake, unstake } from '#tests/support/staking.ts';
import { findOrders, paymentsOf, paymentsQuery, settleBatch } from './staking.repository.ts';

removeClusterAtEnd();

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse('2026-12-20T10:00:00Z');
const RATES = ratesOf('staking', 3);

onPostgres((open) => {
  const db = () => open().kysely;
  beforeEach(() => emptyStaking(db()));

  const put = (user: Account, amount: string, at: number) =>
    inTransaction(db(), (tx) => stake(tx, user.id, amount, new Date(at)));
  const settle = async (now: number, batch: number) => {
    for (let taken = batch; taken > 0;)
      ({ taken } = await inTransaction(db(), (tx) => settleBatch(tx, new Date(now), batch, RATES)));
  };
  const orderOf = async ({ id: user }: Account, id: bigint) => {
    const [order] = await findOrders(db(), user, { id, limit: 1 });
    if (!order) throw new Error('no such order');
    return order;
  };
  const people = (count: number) =>
    makeTeam(
      db(),
      Array.from({ length: count }, () => null),
      toUnits('1000'),
    );

  test('every payment is listed once, newest first, with the entry that credited it', async () => {
    const [ann, ben] = (await people(2)) as [Account, Account];
    const first = await put(ann, '100', START);
    const twin = await put(ann, '50', START);
    const other = await put(ben, '70', START);
    const late = await put(ann, '30', START + 5 * HOUR);
    // Batches of one order pay the twins by different entries; a large one pays them by the same.
    await settle(START + DAY + HOUR, 1);
    await settle(START + 3 * DAY + 6 * HOUR, 100);
    const entries = new Map(
      (await history(db(), ann.id, { kinds: ['staking'], limit: 100 })).map((row) => [row.entry, row]),
    );
    const paid = async (id: bigint, user = ann) => paymentsOf(db(), await orderOf(user, id), { limit: 100 });
    const sums = new Map<bigint, bigint>();
    for (const [id, count, amount, from] of [
      [first.id, 3, '0.1', START],
      [twin.id, 3, '0.05', START],
      [late.id, 3, '0.03', START + 5 * HOUR],
    ] as const) {
      const rows = await paid(id);
      expect(rows.map(({ period, at }) => [period, at])).toEqual(
        Array.from({ length: count }, (_, nth) => [count - nth, paysAt(new Date(from), count - nth)]),
      );
      for (const { entry } of rows) sums.set(entry, (sums.get(entry) ?? 0n) + toUnits(amount));
    }
    expect(sums).toEqual(new Map([...entries.values()].map(({ entry, amount }) => [entry, amount])));
    const [one, two] = [await paid(first.id), await paid(twin.id)];
    expect(one.at(-1)?.entry).not.toBe(two.at(-1)?.entry);
    expect(one[0]?.entry).toBe(two[0]?.entry);
    expect((await paid(other.id, ben)).map(({ period }) => period)).toEqual([3, 2, 1]);
  });

  test('pages follow one another, and an order that is redeemed pays no more', async () => {
    const [ann] = (await people(1)) as [Account];
    const { id } = await put(ann, '100', START);
    const none = await orderOf(ann, id);
    expect(await paymentsOf(db(), none, { limit: 10 })).toEqual([]);
    await settle(START + 4 * DAY, 100);
    await inTransaction(db(), (tx) => unstake(tx, ann.id, id, new Date(START + 4 * DAY)));
    await settle(START + 6 * DAY, 100);
    const order = await orderOf(ann, id);
    const page = async (limit: number, before?: bigint) =>
      (await paymentsOf(db(), order, { before, limit })).map(({ period }) => period);
    expect(await page(3)).toEqual([4, 3, 2]);
    expect(await page(3, 2n)).toEqual([1]);
    expect(await page(3, 1n)).toEqual([]);
    expect(await page(3, 0n)).toEqual([]);
    expect(await page(3, 99n)).toEqual([4, 3, 2]);
    expect(await paymentsOf(db(), { ...order, output: 0n }, { limit: 3 })).toEqual([]);
  });

  const touched = (query: RawBuilder<unknown>) => pagesTouched(db(), query);
  /** This many payouts, one per minute, with entries that no other test has. */
  async function settlements(count: number): Promise<void> {
    await sql`truncate stake_settlements`.execute(db());
    await sql`
      insert into stake_settlements (from_at, from_id, to_at, to_id, at, orders, rates, own_journal)
      select at - interval '1 minute', 7, at, 7, at, 1, '{}', -n
      from (select n, ${new Date(START)}::timestamptz + n * interval '1 minute' as at from generate_series(1, ${count}::int) n) p`.execute(
      db(),
    );
    await sql`vacuum (analyze) stake_settlements`.execute(db());
  }

  test('a page reads as many database pages after 20,000 payouts as after 1,000', async () => {
    const page = () => {
      const periods = [3, 2, 1];
      return paymentsQuery(
        5n,
        periods,
        periods.map((period) => paysAt(new Date(START), period)),
      );
    };
    await settlements(1000);
    const few = await touched(page());
    await settlements(20_000);
    expect(await touched(page())).toBeLessThanOrEqual(few * 1.8);
    const { rows } = await page().execute(db());
    expect(rows.map(({ entry }) => entry)).toEqual([-4320n, -2880n, -1440n]);
  });
});
