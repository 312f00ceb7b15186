// Guesses of several accounts in one statement: each call has the outcome that it would have on its own after those
// before it.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { callOf } from '#contract';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { lotteryRoundAt } from '#rules/lottery.ts';
import type { Outcome } from '#server/http/batches.ts';
import { begin as beginCall } from '#server/http/idempotency.ts';
import { lockPlay } from '#server/features/limits/limits.repository.ts';
import { momentOf } from '#server/jobs/clock.ts';
import { audit } from '#server/ledger/audit.ts';
import { lockBalance } from '#server/ledger/post.ts';
import { balances, systemBalance } from '#server/ledger/read.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { carriedOut, onceOf, sessionOf } from '#tests/support/hot-calls.ts';
import {
  emptyLottery,
  endDraw,
  lotteryDifferences,
  lotteryFixture,
  makeMiners,
} from '#tests/support/lottery.ts';
import type { Account } from '#tests/support/staking.ts';
import { type Guess, findRound, placeGuesses } from './lottery.repository.ts';

removeClusterAtEnd();

const BET = 'POST /api/mining/bet';
const DAY = 86_400_000;

interface Person {
  readonly adit: string;
  /** Today's guesses. */
  readonly made: number;
  readonly limit: bigint | null;
  readonly paused: boolean;
  readonly permanent: boolean;
  readonly number: number;
}

onPostgres((open) => {
  const db = () => open().kysely;
  const time = { now: 0 };
  /** Each test has its own days: the ledger remembers what was issued for a day. */
  let begin = Date.parse('2027-01-01T12:00:00Z');
  let house = lotteryFixture(open, time);
  let people: Account[] = [];
  const id = (n: number) => people[n]?.id ?? 0n;

  async function start(): Promise<void> {
    await emptyLottery(db());
    begin += 100 * DAY;
    time.now = begin;
    house = lotteryFixture(open, time);
    people = [];
  }
  beforeEach(start);
  const come = async (...adit: string[]) => {
    for (const amount of adit) people.push(...(await makeMiners(db(), [null], toUnits(amount))));
    await house.prepare();
  };
  const today = () => new Date(begin + DAY).toISOString().slice(0, 10);
  const round = async () => (await findRound(db(), today())) ?? expect.fail('no round');
  const held = (...users: bigint[]) =>
    Promise.all(users.map(async (user) => fromUnits((await balances(db(), user)).get('ADIT') ?? 0n)));
  const limit = (user: bigint, change: { paused_until?: Date; daily_limit?: bigint }) =>
    db()
      .insertInto('play_limits')
      .values({ user_id: user, day: today(), ...change })
      .execute();
  const guessing = async (
    user: bigint,
    number: number,
    { key = randomUUID(), refused = 'ok' }: { key?: string; refused?: Guess['refused'] } = {},
  ): Promise<Guess> => {
    const now = new Date(time.now);
    return {
      call: onceOf(BET, await sessionOf(db(), user, now), now, { key, text: String(number) }),
      number,
      refused,
    };
  };
  const placed = async (guesses: readonly Guess[], wait = false) =>
    placeGuesses(db(), guesses, { facts: await house.facts(), at: momentOf(house.clock, null), wait });
  const codes = async (guesses: readonly Guess[]) =>
    (await placed(guesses)).map(({ code, replay }) => `${code}${replay ? ' again' : ''}`);
  const sound = async () => {
    expect(await lotteryDifferences(db(), people)).toEqual([]);
    expect(await audit(db())).toEqual([]);
  };

  test('each guess has its own outcome, with the data of its refusal, and the pool gets all payments at once', async () => {
    await come('10', '10', '1.5', '10', '10', '10', '10');
    const until = new Date(time.now + 1000);
    for (const n of [0, 2, 4]) await house.guess(id(n), 100 + n);
    for (let n = 0; n < 10; n += 1) await house.guess(id(5), n).catch(() => undefined);
    await limit(id(1), { paused_until: until });
    await db()
      .updateTable('play_limits')
      .set({ daily_limit: toUnits('1') })
      .where('user_id', '=', id(4))
      .execute();
    await db()
      .updateTable('miners')
      .set({ kind: 'trial', permanent_at: null })
      .where('user_id', '=', id(3))
      .execute();
    const before = [(await round()).paid, await systemBalance(db(), 'lottery_pool', 'ADIT')] as const;
    const acts = [
      ...[
        await guessing(id(0), 7),
        await guessing(id(1), 7),
        await guessing(id(2), 7),
        await guessing(id(3), 7),
      ],
      ...[
        await guessing(id(4), 7),
        await guessing(id(5), 7),
        await guessing(id(6), 7, { refused: 'forbidden' }),
      ],
    ];
    const found = await placed(acts);
    expect(
      found.map(({ code, reply }) => [code, code === 'ok' ? null : (JSON.parse(reply) as unknown)]),
    ).toEqual([
      ['ok', null],
      ['play_paused', { reason: 'paused', pausedUntil: until.toISOString() }],
      ['insufficient_balance', { coin: 'ADIT', balance: '1.5', amount: '2' }],
      ['official_miner_required', null],
      ['play_paused', { reason: 'limit', dailyBetLimit: '1', spentToday: '0' }],
      ['insufficient_balance', { coin: 'ADIT', balance: '0', amount: '2' }],
      ['forbidden', null],
    ]);
    expect(await held(...people.map((one) => one.id))).toEqual(['8', '10', '1.5', '10', '10', '0', '10']);
    expect((await round()).paid - before[0]).toBe(toUnits('2'));
    expect((await systemBalance(db(), 'lottery_pool', 'ADIT')) - before[1]).toBe(toUnits('2'));
    const spent = db().selectFrom('play_limits').select('spent').where('user_id', '=', id(2));
    expect(await spent.executeTakeFirst()).toEqual({ spent: 0n });
    // An answer is final, refusals included.
    expect(await placed(acts)).toEqual(found.map((one) => ({ ...one, replay: true })));
    await sound();
  });

  test('a reply is the round after its own guess, as the round itself is shown', async () => {
    await come('10', '10', '10');
    const [drawn, other] = [await guessing(id(0), 42), await guessing(id(1), 43)];
    expect(await codes([drawn, other])).toEqual(['ok', 'ok']);
    begin += DAY;
    time.now = begin;
    await house.prepare();
    await endDraw(db(), lotteryRoundAt(new Date(begin - 1)), 42);
    await house.settle();
    const found = await placed(await Promise.all([0, 1, 2].map((n) => guessing(id(n), n))));
    const shown = found.map(
      ({ reply }) => callOf(BET).output.parse(JSON.parse(reply)) as Record<string, unknown>,
    );
    expect(shown[2]).toMatchObject({ round: today(), myGuesses: [[0, 0, 2]], participationAmount: '0' });
    expect(shown.map(({ previous }) => previous)).toMatchObject([
      { state: 'settled', drawn: [0, 4, 2], winners: 1, myGuesses: [[0, 4, 2]] },
      { myGuesses: [[0, 4, 3]], myReward: '0' },
      { myGuesses: [], myReward: '0' },
    ]);
    const { previous } = await house.facts();
    expect(shown[0]).toMatchObject({ previous: { myReward: fromUnits(previous?.round.share ?? 0n) } });
    // With two payments, each reply shows what was in the pool at that point.
    const pool = Number((shown[2] as { pool: string }).pool);
    const paid = await placed([await guessing(id(0), 8), await guessing(id(1), 9)]);
    expect(paid.map(({ reply }) => (JSON.parse(reply) as { pool: string }).pool)).toEqual([
      String(pool + 2),
      String(pool + 4),
    ]);
    await sound();
  });

  test('of guesses that fill the pool, those before its limit are accepted and those after it refused', async () => {
    await come('10', '10', '10', '10');
    for (const n of [0, 1, 2]) await house.guess(id(n), n);
    // 8 from the four miners, and 4 from two paid guesses.
    await db()
      .updateTable('lottery_rounds')
      .set({ carried: toUnits('1788') })
      .where('round', '=', today())
      .execute();
    const found = await placed(await Promise.all([0, 1, 2, 3].map((n) => guessing(id(n), 9))));
    expect(found.map(({ code }) => code)).toEqual(['ok', 'ok', 'pool_full', 'ok']);
    expect(JSON.parse(found[2]?.reply ?? '')).toEqual({ maxPaidPool: '1800' });
    expect(await held(...people.map((one) => one.id))).toEqual(['8', '8', '10', '10']);
  });

  test('the second guess of an account is put off, and so is the same call once more', async () => {
    await come('10', '10');
    const key = randomUUID();
    const acts = [
      ...[await guessing(id(0), 1), await guessing(id(0), 2)],
      ...[await guessing(id(1), 3, { key }), await guessing(id(1), 3, { key })],
    ];
    expect(await codes(acts)).toEqual(['ok', 'later', 'ok', 'later']);
    expect(await codes([acts[1] as Guess, acts[3] as Guess])).toEqual(['ok', 'ok again']);
    expect(await codes([await guessing(id(1), 4, { key })])).toEqual(['conflict']);
    expect((await round()).guesses).toBe(3);
    expect(await held(id(0), id(1))).toEqual(['8', '10']);
    await sound();
  });

  test('guesses that were asked for while another round was open are late', async () => {
    await come('10', '10');
    time.now = begin + DAY - 60_000;
    const old = await guessing(id(0), 1);
    begin += DAY;
    time.now = begin;
    await house.prepare();
    expect(await codes([old, await guessing(id(1), 2)])).toEqual(['betting_closed', 'ok']);
    await sound();
  });

  test('a guess that meets a lock on its key, limits or balance is busy, and its neighbours are carried out', async () => {
    await come('10', '10', '10', '10');
    for (const n of [0, 1, 2, 3]) await house.guess(id(n), n);
    const acts = await Promise.all([0, 1, 2, 3].map((n) => guessing(id(n), 9)));
    await db()
      .transaction()
      .execute(async (tx) => {
        await lockPlay(tx, id(0), new Date(time.now));
        await lockBalance(tx, id(1), 'ADIT');
        await beginCall(tx, (acts[2] as Guess).call);
        expect(await codes(acts)).toEqual(['busy', 'busy', 'busy', 'ok']);
      });
    expect(await codes(acts)).toEqual(['ok', 'ok', 'ok', 'ok again']);
    expect(await held(...people.map((one) => one.id))).toEqual(['8', '8', '8', '8']);
    await sound();
  });

  test('processes with guesses of the same accounts never deadlock, and each guess is taken once', async () => {
    await come(...Array.from({ length: 8 }, () => '100'));
    const facts = await house.facts();
    // Not the server's own statement, which is retried after a deadlock: here a deadlock fails the test.
    const inOne = (guesses: readonly Guess[], wait: boolean) =>
      db()
        .transaction()
        .execute((tx) => placeGuesses(tx, guesses, { facts, at: momentOf(house.clock, null), wait }));
    const process = async () => {
      for (let number = 0; number < 3; number += 1) {
        const guesses = await Promise.all(people.map((one) => guessing(one.id, number)));
        expect(await carriedOut(guesses, inOne)).toEqual(people.map(() => 'ok'));
      }
    };
    await Promise.all([process(), process(), process()]);
    expect(await round()).toMatchObject({ guesses: 72, paid: toUnits('128') });
    expect(await held(...people.map((one) => one.id))).toEqual(people.map(() => '84'));
    await sound();
  });

  test('a batch changes what the same guesses would change one after the other', async () => {
    const person: fc.Arbitrary<Person> = fc.record({
      adit: fc.constantFrom('0', '1.999999999999999999', '2', '7'),
      made: fc.constantFrom(0, 1, 2, 9, 10),
      limit: fc.constantFrom(null, 0n, toUnits('3'), toUnits('20')),
      paused: fc.constantFrom(false, false, true),
      permanent: fc.constantFrom(true, true, true, false),
      number: fc.integer({ min: 0, max: 2 }),
    });
    async function played(crowd: readonly Person[], room: bigint, together: boolean) {
      await start();
      await come(...crowd.map(({ adit }) => (adit === '0' ? '0.000000000000000001' : adit)));
      const acts: Guess[] = [];
      for (const [n, one] of crowd.entries()) {
        // Guesses from earlier in the day, all of them free.
        const rows = Array.from({ length: one.made }, (_, at) => ({
          ...{ round: today(), user_id: id(n), n: at + 1, number: at, paid: 0n, placed_at: new Date(begin) },
        }));
        if (rows.length > 0) await db().insertInto('lottery_guesses').values(rows).execute();
        await limit(id(n), {
          ...(one.limit !== null && { daily_limit: one.limit }),
          ...(one.paused && { paused_until: new Date(time.now + 1) }),
        });
        if (!one.permanent)
          await db()
            .updateTable('miners')
            .set({ kind: 'trial', permanent_at: null })
            .where('user_id', '=', id(n))
            .execute();
        acts.push(await guessing(id(n), one.number));
      }
      const miners = BigInt(crowd.filter(({ permanent }) => permanent).length);
      const carried = toUnits('1800') - toUnits('2') * (miners + room);
      await db().updateTable('lottery_rounds').set({ carried }).where('round', '=', today()).execute();
      const before = await systemBalance(db(), 'lottery_pool', 'ADIT');
      const answers: Outcome[] = [];
      if (together) answers.push(...(await placed(acts)));
      else for (const one of acts) answers.push(...(await placed([one], true)));
      expect(await audit(db())).toEqual([]);
      const place = (user: bigint) => people.findIndex((one) => one.id === user);
      const users = people.map((one) => one.id);
      const guesses = db().selectFrom('lottery_guesses').select(['user_id', 'n', 'number', 'paid']);
      const limits = db().selectFrom('play_limits').select(['user_id', 'spent', 'daily_limit']);
      const { guesses: count, paid } = await round();
      return {
        answers: answers.map(({ code, reply }) => {
          const data = (JSON.parse(reply) ?? {}) as Record<string, unknown>;
          const own = [
            'pool',
            'myGuesses',
            'participationAmount',
            'reason',
            'spentToday',
            'balance',
            'maxPaidPool',
          ];
          return [code, ...own.map((name) => data[name])];
        }),
        held: await held(...users),
        pool: (await systemBalance(db(), 'lottery_pool', 'ADIT')) - before,
        round: { count, paid },
        guesses: (await guesses.orderBy('user_id').orderBy('n').execute()).map(({ user_id, ...rest }) => ({
          ...{ ...rest, user: place(user_id) },
        })),
        limits: (await limits.orderBy('user_id').execute()).map(({ user_id, ...rest }) => ({
          ...{ ...rest, user: place(user_id) },
        })),
      };
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, { minLength: 2, maxLength: 6 }),
        fc.bigInt(0n, 3n),
        async (crowd, room) => {
          expect(await played(crowd, room, true)).toEqual(await played(crowd, room, false));
        },
      ),
      { numRuns: 8 },
    );
  });
});
