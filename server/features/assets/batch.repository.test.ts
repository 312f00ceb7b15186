// Swaps of several accounts in one transaction: each call has the outcome that it would have on its own after those
// before it.
import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { callOf } from '#contract';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { DAY_MS } from '#rules/days.ts';
import type { Outcome } from '#server/http/batches.ts';
import { begin } from '#server/http/idempotency.ts';
import { audit } from '#server/ledger/audit.ts';
import { postBulk } from '#server/ledger/bulk.ts';
import { lockBalance } from '#server/ledger/post.ts';
import { balancesOf, history, systemBalances, traceOf } from '#server/ledger/read.ts';
import { retries } from '#server/lib/metrics.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { credit, market, setFunds, swapCall } from '#tests/support/exchange.ts';
import { carriedOut, told } from '#tests/support/hot-calls.ts';
import { makeUsers } from '#tests/support/ledger.ts';
import { type SwapCall, swapTogether } from './exchange.routes.ts';
import type { SwapIntent } from './exchange.usecases.ts';

removeClusterAtEnd();

const SWAP = 'POST /api/assets/swap';
type Purse = Readonly<Record<string, string>>;

onPostgres((open) => {
  const db = () => open().kysely;
  const carryOut = (calls: readonly SwapCall[], wait = false) => swapTogether(db(), market)(calls, wait);
  /** Each history has its own days: sums and budgets are per day. */
  let now = new Date('2027-01-01T12:00:00Z');
  let people: bigint[] = [];
  const id = (n: number) => people[n] ?? 0n;

  async function come(...purses: readonly Purse[]): Promise<void> {
    people = await makeUsers(db(), purses.length);
    for (const [n, purse] of purses.entries())
      for (const [coin, amount] of Object.entries(purse))
        await credit(db(), { user: id(n) }, coin, toUnits(amount), now);
  }
  const produce = (n: number, amount: string) =>
    credit(db(), { user: id(n) }, 'ADIT', toUnits(amount), now, 'mining');
  const fund = (wanted: Purse) => setFunds(db(), wanted, now);
  beforeEach(async () => {
    now = new Date(now.getTime() + DAY_MS);
    await fund({
      ...{ 'reserve USDT': '1000000', 'reserve ADIT': '1000000', 'reserve BTC': '10', 'reserve ETH': '100' },
      'buyback USDT': '1000',
    });
  });

  const swapping = (user: bigint, intent: SwapIntent, more?: Parameters<typeof swapCall>[4]) =>
    swapCall(db(), user, intent, now, more);
  const toBtc = (amount: string, more: Partial<SwapIntent> = {}) => ({
    from: 'USDT',
    to: 'BTC',
    amount,
    ...more,
  });
  const codes = async (calls: readonly SwapCall[]) =>
    told(await carryOut(calls, false)).map(([code]) => code);
  const held = async (n: number, coin: string) =>
    fromUnits((await balancesOf(db(), [id(n)])).get(id(n))?.get(coin) ?? 0n);
  const sound = async () => expect(await audit(db())).toEqual([]);

  test('each call has its own outcome, with the data of its refusal', async () => {
    await come(
      { USDT: '900' },
      { ADIT: '300' },
      { USDT: '10' },
      { USDT: '900' },
      { USDT: '90' },
      {},
      { BTC: '1' },
      {},
    );
    await produce(1, '100');
    const stranger = await swapping(id(0), toBtc('1'));
    const calls = [
      await swapping(id(0), toBtc('900', { minReceived: '0.00997' }), { trace: randomUUID() }),
      await swapping(id(1), { from: 'ADIT', to: 'USDT', amount: '300' }),
      await swapping(id(2), toBtc('900')),
      await swapping(id(3), toBtc('900', { minReceived: '0.009970000000000001' })),
      await swapping(id(4), { from: 'USDT', to: 'TON', amount: '1' }),
      await swapping(id(5), toBtc('90', { quoteOnly: true })),
      await swapping(id(6), { from: 'BTC', to: 'USDT', amount: '0.2' }),
      await swapping(id(7), { from: 'USDT', to: 'USDT', amount: '1' }),
      { ...stranger, call: { ...stranger.call, token: randomBytes(32) } },
    ];
    const found = told(await carryOut(calls));
    const from = { from: 'USDT', to: 'BTC', rate: '0.000011111111111111', feeRate: '0.003', produced: '0' };
    const priceAt = now.toISOString();
    expect(found).toEqual([
      [
        'ok',
        {
          ...{ ...from, priceAt, amount: '900', received: '0.00997', fee: '0.00003' },
          parts: [{ source: 'reserve', amount: '900', received: '0.00997' }],
          balances: { USDT: '0', BTC: '0.00997' },
        },
      ],
      [
        'ok',
        {
          ...{ from: 'ADIT', to: 'USDT', amount: '300', received: '2.991', rate: '0.01', fee: '0.009' },
          ...{ feeRate: '0.003', produced: '0', priceAt, balances: { ADIT: '100', USDT: '2.991' } },
          parts: [
            { source: 'fund', amount: '100', received: '0.997' },
            { source: 'reserve', amount: '200', received: '1.994' },
          ],
        },
      ],
      ['insufficient_balance', { coin: 'USDT', balance: '10', amount: '900' }],
      ['below_minimum_received', null],
      ['price_unavailable', { coin: 'TON', reason: 'feed' }],
      [
        'ok',
        {
          ...{ ...from, priceAt, amount: '90', received: '0.000997', fee: '0.000003' },
          parts: [{ source: 'reserve', amount: '90', received: '0.000997' }],
          balances: { USDT: '0', BTC: '0' },
        },
      ],
      [
        'exchange_limit',
        {
          coin: 'BTC',
          most: '0.111111111111111111',
          resetsAt: expect.stringMatching(/T16:00:00.000Z$/) as string,
        },
      ],
      ['invalid_request', { issues: [{ path: 'to', reason: 'the same coin' }] }],
      ['session_expired', null],
    ]);
    for (const n of [0, 1, 5]) callOf(SWAP).output.parse(found[n]?.[1]);
    expect([await held(0, 'BTC'), await held(1, 'USDT'), await held(6, 'BTC')]).toEqual([
      '0.00997',
      '2.991',
      '1',
    ]);
    const [newest] = await history(db(), id(0), { coin: 'BTC', limit: 1 });
    expect(newest).toMatchObject({ kind: 'exchange', amount: toUnits('0.00997') });
    expect(newest?.ref).toMatch(/^1\/90000\/0\.003\//);
    expect(await traceOf(db(), newest?.entry ?? 0n)).toBe(calls[0]?.call.trace?.replaceAll('-', ''));
    // An answer is final, refusals included, unless it says nothing about the request.
    const again = told(await carryOut(calls));
    expect(again.map(([code]) => code)).toEqual(
      found.map(([code]) =>
        code === 'price_unavailable' || code === 'session_expired' ? code : `${code} again`,
      ),
    );
    expect(again.map(([, reply]) => reply)).toEqual(found.map(([, reply]) => reply));
    await sound();
  });

  test('a price that became old while the call waited is not used, and the same call may come again', async () => {
    await come({ USDT: '90' });
    const late = await swapping(id(0), toBtc('90'), { inTime: false });
    expect(told(await carryOut([late]))).toEqual([['price_unavailable', { coin: 'USDT', reason: 'feed' }]]);
    expect(await codes([{ ...late, inTime: () => true }])).toEqual(['ok']);
    expect(await held(0, 'USDT')).toBe('0');
  });

  test('later calls of a batch meet what earlier ones have left: of the reserve, of the budget and of the limits', async () => {
    await come(...Array.from({ length: 7 }, () => ({ USDT: '10000', ADIT: '1' })));
    for (let n = 0; n < 7; n += 1) await produce(n, '2000');
    await fund({ 'reserve BTC': '0.15' });
    const all = async (amounts: readonly string[], from: string, to: string) =>
      told(
        await carryOut(await Promise.all(amounts.map((amount, n) => swapping(id(n), { from, to, amount })))),
      );
    const ok = ['ok', expect.anything()];
    expect(await all(['9000', '4500', '0.00009'], 'USDT', 'BTC')).toEqual([
      ok,
      ok,
      ['fund_exhausted', { coin: 'BTC', available: '0', most: '0', renewsAt: null }],
    ]);
    // Those whose share of the day's budget of 100 USDT would fit on its own.
    expect(
      await all(
        Array.from({ length: 7 }, () => '1600'),
        'ADIT',
        'USDT',
      ),
    ).toEqual([
      ...[ok, ok, ok, ok, ok, ok],
      ['fund_exhausted', expect.objectContaining({ coin: 'USDT', available: '4', most: '400' })],
    ]);
    expect(await all(['900', '5000', '9500', '9500', '9500', '9500', '9500'], 'USDT', 'ETH')).toMatchObject([
      ...[ok, ok, ok, ok, ok, ok],
      ['exchange_limit', { coin: 'USDT', most: '6100' }],
    ]);
    await sound();
  });

  test('the second call of an account is put off, and so is the same call once more', async () => {
    await come({ USDT: '500' }, { USDT: '500' });
    const key = randomUUID();
    const calls = [
      await swapping(id(0), toBtc('90')),
      await swapping(id(0), toBtc('180')),
      await swapping(id(1), toBtc('90'), { key }),
      await swapping(id(1), toBtc('90'), { key }),
    ];
    expect(await codes(calls)).toEqual(['ok', 'later', 'ok', 'later']);
    expect([await held(0, 'USDT'), await held(1, 'USDT')]).toEqual(['410', '410']);
    expect(await codes([calls[1] as SwapCall, calls[3] as SwapCall])).toEqual(['ok', 'ok again']);
    expect(await codes([await swapping(id(1), toBtc('91'), { key })])).toEqual(['conflict']);
    expect([await held(0, 'USDT'), await held(1, 'USDT')]).toEqual(['230', '410']);
    await sound();
  });

  test('a reply that the previous release has stored is answered as it was', async () => {
    await come({ USDT: '90' });
    const one = await swapping(id(0), toBtc('90'));
    await carryOut([one], true);
    const reply = '{"from":"USDT","to":"BTC","amount":"90","received":"0.000997"}';
    await db().updateTable('idempotency').set({ reply }).where('key', '=', one.call.key).execute();
    expect(await carryOut([one])).toMatchObject([{ code: 'ok', replay: true, reply }]);
  });

  test('a call that meets a lock on its key or a balance is busy, and its neighbours are carried out', async () => {
    await come(...Array.from({ length: 5 }, () => ({ USDT: '90', BTC: '1' })));
    const calls = await Promise.all(people.map((user) => swapping(user, toBtc('90'))));
    await db()
      .transaction()
      .execute(async (tx) => {
        await begin(tx, (calls[0] as SwapCall).call);
        await lockBalance(tx, id(1), 'USDT');
        await lockBalance(tx, id(3), 'BTC');
        expect(await codes(calls)).toEqual(['busy', 'busy', 'ok', 'busy', 'ok']);
        // A quote needs no lock.
        expect(await codes([await swapping(id(1), toBtc('90', { quoteOnly: true }))])).toEqual(['ok']);
      });
    expect(await codes(calls)).toEqual(['ok', 'ok', 'ok again', 'ok', 'ok again']);
    await sound();
  });

  test('processes with calls of the same accounts, and payouts to these, never deadlock, and each call is carried out once', async () => {
    await come(...Array.from({ length: 8 }, () => ({ USDT: '1000', ADIT: '10000', BTC: '0.1' })));
    for (let n = 0; n < 8; n += 1) await produce(n, '3000');
    const retried = async () => (await retries.get()).values[0]?.value ?? 0;
    const before = await retried();
    const ways: SwapIntent[] = [
      toBtc('9'),
      { from: 'BTC', to: 'USDT', amount: '0.0001' },
      { from: 'ADIT', to: 'USDT', amount: '100' },
      { from: 'USDT', to: 'ADIT', amount: '1' },
    ];
    const ended: string[] = [];
    const spent = new Map<string, number>();
    const process = async (n: number) => {
      for (let round = 0; round < 6; round += 1) {
        const calls = await Promise.all(
          people.map((user, at) => {
            const way = ways[(at + round + n) % ways.length] as SwapIntent;
            spent.set(`${way.from} ${way.to}`, (spent.get(`${way.from} ${way.to}`) ?? 0) + 1);
            return swapping(user, way);
          }),
        );
        ended.push(...(await carriedOut(calls, carryOut)));
      }
    };
    const payouts = async () => {
      for (let n = 0; n < 12; n += 1)
        await postBulk(db(), {
          ...{ kind: 'mining', at: now, coin: 'ADIT', from: 'issuance' },
          pays: people.toReversed().map((user) => ({ user, amount: 1n })),
        });
    };
    await Promise.all([process(0), process(1), process(2), payouts()]);
    expect([ended.length, new Set(ended)]).toEqual([144, new Set(['ok'])]);
    const all = await balancesOf(db(), people);
    const sum = (coin: string) =>
      people.reduce((total, user) => total + (all.get(user)?.get(coin) ?? 0n), 0n);
    const times = (way: string) => BigInt(spent.get(way) ?? 0);
    expect(sum('BTC')).toBe(
      toUnits('0.8') + times('USDT BTC') * toUnits('0.0000997') - times('BTC USDT') * toUnits('0.0001'),
    );
    expect(await retried()).toBe(before);
    await sound();
  });

  test('a batch changes what the same calls would change one after the other', async () => {
    interface Wish {
      readonly swap: readonly [from: string, to: string, amount: string];
      readonly produced: string;
      readonly quoteOnly: boolean;
    }
    const wish: fc.Arbitrary<Wish> = fc.record({
      // What the limits of an account and an hour, the reserve and the budget allow together, and more.
      swap: fc.constantFrom<[string, string, string]>(
        ['USDT', 'BTC', '9000'],
        ['BTC', 'USDT', '0.1'],
        ['BTC', 'ETH', '0.100000000000000007'],
        ['ETH', 'USDT', '3.5'],
        ['ADIT', 'USDT', '900'],
        ['ADIT', 'USDT', '1000.000000000000000001'],
        ['USDT', 'ADIT', '12.000000000000000003'],
        ['USDT', 'ADIT', '99999'],
      ),
      produced: fc.constantFrom('0', '500', '2000'),
      quoteOnly: fc.constantFrom(false, false, false, true),
    });
    const funds = {
      ...{ 'reserve USDT': '30000', 'reserve ADIT': '3000', 'reserve BTC': '0.35', 'reserve ETH': '5' },
      'buyback USDT': '150',
    };
    async function played(wishes: readonly Wish[], together: boolean) {
      now = new Date(now.getTime() + DAY_MS);
      await fund(funds);
      await come(...wishes.map(() => ({ USDT: '20000', ADIT: '1000', BTC: '1', ETH: '10' })));
      for (const [n, { produced }] of wishes.entries()) if (produced !== '0') await produce(n, produced);
      const before = new Map(
        (await systemBalances(db())).map((one) => [`${one.system} ${one.coin}`, one.balance]),
      );
      const calls: SwapCall[] = [];
      for (const [n, { swap, quoteOnly }] of wishes.entries()) {
        const [from, to, amount] = swap;
        calls.push(await swapping(id(n), { from, to, amount, quoteOnly }));
      }
      const answers: Outcome[] = [];
      if (together) answers.push(...(await carryOut(calls)));
      else for (const one of calls) answers.push(...(await carryOut([one], true)));
      const since = (at: Date) => at.getTime() - now.getTime();
      const { rows } = await sql<{ line: string }>`
        select concat_ws(' ', 'exchanged', case user_id when 0 then -1 else user_id - ${id(0)} end, coin, worth) as line
          from exchanged where since > ${now}::timestamptz - interval '1 day' and (user_id = 0 or user_id >= ${id(0)})
        union all select concat_ws(' ', 'produced', user_id - ${id(0)}, unsold) from produced where user_id >= ${id(0)}
        union all select concat_ws(' ', 'repurchase', row_number() over (order by id), user_id - ${id(0)}, amount, paid, stakers)
          from repurchases where user_id >= ${id(0)}
        order by 1`.execute(db());
      return {
        answers: answers.map(({ code, reply }) => [
          code,
          reply.replace(
            /"(priceAt|resetsAt|renewsAt)":"([^"]+)"/g,
            (_, name, at: string) => `${name} ${since(new Date(at))}`,
          ),
        ]),
        held: await Promise.all(
          people.map(async (user) => [...((await balancesOf(db(), [user])).get(user) ?? [])]),
        ),
        moved: (await systemBalances(db()))
          .map(({ system, coin, balance }) => [`${system} ${coin}`, balance] as const)
          .map(([name, balance]) => [name, balance - (before.get(name) ?? 0n)]),
        rows,
      };
    }
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(wish, { minLength: 2, maxLength: 9 }), async (wishes) => {
        const one = await played(wishes, true);
        for (const [code = ''] of one.answers) seen.add(code);
        expect(one).toEqual(await played(wishes, false));
      }),
      { numRuns: 25 },
    );
    expect([...seen].toSorted()).toEqual(['exchange_limit', 'fund_exhausted', 'insufficient_balance', 'ok']);
    await sound();
  });
});
