/**
 * Earnings from the team: every entry has a receipt that adds up to it to the last unit, whatever the payout batches,
 * redemptions and rates were.
 */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallName, Output } from '#contract';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { type TeamLevels, commissions, ratesOf } from '#rules/team.ts';
import { maskAddress } from '#rules/addresses.ts';
import { inTransaction } from '#server/db/client.ts';
import { settleBatch } from '#server/features/staking/staking.repository.ts';
import { earningsByDay, earningsByLevel } from '#server/features/team/earnings.repository.ts';
import { teamRoutes } from '#server/features/team/team.routes.ts';
import { onPostgres } from '#tests/support/databases.ts';
import { fakeApp, newSession } from '#tests/support/fake-app.ts';
import { type Client, client } from '#tests/support/http.ts';
import { redeem, signUp, stake, userOf } from '#tests/support/team-people.ts';

const [EARNINGS, RECEIPT] = ['GET /api/user/earnings', 'GET /api/user/earnings/receipt'] as const;
type Entry = Output<typeof EARNINGS>['items'][number];
type Line = Output<typeof RECEIPT>['items'][number];

const MINUTE = 60_000;
const DAY = 86_400_000;

const step = fc.record({
  // Some at the same millisecond, some a day apart.
  wait: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 1, max: 12 * 60 }).map((n) => n * MINUTE),
    fc.constant(DAY),
  ),
  does: fc.constantFrom('stake', 'stake', 'stake', 'redeem', 'nothing'),
  who: fc.nat(20),
  output: fc.oneof(fc.bigInt(1n, 99n), fc.bigInt(1n, 10n ** 21n)),
  batch: fc.integer({ min: 1, max: 5 }),
  levels: fc.constantFrom<TeamLevels>(3, 3, 3, 1, 2),
});

onPostgres((open) => {
  const db = () => open().kysely;
  let app: ReturnType<typeof fakeApp>['app'];
  let api: Client;
  /** Where the next story begins: nobody stakes earlier than the last payout. */
  let time = Date.parse('2026-12-30T15:00:00Z');

  beforeAll(() => {
    ({ app } = fakeApp(open(), { handlers: teamRoutes(() => 3) }));
    api = client(app);
  });
  afterAll(() => app?.close());

  /** All rows of a list, in pages of this size. */
  async function all<T>(as: Client, name: CallName, query: { entry?: string }, limit: string): Promise<T[]> {
    const rows: T[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await as.send(name, { ...query, limit, ...(cursor && { cursor }) });
      expect(page, page.text).toMatchObject({ code: 0 });
      const data = page.data as { items: T[]; nextCursor: string | null };
      rows.push(...data.items);
      cursor = data.nextCursor;
    }
    return rows;
  }

  const settle = async (until: number, batch: number, levels: TeamLevels) => {
    for (;;) {
      const { nextAt } = await inTransaction(db(), (tx) =>
        settleBatch(tx, new Date(until), batch, ratesOf('staking', levels)),
      );
      if (!nextAt || nextAt.getTime() > until) return;
    }
  };

  /** Six people below each other, with a branch: their accounts and tokens. */
  async function family() {
    const people: { id: bigint; token: string }[] = [];
    for (const inviter of [undefined, 0, 1, 2, 1, 0]) {
      const id = await signUp(db(), inviter === undefined ? undefined : people[inviter]?.id);
      const session = await newSession(open());
      await db().updateTable('sessions').set({ user_id: id }).where('user_id', '=', session.id).execute();
      people.push({ id, token: session.token });
    }
    return people;
  }

  interface Payout {
    readonly member: bigint;
    readonly output: bigint;
    readonly at: number;
    readonly levels: TeamLevels;
  }

  /** Plays the steps; a separate model computes what is paid to whose orders and when. */
  async function play(
    people: readonly { id: bigint }[],
    steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[],
  ) {
    const orders: { member: bigint; output: bigint; from: number; to: number; paid: number }[] = [];
    const paid: Payout[] = [];
    for (const s of [
      ...steps,
      { wait: DAY, does: 'nothing', who: 0, output: 0n, batch: 3, levels: 3 as const },
    ]) {
      time += s.wait;
      await settle(time, s.batch, s.levels);
      for (const order of orders)
        for (; order.from + (order.paid + 1) * DAY <= Math.min(time, order.to); order.paid += 1)
          paid.push({ ...order, at: order.from + (order.paid + 1) * DAY, levels: s.levels });
      const member = people[s.who % people.length]?.id ?? 0n;
      if (s.does === 'stake') {
        await stake(db(), member, 10n ** 19n, s.output, new Date(time));
        orders.push({ member, output: s.output, from: time, to: Infinity, paid: 0 });
      }
      if (s.does === 'redeem') {
        await redeem(db(), member, new Date(time));
        const first = orders.find((one) => one.member === member && one.to === Infinity);
        if (first) first.to = time;
      }
    }
    // The next story begins without any orders.
    for (const { id } of people)
      for (let n = orders.length; n > 0; n -= 1) await redeem(db(), id, new Date(time));
    return paid;
  }

  /** An account's share of these payouts, as receipts should show it; nothing if the share is less than a unit. */
  function sharesOf(
    id: bigint,
    paid: readonly Payout[],
    users: ReadonlyMap<bigint, Awaited<ReturnType<typeof userOf>>>,
  ) {
    return paid.flatMap(({ member, output, at, levels }): Line[] => {
      const owner = users.get(member);
      const level = ([1, 2, 3] as const).find((n) => owner?.[`ancestor${n}`] === id);
      const rates = ratesOf('staking', levels);
      const share = level ? (commissions(output, rates)[level - 1] ?? 0n) : 0n;
      if (!owner || !level || share === 0n) return [];
      return [
        {
          address: maskAddress(owner.address),
          level,
          base: fromUnits(output),
          time: new Date(at).toISOString(),
          rate: fromUnits(rates[level - 1] ?? 0n),
          amount: fromUnits(share),
        },
      ];
    });
  }

  test('the lines of a receipt are the members’ payouts, and add up to the entry exactly', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 14 }),
        fc.constantFrom('1', '2', '7', '100'),
        async (steps, limit) => {
          const people = await family();
          const paid = await play(people, steps);
          const users = new Map(
            await Promise.all(people.map(async ({ id }) => [id, await userOf(db(), id)] as const)),
          );
          for (const { id, token } of people) {
            const as = api.as(token);
            const entries = await all<Entry>(as, EARNINGS, {}, limit);
            const numbers = entries.map(({ entry }) => BigInt(entry));
            expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => (a < b ? 1 : -1)));
            const listed: string[] = [];
            for (const { entry, amount, source, coin } of entries) {
              expect([source, coin]).toEqual(['staking', 'ADIT']);
              const lines = await all<Line>(as, RECEIPT, { entry }, limit);
              expect(lines.reduce((sum, line) => sum + toUnits(line.amount), 0n)).toBe(toUnits(amount));
              const times = lines.map(({ time: at }) => at);
              expect(times).toEqual(times.toSorted().toReversed());
              listed.push(...lines.map((line) => JSON.stringify(line)));
            }
            const expected = sharesOf(id, paid, users);
            expect(listed.toSorted()).toEqual(expected.map((line) => JSON.stringify(line)).toSorted());
            const { data } = await as.call('GET /api/user/invites', {});
            const sum = expected.reduce((all, { amount }) => all + toUnits(amount), 0n);
            expect(data.summary.totalEarnings).toBe(fromUnits(sum));
            const ofLevel = (wanted: number) =>
              expected.reduce((all, line) => all + (line.level === wanted ? toUnits(line.amount) : 0n), 0n);
            expect(data.summary.earningsByLevel).toEqual([1, 2, 3].map((level) => fromUnits(ofLevel(level))));
          }
        },
      ),
      { numRuns: 6 },
    );
  });

  test('the days of the chart end with today and add up to the earnings', async () => {
    const [top, below] = (await family()) as [{ id: bigint; token: string }, { id: bigint; token: string }];
    await stake(db(), below.id, 10n ** 19n, 10n ** 18n, new Date(time));
    time += 2 * DAY;
    await settle(time, 100, 3);
    const days = await earningsByDay(db(), top.id, new Date(time), 30);
    const singapore = (at: number) => new Date(at + 8 * 60 * MINUTE).toISOString().slice(0, 10);
    expect(days.map(({ day }) => day)).toEqual(
      Array.from({ length: 30 }, (_, n) => singapore(time - (29 - n) * DAY)),
    );
    const paid = days.filter(({ staking }) => staking > 0n);
    expect(paid.map(({ day, staking }) => [day, fromUnits(staking)])).toEqual([
      [singapore(time - DAY), '0.15'],
      [singapore(time), '0.15'],
    ]);
    expect(days.reduce((sum, { staking, race }) => sum + staking + race, 0n)).toBe(
      (await earningsByLevel(db(), top.id)).reduce((all, one) => all + one, 0n),
    );
    // Others have none, but still get every day.
    const shown = (await api.as(below.token).call('GET /api/user/earnings/days', {})).data.days;
    expect(shown).toHaveLength(30);
    expect(new Set(shown.map(({ staking, race }) => `${staking} ${race}`))).toEqual(new Set(['0 0']));
    await redeem(db(), below.id, new Date(time));
  });

  describe('a receipt', () => {
    let entry = '';
    let owner: Client;
    let member: Client;

    beforeAll(async () => {
      const [top, below] = (await family()) as [{ id: bigint; token: string }, { id: bigint; token: string }];
      [owner, member] = [api.as(top.token), api.as(below.token)];
      await stake(db(), below.id, 10n ** 19n, 10n ** 18n, new Date(time));
      time += DAY;
      await settle(time, 100, 3);
      entry = (await owner.call(EARNINGS, {})).data.items[0]?.entry ?? '';
    });

    test('says who, of what, and at which percentage', async () => {
      const { items } = (await owner.call(RECEIPT, { entry })).data;
      expect(items).toMatchObject([
        { level: 1, base: '1', rate: '0.15', amount: '0.15', time: new Date(time).toISOString() },
      ]);
      expect(items[0]?.address).toMatch(/^0x\w{4}…\w{4}$/);
    });

    test('is for its owner only, and only for earnings', async () => {
      // The member's own output in the same payout is an entry too.
      const { rows } = await sql<{ own: bigint }>`
        select own_journal as own from stake_settlements where team_journal = ${BigInt(entry)}`.execute(db());
      const own = String(rows[0]?.own);
      for (const [as, wanted] of [
        [member, entry],
        [member, own],
        [owner, own],
        [owner, '999999999'],
        [owner, '0'],
      ] as const)
        expect(await as.call(RECEIPT, { entry: wanted })).toMatchObject({ status: 404, code: 404 });
      expect((await api.call(RECEIPT, { entry })).code).toBe(401);
      expect((await owner.call(RECEIPT, { entry: 'x' })).code).toBe(400);
      const cursor = Buffer.from(`earnings.${entry}`).toString('base64url');
      expect((await owner.call(RECEIPT, { entry, cursor })).code).toBe(400);
    });
  });
});
