/** One effect per key, whatever happens: parallel requests, refusals, failures, other users, secrets, expiry. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Database, Db } from '#server/db/client.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { fn } from '#server/db/functions.ts';
import { asCall, deleteOldReplies } from '#server/http/idempotency.ts';
import { refuse } from '#server/lib/refusal.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { fakeApp, newSession } from '#tests/support/fake-app.ts';
import { client } from '#tests/support/http.ts';
import { inputOf, outputOf } from '#tests/support/samples.ts';

const STAKE = 'POST /api/stake/stake';
const LOGIN = 'POST /api/auth/login';
const CLAIM = 'POST /api/mining/claim';

/** An effect that can be counted in the database. */
const effect = (db: Db, name: string) =>
  sql`insert into settings (key, value) values (${name}, '1') on conflict (key) do update set value = (settings.value::int + 1)::text`.execute(
    db,
  );

async function effects(database: Database, name: string): Promise<number> {
  const row = await database.kysely
    .selectFrom('settings')
    .select('value')
    .where('key', '=', name)
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}

onBothDatabases((open) => {
  let user: Awaited<ReturnType<typeof newSession>>;
  let count = '';
  const key = () => randomUUID();

  beforeEach(async () => {
    user = await newSession(open());
    count = `effect ${randomUUID()}`;
  });

  /** An app with these handlers, and a client with the session. */
  function serve(handlers: Partial<Handlers>, token: string | undefined = user.token) {
    const { app } = fakeApp(open(), { handlers });
    return client(app, undefined, token);
  }
  const stake = (fail?: () => void): Partial<Handlers> => ({
    [STAKE]: async (c) => {
      await effect(c.db, count);
      fail?.();
      return outputOf(STAKE) as never;
    },
  });
  const stored = () =>
    open().kysely.selectFrom('idempotency').selectAll().where('scope', '=', user.id).execute();

  test('parallel attempts have one effect and one answer', async () => {
    const api = serve(stake());
    const once = key();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => api.call(STAKE, { amount: '1' }, { key: once })),
    );
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(answers[0]?.code).toBe(0);
    expect(answers.filter((answer) => !answer.headers.has('idempotent-replay'))).toHaveLength(1);
    expect(await effects(open(), count)).toBe(1);
  });

  test('parallel attempts at two processes have one effect', async () => {
    const [a, b] = [serve(stake()), serve(stake())];
    const once = key();
    const answers = await Promise.all(
      [a, b, a, b].map((api) => api.call(STAKE, { amount: '1' }, { key: once })),
    );
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(await effects(open(), count)).toBe(1);
  });

  test('a refusal changes nothing and is final, in the language of each caller', async () => {
    let allowed = false;
    const api = serve(
      stake(
        () => void (allowed || refuse('insufficient_balance', { coin: 'ADIT', balance: '3', amount: '10' })),
      ),
    );
    const once = key();
    const first = await api.call(STAKE, { amount: '10' }, { key: once });
    expect(first).toMatchObject({
      status: 409,
      code: 1301,
      data: { coin: 'ADIT', balance: '3', amount: '10' },
    });
    expect(first.message).toBe(
      'Insufficient balance: you have 3 ADIT, this needs 10 ADIT. Nothing was charged.',
    );
    allowed = true;
    const again = await api.call(STAKE, { amount: '10' }, { key: once, language: 'ja' });
    expect(again).toMatchObject({ status: 409, code: 1301, data: first.data });
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(again.message).toContain('残高不足');
    expect(await effects(open(), count)).toBe(0);
    expect((await api.call(STAKE, { amount: '10' })).code).toBe(0);
  });

  test('a failure on our side changes nothing, is not stored, and the next attempt succeeds', async () => {
    let broken = true;
    const api = serve(
      stake(() => {
        if (broken) throw new Error('bug');
      }),
    );
    const once = key();
    expect(await api.call(STAKE, { amount: '1' }, { key: once })).toMatchObject({ status: 500, code: 500 });
    expect(await stored()).toEqual([]);
    broken = false;
    const next = await api.call(STAKE, { amount: '1' }, { key: once });
    expect(next.code).toBe(0);
    expect(next.headers.has('idempotent-replay')).toBe(false);
    expect(await effects(open(), count)).toBe(1);
  });

  test('a refusal caused by the server is not stored', async () => {
    let priced = false;
    const api = serve(stake(() => void (priced || refuse('price_unavailable'))));
    const once = key();
    expect(await api.call(STAKE, { amount: '1' }, { key: once })).toMatchObject({ status: 503, code: 1304 });
    expect(await stored()).toEqual([]);
    priced = true;
    expect((await api.call(STAKE, { amount: '1' }, { key: once })).code).toBe(0);
    expect(await effects(open(), count)).toBe(1);
  });

  test('a reply that breaks the contract rolls its effect back', async () => {
    const api = serve({
      [STAKE]: async (c) => {
        await effect(c.db, count);
        return { id: 'not an id' } as never;
      },
    });
    expect((await api.call(STAKE, { amount: '1' })).code).toBe(500);
    expect(await effects(open(), count)).toBe(0);
  });

  test('a refusal by the gates is not stored', async () => {
    const api = serve(stake());
    const once = key();
    await api.call(STAKE, { amount: '1' }, { key: once, sign: null });
    await api.call(STAKE, { amount: '1' }, { key: once, timestamp: '0' });
    await api.send(STAKE, { amount: 'x' }, { key: once });
    await api.send(STAKE, { amount: '1' }, { key: once, token: 'made-up' });
    expect(await stored()).toEqual([]);
    expect((await api.call(STAKE, { amount: '1' }, { key: once })).code).toBe(0);
  });

  test('two users can use the same key', async () => {
    const other = await newSession(open());
    const once = key();
    const api = serve(stake());
    expect((await api.call(STAKE, { amount: '1' }, { key: once })).headers.has('idempotent-replay')).toBe(
      false,
    );
    expect((await api.as(other.token).call(STAKE, { amount: '2' }, { key: once })).code).toBe(0);
    expect(await effects(open(), count)).toBe(2);
  });

  test('a replay is the same to the byte: order of fields, spaces and characters', async () => {
    const odd = {
      unlocksAt: '2026-11-21T12:00:00.000Z',
      id: '7',
      nextOutputAt: '2026-11-21T12:00:00.000Z',
      amount: '1.0',
    };
    const api = serve({ [STAKE]: async () => odd });
    const once = key();
    const first = await api.call(STAKE, { amount: '1' }, { key: once });
    expect(first.text).toContain(JSON.stringify(odd));
    expect((await api.call(STAKE, { amount: '1' }, { key: once })).text).toBe(first.text);
  });

  test('the token of a sign-in is not readable in the database, but is in the replay', async () => {
    const secret = {
      ...(outputOf(LOGIN) as object),
      token: 'a-token-nobody-may-read',
      outboxToken: 'nor-this-one',
    };
    const api = serve({ [LOGIN]: { prepare: async () => async () => secret as never } }, undefined);
    const once = key();
    const input = { ...inputOf(LOGIN), message: `message ${once}` };
    const first = await api.call(LOGIN, input, { key: once });
    expect(first.data).toMatchObject({ token: 'a-token-nobody-may-read' });
    const row = await open()
      .kysely.selectFrom('idempotency')
      .selectAll()
      .where('key', '=', once)
      .executeTakeFirstOrThrow();
    expect(row.reply).not.toContain('nobody');
    expect(Buffer.from(row.reply, 'base64').toString('latin1')).not.toContain('nobody');
    expect((await api.call(LOGIN, input, { key: once })).text).toBe(first.text);
    expect((await api.call(LOGIN, { ...input, message: 'another' }, { key: once })).code).toBe(409);
  });

  test('an invalid body with the same signed text gets the stored reply, for a hot call too', async () => {
    const api = serve({
      [CLAIM]: {
        oneTrip: async ({ call }) => {
          await sql`select ${fn('call_end')}(${asCall(call)}, ${user.id}::bigint, 'ok', 'written')`.execute(
            open().kysely,
          );
          return { code: 'ok', reply: 'written', account: user.id, replay: false };
        },
        view: (reply) => (reply === 'written' ? outputOf(CLAIM) : null) as never,
      },
    });
    const once = key();
    const first = await api.call(CLAIM, {}, { key: once });
    expect(first.code).toBe(0);
    const alike = await api.send(CLAIM, { note: '' }, { key: once });
    expect(alike).toMatchObject({ code: 0, text: first.text });
    expect(await api.send(CLAIM, { note: '' })).toMatchObject({
      code: 400,
      data: { issues: [{ path: 'note' }] },
    });
    expect(await api.send(CLAIM, { note: 'x' }, { key: once })).toMatchObject({ code: 409 });
  });

  /** Refusals stored for an account, or for guests. */
  const refusals = (scope: bigint, count: number, at: Date) =>
    sql`insert into idempotency (scope, key, call, request, code, reply, created_at)
      select ${scope}, gen_random_uuid(), 'x', '', 'conflict', 'null', ${at} from generate_series(1, ${count})`.execute(
      open().kysely,
    );
  const DAY_AGO = new Date(Date.now() - 86_460_000);

  test('of an account, 1,000 refusals are stored a day; what changes something is stored whatever the number', async () => {
    let allowed = false;
    const api = serve(stake(() => void (allowed || refuse('invalid_amount'))));
    const send = (once: string) => api.call(STAKE, { amount: '1' }, { key: once });
    const keys = async () => (await stored()).map((row) => row.key);
    await refusals(user.id, 5, DAY_AGO);
    await refusals(user.id, 999, new Date());
    const [last, beyond] = [key(), key()];
    for (const once of [last, beyond]) expect((await send(once)).code).toBe(1302);
    expect(await keys()).toContain(last);
    expect(await keys()).not.toContain(beyond);
    expect(await stored()).toHaveLength(1005);

    allowed = true;
    expect((await send(last)).code).toBe(1302);
    const answers = [await send(beyond), await send(beyond)];
    expect(answers.map(({ code, headers }) => [code, headers.get('idempotent-replay')])).toEqual([
      [0, null],
      [0, 'true'],
    ]);
    expect(await effects(open(), count)).toBe(1);
  });

  test('of all guests together, 1,000 refusals are stored a day', async () => {
    const api = serve({ [LOGIN]: async () => refuse('bad_nonce') }, undefined);
    const guests = open().kysely.selectFrom('idempotency').select('key').where('scope', '=', 0n);
    await refusals(0n, 1000, new Date());
    const before = (await guests.execute()).length;
    expect((await api.call(LOGIN, inputOf(LOGIN))).code).toBe(1004);
    expect(await guests.execute()).toHaveLength(before);
    await open().kysely.deleteFrom('idempotency').where('scope', '=', 0n).execute();
  });

  test('keys live 7 days and are deleted after 8', async () => {
    const now = new Date('2031-01-10T00:00:00Z');
    const age = async (days: number) => {
      const row = {
        scope: user.id,
        key: key(),
        call: 'x',
        request: Buffer.alloc(32),
        code: 'ok' as const,
        reply: 'null',
      };
      const created_at = new Date(now.getTime() - days * 86_400_000);
      await open()
        .kysely.insertInto('idempotency')
        .values({ ...row, created_at })
        .execute();
      return row.key;
    };
    const young = [await age(0), await age(7.9)];
    for (const days of [8.1, 9, 30]) await age(days);
    expect(await deleteOldReplies(open().kysely, now, 2)).toBeGreaterThanOrEqual(3);
    expect((await stored()).map((row) => row.key).sort()).toEqual(young.sort());
  });
});
