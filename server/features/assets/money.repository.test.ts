// Deposits, withdrawals and exchanges in any order, booked by the real code. After every step each coin sums to zero,
// no account that must not be overdrawn is overdrawn, and the books agree with what a chain would hold.
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { COINS } from '#server/chain/coins.ts';
import { claimDeposits, creditDeposits } from '#server/chain/deposits/deposits.repository.ts';
import { beginNonces, dismiss, finish, storeSigned } from '#server/chain/payouts/payouts.repository.ts';
import { type Db, inTransaction } from '#server/db/client.ts';
import { repurchasing } from '#server/features/buyback/buyback.usecases.ts';
import { audit } from '#server/ledger/audit.ts';
import { post } from '#server/ledger/post.ts';
import { systemBalances } from '#server/ledger/read.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { exchange } from '#tests/support/exchange.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { NOON } from '#tests/support/ledger.ts';
import { CATEGORY_OF } from './records.rules.ts';
import { withdraw } from './withdraw.usecases.ts';

removeClusterAtEnd();

const HOT = `0x${'d'.repeat(40)}`;
const RECEIVER = '0x52908400098527886E0F7030069857D2E4169EE7';
const LIST = ['ADIT', 'USDT', 'BTC', 'TON'];
const coins = COINS.filter(({ symbol }) => LIST.includes(symbol)).map((one) => ({
  ...{ ...one, contract: HOT, withdrawals: true, exchange: true },
}));
const prices = new Map([
  ['ADIT', '0.01'],
  ['USDT', '1'],
  ['BTC', '90000'],
]);
const priceOf = (coin: string) => {
  const price = prices.get(coin);
  return price === undefined
    ? ({ reason: 'feed' } as const)
    : { price: toUnits(price), at: NOON, deviation: 0n };
};
/** Initial holdings of the accounts that pay for exchanges. */
const FUNDS = [
  ['reserve', 'USDT', '40'],
  ['reserve', 'BTC', '0.0004'],
  ['reserve', 'ADIT', '4000'],
  ['buyback', 'USDT', '20'],
] as const;

type Step =
  | ({ do: 'deposit'; who: number; coin: string } & Sized)
  | ({ do: 'swap'; who: number; from: string; to: string } & Sized)
  | ({ do: 'withdraw'; who: number; coin: string } & Sized)
  | { do: 'sign' | 'confirm' | 'fail' | 'dismiss'; nth: number }
  | { do: 'come' };

const who = fc.nat(2);
const coin = fc.constantFrom(...LIST);
/**
 * Amounts of every size, from dust to 100 USDT's worth, so that minimums, balances and funds are reached from both
 * sides.
 */
const SOME = { ADIT: toUnits('100'), USDT: toUnits('1'), BTC: toUnits('0.0000112'), TON: toUnits('1') };
const sized = {
  percent: fc.oneof(fc.nat(100), fc.integer({ min: 900, max: 10_000 })),
  dust: fc.bigInt(0n, 1000n),
};
interface Sized {
  percent: number;
  dust: bigint;
}
const unitsOf = (coin: string, { percent, dust }: Sized): bigint =>
  ((SOME[coin as keyof typeof SOME] ?? 0n) * BigInt(percent)) / 100n + dust + 1n;
const nth = fc.nat(5);
const fate = fc.constantFrom<'sign' | 'confirm' | 'fail' | 'dismiss'>(
  'sign',
  'sign',
  'confirm',
  'fail',
  'dismiss',
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('deposit' as const), who: fc.nat(3), coin, ...sized }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('swap' as const), who, from: coin, to: coin, ...sized }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('withdraw' as const), who, coin, ...sized }) },
  { weight: 4, arbitrary: fc.record({ do: fate, nth }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('come' as const) }) },
);

const usdt = (percent: number) => ({ coin: 'USDT', percent, dust: 0n });
const toBtc = (percent: number) => ({ from: 'USDT', to: 'BTC', percent, dust: 0n });
/**
 * The very first run: a withdrawal that is paid, one that is dismissed, one that fails on the chain, and what nobody
 * can pay.
 */
const EVERY_STEP: Step[] = [
  { do: 'deposit', who: 0, ...usdt(10_000) },
  { do: 'deposit', who: 3, ...usdt(1000) },
  { do: 'come' },
  { do: 'swap', who: 0, ...toBtc(1000) },
  { do: 'swap', who: 1, ...toBtc(1000) },
  { do: 'withdraw', who: 1, ...usdt(3000) },
  { do: 'withdraw', who: 0, ...usdt(3000) },
  { do: 'sign', nth: 0 },
  { do: 'confirm', nth: 0 },
  { do: 'withdraw', who: 0, ...usdt(3000) },
  { do: 'dismiss', nth: 1 },
  { do: 'withdraw', who: 0, ...usdt(3000) },
  { do: 'sign', nth: 0 },
  { do: 'fail', nth: 2 },
];

onPostgres((open) => {
  const db = () => open().kysely;
  let made = 0;
  let nonce = 0n;
  /** What a chain would hold, and what waits for an owner, by coin. */
  const chain = new Map<string, bigint>();
  const strange = new Map<string, bigint>();
  const add = (to: Map<string, bigint>, key: string, units: bigint) =>
    to.set(key, (to.get(key) ?? 0n) + units);
  const people: { id: bigint; address: string }[] = [];
  let stranger = '';
  /** How often each step succeeded or was refused. */
  const done: Record<string, number> = {};
  const count = (name: string) => (done[name] = (done[name] ?? 0) + 1);

  const newAddress = () => `0x${(made += 1).toString(16).padStart(40, '0')}`;
  async function signIn(on: Db, address: string) {
    const { id } = await on
      .insertInto('users')
      .values({
        address,
        invite_code: `M${made}-${address.slice(-6)}`,
        created_at: NOON,
        kyc: 'approved',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, address };
  }

  beforeAll(async () => {
    for (const [system, of, text] of FUNDS) {
      const units = toUnits(text);
      await post(db(), {
        kind: 'seed',
        at: NOON,
        lines: [
          { system, coin: of, amount: units },
          { system: 'custody', coin: of, amount: -units },
        ],
      });
      add(chain, of, units);
    }
    for (let n = 0; n < 3; n += 1) people.push(await signIn(db(), newAddress()));
    stranger = newAddress();
    await beginNonces(db(), HOT, 0n);
  });

  async function ofState(states: readonly string[], at: number) {
    const rows = await db()
      .selectFrom('payouts')
      .selectAll()
      .where('state', 'in', states as never)
      .orderBy('id')
      .execute();
    return rows[at % Math.max(rows.length, 1)];
  }

  /** Takes one step through the real functions, and updates the model with what the chain would see of it. */
  async function take(one: Step): Promise<void> {
    if (one.do === 'deposit') {
      const from = people[one.who]?.address ?? stranger;
      const txHash = `0x${(made += 1).toString(16).padStart(64, '0')}`;
      const block = { number: made, hash: txHash };
      const units = unitsOf(one.coin, one);
      const deposit = { txHash, ordinal: 0, coin: one.coin, amount: units, from, block };
      await inTransaction(db(), (tx) => creditDeposits(tx, [deposit], NOON));
      add(chain, one.coin, units);
      if (from === stranger) add(strange, one.coin, units);
    } else if (one.do === 'come') {
      await inTransaction(db(), async (tx) => {
        const { id } = await signIn(tx, stranger);
        await claimDeposits(tx, id, NOON);
      });
      strange.clear();
      stranger = newAddress();
    } else if (one.do === 'swap') {
      const intent = { from: one.from, to: one.to, amount: fromUnits(unitsOf(one.from, one)) };
      const user = people[one.who]?.id ?? 0n;
      const deps = {
        coins: () => coins,
        prices: priceOf,
        exchangeOpen: () => true,
        repurchasing,
      };
      await inTransaction(db(), (tx) => exchange(tx, deps, user, intent, NOON));
    } else if (one.do === 'withdraw') {
      const deps = {
        coins: () => coins,
        limits: () => new Map<string, bigint>(),
        approval: () => 'off' as const,
        closed: new Set<string>(),
        paying: true,
        host: () => 'adit.example',
        useNonce: async () => false,
      } as const;
      const intent = { coin: one.coin, amount: fromUnits(unitsOf(one.coin, one)), address: RECEIVER };
      const person = { ...(people[one.who] ?? { id: 0n }), address: RECEIVER };
      await inTransaction(db(), (tx) => withdraw(tx, deps, person, intent, NOON));
    } else if (one.do === 'sign') {
      const payout = await ofState(['requested'], one.nth);
      if (!payout) return;
      const signed = { hash: `0x${(made += 1).toString(16).padStart(64, '0')}`, raw: '0x' };
      const flight = await storeSigned(db(), { payout, wallet: HOT, nonce, gasPrice: 1n, signed, at: NOON });
      expect(flight).not.toBeNull();
      nonce += 1n;
    } else if (one.do === 'dismiss') {
      const payout = await ofState(['requested', 'signed', 'confirmed'], one.nth);
      if (payout) await dismiss(db(), payout.id, { reason: 'no' }, NOON);
    } else {
      const payout = await ofState(['requested', 'signed', 'confirmed', 'failed'], one.nth);
      if (!payout) return;
      const failure = one.do === 'fail' ? 'it failed' : null;
      const txHash = payout.tx_hash ?? `0x${'e'.repeat(64)}`;
      const ended = await finish(db(), payout.id, { txHash, failure }, NOON);
      expect(ended).toBe(payout.state === 'signed');
      if (ended && !failure) add(chain, payout.coin, payout.fee - payout.amount);
    }
    count(one.do);
  }

  async function expectSound(): Promise<void> {
    const sums = await sql<{ coin: string; sum: bigint; owed: bigint; low: bigint }>`
      select coin, sum(balance) as sum, coalesce(sum(balance) filter (where system is distinct from 'custody'), 0) as owed,
        coalesce(min(balance) filter (where guarded), 0) as low
      from ledger_accounts group by coin`.execute(db());
    for (const { coin: symbol, sum, owed, low } of sums.rows)
      expect([symbol, sum, owed, low >= 0n]).toEqual([symbol, 0n, chain.get(symbol) ?? 0n, true]);
    const system = new Map(
      (await systemBalances(db())).map((one) => [`${one.system} ${one.coin}`, one.balance]),
    );
    const unpaid = await sql<{ coin: string; net: bigint }>`
      select coin, sum(amount - fee) as net from payouts where state not in ('confirmed', 'failed') group by coin`.execute(
      db(),
    );
    for (const symbol of LIST) {
      const told = ['custody', 'payouts', 'unclaimed'].map((name) => system.get(`${name} ${symbol}`) ?? 0n);
      const net = unpaid.rows.find((row) => row.coin === symbol)?.net ?? 0n;
      expect([symbol, ...told]).toEqual([symbol, -(chain.get(symbol) ?? 0n), net, strange.get(symbol) ?? 0n]);
    }
  }

  test('any history leaves sound books: the sum is zero, nobody is overdrawn, custody = users + system', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), async (steps) => {
        for (const one of steps) {
          await take(one).catch((error: unknown) => {
            if (!(error instanceof Refusal)) throw error;
            count(`${one.do} refused`);
          });
          await expectSound();
        }
      }),
      { numRuns: 20, endOnFailure: true, examples: [[EVERY_STEP]] },
    );
    // Each kind of step really succeeded: in the first run, and often by chance over many runs.
    const names = ['deposit', 'swap', 'withdraw', 'sign', 'confirm', 'fail', 'dismiss', 'come'];
    for (const name of [...names, 'swap refused', 'withdraw refused'])
      expect([name, (done[name] ?? 0) >= 4]).toEqual([name, true]);
    expect(await audit(db())).toEqual([]);
    const kinds = await sql<{ kind: string }>`
      select distinct kind from ledger_postings where kind is not null`.execute(db());
    expect(kinds.rows.filter((row) => !(row.kind in CATEGORY_OF))).toEqual([]);
  });
});
