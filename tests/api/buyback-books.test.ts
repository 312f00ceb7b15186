/**
 * Everything that pays into or out of the repurchase fund, in any order and in parallel, booked by the real code: the
 * books stay sound, nobody sells what is not theirs, and the list agrees with the ledger.
 */
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import type { Db } from '#server/db/client.ts';
import { exchange } from '#server/features/assets/exchange.usecases.ts';
import { noteRepurchase, repurchases, totals } from '#server/features/buyback/buyback.repository.ts';
import { createTrial } from '#server/features/mining/mining.repository.ts';
import { buyHashrate, sellHashrate } from '#server/features/mining/power.usecases.ts';
import { noteTeam } from '#server/features/team/team.changes.ts';
import { audit, isSound } from '#server/ledger/audit.ts';
import { post } from '#server/ledger/post.ts';
import { balances, systemBalance } from '#server/ledger/read.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { COIN, NOON, makeUsers } from '#tests/support/ledger.ts';

type Step =
  | { do: 'buy'; who: number; hundreds: number }
  | { do: 'sell'; who: number; hashrate: number }
  | { do: 'swap'; who: number; adit: bigint };

const PEOPLE = 3;
const who = fc.nat(PEOPLE - 1);
/** ADIT from next to nothing to more than the fund can pay for. */
const adit = fc.oneof(fc.bigInt(1n, 2000n), fc.bigInt(1n, 300n * COIN), fc.bigInt(1n, 3000n * COIN));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('buy' as const), who, hundreds: fc.integer({ min: 0, max: 8 }) }),
  fc.record({ do: fc.constant('sell' as const), who, hashrate: fc.integer({ min: 0, max: 900 }) }),
  fc.record({ do: fc.constant('swap' as const), who, adit }),
);

const prices: Record<string, bigint> = { ADIT: toUnits('0.01'), USDT: COIN };
const exchangeDeps = {
  coins: () => ['ADIT', 'USDT'].map((symbol) => ({ symbol, exchange: true })),
  quote: (coin: string) => ({ price: prices[coin] ?? 0n, at: NOON }),
  exchangeOpen: () => true,
  noteRepurchase,
};
const hashrateDeps = { noteTeam, noteRepurchase };

function take(tx: Db, user: bigint, one: Step): Promise<unknown> {
  if (one.do === 'buy') return buyHashrate(tx, hashrateDeps, user, String(one.hundreds * 100), NOON);
  if (one.do === 'sell') return sellHashrate(tx, hashrateDeps, user, String(one.hashrate), NOON);
  return exchange(tx, exchangeDeps, user, { from: 'ADIT', to: 'USDT', amount: fromUnits(one.adit) }, NOON);
}

onBothDatabases((open, kind) => {
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
      await post(db(), {
        kind: 'deposit',
        at: NOON,
        lines: [
          { user, coin: 'USDT', amount: usdt },
          { user, coin: 'ADIT', amount: adits },
          { system: 'custody', coin: 'USDT', amount: -usdt },
          { system: 'custody', coin: 'ADIT', amount: -adits },
        ],
      });
    }
    return ids;
  }
  const fund = () => systemBalance(db(), 'buyback', 'USDT');
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
    const sum = { bought: 0n, institution: 0n, stakers: 0n };
    for (const row of rows) {
      sum.bought += row.kind === 'token' ? row.amount : 0n;
      sum.institution += row.institution;
      sum.stakers += row.stakers;
      expect([row.bought_total, row.institution_total, row.stakers_total]).toEqual(Object.values(sum));
      if (row.kind === 'token') expect(row.stakers).toBe(row.amount / 2n);
    }
    expect(await totals(db())).toEqual(sum);
    expect(await systemBalance(db(), 'institution', 'ADIT')).toBe(sum.institution);
    expect(await systemBalance(db(), 'staking_rewards', 'ADIT')).toBe(sum.stakers);
    const { rows: paid } = await sql<{ listed: bigint; booked: bigint }>`
      select (select coalesce(sum(paid), 0) from repurchases) as listed, coalesce(-sum(p.amount), 0) as booked
      from ledger_postings p join ledger_accounts a on a.id = p.account_id join ledger_journal j on j.id = p.journal_id
      where a.system = 'buyback' and p.amount < 0 and j.kind <> 'seed'`.execute(db());
    expect(paid[0]?.listed).toBe(paid[0]?.booked);
    return rows.length;
  }

  /** Sets the fund's balance; what is taken out is not listed as a repurchase. */
  async function setFund(units: bigint) {
    const missing = units - (await fund());
    if (missing === 0n) return;
    await post(db(), {
      kind: 'seed',
      at: NOON,
      lines: [
        { system: 'buyback', coin: 'USDT', amount: missing },
        { system: 'custody', coin: 'USDT', amount: -missing },
      ],
    });
  }

  describe(`the repurchase fund on ${kind}`, () => {
    test('any sequence does what a model says, and nothing else', async () => {
      const seen = new Map<string, number>();
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }), async (steps) => {
          const ids = await newPeople(15n * COIN, 4000n * COIN);
          const model = ids.map(() => ({ usdt: 15n * COIN, adit: 4000n * COIN, purchased: 0n }));
          let left = 10n * COIN;
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
                left += price;
              }
            } else if (one.do === 'sell') {
              const units = BigInt(one.hashrate) * COIN;
              const paid = BigInt(one.hashrate) * toUnits('0.008');
              if (one.hashrate === 0) expected = 'invalid_amount';
              else if (units > mine.purchased) expected = 'insufficient_balance';
              else if (paid > left) expected = 'fund_exhausted';
              else {
                mine.purchased -= units;
                mine.usdt += paid;
                left -= paid;
              }
            } else {
              const gross = one.adit / 100n;
              const received = (one.adit * 997n) / 100_000n;
              if (received === 0n) expected = 'invalid_amount';
              else if (one.adit > mine.adit) expected = 'insufficient_balance';
              else if (gross > left) expected = 'fund_exhausted';
              else {
                mine.adit -= one.adit;
                mine.usdt += received;
                left -= gross;
              }
            }
            const outcome = await attempt(ids[one.who] ?? 0n, one);
            expect([one, outcome]).toEqual([one, expected]);
            seen.set(`${one.do} ${outcome}`, (seen.get(`${one.do} ${outcome}`) ?? 0) + 1);
          }
          expect(await fund()).toBe(left);
          for (const [n, id] of ids.entries()) {
            const held = await balances(db(), id);
            const has = { usdt: held.get('USDT'), adit: held.get('ADIT'), purchased: await purchasedOf(id) };
            expect(has).toEqual(model[n]);
          }
        }),
        { numRuns: 12, endOnFailure: true },
      );
      expect(await expectListAgrees()).toBeGreaterThan(10);
      expect(isSound(await audit(db()))).toBe(true);
      expect(seen.get('swap fund_exhausted') ?? 0).toBeGreaterThan(0);
      expect(seen.get('sell insufficient_balance') ?? 0).toBeGreaterThan(0);
    });

    test('parallel exchanges, purchases and resales wait for each other without a deadlock', async () => {
      const ids = await newPeople(100n * COIN, 5000n * COIN);
      await setFund(20n * COIN);
      for (const id of ids) expect(await attempt(id, { do: 'buy', who: 0, hundreds: 20 })).toBe('done');
      const before = await Promise.all([fund(), ...ids.map(usdtOf)]);
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
      const after = await Promise.all([fund(), ...ids.map(usdtOf)]);
      const sum = (all: readonly bigint[]) => all.reduce((a, b) => a + b, 0n);
      // Only fees leave the cycle between users and the fund.
      expect(sum(before) - sum(after)).toBe((await systemBalance(db(), 'revenue', 'USDT')) - revenue);
      expect(after.every((units) => units >= 0n)).toBe(true);
      await expectListAgrees();
      expect(isSound(await audit(db()))).toBe(true);
    });

    test('the fund is drained only once, whoever comes first', async () => {
      const ids = await newPeople(100n * COIN, 5000n * COIN);
      for (const id of ids) await attempt(id, { do: 'buy', who: 0, hundreds: 10 });
      await setFund(8n * COIN);
      const sales = Array.from({ length: 12 }, (_, n) =>
        attempt(
          ids[n % 3] ?? 0n,
          n % 2 ? { do: 'sell', who: 0, hashrate: 250 } : { do: 'swap', who: 0, adit: 200n * COIN },
        ),
      );
      const answers = await Promise.all(sales);
      expect(answers.filter((outcome) => outcome === 'done')).toHaveLength(4);
      expect(new Set(answers)).toEqual(new Set(['done', 'fund_exhausted']));
      expect(await fund()).toBe(0n);
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
