/**
 * The race's money, compared with a model that books one bet after the other; and the end of a round.
 */
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { DAY_MS } from '#rules/days.ts';
import { ratesOf } from '#rules/team.ts';
import { raceId } from '#draws/rounds.ts';
import { type Db, inTransaction } from '#server/db/client.ts';
import { raceBatchOf, raceReceiptRows } from '#server/features/team/race-receipt.repository.ts';
import { checkTeams } from '#server/features/team/team.check.ts';
import { history } from '#server/ledger/read.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { proveAll } from '#tests/support/ledger.ts';
import { expectSame, raceModel, stepsOf } from '#tests/support/race-model.ts';
import { raceFixture } from '#tests/support/race-fixture.ts';
import * as race from '#tests/support/race.ts';
import { raceProof } from './race.check.ts';
import { countBatch, settleBatch } from './race.repository.ts';

removeClusterAtEnd();

/** Inviters by place: a chain of four, and two branches. */
const INVITERS = [null, 0, 1, 2, 0, 1];
const PAID = [race.RATES, ratesOf('race', 1), [0n, 0n, 0n]] as const;
const LIMITED = 4;
const LIMIT = toUnits('120');

onPostgres((open) => {
  const room = raceFixture(open);
  const { db, current, start, adit, bank, held, sound, setBank } = room;
  const two = async () =>
    (await race.makePlayers(db(), [null, null], toUnits('1000'))) as [race.Player, race.Player];

  test('any bets, ends and void rounds match booking one bet after the other, to the last unit', async () => {
    let runs = 0;
    const codes = new Set<unknown>();
    const property = fc.asyncProperty(
      fc.array(stepsOf(INVITERS.length), { minLength: 8, maxLength: 22 }),
      fc.bigInt(toUnits('50'), toUnits('1500')),
      async (steps, money) => {
        runs += 1;
        // A failed run leaves its rounds behind for the shrinking runs that follow.
        await room.clear();
        room.pass(4);
        const players = await race.makePlayers(db(), INVITERS, toUnits('400'));
        const first = players[0]?.id ?? 0n;
        await db()
          .insertInto('play_limits')
          .values({ user_id: first + BigInt(LIMITED), daily_limit: LIMIT, day: '2026-01-01' })
          .execute();
        await setBank(money);
        const limit = 1 + (runs % 3);
        // Limited to the levels in use; a round keeps the number that applied to its first bet.
        const rates = PAID[runs % PAID.length] ?? race.RATES;
        const server = start({ limit, rates });
        const model = raceModel(
          players.map(({ ancestors }, i) => ({
            above: ancestors.map((id) => (id === null ? null : players.findIndex((one) => one.id === id))),
            ...{
              balance: toUnits('400'),
              limit: i === LIMITED ? LIMIT : null,
              spent: 0n,
              day: 0,
              earned: 0n,
            },
          })),
          money,
          rates,
        );
        async function end(champion: number | null): Promise<void> {
          const number = model.waiting()[0];
          if (number === undefined) return;
          room.passToDraw(number);
          await race.decide(db(), number, champion);
          await server.settle();
          model.end(number, champion);
        }

        for (const one of steps) {
          if (one.what === 'next') room.pass(one.rounds);
          if (one.what === 'end') await end(one.champion);
          if (one.what !== 'bets') continue;
          const bets = one.bets.map(({ who, stakes }) => ({
            who,
            text: race.textsOf(Object.entries(stakes)),
          }));
          const answers = await race.together(
            server,
            bets.map(({ who, text }) => [players[who] as race.Player, current(), text] as const),
          );
          const expected = bets
            .toSorted((a, b) => a.who - b.who)
            .map(({ who, text }) => [who, model.bet(who, current(), race.readStakes(text))]);
          const notified = bets
            .map(({ who }, i) => [who, answers[i]?.code])
            .toSorted(([a], [b]) => Number(a) - Number(b));
          expect(notified).toEqual(expected);
          for (const [, one] of notified) codes.add(one);
          expect(await held()).toBe(model.held());
        }
        while (model.waiting().length > 0) await end(1 + (runs % 6));

        await expectSame(db(), players, model);
        expect(await proveAll(db(), raceProof)).toEqual([]);
      },
    );
    await fc.assert(property, { numRuns: 20, endOnFailure: true });
    const all = ['ok', 'invalid_amount', 'insufficient_balance', 'exposure_limit', 'play_paused'];
    expect(codes).toEqual(new Set(all));
    await sound();
    // These accounts were created without notifying the teams above: their members do not count, but their bets do.
    const counted = (await checkTeams(db())).filter(({ what }) => what === 'bets');
    expect(counted).toEqual([]);
  });

  test('a server that was stopped for several rounds settles each of them once, in order', async () => {
    const players = await race.makePlayers(db(), [null, 0, 1], toUnits('100'));
    await setBank(toUnits('1000'));
    const before = start();
    const rounds: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      rounds.push(current());
      await Promise.all(players.map((one) => before.bet(one, current(), { [n + 1]: '10' })));
      room.pass(2);
    }
    await before.stop();
    room.now += 86_400_000;
    // Lane 1 wins the first round, lane 3 the third; the other rounds pay nothing.
    for (const number of rounds.toReversed()) await race.decide(db(), number, number === rounds[2] ? 3 : 1);
    const notified: (bigint | null)[] = [];
    const servers = [1, 2, 3].map(() => start({ limit: 2, notify: (user) => notified.push(user) }));
    await Promise.all([...servers, ...servers].map((one) => one.settle()));
    // Two of four stakes of 10 won, and the levels above got 1 % and 0.5 % of all of them.
    expect(await Promise.all(players.map(adit))).toEqual(['160.6', '160.4', '160'].map(toUnits));
    expect(notified.filter((user) => user === null)).toHaveLength(4);
    const ended = await db().selectFrom('race_rounds').select(['round', 'batches', 'state']).execute();
    for (const number of rounds)
      expect(ended.find(({ round }) => round === BigInt(number))).toMatchObject({
        batches: 2,
        state: 'settled',
      });
    await sound();
  });

  test('a crash after any batch, or in the middle of one, loses nothing and pays nothing twice', async () => {
    const players = await race.makePlayers(db(), [null, 0, 1, 2, 0], toUnits('100'));
    await setBank(toUnits('1000'));
    const server = start();
    const number = current();
    for (const one of players) await server.bet(one, number, { 2: '10', 5: '1' });
    room.passToDraw(number);
    const batch = { round: number, ranking: [2, 1, 3, 4, 5, 6], limit: 2, now: new Date(room.now) };
    const state = async () => [
      await db().selectFrom('race_rounds').selectAll().where('round', '=', BigInt(number)).execute(),
      await Promise.all(players.map(adit)),
      await held(),
    ];
    for (let done = false; !done;) {
      const before = await state();
      const crash = db()
        .transaction()
        .execute(async (tx) => {
          await settleBatch(tx, batch);
          throw new Error('the process is gone');
        });
      await expect(crash).rejects.toThrow('the process is gone');
      expect(await state()).toEqual(before);
      ({ done } = await inTransaction(db(), (tx) => settleBatch(tx, batch)));
      await sound();
    }
    const after = await state();
    expect(await inTransaction(db(), (tx) => settleBatch(tx, batch))).toEqual({
      done: true,
      batch: null,
      accounts: [],
    });
    expect(await state()).toEqual(after);
    expect(await adit(players[3] as race.Player)).toBe(toUnits('139'));
    expect(await bank()).toBe(
      toUnits('1000') - toUnits('5') * 39n - toUnits('0.11') * 4n - toUnits('0.055') * 2n - toUnits('0.033'),
    );
  });

  test('teams count three batches at once at most, each batch once and on the day it was paid', async () => {
    const players = await race.makePlayers(db(), [null, 0, 0, 0, 0, 0], toUnits('100'));
    const root = players[0] as race.Player;
    await setBank(toUnits('1000'));
    const server = start();
    const number = current();
    for (const one of players) await server.bet(one, number, { 2: '10' });
    room.passToDraw(number);
    const tx = <T>(run: (db_: Db) => Promise<T>) => inTransaction(db(), run);
    const count = (batch: number) => tx((db_) => countBatch(db_, BigInt(number), batch));
    for (let batch = 1; batch <= players.length; batch += 1) {
      const now = new Date(room.now + (batch > 4 ? DAY_MS : 0));
      await tx((db_) => settleBatch(db_, { round: number, ranking: [2, 1, 3, 4, 5, 6], limit: 1, now }));
    }
    const counted = async () => {
      const batches = db().selectFrom('race_batches').select('batch').where('counted', '=', true);
      const days = db()
        .selectFrom('team_earnings')
        .select('race')
        .where('user_id', '=', root.id)
        .orderBy('day');
      return [
        (await batches.where('round', '=', BigInt(number)).orderBy('batch').execute()).map(
          (one) => one.batch,
        ),
        (await days.execute()).map((one) => one.race),
      ];
    };
    const each = toUnits('0.1');
    await count(2);
    expect(await counted()).toEqual([[2, 3, 4], [3n * each]]);
    await count(3);
    expect(await counted()).toEqual([[2, 3, 4], [3n * each]]);
    await count(1);
    expect(await counted()).toEqual([[1, 2, 3, 4], [3n * each]]);
    await count(6);
    await count(5);
    expect(await counted()).toEqual([
      [1, 2, 3, 4, 5, 6],
      [3n * each, 2n * each],
    ]);
    await sound();
  });

  test('earnings from the team break down into the stakes of each member', async () => {
    const players = await race.makePlayers(db(), [null, 0, 0, 1, 2, 3], toUnits('100'));
    const root = players[0] as race.Player;
    await setBank(toUnits('1000'));
    const server = start({ limit: 4 });
    const number = current();
    for (const [i, one] of players.entries()) await server.bet(one, number, { 1: String(i + 1), 3: '2' });
    room.passToDraw(number);
    await race.decide(db(), number, 6);
    await server.settle();
    const entries = await history(db(), root.id, { kinds: ['race_team'], limit: 10 });
    expect(entries).toHaveLength(2);
    const receipts = [];
    for (const { ref, amount } of entries) {
      const batch = await raceBatchOf(db(), ref);
      if (!batch) throw new Error('the batch is not found');
      const [row, ...rest] = await raceReceiptRows(db(), root.id, batch, 10);
      const page = await raceReceiptRows(db(), root.id, batch, 10, row?.orderId);
      expect(page).toEqual(rest);
      const all = row ? [row, ...rest] : [];
      const sum = all.reduce(
        (s, { output, level }) => s + (output * (batch.rates[level - 1] ?? 0n)) / toUnits('1'),
        0n,
      );
      expect(sum).toBe(amount);
      receipts.push(
        ...all.map(({ orderId, level, output }) => [orderId - root.id, level, output / toUnits('1')]),
      );
    }
    // Newest first: the members by place, their level, and what they staked.
    expect(receipts).toEqual([
      [5n, 3, 8n],
      [4n, 2, 7n],
      [3n, 2, 6n],
      [2n, 1, 5n],
      [1n, 1, 4n],
    ]);
    expect(await raceBatchOf(db(), `${number}/9`)).toBeUndefined();
    expect(await raceBatchOf(db(), '7')).toBeUndefined();
    await sound();
  });

  test('a process with a slow clock cannot bet in a round that is drawn, settled or deleted', async () => {
    const [one, other] = await two();
    const early = new Date(room.now + 1000);
    const behind = start({ clock: { ...room.clock, now: () => early } });
    const number = current();
    await behind.bet(one, number, { 1: '1' });
    await behind.prepare(early);
    room.passToDraw(number);
    await race.decide(db(), number, 2);
    await start().settle();
    expect((await behind.bet(other, number, { 1: '1' })).code).toBe('betting_closed');
    await sound();

    const empty = start();
    const next = current();
    await empty.prepare(new Date(room.now));
    await sql`update draws set state = 'void', finished_at = draws_at where id = ${raceId(next)}`.execute(
      db(),
    );
    expect((await empty.bet(other, next, { 1: '1' })).code).toBe('betting_closed');
    await db().deleteFrom('race_rounds').where('round', '=', BigInt(next)).execute();
    expect((await empty.bet(other, next, { 1: '1' })).code).toBe('betting_closed');
    expect(await adit(other)).toBe(toUnits('1000'));
  });

  test('the check reports changes that bypass the race', async () => {
    const [one, two] = (await race.makePlayers(db(), [null, 0], toUnits('100'))) as [
      race.Player,
      race.Player,
    ];
    await setBank(toUnits('1000'));
    const server = start();
    const number = current();
    await server.bet(two, number, { 1: '10' });
    room.passToDraw(number);
    await race.decide(db(), number, 1);
    await server.settle();
    await sound();
    const { rows } = await sql<{ stakes: bigint[] }>`
        update race_entries set stakes = array[9 * 1e18, 0, 0, 0, 0, 1e18] where user_id = ${two.id} returning stakes`.execute(
      db(),
    );
    expect(rows).toHaveLength(1);
    await sql`update team_earnings set race = race + 1 where user_id = ${one.id}`.execute(db());
    const found = (await proveAll(db(), raceProof)).join('\n');
    expect(found).toContain(`round ${number}, stakes:`);
    expect(found).toContain(`race_payout: the records demand account ${two.id} +45 ADIT, booked is +50 ADIT`);
    expect(found).toContain(`user ${one.id}, team earnings: 0.1 by the bets, 0.100000000000000001 is stored`);
    await sql`update race_entries set stakes = array[10 * 1e18, 0, 0, 0, 0, 0] where user_id = ${two.id}`.execute(
      db(),
    );
    await sql`update team_earnings set race = race - 1 where user_id = ${one.id}`.execute(db());
    await sound();
  });
});
