// Teams in the database: after any events and updates, counters equal a recount and are exact immediately.
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { approve, noteMoney, redeem, revoke, signUp, stake, trade } from '#tests/support/team-people.ts';
import { foldTeams, noteTeam } from './team.changes.ts';
import { checkTeams, describeCheck } from './team.check.ts';
import { teamCounts, validUsers } from './team.repository.ts';

removeClusterAtEnd();

const UNIT = 10n ** 18n;
const GIFT = 1200n * UNIT;

const who = fc.nat(30);
const event = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('signUp' as const), who }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('approve' as const), who }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('revoke' as const), who }) },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('trade' as const), who, amount: fc.bigInt(-300n, 500n) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('stake' as const), who, amount: fc.bigInt(1n, 10n ** 24n) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('redeem' as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('fold' as const), batch: fc.integer({ min: 1, max: 7 }) }),
  },
);
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;

onPostgres((open) => {
  const db = () => open().kysely;

  const bonusOf = async (id: bigint) => {
    const miner = await db()
      .selectFrom('miners')
      .select(['team1', 'team2', 'team3'])
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    return [miner.team1, miner.team2, miner.team3];
  };

  /** All team figures by level, counted in plain TypeScript from the accounts themselves. */
  async function recount() {
    const [users, miners] = [
      await db().selectFrom('users').selectAll().execute(),
      await db().selectFrom('miners').selectAll().execute(),
    ];
    const own = new Map(miners.map((one) => [one.user_id, one.gifted + one.purchased]));
    const { rows: orders } = await sql<{ user_id: bigint; amount: bigint }>`
      select user_id, amount from stake_orders where redeemed_at is null`.execute(db());
    return (id: bigint) =>
      ([1, 2, 3] as const).map((level) => {
        const team = users.filter((one) => one[`ancestor${level}`] === id);
        const valid = team.filter(({ kyc }) => kyc === 'approved');
        const hashrate = (list: typeof users) => list.reduce((sum, one) => sum + (own.get(one.id) ?? 0n), 0n);
        const staked = orders.filter(({ user_id }) => team.some((one) => one.id === user_id));
        return {
          stored: [
            team.length,
            valid.length,
            hashrate(team),
            staked.reduce((sum, { amount }) => sum + amount, 0n),
          ],
          bonus: hashrate(valid),
        };
      });
  }

  /**
   * Events in groups. The events of a group run in parallel, as requests do, with two competing folds at the end of
   * each.
   */
  async function play(groups: readonly (readonly Event[])[]): Promise<bigint[]> {
    const people = [await signUp(db())];
    const happen = async (e: Event): Promise<unknown> => {
      if (e.does === 'fold') return foldTeams(db(), e.batch);
      const id = people[e.who % people.length] as bigint;
      if (e.does === 'signUp') return people.push(await signUp(db(), e.who % 7 === 6 ? undefined : id));
      if (e.does === 'trade') return trade(db(), id, e.amount * UNIT);
      if (e.does === 'stake') return stake(db(), id, e.amount);
      if (e.does === 'redeem') return redeem(db(), id);
      return e.does === 'approve' ? approve(db(), id) : revoke(db(), id);
    };
    for (const group of groups) {
      await Promise.all(group.map(happen));
      if (group.length % 3 > 0) await Promise.all([foldTeams(db(), 3), foldTeams(db(), 2)]);
    }
    return people;
  }

  test('any events, with folds at any time and two of them competing, match a recount', async () => {
    const groups = fc.array(fc.array(event, { maxLength: 8 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(groups, async (all) => {
        const people = await play(all);
        const counted = await recount();
        for (const id of people) {
          const counts = await teamCounts(db(), id);
          const stored = [1, 2, 3].map((level) => {
            const one = counts.find((each) => each.level === level);
            return [one?.members ?? 0, one?.valid ?? 0, one?.hashrate ?? 0n, one?.staked ?? 0n];
          });
          expect(stored).toEqual(counted(id).map((one) => one.stored));
        }
        expect(await checkTeams(db())).toEqual([]);

        await foldTeams(db());
        for (const id of people) expect(await bonusOf(id)).toEqual(counted(id).map(({ bonus }) => bonus));
        expect(await checkTeams(db())).toEqual([]);
        // An inviter is always the older account, so nobody is above themselves.
        const { rows } = await sql`
          select 1 from users where ancestor1 >= id or ancestor2 >= ancestor1 or ancestor3 >= ancestor2`.execute(
          db(),
        );
        expect(rows).toEqual([]);
      }),
      { numRuns: 8 },
    );
  });

  test('a valid member adds its hashrate to three levels and no further', async () => {
    const chain = [await signUp(db())];
    for (let i = 0; i < 4; i += 1) chain.unshift(await signUp(db(), chain[0]));
    for (const id of chain) await approve(db(), id);
    const [, , , second = 0n, first = 0n] = chain;
    expect(await validUsers(db(), first)).toBe(1);
    await foldTeams(db());
    expect(await bonusOf(first)).toEqual([GIFT, GIFT, GIFT]);
    expect(await bonusOf(second)).toEqual([GIFT, GIFT, GIFT]);
    expect(await bonusOf(chain[1] ?? 0n)).toEqual([GIFT, 0n, 0n]);
    expect((await teamCounts(db(), first)).map(({ members }) => members)).toEqual([1, 1, 1]);
  });

  test('a change of an account without an inviter affects nobody else', async () => {
    await noteTeam(db(), await signUp(db()), { hashrate: 5n });
    expect(await checkTeams(db())).toEqual([]);
  });

  test('a change that is rolled back is not counted', async () => {
    const top = await signUp(db());
    const member = await signUp(db(), top);
    const broken = db()
      .transaction()
      .execute(async (tx) => {
        await noteTeam(tx, member, { valid: 1, hashrate: 7n });
        throw new Error('broken');
      });
    await expect(broken).rejects.toThrow('broken');
    expect(await teamCounts(db(), top)).toMatchObject([{ members: 1, valid: 0, hashrate: GIFT }]);
  });

  describe('the check', () => {
    test('names every counter that differs from a recount, folded or not', async () => {
      const top = await signUp(db());
      const member = await signUp(db(), top);
      await approve(db(), member);
      expect(describeCheck(await checkTeams(db()))).toEqual([]);
      await noteTeam(db(), member, { members: 1 });
      await noteMoney(db(), member, 3n * UNIT, 1n);
      await foldTeams(db());
      await noteTeam(db(), member, { hashrate: -UNIT, validHashrate: UNIT / 2n });
      const differences = await checkTeams(db());
      expect(differences.map(({ what, stored, counted }) => [what, stored, counted])).toEqual([
        ['bets', 1n, 0n],
        ['hashrate', GIFT - UNIT, GIFT],
        ['members', 2n, 1n],
        ['staked', 3n * UNIT, 0n],
        ['validHashrate', GIFT + UNIT / 2n, GIFT],
      ]);
      expect(describeCheck(await checkTeams(db()))).toContain(
        `team of account ${top}, level 1, validHashrate: stored 1200.5, counted 1200`,
      );
      await noteTeam(db(), member, { members: -1 });
      await noteMoney(db(), member, -3n * UNIT, -1n);
      await noteTeam(db(), member, { hashrate: UNIT, validHashrate: -UNIT / 2n });
      expect(await checkTeams(db())).toEqual([]);
    });

    test('finds a team that was never counted', async () => {
      const top = await signUp(db());
      const member = await signUp(db(), top);
      await foldTeams(db());
      await db().deleteFrom('team_counters').where('user_id', '=', top).execute();
      expect(await checkTeams(db())).toMatchObject([
        { user: top, level: 1, what: 'hashrate', stored: 0n, counted: GIFT },
        { user: top, level: 1, what: 'members', stored: 0n, counted: 1n },
      ]);
      await noteTeam(db(), member, { members: 1, hashrate: GIFT });
    });
  });
});
