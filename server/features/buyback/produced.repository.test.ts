// Which part of lottery prizes the repurchase fund buys, with real rounds: what was issued into the
// pool, and nothing of what players paid, however a round ends and however much rolls over.
import { beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '#rules/days.ts';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { findRound } from '#server/features/lottery/lottery.repository.ts';
import { audit } from '#server/ledger/audit.ts';
import { post } from '#server/ledger/post.ts';
import { balances, systemBalance } from '#server/ledger/read.ts';
import { exchange } from '#tests/support/exchange.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import {
  emptyLottery,
  endDraw,
  lotteryDifferences,
  lotteryFixture,
  makeMiners,
} from '#tests/support/lottery.ts';
import type { Account } from '#tests/support/staking.ts';
import { findProduced, openDay } from './buyback.repository.ts';
import { repurchasing } from './buyback.usecases.ts';

removeClusterAtEnd();

const PURSE = toUnits('1000');
const prices: Record<string, bigint> = { ADIT: toUnits('0.01'), USDT: toUnits('1') };

onPostgres((open) => {
  const time = { now: 0 };
  /** Each test has its own days: the ledger remembers what was issued for a day. */
  let begin = Date.parse('2027-01-01T12:00:00Z');
  let people: Account[] = [];
  const db = () => open().kysely;
  let house = lotteryFixture(open, time);
  /** The round that closes this many days after the first one. */
  const day = (n: number) => new Date(begin + (n + 1) * DAY_MS).toISOString().slice(0, 10);
  const id = (n: number) => people[n]?.id ?? 0n;
  const round = async (n: number) => (await findRound(db(), day(n))) ?? expect.fail(`no round ${day(n)}`);
  const produced = async (n: number) =>
    fromUnits((await findProduced(db(), [id(n)])).get(id(n))?.unsold ?? 0n);
  const wonBy = async (n: number, paid: number) =>
    ((await balances(db(), id(n))).get('ADIT') ?? 0n) - PURSE + toUnits(String(paid));

  beforeEach(async () => {
    await emptyLottery(db());
    begin += 100 * DAY_MS;
    time.now = begin;
    house = lotteryFixture(open, time);
    // Removes what an earlier test left in the pool, so that each test begins with an empty one.
    const left = await systemBalance(db(), 'lottery_pool', 'ADIT');
    if (left > 0n)
      await post(db(), {
        kind: 'test',
        at: new Date(begin),
        lines: [
          { system: 'lottery_pool', coin: 'ADIT', amount: -left },
          { system: 'institution', coin: 'ADIT', amount: left },
        ],
      });
    people = await makeMiners(db(), [null, null, null], PURSE);
    await house.prepare();
  });

  /** Closes round `n` with these guesses, each an account and a number, and ends its draw. */
  async function play(n: number, guesses: readonly [who: number, number: number][], end: number | 'void') {
    for (const [who, number] of guesses) await house.guess(id(who), number);
    time.now = begin + (n + 1) * DAY_MS;
    await house.prepare();
    if (guesses.length > 0) await endDraw(db(), day(n), end);
    await house.settle();
  }
  /** All ten guesses of an account: the first is free and is `number`, the others cost 18 ADIT. */
  const ten = (who: number, number: number): [number, number][] =>
    Array.from({ length: 10 }, (_, i) => [who, number + i]);

  test('a pool of paid guesses makes nothing produced but what was issued into it', async () => {
    await play(0, [...ten(0, 100), ...ten(1, 200), ...ten(2, 300)], 100);
    // 54 ADIT paid, 6 issued for three miners.
    expect(await round(0)).toMatchObject({ winners: 1, share: toUnits('60') });
    expect([await produced(0), await produced(1), await produced(2)]).toEqual(['6', '0', '0']);
    expect(await lotteryDifferences(db(), people)).toEqual([]);
  });

  test('what rolls over keeps its issued part through rounds without a winner, void ones and ones without guesses', async () => {
    await play(0, ten(0, 100), 999);
    expect(await round(1)).toMatchObject({ carried: toUnits('24'), carriedIssued: toUnits('6') });
    await play(1, ten(1, 100), 'void');
    expect(await round(2)).toMatchObject({ carried: toUnits('30'), carriedIssued: toUnits('12') });
    await play(2, [], 0);
    expect(await round(3)).toMatchObject({ carried: toUnits('36'), carriedIssued: toUnits('18') });
    // Three winning guesses share 46 ADIT, 24 of them issued; the smallest unit of the rest rolls over.
    await play(
      3,
      [
        [0, 7],
        [0, 7],
        [1, 7],
        [1, 8],
      ],
      7,
    );
    const { share, rolled, winners } = await round(3);
    const pot = toUnits('46');
    expect([winners, share * 3n + (rolled ?? 0n), share]).toEqual([3, pot, pot / 3n]);
    expect([await wonBy(0, 20), await wonBy(1, 2)]).toEqual([share * 2n, share]);
    const part = (prize: bigint) => fromUnits((prize * toUnits('24')) / pot);
    expect([await produced(0), await produced(1)]).toEqual([part(share * 2n), part(share)]);
    expect((await round(4)).carriedIssued).toBe(0n);
    expect(await lotteryDifferences(db(), people)).toEqual([]);
    expect(await audit(db())).toEqual([]);
  });

  test('a prize bought by paying for it goes back to the reserve, and a later one counts from the last sale on', async () => {
    await post(db(), {
      kind: 'seed',
      at: new Date(begin),
      lines: [
        { system: 'buyback', coin: 'USDT', amount: toUnits('1000') },
        { system: 'reserve', coin: 'USDT', amount: toUnits('1000') },
        { system: 'custody', coin: 'USDT', amount: -toUnits('2000') },
      ],
    });
    const sell = async (who: number, amount: string) => {
      await openDay(db(), new Date(time.now));
      const deps = {
        coins: () => ['ADIT', 'USDT'].map((symbol) => ({ symbol, exchange: true })),
        prices: (coin: string) => ({ price: prices[coin] ?? 0n, at: new Date(time.now), deviation: 0n }),
        exchangeOpen: () => true,
        repurchasing,
      };
      const sold = await db()
        .transaction()
        .execute((tx) =>
          exchange(tx, deps, id(who), { from: 'ADIT', to: 'USDT', amount }, new Date(time.now)),
        );
      return fromUnits(sold.repurchased);
    };
    const stakers = async () => fromUnits(await systemBalance(db(), 'staking_rewards', 'ADIT'));
    const before = await systemBalance(db(), 'staking_rewards', 'ADIT');
    await play(0, [...ten(0, 100), ...ten(1, 200), ...ten(2, 300)], 100);
    expect([await sell(0, '60'), await stakers()]).toEqual(['6', fromUnits(before + toUnits('3'))]);
    expect([await sell(0, '60'), await produced(0)]).toEqual(['0', '0']);
    // 36 paid and 6 issued; one of the two winners has sold before.
    await play(1, [...ten(0, 100), ...ten(1, 100)], 100);
    expect([await produced(0), await produced(1), await produced(2)]).toEqual(['3', '3', '0']);
    expect([await sell(0, '2'), await sell(0, '21'), await produced(0)]).toEqual(['2', '1', '0']);
    expect(await audit(db())).toEqual([]);
  });
});
