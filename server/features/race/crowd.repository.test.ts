/**
 * Bets of two processes in parallel with settlements, void rounds, other bookings and limit changes of the same
 * accounts, with a bank that is always nearly exhausted. Nothing deadlocks, no settlement lacks money in the bank, and
 * all totals agree. A deadlock is an error here: nothing is retried.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { raceRanking } from '#draws/race.ts';
import { RACE_MOST_BET } from '#rules/figures.ts';
import { openRound, raceRoundAt } from '#rules/race.ts';
import type { Db } from '#server/db/client.ts';
import { lockPlay, writeLimits } from '#server/features/limits/limits.repository.ts';
import { type Clock, momentOf } from '#server/jobs/clock.ts';
import { audit } from '#server/ledger/audit.ts';
import { post } from '#server/ledger/post.ts';
import { postBulk } from '#server/ledger/bulk.ts';
import { systemBalance } from '#server/ledger/read.ts';
import { freshDatabase, removeClusterAtEnd } from '#tests/support/databases.ts';
import { proveAll } from '#tests/support/ledger.ts';
import * as race from '#tests/support/race.ts';
import { raceProof } from './race.check.ts';
import { countBatch, placeBets, settleBatch } from './race.repository.ts';
import { roundMaker } from './race.usecases.ts';
import { numbers } from '#tests/support/random.ts';

removeClusterAtEnd();

const ROUND_MS = 300_000;
const START = Date.parse('2026-11-21T04:00:00Z');
const INVITERS = [null, 0, 1, 2, 0, 1, 3, 5, null, 8];
const BATCHES = 40;

// The embedded database has one connection: nothing runs in parallel there.
test('are right to the last unit, on PostgreSQL', async () => {
  await using database = Object.assign(await freshDatabase('postgres'), {
    [Symbol.asyncDispose]: () => database.close(),
  });
  const db = database.kysely;
  const random = numbers(11);
  let now = START;
  const players = await race.makePlayers(db, INVITERS, toUnits('3000'));
  await race.addToBank(db, toUnits('900'));
  const seen = new Map<string, number>();
  const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
  const one = <T>(all: readonly T[]): T => all[random(all.length)] as T;
  const subset = () => players.filter(() => random(3) > 0).toSorted(() => random(3) - 1);
  const tx = <T>(work: (db: Db) => Promise<T>) => db.transaction().execute(work);
  const prepare = roundMaker({ database, draws: race.testDraws() });
  await prepare(new Date(now));

  async function bets(): Promise<void> {
    for (let n = 0; n < BATCHES; n += 1) {
      now += random(150_000);
      const at = new Date(now);
      await prepare(at);
      const batch = subset().map(({ token }) => {
        const stakes = Array<bigint>(6).fill(0n);
        for (let k = 0; k < 2; k += 1) stakes[random(6)] = toUnits('1') + BigInt(random(1e9)) * 10n ** 11n;
        return { call: race.betCall(token, at), refused: 'ok' as const, round: raceRoundAt(at), stakes };
      });
      const moment = momentOf({ now: () => at, wall: () => new Date() }, null);
      const options = {
        open: openRound(at),
        wait: true,
        at: moment,
        most: toUnits(RACE_MOST_BET),
        rates: race.RATES,
      };
      for (const { code } of await placeBets(db, batch, options)) count(`bet ${code}`);
    }
  }
  let living = true;
  const untilTheEnd = async (work: () => Promise<unknown>) => {
    while (living) {
      await work();
      await sleep(1);
    }
  };
  async function settle(): Promise<void> {
    const past = await db
      .selectFrom('race_rounds')
      .select('round')
      .where('finished_at', 'is', null)
      .where('total', '>', 0n)
      .where('round', '<', BigInt(raceRoundAt(new Date(now))))
      .orderBy('round')
      .execute();
    for (const { round } of past) {
      // The champion, if there is one, is derived from the round, so both settlers compute the same.
      const champion = round % 2n === 0n ? 0 : 1 + Number(round % 6n);
      const ranking = champion === 0 ? null : raceRanking(race.hashFor(champion));
      const batch = { round: Number(round), ranking, limit: 1 + random(10), now: new Date(now) };
      const { done, batch: paid } = await tx((db_) => settleBatch(db_, batch));
      if (paid !== null && ranking) await tx((db_) => countBatch(db_, round, paid));
      if (done) count(champion === 0 ? 'void' : 'settled');
    }
  }
  const others = [
    () =>
      tx((db_) =>
        post(db_, {
          kind: 'mining',
          at: new Date(now),
          lines: [
            { user: one(players).id, coin: 'ADIT', amount: 5n },
            { system: 'issuance', coin: 'ADIT', amount: -5n },
          ],
        }),
      ),
    () =>
      tx(async (db_) => {
        const { id } = one(players);
        const { spentToday: _, ...limits } = await lockPlay(db_, id, new Date(now));
        await writeLimits(db_, id, { ...limits, daily: toUnits(String(2000 + random(2000))) });
      }),
    () =>
      tx((db_) => {
        const pays = players.map(({ id }) => ({ user: id, amount: 3n }));
        return postBulk(db_, { kind: 'staking', at: new Date(now), coin: 'ADIT', pays, from: 'issuance' });
      }),
  ];
  const beside = [settle, settle, ...others].map(untilTheEnd);
  await Promise.all([bets(), bets()]).finally(() => {
    living = false;
  });
  await Promise.all(beside);
  now += 2 * ROUND_MS;
  const left = async () =>
    (
      await db
        .selectFrom('race_rounds')
        .select('round')
        .where('finished_at', 'is', null)
        .where('total', '>', 0n)
        .execute()
    ).length;
  while ((await left()) > 0) await settle();

  for (const what of ['bet ok', 'bet exposure_limit', 'settled', 'void'])
    expect([what, seen.get(what) ?? 0]).not.toEqual([what, 0]);
  expect(await systemBalance(db, 'race_stakes', 'ADIT')).toBe(0n);
  expect(await proveAll(db, raceProof)).toEqual([]);
  expect(await audit(db)).toEqual([]);
});

test('two rounds that take bets in parallel, by clocks that differ, share what the bank can pay', async () => {
  await using database = Object.assign(await freshDatabase('postgres'), {
    [Symbol.asyncDispose]: () => database.close(),
  });
  const db = database.kysely;
  const players = await race.makePlayers(db, Array<null>(24).fill(null), toUnits('100'));
  // A stake of 10 may cost 40.18.
  await race.addToBank(db, toUnits('500'));
  const clockAt = (ms: number): Clock => ({
    now: () => new Date(ms),
    wall: () => new Date(),
    near: () => true,
  });
  const behind = race.raceProcess(database, { clock: clockAt(START) });
  const ahead = race.raceProcess(database, { clock: clockAt(START + ROUND_MS) });
  const round = raceRoundAt(new Date(START));
  const answers = await Promise.all(
    players.flatMap((one) => [behind.bet(one, round, { 3: '10' }), ahead.bet(one, round + 1, { 5: '10' })]),
  );
  expect(answers.filter((one) => one.code === 'ok')).toHaveLength(12);
  expect(answers.filter((one) => one.code === 'exposure_limit')).toHaveLength(36);
  expect(await proveAll(db, raceProof)).toEqual([]);
  await Promise.all([behind.stop(), ahead.stop()]);
});
