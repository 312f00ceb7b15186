// Stakes and redemptions of several accounts in one statement: each call has the outcome that it would have on its
// own.
import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { callOf } from '#contract';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import type { Outcome } from '#server/http/batches.ts';
import { begin } from '#server/http/idempotency.ts';
import { audit } from '#server/ledger/audit.ts';
import { lockBalance } from '#server/ledger/post.ts';
import { balances, history } from '#server/ledger/read.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { carriedOut, onceOf, sessionOf } from '#tests/support/hot-calls.ts';
import { type Account, differencesOf, emptyStaking, makeTeam, stake } from '#tests/support/staking.ts';
import { redeemAct, stakeAct } from './feature.ts';
import { type Act, act, findOrders, settleBatch } from './staking.repository.ts';

removeClusterAtEnd();

const DAY = 86_400_000;
const START = new Date('2026-12-20T10:00:00Z');
const NEXT = new Date(START.getTime() + DAY);
const LIVE = { stakingOpen: true, stakingDailyRate: toUnits('0.001') };
const [STAKE, UNSTAKE] = ['POST /api/stake/stake', 'POST /api/stake/unstake'] as const;

/** A call by one account: an amount to stake, or which of its orders to redeem. */
type Wish = { stakes: string } | { redeems: string };

onPostgres((open) => {
  const db = () => open().kysely;
  let team: Account[] = [];
  const id = (n: number) => team[n]?.id ?? 0n;
  const come = async (...adit: string[]) => {
    team = [];
    for (const amount of adit) team.push(...(await makeTeam(db(), [null], toUnits(amount))));
  };
  const held = async (...users: bigint[]) =>
    Promise.all(users.map(async (user) => fromUnits((await balances(db(), user)).get('ADIT') ?? 0n)));
  beforeEach(() => emptyStaking(db()));

  const staking = async (
    user: bigint,
    amount: string,
    { key = randomUUID(), live = LIVE }: { key?: string; live?: typeof LIVE } = {},
  ) => stakeAct(onceOf(STAKE, await sessionOf(db(), user, NEXT), NEXT, { key, text: amount }), amount, live);
  const redeeming = async (user: bigint, order: bigint, key: string = randomUUID()) =>
    redeemAct(onceOf(UNSTAKE, await sessionOf(db(), user, NEXT), NEXT, { key, text: String(order) }), order);
  const outcomes = async (acts: readonly Act[], wait = false) =>
    (await act(db(), acts, wait)).map(({ code, reply, replay }) => [
      `${code}${replay ? ' again' : ''}`,
      JSON.parse(reply) as unknown,
    ]);
  const codes = async (acts: readonly Act[]) => (await outcomes(acts)).map(([code]) => code);
  const sound = async () => {
    expect(await differencesOf(db(), team)).toEqual([]);
    expect(await audit(db())).toEqual([]);
  };

  test('each call has its own outcome, with the data of its refusal', async () => {
    await come('100', '100', '100', '9.5', '100', '100', '100');
    const { id: old } = await stake(db(), id(1), '20', START);
    const { id: young } = await stake(db(), id(2), '30', new Date(START.getTime() + 1));
    const unknown = { ...(await staking(id(0), '10')) };
    const acts = [
      await staking(id(0), '12.5'),
      await redeeming(id(1), old),
      await redeeming(id(2), young),
      await staking(id(3), '10'),
      await redeeming(id(4), old),
      await staking(id(5), '9.999999999999999999'),
      await staking(id(6), '10', { live: { ...LIVE, stakingOpen: false } }),
      { ...unknown, call: { ...unknown.call, token: randomBytes(32) } },
    ];
    const found = await outcomes(acts);
    const [made] = await findOrders(db(), id(0), { limit: 1 });
    const order = made?.id ?? expect.fail('no order');
    expect(found).toEqual([
      [
        'ok',
        {
          ...{ id: String(order), amount: '12.5' },
          ...{ unlocksAt: '2026-12-22T10:00:00.000Z', nextOutputAt: '2026-12-22T10:00:00.000Z' },
        },
      ],
      ['ok', { id: String(old), amount: '20' }],
      ['stake_locked', { unlocksAt: '2026-12-21T10:00:00.001Z' }],
      ['insufficient_balance', { coin: 'ADIT', balance: '9.5', amount: '10' }],
      ['not_found', null],
      ['invalid_amount', { coin: 'ADIT' }],
      ['forbidden', null],
      ['session_expired', null],
    ]);
    for (const [n, name] of [STAKE, UNSTAKE].entries()) callOf(name).output.parse(found[n]?.[1]);
    expect(await held(...team.map((one) => one.id))).toEqual([
      '87.5',
      '100',
      '70',
      '9.5',
      '100',
      '100',
      '100',
    ]);
    const newest = await Promise.all([0, 1].map(async (n) => (await history(db(), id(n), { limit: 1 }))[0]));
    expect(newest).toMatchObject([
      { kind: 'stake', ref: `${order}/0.0125`, amount: -toUnits('12.5'), balanceAfter: toUnits('87.5') },
      { kind: 'unstake', ref: String(old), amount: toUnits('20'), balanceAfter: toUnits('100') },
    ]);
    // An answer is final, refusals included.
    const again = await outcomes(acts.slice(0, 7));
    expect(again).toEqual(found.slice(0, 7).map(([code, reply]) => [`${String(code)} again`, reply]));
    await sound();
  });

  test('the second call of an account is put off, and so is the same call once more', async () => {
    await come('50', '50');
    const key = randomUUID();
    const acts = [
      await staking(id(0), '10'),
      await staking(id(0), '15'),
      await staking(id(1), '20', { key }),
      await staking(id(1), '20', { key }),
    ];
    expect(await codes(acts)).toEqual(['ok', 'later', 'ok', 'later']);
    expect(await held(id(0), id(1))).toEqual(['40', '30']);
    expect(await codes([acts[1] as Act, acts[3] as Act])).toEqual(['ok', 'ok again']);
    const other = await staking(id(1), '21', { key });
    expect(await codes([other])).toEqual(['conflict']);
    expect(await held(id(0), id(1))).toEqual(['25', '30']);
    await sound();
  });

  test('a reply that the previous release has stored is answered as it was', async () => {
    await come('50');
    const one = await staking(id(0), '10');
    await act(db(), [one], true);
    const reply =
      '{"id":"7","amount":"10","unlocksAt":"2026-12-21T10:00:00.000Z","nextOutputAt":"2026-12-21T10:00:00.000Z"}';
    await db().updateTable('idempotency').set({ reply }).where('key', '=', one.call.key).execute();
    expect(await act(db(), [one], false)).toMatchObject([{ code: 'ok', replay: true, reply }]);
  });

  test('a batch that comes after a payout by a clock ahead of it begins and ends orders where that has paid', async () => {
    await come('50', '50');
    const { id: order } = await stake(db(), id(1), '20', START);
    const ahead = new Date(NEXT.getTime() + 5000);
    await settleBatch(db(), ahead, 10, [0n, 0n, 0n]);
    await settleBatch(db(), ahead, 10, [0n, 0n, 0n]);
    expect(await codes([await staking(id(0), '10'), await redeeming(id(1), order)])).toEqual(['ok', 'ok']);
    expect(await findOrders(db(), id(0), { limit: 1 })).toMatchObject([{ stakedAt: ahead }]);
    expect(await findOrders(db(), id(1), { limit: 1 })).toMatchObject([{ redeemedAt: ahead, periods: 1n }]);
    await sound();
  });

  test('a call that meets a lock on its key, balance or order is busy, and its neighbours are carried out', async () => {
    await come('50', '50', '50', '50');
    const { id: order } = await stake(db(), id(3), '20', START);
    const acts = [
      await staking(id(0), '10'),
      await staking(id(1), '10'),
      await staking(id(2), '10'),
      await redeeming(id(3), order),
    ];
    await db()
      .transaction()
      .execute(async (tx) => {
        await begin(tx, (acts[0] as Act).call);
        await lockBalance(tx, id(1), 'ADIT');
        const orders = tx.selectFrom('stake_orders').select('id').where('id', '=', order);
        await orders.forUpdate().execute();
        expect(await codes(acts)).toEqual(['busy', 'busy', 'ok', 'busy']);
      });
    expect(await codes(acts)).toEqual(['ok', 'ok', 'ok again', 'ok']);
    expect(await held(id(0), id(1), id(2), id(3))).toEqual(['40', '40', '40', '50']);
    await sound();
  });

  test('processes with calls of the same accounts, and payouts, never deadlock, and each call is carried out once', async () => {
    await come(...Array.from({ length: 8 }, () => '1000'));
    const orders = await Promise.all(team.map((one) => stake(db(), one.id, '20', START)));
    // Not the server's own statement, which is retried after a deadlock: here a deadlock fails the test.
    const inOne = (acts: readonly Act[], wait: boolean) =>
      db()
        .transaction()
        .execute((tx) => act(tx, acts, wait));
    const ended: string[] = [];
    const process = async (n: number) => {
      for (let round = 0; round < 6; round += 1) {
        const acts = await Promise.all(
          team.map((one, at) =>
            (at + round + n) % 3 === 0 ? redeeming(one.id, orders[at]?.id ?? 0n) : staking(one.id, '10'),
          ),
        );
        ended.push(...(await carriedOut(acts, inOne)));
      }
    };
    const payouts = async () => {
      for (let n = 0; n < 12; n += 1)
        await db()
          .transaction()
          .execute((tx) => settleBatch(tx, new Date(NEXT.getTime() + n), 3, [0n, 0n, 0n]));
    };
    await Promise.all([process(0), process(1), process(2), payouts()]);
    const count = (code: string) => ended.filter((one) => one === code).length;
    // Only one of the redemptions of an order finds it.
    expect([count('ok'), count('not_found')]).toEqual([96 + 8, 48 - 8]);
    expect(await held(...team.map((one) => one.id))).toEqual(
      await Promise.all(
        team.map(async ({ id: user }) => {
          const own = await findOrders(db(), user, { limit: 99 });
          const output = own.reduce((sum, order) => sum + order.output * order.periods, 0n);
          return fromUnits(toUnits('1000') - toUnits('10') * BigInt(own.length - 1) + output);
        }),
      ),
    );
    await sound();
  });

  test('a batch changes what the same calls would change one after the other', async () => {
    const wish: fc.Arbitrary<Wish> = fc.oneof(
      fc.record({ stakes: fc.constantFrom('10', '12.000000000000000001', '30', '9') }),
      fc.record({ redeems: fc.constantFrom('old', 'young', 'redeemed', 'of another') }),
    );
    /** What the calls did to accounts that invite each other; ids follow the order in which things were created. */
    async function played(wishes: readonly Wish[], together: boolean) {
      await emptyStaking(db());
      team = await makeTeam(
        db(),
        wishes.map((_, n) => (n === 0 ? null : Math.floor((n - 1) / 2))),
        toUnits('60'),
      );
      const acts: Act[] = [];
      const made = new Map<string, bigint>();
      for (const [n, one] of wishes.entries()) {
        made.set(`old ${n}`, (await stake(db(), id(n), '20', START)).id);
        if (!('redeems' in one)) continue;
        if (one.redeems === 'young') made.set(`young ${n}`, (await stake(db(), id(n), '15', NEXT)).id);
        if (one.redeems !== 'redeemed') continue;
        made.set(`redeemed ${n}`, (await stake(db(), id(n), '11', START)).id);
        await act(db(), [await redeeming(id(n), made.get(`redeemed ${n}`) ?? 0n)], true);
      }
      for (const [n, one] of wishes.entries()) {
        if ('stakes' in one) acts.push(await staking(id(n), one.stakes));
        else
          acts.push(
            await redeeming(
              id(n),
              made.get(`${one.redeems} ${n}`) ?? made.get(`old ${(n + 1) % wishes.length}`) ?? 0n,
            ),
          );
      }
      const answers: Outcome[] = [];
      if (together) answers.push(...(await act(db(), acts, false)));
      else for (const one of acts) answers.push(...(await act(db(), [one], true)));
      const orders = await db().selectFrom('stake_orders').selectAll().orderBy('id').execute();
      const first = orders[0]?.id ?? 0n;
      const place = (user: bigint | null) => team.findIndex((one) => one.id === user);
      return {
        answers: answers.map(({ code, reply }) => {
          const { id: order, ...rest } = (JSON.parse(reply) ?? {}) as { id?: string };
          return [code, order === undefined ? null : BigInt(order) - first, rest];
        }),
        held: await held(...team.map((one) => one.id)),
        orders: orders.map(({ id: order, user_id, ancestor1, ancestor2, ancestor3, ...rest }) => ({
          ...{ ...rest, order: order - first },
          people: [user_id, ancestor1, ancestor2, ancestor3].map(place),
        })),
        changes: (
          await db()
            .selectFrom('team_changes')
            .select(['user_id', 'level', 'staked'])
            .where('user_id', '>=', id(0))
            .orderBy('user_id')
            .orderBy('level')
            .orderBy('staked')
            .execute()
        ).map(({ user_id, ...rest }) => ({ ...rest, user: place(user_id) })),
      };
    }
    await fc.assert(
      fc.asyncProperty(fc.array(wish, { minLength: 2, maxLength: 6 }), async (wishes) => {
        expect(await played(wishes, true)).toEqual(await played(wishes, false));
      }),
      { numRuns: 6 },
    );
    await sound();
  });
});
