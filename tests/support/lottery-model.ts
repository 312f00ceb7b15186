/** Plays a lottery of four people with late draws on a database and in a plain model, and compares them. Amounts in smallest units. */
import { expect } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import type { Database } from '#server/db/client.ts';
import { checkTeams } from '#server/features/team/team.check.ts';
import { balances, systemBalance } from '#server/ledger/read.ts';
import { lotteryRoundAt } from '#rules/lottery.ts';
import { endDraw, lotteryDifferences, lotteryFixture, makeMiners } from '#tests/support/lottery.ts';

export type Act = { who: number; number: number } | { end: number | 'void' } | { wait: number };

const DAY = 86_400_000;
const PRICE = toUnits('2');
const START = toUnits('13');

interface Guess {
  who: number;
  number: number;
  paid: bigint;
}

/** An `end` act ends all waiting draws in the order of their rounds, all with the same result. */
export async function lotteryModel(database: Database, time: { now: number }, batch: number) {
  const db = database.kysely;
  const fixture = lotteryFixture(() => database, time, { batch });
  const people = await makeMiners(db, [null, 0, 0, 1], START);
  const purse = people.map(() => START);
  const add = (who: number, amount: bigint) => (purse[who] = (purse[who] ?? 0n) + amount);
  /** Everything that no round has paid out yet. */
  let pot = await systemBalance(db, 'lottery_pool', 'ADIT');
  let today: Guess[] = [];
  const waiting: { round: string; guesses: Guess[] }[] = [];
  await fixture.prepare();

  async function guess({ who, number }: { who: number; number: number }): Promise<void> {
    const own = today.filter((one) => one.who === who).length;
    const paid = own === 0 ? 0n : PRICE;
    const may = own < 10 && (purse[who] ?? 0n) >= paid;
    const made = fixture.guess(people[who]?.id ?? 0n, number).then(
      () => true,
      () => false,
    );
    expect(await made).toBe(may);
    if (!may) return;
    add(who, -paid);
    today.push({ who, number, paid });
  }

  async function nextDay(): Promise<void> {
    waiting.push({ round: lotteryRoundAt(new Date(time.now)), guesses: today });
    today = [];
    time.now += DAY;
    await fixture.prepare();
    await fixture.settle();
  }

  function end(guesses: readonly Guess[], result: number | 'void'): void {
    pot += PRICE * BigInt(people.length);
    for (const { who, paid } of guesses)
      if (result === 'void') add(who, paid);
      else pot += paid;
    const won = guesses.filter(({ number }) => number === result);
    const share = won.length > 0 ? pot / BigInt(won.length) : 0n;
    for (const { who } of won) add(who, share);
    pot -= share * BigInt(won.length);
  }

  async function endAll(result: number | 'void'): Promise<void> {
    for (const { round, guesses } of waiting.splice(0)) {
      if (guesses.length > 0) await endDraw(db, round, result);
      await fixture.settle();
      end(guesses, result);
    }
  }

  return {
    async play(act: Act): Promise<void> {
      if ('who' in act) return guess(act);
      for (let i = 0; i < ('wait' in act ? act.wait : 1); i += 1) await nextDay();
      if ('end' in act) await endAll(act.end);
    },
    /** Ends every open round and compares all accounts and the pool; the operator's checks must find nothing. */
    async compare(): Promise<void> {
      await nextDay();
      await endAll(1);
      const held = people.map(async ({ id }) => (await balances(db, id)).get('ADIT') ?? 0n);
      expect(await Promise.all(held)).toEqual(purse);
      expect(await systemBalance(db, 'lottery_pool', 'ADIT')).toBe(pot);
      expect(await lotteryDifferences(db, people)).toEqual([]);
      expect((await checkTeams(db)).filter(({ what }) => what === 'bets')).toEqual([]);
    },
  };
}
