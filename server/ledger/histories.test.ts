// Random histories compared with a model that fits on one screen: after any sequence, the books agree with the model.
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fromUnits } from '#rules/amounts.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { onBothDatabases, removeClusterAtEnd } from '#tests/support/databases.ts';
import { NOON, makeUsers } from '#tests/support/ledger.ts';
import { FUNDS } from './accounts.ts';
import { audit } from './audit.ts';
import { type Line, post } from './post.ts';
import { balances, systemBalance } from './read.ts';

removeClusterAtEnd();

const USERS = [0, 1, 2];
const SYSTEMS = ['issuance', 'custody', 'race_bank', 'buyback'] as const;
type Owner = number | (typeof SYSTEMS)[number];

const isGuarded = (owner: Owner) => typeof owner === 'number' || (FUNDS as readonly string[]).includes(owner);

/** Several payments in one entry; each owner and coin gets one line with the sum. */
const owner = fc.oneof(fc.constantFrom<Owner>(...USERS), fc.constantFrom<Owner>(...SYSTEMS));
/** Half of the payments come from accounts that can always pay; otherwise nearly all would be refused. */
const payer = fc.oneof(fc.constantFrom<Owner>('issuance', 'custody'), owner);
const payment = fc.record({
  from: payer,
  to: owner,
  coin: fc.constantFrom('ADIT', 'USDT'),
  amount: fc.oneof(fc.bigInt(1n, 20n), fc.bigInt(1n, 10n ** 30n)),
});
const historyOf = fc.array(fc.array(payment, { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 25,
  size: 'max',
});

const keyOf = (owner: Owner, coin: string) => `${owner} ${coin}`;

function netOf(payments: readonly { from: Owner; to: Owner; coin: string; amount: bigint }[]) {
  const net = new Map<string, { owner: Owner; coin: string; amount: bigint }>();
  const add = (owner: Owner, coin: string, amount: bigint) => {
    const known = net.get(keyOf(owner, coin))?.amount ?? 0n;
    net.set(keyOf(owner, coin), { owner, coin, amount: known + amount });
  };
  for (const { from, to, coin, amount } of payments) {
    add(from, coin, -amount);
    add(to, coin, amount);
  }
  return [...net.values()].filter(({ amount }) => amount !== 0n);
}

onBothDatabases((open) => {
  test('balances are the sums of the accepted entries, and a refused entry changes nothing', async () => {
    const db = open().kysely;
    const start = new Map<string, bigint>();
    for (const system of SYSTEMS) for (const coin of ['ADIT', 'USDT']) start.set(keyOf(system, coin), 0n);

    await fc.assert(
      fc.asyncProperty(historyOf, async (entries) => {
        const ids = await makeUsers(db, USERS.length);
        const model = new Map<string, bigint>();
        for (const key of start.keys()) model.set(key, start.get(key) ?? 0n);
        const lineOf = ({ owner, coin, amount }: { owner: Owner; coin: string; amount: bigint }): Line =>
          typeof owner === 'number'
            ? { user: ids[owner] as bigint, coin, amount }
            : { system: owner, coin, amount };

        for (const payments of entries) {
          const net = netOf(payments);
          if (net.length === 0) continue;
          const after = net.map((line) => ({
            ...line,
            left: (model.get(keyOf(line.owner, line.coin)) ?? 0n) + line.amount,
          }));
          const short = after.filter(({ owner, left }) => isGuarded(owner) && left < 0n);
          const result = await post(db, { kind: 'random', at: NOON, lines: net.map(lineOf) }).catch(
            (error: unknown) => error,
          );
          if (short.length === 0) {
            expect(result).toBeTypeOf('bigint');
            for (const { owner, coin, left } of after) model.set(keyOf(owner, coin), left);
            continue;
          }
          expect(result).toBeInstanceOf(Refusal);
          const told = short.map(({ owner, coin, left, amount }) =>
            typeof owner === 'number'
              ? {
                  name: 'insufficient_balance',
                  data: { coin, balance: fromUnits(left - amount), amount: fromUnits(-amount) },
                }
              : { name: 'fund_exhausted', data: { coin } },
          );
          const { name, data } = result as Refusal;
          expect(told).toContainEqual({ name, data });
        }

        for (const [n, id] of ids.entries()) {
          const held = await balances(db, id);
          for (const coin of ['ADIT', 'USDT'])
            expect(held.get(coin) ?? 0n).toBe(model.get(keyOf(n, coin)) ?? 0n);
        }
        for (const system of SYSTEMS) {
          for (const coin of ['ADIT', 'USDT']) {
            const key = keyOf(system, coin);
            expect(await systemBalance(db, system, coin)).toBe(model.get(key));
            start.set(key, model.get(key) ?? 0n);
          }
        }
      }),
      { numRuns: 15, endOnFailure: true },
    );
    expect(await audit(db)).toEqual([]);
    expect((await sql`select 1 from ledger_journal limit 31`.execute(db)).rows).toHaveLength(31);
  });
});
