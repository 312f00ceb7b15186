// Hashrate bought and sold back by several accounts in one transaction: each call has the outcome that it would have
// on its own.
import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { callOf } from '#contract';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { noteRepurchases } from '#server/features/buyback/buyback.repository.ts';
import { noteTeams } from '#server/features/team/team.changes.ts';
import type { Outcome } from '#server/http/batches.ts';
import { begin } from '#server/http/idempotency.ts';
import { audit } from '#server/ledger/audit.ts';
import { lockBalance, post } from '#server/ledger/post.ts';
import { balancesOf, history, systemBalance, traceOf } from '#server/ledger/read.ts';
import { retries } from '#server/lib/metrics.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { carriedOut, onceOf, sessionOf, told } from '#tests/support/hot-calls.ts';
import { NOON, makeUsers } from '#tests/support/ledger.ts';
import { createTrial } from './mining.repository.ts';
import { lockPurchased } from './power.repository.ts';
import { type Trade, tradesTogether } from './power.routes.ts';
import { buying, selling } from './power.usecases.ts';

removeClusterAtEnd();

const [BUY, SELL] = ['POST /api/mining/power/buy', 'POST /api/mining/power/buyback'] as const;

/** An account with USDT and purchased hashrate, and its request. */
interface Wish {
  readonly usdt: string;
  readonly owns: string;
  readonly text: string;
}

onPostgres((open) => {
  const db = () => open().kysely;
  const deps = () => ({ db: db(), levels: () => 3 as const, noteTeams, noteRepurchases });
  const buy = (trades: readonly Trade[], wait = false) => tradesTogether(deps(), buying)(trades, wait);
  const sell = (trades: readonly Trade[], wait = false) => tradesTogether(deps(), selling)(trades, wait);
  let people: bigint[] = [];
  const id = (n: number) => people[n] ?? 0n;

  /** Accounts below the first one, with a miner and USDT; every other one is verified. */
  async function come(...purses: readonly string[]): Promise<void> {
    people = await makeUsers(db(), purses.length);
    for (const [n, usdt] of purses.entries()) {
      const change = { invited_by: id(0), ancestor1: id(0), ...(n % 2 && { kyc: 'approved' as const }) };
      if (n > 0) await db().updateTable('users').set(change).where('id', '=', id(n)).execute();
      await createTrial(db(), id(n), toUnits('1200'));
      const amount = toUnits(usdt);
      if (amount > 0n)
        await post(db(), {
          ...{ kind: 'gift', at: NOON },
          lines: [
            { user: id(n), coin: 'USDT', amount },
            { system: 'custody', coin: 'USDT', amount: -amount },
          ],
        });
    }
  }
  const trading = async (
    name: typeof BUY | typeof SELL,
    user: bigint,
    text: string,
    { key = randomUUID(), trace }: { key?: string; trace?: string } = {},
  ): Promise<Trade> => ({
    call: {
      ...onceOf(name, await sessionOf(db(), user, NOON), NOON, { key, text }),
      ...(trace && { trace }),
    },
    text,
  });
  const codes = async (outcomes: Promise<readonly Outcome[]>) => told(await outcomes).map(([code]) => code);
  const state = async (of: readonly bigint[] = people) => {
    const held = await balancesOf(db(), of);
    const miners = await lockPurchased(db(), of, true);
    return of.map((user) => [held.get(user)?.get('USDT') ?? 0n, miners.get(user) ?? 0n].map(fromUnits));
  };
  const sound = async () => expect(await audit(db())).toEqual([]);

  test('each call has its own outcome, with the data of its refusal', async () => {
    await come('10', '10', '0.99', '10', '0', '10');
    const [lost = 0n] = await makeUsers(db(), 1);
    const stranger = await trading(BUY, id(0), '100');
    const buys = [
      await trading(BUY, id(0), '1000', { trace: randomUUID() }),
      await trading(BUY, id(1), '200'),
      await trading(BUY, id(2), '100'),
      await trading(BUY, id(3), '150'),
      await trading(BUY, id(4), '100'),
      { ...stranger, call: { ...stranger.call, token: randomBytes(32) } },
    ];
    const shown = { gifted: '1200', bonus: { direct: '0', indirect: '0', third: '0' } };
    const prices = { price: '0.01', resalePrice: '0.008' };
    // The first one is above the second, whose 200 are verified.
    const bonus = { ...shown.bonus, direct: '20' };
    const found = told(await buy(buys));
    expect(found).toEqual([
      ['ok', { ...shown, ...prices, bonus, purchased: '1000', power: '2220' }],
      ['ok', { ...shown, ...prices, purchased: '200', power: '1400' }],
      ['insufficient_balance', { coin: 'USDT', balance: '0.99', amount: '1' }],
      ['invalid_amount', { coin: 'hashrate' }],
      ['insufficient_balance', { coin: 'USDT', balance: '0', amount: '1' }],
      ['session_expired', null],
    ]);
    // Somebody may have locked it: only a call that waits can tell.
    expect(await codes(buy([await trading(BUY, lost, '100')]))).toEqual(['busy']);
    expect(await codes(buy([await trading(BUY, lost, '100')], true))).toEqual(['miner_not_activated']);
    const [entry] = await history(db(), id(0), { limit: 1 });
    expect(entry).toMatchObject({ kind: 'hashrate_purchase', amount: -toUnits('10') });
    expect(await traceOf(db(), entry?.entry ?? 0n)).toBe(buys[0]?.call.trace?.replaceAll('-', ''));

    const sales = [
      await trading(SELL, id(0), '37'),
      await trading(SELL, id(1), '201'),
      await trading(SELL, id(2), '0.5'),
      await trading(SELL, id(3), '1'),
    ];
    const sold = told(await sell(sales));
    expect(sold).toEqual([
      ['ok', { ...shown, ...prices, bonus, purchased: '963', power: '2183', received: '0.296' }],
      ['insufficient_balance', { coin: 'hashrate', balance: '200', amount: '201' }],
      ['invalid_amount', { coin: 'hashrate' }],
      ['insufficient_balance', { coin: 'hashrate', balance: '0', amount: '1' }],
    ]);
    callOf(BUY).output.parse(found[1]?.[1]);
    callOf(SELL).output.parse(sold[0]?.[1]);
    expect(await state([id(0), id(1), id(2)])).toEqual([
      ['0.296', '963'],
      ['8', '200'],
      ['0.99', '0'],
    ]);
    // An answer is final, refusals included.
    expect(told(await buy(buys.slice(0, 5)))).toEqual(
      found.slice(0, 5).map(([code, reply]) => [`${code} again`, reply]),
    );
    expect(told(await sell(sales))).toEqual(sold.map(([code, reply]) => [`${code} again`, reply]));
    await sound();
  });

  test('the second call of an account is put off, and so is the same call once more', async () => {
    await come('10', '10');
    const key = randomUUID();
    const calls = [
      await trading(BUY, id(0), '100'),
      await trading(BUY, id(0), '200'),
      await trading(BUY, id(1), '300', { key }),
      await trading(BUY, id(1), '300', { key }),
    ];
    expect(await codes(buy(calls))).toEqual(['ok', 'later', 'ok', 'later']);
    expect(await codes(buy([calls[1] as Trade, calls[3] as Trade]))).toEqual(['ok', 'ok again']);
    expect(await codes(buy([await trading(BUY, id(1), '400', { key })]))).toEqual(['conflict']);
    expect(await state()).toEqual([
      ['7', '300'],
      ['7', '300'],
    ]);
    await sound();
  });

  test('a reply that the previous release has stored is answered as it was', async () => {
    await come('1');
    const one = await trading(BUY, id(0), '100');
    await buy([one], true);
    const reply = '{"power":"7","gifted":"7","purchased":"0"}';
    await db().updateTable('idempotency').set({ reply }).where('key', '=', one.call.key).execute();
    expect(await buy([one])).toMatchObject([{ code: 'ok', replay: true, reply }]);
  });

  test('a call that meets a lock on its key, miner or balance is busy, and its neighbours are carried out', async () => {
    await come('10', '10', '10', '10');
    const calls = await Promise.all(people.map((user) => trading(BUY, user, '100')));
    await db()
      .transaction()
      .execute(async (tx) => {
        await begin(tx, (calls[0] as Trade).call);
        await lockPurchased(tx, [id(1)], true);
        await lockBalance(tx, id(2), 'USDT');
        expect(await codes(buy(calls))).toEqual(['busy', 'busy', 'busy', 'ok']);
      });
    expect(await codes(buy(calls))).toEqual(['ok', 'ok', 'ok', 'ok again']);
    expect(await state()).toEqual(people.map(() => ['9', '100']));
    await sound();
  });

  test('processes that buy and sell for the same accounts never deadlock, and each call is carried out once', async () => {
    await come(...Array.from({ length: 8 }, () => '1000'));
    await buy(await Promise.all(people.map((user) => trading(BUY, user, '1000'))));
    const retried = async () => (await retries.get()).values[0]?.value ?? 0;
    const before = await retried();
    const ended: string[] = [];
    const process = async (carryOut: typeof buy, name: typeof BUY | typeof SELL) => {
      for (let round = 0; round < 6; round += 1) {
        const calls = await Promise.all(people.map((user) => trading(name, user, '100')));
        ended.push(...(await carriedOut(calls, carryOut)));
      }
    };
    await Promise.all([process(buy, BUY), process(sell, SELL), process(buy, BUY), process(sell, SELL)]);
    expect([ended.length, new Set(ended)]).toEqual([192, new Set(['ok'])]);
    expect(await state()).toEqual(people.map(() => [fromUnits(toUnits('990') - toUnits('2.4')), '1000']));
    expect(await retried()).toBe(before);
    await sound();
  });

  test('a batch changes what the same calls would change one after the other', async () => {
    const wish: fc.Arbitrary<Wish> = fc.record({
      usdt: fc.constantFrom('0', '1', '25.5'),
      owns: fc.constantFrom('0', '100', '1000'),
      text: fc.constantFrom('100', '200', '1000', '37', '0', '2500'),
    });
    async function played(wishes: readonly Wish[], side: typeof BUY | typeof SELL, together: boolean) {
      await come(...wishes.map(({ usdt }) => usdt));
      const carryOut = side === BUY ? buy : sell;
      for (const [n, { owns }] of wishes.entries()) {
        if (owns === '0') continue;
        const amount = toUnits(owns) / 100n;
        const lines = [
          { user: id(n), coin: 'USDT', amount },
          { system: 'custody', coin: 'USDT', amount: -amount },
        ] as const;
        await post(db(), { kind: 'gift', at: NOON, lines });
        await buy([await trading(BUY, id(n), owns)], true);
      }
      const funds = () =>
        Promise.all((['buyback', 'resale'] as const).map((fund) => systemBalance(db(), fund, 'USDT')));
      const before = await funds();
      const calls = await Promise.all(wishes.map(({ text }, n) => trading(side, id(n), text)));
      const answers: Outcome[] = [];
      if (together) answers.push(...(await carryOut(calls)));
      else for (const one of calls) answers.push(...(await carryOut([one], true)));
      const { rows } = await sql<{ line: string }>`
        select concat_ws(' ', 'team', level, hashrate, valid_hashrate) as line from team_changes where user_id = ${id(0)}
        union all select concat_ws(' ', 'repurchase', user_id - ${id(0)}, amount, paid) from repurchases where user_id >= ${id(0)}
        order by 1`.execute(db());
      const after = await funds();
      return {
        // The first account's bonus grows with what others buy; in a batch, it is shown as of the end of the batch.
        answers: told(answers).map(([code, data]) => [code, { ...(data as object), power: '', bonus: {} }]),
        state: await state(),
        moved: after.map((balance, n) => balance - (before[n] ?? 0n)),
        rows,
      };
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(wish, { minLength: 2, maxLength: 7 }),
        fc.constantFrom(BUY, SELL),
        async (wishes, side) => {
          expect(await played(wishes, side, true)).toEqual(await played(wishes, side, false));
        },
      ),
      { numRuns: 8 },
    );
    await sound();
  });
});
