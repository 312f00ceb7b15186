/**
 * Everything that pays into or out of the repurchase fund and the fund for resale, in any order and in parallel, booked
 * by the real code: the books stay sound, only produced ADIT is repurchased, the day's budget holds, every resale is
 * covered, and the list agrees with the ledger.
 */
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import type { Db } from '#server/db/client.ts';
import { DAY_MS } from '#rules/days.ts';
import { openDay, repurchases, totals } from '#server/features/buyback/buyback.repository.ts';
import { readOffers, repurchasing } from '#server/features/buyback/buyback.usecases.ts';
import { createTrial } from '#server/features/mining/mining.repository.ts';
import { buying, selling } from '#server/features/mining/power.usecases.ts';
import { audit } from '#server/ledger/audit.ts';
import { type Line, post } from '#server/ledger/post.ts';
import { balances, promisedBy, systemBalance } from '#server/ledger/read.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { exchange, trade } from '#tests/support/exchange.ts';
import { onPostgres } from '#tests/support/databases.ts';
import { COIN, NOON, makeUsers } from '#tests/support/ledger.ts';

type Step =
  | { do: 'buy'; who: number; hundreds: number }
  | { do: 'sell'; who: number; hashrate: number }
  | { do: 'swap'; who: number; adit: bigint }
  | { do: 'produce'; who: number; adit: bigint };

const PEOPLE = 3;
const who = fc.nat(PEOPLE - 1);
/** ADIT from next to nothing to more than anybody pays for. */
const adit = fc.oneof(fc.bigInt(1n, 2000n), fc.bigInt(1n, 30n * COIN), fc.bigInt(1n, 2500n * COIN));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('buy' as const), who, hundreds: fc.integer({ min: 0, max: 8 }) }),
  fc.record({ do: fc.constant('sell' as const), who, hashrate: fc.integer({ min: 0, max: 900 }) }),
  fc.record({ do: fc.constant('swap' as const), who, adit }),
  fc.record({ do: fc.constant('produce' as const), who, adit: fc.bigInt(1n, 100n * COIN) }),
);

/** More than a share of the budget, and more hashrate than there is. */
const BEYOND = [
  { do: 'produce', who: 0, adit: 100n * COIN },
  { do: 'swap', who: 0, adit: 100n * COIN },
  { do: 'sell', who: 0, hashrate: 1 },
] satisfies Step[];

/** Each history has its own day. */
let today = NOON;

const prices: Record<string, bigint> = { ADIT: toUnits('0.01'), USDT: COIN };
const exchangeDeps = {
  coins: () => ['ADIT', 'USDT'].map((symbol) => ({ symbol, exchange: true })),
  prices: (coin: string) => ({ price: prices[coin] ?? 0n, at: NOON, deviation: 0n }),
  exchangeOpen: () => true,
  repurchasing,
};

function take(tx: Db, user: bigint, one: Step): Promise<unknown> {
  if (one.do === 'buy') return trade(tx, buying, user, one.hundreds * 100, today);
  if (one.do === 'sell') return trade(tx, selling, user, one.hashrate, today);
  if (one.do === 'produce') return produce(tx, user, one.adit);
  return exchange(tx, exchangeDeps, user, { from: 'ADIT', to: 'USDT', amount: fromUnits(one.adit) }, today);
}

/** Pays ADIT to an account the way its miner does. */
const produce = (db: Db, user: bigint, amount: bigint) =>
  post(db, {
    kind: 'mining',
    at: today,
    lines: [
      { user, coin: 'ADIT', amount },
      { system: 'issuance', coin: 'ADIT', amount: -amount },
    ],
  });

onPostgres((open) => {
  const db = () => open().kysely;
  /** Not the server's own transaction, which retries after a deadlock: here a deadlock fails the test. */
  const attempt = (user: bigint, one: Step): Promise<string> =>
    db()
      .transaction()
      .execute((tx) => take(tx, user, one))
      .then(
        () => 'done',
        (error: unknown) => {
          if (error instanceof Refusal) return error.name;
          throw error;
        },
      );

  async function newPeople(usdt: bigint, adits: bigint): Promise<bigint[]> {
    const ids = await makeUsers(db(), PEOPLE);
    const [above = null] = ids;
    for (const user of ids) {
      if (user !== above)
        await db()
          .updateTable('users')
          .set({ invited_by: above, ancestor1: above, kyc: 'approved' })
          .where('id', '=', user)
          .execute();
      await createTrial(db(), user, toUnits('1200'));
      const lines: Line[] = [
        { user, coin: 'USDT', amount: usdt },
        { user, coin: 'ADIT', amount: adits },
        { system: 'custody', coin: 'USDT', amount: -usdt },
        { system: 'custody', coin: 'ADIT', amount: -adits },
      ];
      const moved = lines.filter(({ amount }) => amount !== 0n);
      if (moved.length > 0) await post(db(), { kind: 'deposit', at: NOON, lines: moved });
    }
    return ids;
  }
  const fund = () => systemBalance(db(), 'buyback', 'USDT');
  const reserve = () => systemBalance(db(), 'reserve', 'USDT');
  const usdtOf = async (user: bigint) => (await balances(db(), user)).get('USDT') ?? 0n;
  const purchasedOf = async (user: bigint) =>
    (
      await db()
        .selectFrom('miners')
        .select('purchased')
        .where('user_id', '=', user)
        .executeTakeFirstOrThrow()
    ).purchased;

  /** Every row's totals cover all rows up to it, and those of the newest row match the ledger. */
  async function expectListAgrees(): Promise<number> {
    const rows = await db().selectFrom('repurchases').selectAll().orderBy('id').execute();
    const sum = { bought: 0n, institution: 0n, stakers: 0n, paid: 0n };
    for (const row of rows) {
      sum.bought += row.kind === 'token' ? row.amount : 0n;
      sum.institution += row.institution;
      sum.stakers += row.stakers;
      sum.paid += row.kind === 'token' ? row.paid : 0n;
      expect([row.bought_total, row.institution_total, row.stakers_total, row.paid_total]).toEqual(
        Object.values(sum),
      );
      if (row.kind === 'token') expect(row.stakers).toBe(row.amount / 2n);
    }
    expect(await totals(db())).toEqual(sum);
    expect(await systemBalance(db(), 'institution', 'ADIT')).toBe(sum.institution);
    expect(await systemBalance(db(), 'staking_rewards', 'ADIT')).toBe(sum.stakers);
    const { rows: paid } = await sql<{ listed: bigint; booked: bigint }>`
      select (select coalesce(sum(paid), 0) from repurchases) as listed, coalesce(-sum(p.amount), 0) as booked
      from ledger_postings p join ledger_accounts a on a.id = p.account_id join ledger_journal j on j.id = p.journal_id
      where a.system in ('buyback', 'resale') and p.amount < 0 and j.kind <> 'seed'`.execute(db());
    expect(paid[0]?.listed).toBe(paid[0]?.booked);
    await expectCovered();
    return rows.length;
  }

  /** All purchased hashrate can be sold back at this moment. */
  async function expectCovered() {
    const { rows } = await sql<{ rights: bigint }>`
      select coalesce(sum(purchased) * 8 / 1000, 0)::numeric(38,0) as rights from miners`.execute(db());
    const rights = rows[0]?.rights;
    expect(await promisedBy(db(), 'resale', 'USDT')).toBe(rights);
    expect(await systemBalance(db(), 'resale', 'USDT')).toBe(rights);
  }

  /** Sets a fund's balance, and begins a day of the fund; what this takes out is not listed as a repurchase. */
  async function setFund(units: bigint, system: 'buyback' | 'reserve' = 'buyback') {
    const missing = units - (await systemBalance(db(), system, 'USDT'));
    if (missing !== 0n)
      await post(db(), {
        kind: 'seed',
        at: today,
        lines: [
          { system, coin: 'USDT', amount: missing },
          { system: 'custody', coin: 'USDT', amount: -missing },
        ],
      });
    if (system === 'reserve') return;
    today = new Date(today.getTime() + DAY_MS);
    await openDay(db(), today);
  }

  describe('the repurchase fund', () => {
    test('any sequence does what a model says, and nothing else', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }), async (steps) => {
          const ids = await newPeople(15n * COIN, 4000n * COIN);
          const model = ids.map(() => ({
            ...{ usdt: 15n * COIN, adit: 4000n * COIN, purchased: 0n },
            ...{ unsold: 0n, sold: 0n },
          }));
          let left = 10n * COIN;
          let inReserve = 50n * COIN;
          let paidToday = 0n;
          await setFund(inReserve, 'reserve');
          await setFund(left);
          for (const one of steps) {
            const mine = model[one.who];
            if (!mine) throw new Error('nobody');
            let expected = 'done';
            if (one.do === 'buy') {
              const price = BigInt(one.hundreds) * COIN;
              if (one.hundreds === 0) expected = 'invalid_amount';
              else if (price > mine.usdt) expected = 'insufficient_balance';
              else {
                mine.usdt -= price;
                mine.purchased += BigInt(one.hundreds * 100) * COIN;
                left += price / 5n;
              }
            } else if (one.do === 'sell') {
              const units = BigInt(one.hashrate) * COIN;
              const paid = BigInt(one.hashrate) * toUnits('0.008');
              if (one.hashrate === 0) expected = 'invalid_amount';
              else if (units > mine.purchased) expected = 'insufficient_balance';
              else {
                mine.purchased -= units;
                mine.usdt += paid;
              }
            } else if (one.do === 'produce') {
              mine.adit += one.adit;
              mine.unsold += one.adit;
            } else {
              const gross = one.adit / 100n;
              const received = (one.adit * 997n) / 100_000n;
              const own = one.adit < mine.unsold ? one.adit : mine.unsold;
              const paid = own / 100n;
              // The fund began the day with 10 USDT and never falls below 9 of them.
              const budget = left - 9n * COIN;
              const share = (budget + paidToday) / 5n - mine.sold;
              if (received === 0n) expected = 'invalid_amount';
              else if (one.adit > mine.adit) expected = 'insufficient_balance';
              else if (paid > budget || paid > share || gross - paid > inReserve) expected = 'fund_exhausted';
              else {
                mine.adit -= one.adit;
                mine.usdt += received;
                mine.unsold -= paid === 0n ? 0n : own;
                mine.sold += paid;
                paidToday += paid;
                left -= paid;
                inReserve -= gross - paid;
              }
            }
            const outcome = await attempt(ids[one.who] ?? 0n, one);
            expect([one, outcome]).toEqual([one, expected]);
          }
          expect([await fund(), await reserve()]).toEqual([left, inReserve]);
          for (const [n, id] of ids.entries()) {
            const held = await balances(db(), id);
            const has = { usdt: held.get('USDT'), adit: held.get('ADIT'), purchased: await purchasedOf(id) };
            const { usdt, adit, purchased, unsold } = model[n] ?? {};
            expect(has).toEqual({ usdt, adit, purchased });
            expect((await readOffers(db(), [id], today))(id).unsold).toBe(unsold);
          }
          await expectCovered();
        }),
        { numRuns: 12, endOnFailure: true, examples: [[BEYOND]] },
      );
      await expectListAgrees();
      expect(await audit(db())).toEqual([]);
    });

    test('parallel exchanges, purchases and resales wait for each other without a deadlock', async () => {
      const ids = await newPeople(100n * COIN, 5000n * COIN);
      await setFund(20n * COIN);
      await setFund(100n * COIN, 'reserve');
      for (const id of ids) await produce(db(), id, 60n * COIN);
      for (const id of ids) expect(await attempt(id, { do: 'buy', who: 0, hundreds: 20 })).toBe('done');
      const resale = () => systemBalance(db(), 'resale', 'USDT');
      const before = await Promise.all([fund(), reserve(), resale(), ...ids.map(usdtOf)]);
      const revenue = await systemBalance(db(), 'revenue', 'USDT');
      const ways: Step[] = [
        { do: 'swap', who: 0, adit: 40n * COIN + 1n },
        { do: 'sell', who: 0, hashrate: 50 },
        { do: 'buy', who: 0, hundreds: 1 },
        { do: 'swap', who: 0, adit: 7n * COIN },
        { do: 'sell', who: 0, hashrate: 3 },
      ];
      const rounds = Array.from({ length: 60 }, (_, n) => attempt(ids[n % 3] ?? 0n, ways[n % 5] as Step));
      const answers = await Promise.all(rounds);
      expect(answers.filter((outcome) => outcome !== 'done' && outcome !== 'fund_exhausted')).toEqual([]);
      expect(answers.filter((outcome) => outcome === 'done').length).toBeGreaterThan(30);
      const after = await Promise.all([fund(), reserve(), resale(), ...ids.map(usdtOf)]);
      const sum = (all: readonly bigint[]) => all.reduce((a, b) => a + b, 0n);
      // Only fees leave the cycle between users and the funds.
      expect(sum(before) - sum(after)).toBe((await systemBalance(db(), 'revenue', 'USDT')) - revenue);
      expect(after.every((units) => units >= 0n)).toBe(true);
      await expectListAgrees();
      expect(await audit(db())).toEqual([]);
    });

    test('the budget of a day and an account’s share of it are spent once, whoever comes first', async () => {
      const ids = await newPeople(100n * COIN, 0n);
      for (const id of ids) await produce(db(), id, 5000n * COIN);
      await setFund(100n * COIN);
      // A budget of 10 USDT and a share of 2: each account sells twice in parallel, and then again.
      const sales = Array.from({ length: 12 }, (_, n) =>
        attempt(ids[n % 3] ?? 0n, { do: 'swap', who: 0, adit: 100n * COIN }),
      );
      const answers = await Promise.all(sales);
      expect(answers.filter((outcome) => outcome === 'done')).toHaveLength(6);
      expect(new Set(answers)).toEqual(new Set(['done', 'fund_exhausted']));
      expect(await fund()).toBe(94n * COIN);
      // What comes in on the same day can be spent on the same day.
      expect(await attempt(ids[0] ?? 0n, { do: 'buy', who: 0, hundreds: 50 })).toBe('done');
      const [ann = 0n] = ids;
      const offers = await readOffers(db(), [ann], today);
      expect(offers(ann)).toMatchObject({ whole: 20n * COIN, leftOfShare: 2n * COIN });
    });

    test('a wash trade earns nothing: ADIT bought from the reserve goes back to it, and no staker gets a share', async () => {
      const [ann = 0n] = await newPeople(1000n * COIN, 0n);
      await setFund(1000n * COIN);
      await setFund(1000n * COIN, 'reserve');
      await post(db(), {
        kind: 'seed',
        at: today,
        lines: [
          { system: 'reserve', coin: 'ADIT', amount: 200_000n * COIN },
          { system: 'issuance', coin: 'ADIT', amount: -200_000n * COIN },
        ],
      });
      const stakers = () => systemBalance(db(), 'staking_rewards', 'ADIT');
      const before = await stakers();
      for (let round = 0; round < 5; round += 1) {
        const swap = (from: string, to: string, amount: bigint) =>
          db()
            .transaction()
            .execute((tx) => exchange(tx, exchangeDeps, ann, { from, to, amount: fromUnits(amount) }, today));
        await swap('USDT', 'ADIT', (await usdtOf(ann)) / 2n);
        const back = await swap('ADIT', 'USDT', (await balances(db(), ann)).get('ADIT') ?? 0n);
        expect(back.repurchased).toBe(0n);
      }
      expect([await stakers(), await fund()]).toEqual([before, 1000n * COIN]);
      expect(await usdtOf(ann)).toBeLessThan(1000n * COIN);
    });

    test('a refusal names the most that can be sold, which then succeeds, and one unit more does not', async () => {
      const [ann = 0n, ben = 0n] = await newPeople(0n, 500n * COIN);
      await setFund(3n * COIN, 'reserve');
      await setFund(100n * COIN);
      await produce(db(), ann, 5000n * COIN);
      await produce(db(), ben, 100n * COIN);
      const most = async (user: bigint, amount: bigint) =>
        db()
          .transaction()
          .execute((tx) => take(tx, user, { do: 'swap', who: 0, adit: amount }))
          .then(
            () => null,
            (error: unknown) => (error instanceof Refusal ? error.data : Promise.reject(error)),
          );
      // First the share of the budget; then, for anyone who has sold everything produced, the reserve.
      expect(await most(ann, 201n * COIN)).toMatchObject({ most: '200', available: '2' });
      expect(await most(ann, 200n * COIN)).toBeNull();
      expect(await most(ann, COIN)).toMatchObject({ most: '0', available: '0' });
      expect(await most(ben, 401n * COIN)).toMatchObject({ most: '400', available: '3', renewsAt: null });
      expect(await most(ben, 400n * COIN)).toBeNull();
      expect(await reserve()).toBe(0n);
    });

    test('hashrate can be sold back at every moment, although the fund for repurchases is empty', async () => {
      const ids = await newPeople(50n * COIN, 0n);
      for (const id of ids) expect(await attempt(id, { do: 'buy', who: 0, hundreds: 40 })).toBe('done');
      await setFund(0n);
      await expectCovered();
      const sales = ids.map((id) => attempt(id, { do: 'sell', who: 0, hashrate: 4000 }));
      expect(await Promise.all(sales)).toEqual(['done', 'done', 'done']);
      for (const id of ids) expect(await usdtOf(id)).toBe(42n * COIN);
      await expectCovered();
    });

    test('the database itself keeps what was promised for resale, whoever writes to it', async () => {
      const [ann = 0n] = await newPeople(50n * COIN, 0n);
      await attempt(ann, { do: 'buy', who: 0, hundreds: 10 });
      const steal = post(db(), {
        kind: 'fund',
        at: today,
        lines: [
          { system: 'resale', coin: 'USDT', amount: -1n },
          { system: 'custody', coin: 'USDT', amount: 1n },
        ],
      });
      await expect(steal).rejects.toMatchObject({ name: 'fund_exhausted' });
      const rewrite = sql`update ledger_accounts set balance = balance - 1 where system = 'resale'`.execute(
        db(),
      );
      await expect(rewrite).rejects.toThrow('ledger_not_overdrawn');
    });

    test('its list is read in pages, each row once, newest first, while rows are added', async () => {
      const [ann = 0n] = await newPeople(100n * COIN, 5000n * COIN);
      await setFund(100n * COIN);
      await attempt(ann, { do: 'buy', who: 0, hundreds: 5 });
      const all = (await repurchases(db(), 1000).execute()).map(({ id }) => id);
      const read: bigint[] = [];
      for (let before: bigint | undefined; ; before = read.at(-1)) {
        const page = await repurchases(db(), 7, before).execute();
        read.push(...page.map(({ id }) => id));
        if (page.length < 7) break;
        await attempt(ann, { do: 'sell', who: 0, hashrate: 1 });
      }
      expect(read).toEqual(all);
    });
  });
});
