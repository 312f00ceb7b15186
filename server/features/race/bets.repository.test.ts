/**
 * Taking bets: once per key, on time, and within what the bank can pay, however many arrive
 * together.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { raceTimes } from '#rules/race.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { raceId } from '#draws/rounds.ts';
import { history, traceOf } from '#server/ledger/read.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { raceFixture } from '#tests/support/race-fixture.ts';
import * as race from '#tests/support/race.ts';
import { placedView } from './race.views.ts';

removeClusterAtEnd();

const OK = 'ok';
const CLOSED = 'betting_closed';
const EXPOSED = 'exposure_limit';
const codesOf = (outcomes: readonly { code: string }[]) => outcomes.map((one) => one.code);

onPostgres((open) => {
  const room = raceFixture(open);
  const { db, current, start, adit, sound, entry } = room;
  const setBank = (amount: string) => room.setBank(toUnits(amount));
  const players = (count: number, amount = '1000') =>
    race.makePlayers(db(), Array<null>(count).fill(null), toUnits(amount));
  const two = async () => (await players(2)) as [race.Player, race.Player];

  test('a bet has its own entry in the history, named after round, account and number', async () => {
    const [one] = await two();
    const server = start();
    await server.bet(one, current(), { 1: '5', 4: '2.5' });
    const second = await server.bet(one, current(), { 4: '1' });
    expect(second).toMatchObject({ code: OK, account: one.id });
    expect(placedView(second.reply)).toEqual({
      ...{ round: current(), bets: [{ lane: 4, amount: '1' }], balance: '991.5' },
    });
    const rows = await history(db(), one.id, { kinds: ['race_bet'], limit: 9 });
    expect(rows.map(({ ref, amount, balanceAfter }) => [ref, amount, balanceAfter])).toEqual([
      [`${current()}/${one.id}/2`, -toUnits('1'), toUnits('991.5')],
      [`${current()}/${one.id}/1`, -toUnits('7.5'), toUnits('992.5')],
    ]);
    expect(await entry(one, current())).toEqual({
      stakes: ['5', '0', '0', '3.5', '0', '0'].map(toUnits),
      bets: 2,
    });
    await sound();
  });

  test('the same key returns the same answer and bets once; with another body it is a conflict', async () => {
    const [one, other] = await two();
    const server = start();
    const key = randomUUID();
    const first = await server.bet(one, current(), { 3: '5' }, key);
    expect(first).toMatchObject({ code: OK, replay: false });
    const again = await Promise.all([
      server.bet(one, current(), { 3: '5' }, key),
      start().bet(one, current(), { 3: '5' }, key),
    ]);
    for (const answer of again) expect(answer).toEqual({ ...first, replay: true });
    expect(await server.bet(one, current(), { 3: '6' }, key)).toMatchObject({
      code: 'conflict',
    });
    // Keys belong to one account.
    expect(await server.bet(other, current(), { 3: '6' }, key)).toMatchObject({ code: OK, replay: false });
    expect([await adit(one), await adit(other)]).toEqual(['995', '994'].map(toUnits));
    // A refusal is repeated later, even when the bet would be accepted by then.
    const refused = randomUUID();
    const late = current() + 1;
    expect(await server.bet(one, late, { 3: '1' }, refused)).toMatchObject({ code: CLOSED, replay: false });
    room.pass();
    expect(await server.bet(one, late, { 3: '1' }, refused)).toMatchObject({ code: CLOSED, replay: true });
    await sound();
  });

  test('bets of one batch are traced each to its own request', async () => {
    const both = await two();
    const server = start();
    const keys = [randomUUID(), randomUUID()] as const;
    const bet: typeof server.bet = (player, round, stakes) =>
      server.bet(player, round, stakes, keys[both.findIndex(({ id }) => id === player.id)]);
    const bets = both.map((player) => [player, current(), { 1: '1' }] as const);
    await race.together({ bet }, bets);
    const entries = both.map(
      async ({ id }) => (await history(db(), id, { kinds: ['race_bet'], limit: 1 }))[0]?.entry,
    );
    const traces = (await Promise.all(entries)).map((entry) => traceOf(db(), entry ?? 0n));
    expect(await Promise.all(traces)).toEqual(keys.map((key) => key.replaceAll('-', '')));
  });

  test('parallel attempts with one key through several processes bet once', async () => {
    const [one] = await two();
    const servers = [start(), start(), start()];
    const key = randomUUID();
    const answers = await Promise.all(
      [...servers, ...servers].map((server) => server.bet(one, current(), { 2: '7' }, key)),
    );
    expect(answers.filter(({ replay }) => !replay)).toHaveLength(1);
    expect(new Set(codesOf(answers))).toEqual(new Set([OK]));
    expect(await adit(one)).toBe(toUnits('993'));
    await sound();
  });

  test('a key used by another kind of call is a conflict, for that call alone', async () => {
    const [one, other] = await two();
    const server = start();
    const key = randomUUID();
    await db()
      .insertInto('idempotency')
      .values({
        ...{
          scope: one.id,
          key,
          call: 'POST /api/mining/claim',
          request: randomBytes(32),
          code: 'ok',
          reply: '"its own"',
        },
        created_at: new Date(room.now),
      })
      .execute();
    const answers = await Promise.all([
      server.bet(other, current(), { 1: '1' }),
      server.bet(one, current(), { 1: '1' }, key),
      server.bet(other, current(), { 1: '1' }),
    ]);
    expect(codesOf(answers)).toEqual([OK, 'conflict', OK]);
    expect(await adit(one)).toBe(toUnits('1000'));
  });

  test('a bet whose key another call holds waits by itself, and the bets of others are accepted meanwhile', async () => {
    const [one, other] = await two();
    const server = start();
    const key = randomUUID();
    const waiting = await db()
      .transaction()
      .execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${key}, ${one.id}::bigint))`.execute(tx);
        const bet = server.bet(one, current(), { 1: '1' }, key);
        for (const process of [server, start()])
          expect(await process.bet(other, current(), { 1: '1' })).toMatchObject({ code: OK });
        return { bet };
      });
    expect(await waiting.bet).toMatchObject({ code: OK, replay: false });
    await sound();
  });

  test('two sessions of one account are two calls, and both count', async () => {
    const [one] = await two();
    const second = { ...one, token: randomBytes(32) };
    await sql`
        insert into sessions (token_hash, outbox_hash, user_id, created_at, last_seen_at, expires_at, outbox_expires_at)
        select ${second.token}, ${randomBytes(32)}, user_id, created_at, last_seen_at, expires_at, outbox_expires_at
        from sessions where token_hash = ${one.token}`.execute(db());
    const answers = await race.together(start(), [
      [one, current(), { 1: '6000' }],
      [second, current(), { 1: '600' }],
      [second, current(), { 2: '500' }],
    ]);
    expect(codesOf(answers)).toEqual(['insufficient_balance', OK, 'insufficient_balance']);
    expect(answers[2]?.reply).toBe('{"coin" : "ADIT", "balance" : "400", "amount" : "500"}');
    expect(await adit(one)).toBe(toUnits('400'));
    await sound();
  });

  test('a caller without a session is refused, and nobody else', async () => {
    const [one] = await two();
    const [bad, good] = await race.together(start(), [
      [{ ...one, token: randomBytes(32) }, current(), { 1: '1' }],
      [one, current(), { 1: '1' }],
    ]);
    expect(bad).toEqual({ code: 'session_expired', reply: 'null', replay: false, account: null });
    expect(good).toMatchObject({ code: OK });
  });

  test('invalid tokens and ended sessions bet nothing', async () => {
    const [one, other] = await two();
    const server = start();
    const outbox = await db()
      .selectFrom('sessions')
      .select('outbox_hash')
      .where('user_id', '=', one.id)
      .executeTakeFirstOrThrow();
    const token = Buffer.from(outbox.outbox_hash);
    const ENDED = 'session_expired';
    expect((await server.bet({ ...one, token }, current(), { 1: '1' })).code).toBe(ENDED);
    const seen = (at: number) =>
      db()
        .updateTable('sessions')
        .set({ last_seen_at: new Date(at) })
        .where('user_id', '=', other.id)
        .execute();
    await seen(room.now - 86_400_000);
    expect((await server.bet(other, current(), { 1: '1' })).code).toBe(ENDED);
    await seen(room.now - 86_399_999);
    expect((await server.bet(other, current(), { 1: '1' })).code).toBe(OK);
    expect(await adit(one)).toBe(toUnits('1000'));
  });

  test('a lane accepts at most 10,000 per round, in any number of bets', async () => {
    const [one] = await players(1, '50000');
    const server = start();
    const player = one as race.Player;
    const bet = async (stakes: race.Stakes) => (await server.bet(player, current(), stakes)).code;
    const INVALID = 'invalid_amount';
    expect(await bet({ 1: '10000' })).toBe(OK);
    expect(await bet({ 1: '1' })).toBe(INVALID);
    expect(await bet({ 2: '5', 1: '1' })).toBe(INVALID);
    expect(await bet({ 2: '9999.5' })).toBe(OK);
    expect(await bet({ 2: '1', 3: '1' })).toBe(INVALID);
    expect(await bet({ 3: '0.5' })).toBe(INVALID);
    expect(await entry(player, current())).toEqual({
      stakes: ['10000', '9999.5', '0', '0', '0', '0'].map(toUnits),
      bets: 2,
    });
    room.pass();
    expect(await bet({ 1: '10000' })).toBe(OK);
    await sound();
  });

  test('a pause and a limit refuse a bet and say why; a refusal for another reason does not count as spent', async () => {
    const [one, other] = await two();
    const server = start();
    const until = new Date(room.now + 3_600_000);
    await db()
      .insertInto('play_limits')
      .values({ user_id: one.id, paused_until: until, day: '2026-01-01' })
      .execute();
    await db()
      .insertInto('play_limits')
      .values({ user_id: other.id, daily_limit: toUnits('1500'), day: '2026-01-01' })
      .execute();
    const data = async (player: race.Player, stakes: race.Stakes) => {
      const { code, reply } = await server.bet(player, current(), stakes);
      return [code, JSON.parse(reply ?? 'null') as unknown];
    };
    const PAUSED = 'play_paused';
    expect(await data(one, { 1: '1' })).toEqual([
      PAUSED,
      { reason: 'paused', pausedUntil: until.toISOString() },
    ]);
    expect((await data(other, { 1: '1400' }))[0]).toBe('insufficient_balance');
    await setBank('0');
    expect((await data(other, { 1: '900' }))[0]).toBe(EXPOSED);
    await setBank('100000');
    expect((await data(other, { 1: '900' }))[0]).toBe(OK);
    expect(await data(other, { 1: '600.5' })).toEqual([
      PAUSED,
      { reason: 'limit', dailyBetLimit: '1500', spentToday: '900' },
    ]);
    expect((await data(other, { 1: '50' }))[0]).toBe(OK);
    await sound();
  });

  test('betting is open one millisecond before its end, and closed at it', async () => {
    const [one] = await two();
    const server = start();
    const number = current();
    room.passToLastMoment(number);
    expect((await server.bet(one, number, { 1: '1' })).code).toBe(OK);
    room.now += 1;
    expect((await server.bet(one, number, { 1: '1' })).code).toBe(CLOSED);
    expect((await server.bet(one, number + 1, { 1: '1' })).code).toBe(CLOSED);
    room.passToDraw(number);
    expect((await server.bet(one, number, { 1: '1' })).code).toBe(CLOSED);
    expect((await server.bet(one, number + 1, { 1: '1' })).code).toBe(OK);
    expect(await adit(one)).toBe(toUnits('998'));
  });

  test('a process whose clock is 45 s slow is refused by the clock of the database', async () => {
    const [one] = await two();
    const number = current();
    const ends = raceTimes(number).bettingEndsAt.getTime();
    await start().prepare(new Date(room.now));
    const skipped = ends + 10_000 - Date.now();
    const slow: Clock = {
      now: () => new Date(Date.now() + skipped - 45_000),
      wall: () => new Date(Date.now() - 45_000),
      near: () => true,
    };
    expect((await start({ clock: slow }).bet(one, number, { 1: '1' })).code).toBe(CLOSED);
    expect(await adit(one)).toBe(toUnits('1000'));
  });

  test('a chain whose newest block is past the end closes the betting, whatever the clocks say', async () => {
    const [one] = await two();
    const number = current();
    let head = raceTimes(number).bettingEndsAt.getTime();
    const server = start({ headTime: () => new Date(head) });
    expect((await server.bet(one, number, { 1: '1' })).code).toBe(CLOSED);
    head -= 1;
    expect((await server.bet(one, number, { 1: '1' })).code).toBe(OK);
    expect(await adit(one)).toBe(toUnits('999'));
  });

  test('a bet that waited for its batch beyond the end is refused', async () => {
    const [one, other] = await two();
    const server = start();
    const number = current();
    room.passToLastMoment(number);
    await server.prepare(new Date(room.now));
    const first = server.bet(one, number, { 1: '1' });
    const second = server.bet(other, number, { 1: '1' });
    // The first is sent with the time of its last millisecond; nothing is answered before this tick ends.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    room.now += 1;
    expect([(await first).code, (await second).code]).toEqual([OK, CLOSED]);
  });

  test('the first bet of a round requests its draw', async () => {
    const [one] = await two();
    const server = start();
    const wanted = async () =>
      (await db().selectFrom('draws').select('wanted').where('id', '=', raceId(current())).executeTakeFirst())
        ?.wanted;
    expect((await server.bet(one, current(), { 1: '5000' })).code).toBe('insufficient_balance');
    expect(await wanted()).toBe(false);
    await server.bet(one, current(), { 1: '1' });
    expect(await wanted()).toBe(true);
  });

  test('parallel bets through several processes are accepted exactly up to what the bank can pay', async () => {
    const many = await players(30);
    const servers = [start(), start(), start()];
    // One stake of 10 may cost 40.18: the stakes of an earlier round stay reserved.
    await setBank('500');
    const first = servers[0] as race.Process;
    expect((await first.bet(many[0] as race.Player, current(), { 6: '10' })).code).toBe(OK);
    room.pass();
    await setBank('500.001');
    const answers = await Promise.all(
      many.flatMap((one, i) =>
        [0, 1].map((n) => (servers[(i + n) % 3] as race.Process).bet(one, current(), { 3: '10' })),
      ),
    );
    const codes = codesOf(answers);
    expect(codes.filter((one) => one === OK)).toHaveLength(11);
    expect(codes.filter((one) => one === EXPOSED)).toHaveLength(49);
    // Stakes on other lanes help pay for it: now there is room again.
    expect((await first.bet(many[1] as race.Player, current(), { 1: '41' })).code).toBe(OK);
    expect((await first.bet(many[2] as race.Player, current(), { 3: '10' })).code).toBe(OK);
    await sound();
  });
});
