/**
 * What calls.sql decides about calls, one or many together: whose they are, what is stored under their keys, what is
 * refused.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type Db, inTransaction } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { type Once, asCall, asCalls, begin, storeReplies } from '#server/http/idempotency.ts';
import { findCaller, hashToken } from '#server/http/session.ts';
import { post } from '#server/ledger/post.ts';
import { traceOf } from '#server/ledger/read.ts';
import { onPostgres, untilItWaits } from '#tests/support/databases.ts';
import { newSession } from '#tests/support/fake-app.ts';

const START = new Date('2030-05-01T00:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const after = (ms: number) => new Date(START.getTime() + ms);

onPostgres((open) => {
  const db = () => open().kysely;
  type Session = Awaited<ReturnType<typeof newSession>>;
  let ann: Session;
  let ben: Session;
  beforeEach(async () => {
    [ann, ben] = [await newSession(open(), START), await newSession(open(), START)];
  });

  const call = (session: Session | null, more: Partial<Once> = {}): Once => ({
    ...{ name: 'POST /api/stake/stake', outbox: false, key: randomUUID(), text: 'stake 1', now: START },
    ...{ token: session && hashToken(session.token), ...more },
  });
  interface Begun {
    accounts: (bigint | null)[];
    tokens: (Uint8Array | null)[];
    codes: (string | null)[];
    replies: string[];
    replays: boolean[];
    fresh: number[];
  }
  const beginAll = async (
    tx: Db,
    calls: readonly Once[],
    { now = START, wait = true } = {},
  ): Promise<Begun> => {
    // A caller that waits for a row is detected immediately.
    await sql`select set_config('lock_timeout', ${wait ? '0' : '50ms'}, true)`.execute(tx);
    const { rows } = await sql<Begun>`
      select * from ${fn('calls_begin')}(${asCalls(calls, now)}, ${wait})`.execute(tx);
    return rows[0] as Begun;
  };
  const begun = (calls: readonly Once[], options?: Parameters<typeof beginAll>[2]) =>
    inTransaction(db(), (tx) => beginAll(tx, calls, options));
  const one = async (each: Once) => {
    const { codes, replies, replays } = await begun([each], { now: each.now });
    return [codes[0], replies[0], replays[0]];
  };
  const store = (each: Once, account: bigint | null, code: 'ok' | 'forbidden' | 'conflict', reply: string) =>
    storeReplies(db(), [{ call: each, outcome: { account, code, reply, replay: false } }], each.now);
  const lastSeen = async (session: Session) => {
    const row = await db()
      .selectFrom('sessions')
      .select('last_seen_at')
      .where('token_hash', '=', hashToken(session.token))
      .executeTakeFirstOrThrow();
    return row.last_seen_at.getTime() - START.getTime();
  };
  const change = (session: Session, values: { last_seen_at?: Date; expires_at?: Date; device_id?: string }) =>
    db().updateTable('sessions').set(values).where('token_hash', '=', hashToken(session.token)).execute();
  const freeze = (session: Session, reason: string) =>
    db()
      .updateTable('users')
      .set({ frozen_at: START, frozen_by: 'mina', frozen_reason: reason })
      .where('id', '=', session.id)
      .execute();

  test('each of many calls has its own account, session, code and reply, and those to carry out are in the order of accounts', async () => {
    const [replayed, other] = [call(ann), call(null, { text: 'other' })];
    await store(replayed, ann.id, 'ok', '"done"');
    await store(other, null, 'ok', '"for guests"');
    const gone = await newSession(open(), after(-2 * DAY));
    const found = await begun([
      call(ben),
      replayed,
      call(null),
      call(gone),
      call(ann),
      { ...replayed, text: 'stake 2' },
      other,
      call(ben),
    ]);
    const own = (session: Session) => hashToken(session.token).toString('hex');
    expect({
      ...found,
      tokens: found.tokens.map((token) => token && Buffer.from(token).toString('hex')),
    }).toEqual({
      accounts: [ben.id, ann.id, null, null, ann.id, ann.id, null, ben.id],
      tokens: [own(ben), own(ann), null, null, own(ann), own(ann), null, own(ben)],
      codes: [null, 'ok', null, 'session_expired', null, 'conflict', 'ok', 'later'],
      replies: ['null', '"done"', 'null', 'null', 'null', 'null', '"for guests"', 'null'],
      replays: [false, true, false, false, false, false, true, false],
      fresh: [5, 1, 3],
    });
  });

  test('without a call to carry out there is none, instead of nothing', async () => {
    const gone = await newSession(open(), after(-2 * DAY));
    expect((await begun([call(gone)])).fresh).toEqual([]);
  });

  test('the same key of another account stands for nothing', async () => {
    const mine = call(ann);
    await store(mine, ann.id, 'ok', '"done"');
    await store({ ...call(ben), key: mine.key, text: 'other' }, ben.id, 'ok', '"other"');
    await store({ ...call(null), key: mine.key, text: 'third' }, null, 'ok', '"third"');
    expect(await one(mine)).toEqual(['ok', '"done"', true]);
    expect(await one({ ...call(ben), key: mine.key, text: 'other' })).toEqual(['ok', '"other"', true]);
    const cleo = await newSession(open(), START);
    expect(await one({ ...call(cleo), key: mine.key })).toEqual([null, 'null', false]);
  });

  test('a session ends exactly when it expires, and exactly when it was idle for long', async () => {
    expect(await one(call(ann, { now: after(DAY - 1) }))).toEqual([null, 'null', false]);
    expect(await one(call(ben, { now: after(DAY) }))).toEqual(['session_expired', 'null', false]);
    await change(ann, { last_seen_at: after(7 * DAY - 1) });
    expect(await one(call(ann, { now: after(7 * DAY - 1) }))).toEqual([null, 'null', false]);
    expect(await one(call(ann, { now: after(7 * DAY) }))).toEqual(['session_expired', 'null', false]);
  });

  test('an outbox token opens only the calls that accept it, and ends exactly when it expires', async () => {
    const queued = (now: Date, outbox = true) =>
      call(ann, { token: hashToken(ann.outboxToken), outbox, now });
    expect(await one(queued(after(3 * DAY - 1)))).toEqual([null, 'null', false]);
    expect(await one(queued(after(3 * DAY)))).toEqual(['session_expired', 'null', false]);
    expect(await one(queued(START, false))).toEqual(['session_expired', 'null', false]);
    expect(await lastSeen(ann)).toBe(0);
  });

  test('a call records the use of its own session, once a minute', async () => {
    await one(call(ann, { now: after(MINUTE) }));
    expect(await lastSeen(ann)).toBe(0);
    await one(call(ann, { now: after(MINUTE + 1) }));
    expect([await lastSeen(ann), await lastSeen(ben)]).toEqual([MINUTE + 1, 0]);
  });

  test('a call of a session that has ended is no use of it', async () => {
    await one(call(ann, { now: after(DAY) }));
    expect(await lastSeen(ann)).toBe(0);
  });

  test('a use is not recorded while somebody else writes the session, and nobody waits', async () => {
    await inTransaction(db(), async (tx) => {
      await sql`select 1 from sessions where token_hash = ${hashToken(ann.token)} for update`.execute(tx);
      const found = await begun([call(ann, { now: after(HOUR) })], { now: after(HOUR), wait: false });
      expect(found.codes).toEqual([null]);
    });
    expect(await lastSeen(ann)).toBe(0);
  });

  test('a later use that was recorded meanwhile is not set back', async () => {
    await change(ann, { last_seen_at: after(HOUR) });
    // The session as the call read it earlier.
    await sql`
      select ${fn('session_touch')}(jsonb_populate_record(s, jsonb_build_object('last_seen_at', ${START}::timestamptz)),
        token_hash, ${after(2 * MINUTE)}::timestamptz, interval '1 minute')
      from sessions s where token_hash = ${hashToken(ann.token)}`.execute(db());
    expect(await lastSeen(ann)).toBe(HOUR);
  });

  test('a key that somebody holds is busy for those who do not wait, whatever stands under it, and they change nothing', async () => {
    const [held, free, guests] = [call(ann), call(ben), call(null)];
    await store(held, ann.id, 'ok', '"done"');
    const gone = await newSession(open(), after(-2 * DAY));
    await inTransaction(db(), async (tx) => {
      await beginAll(tx, [held, guests]);
      const found = await begun([held, free, { ...call(gone), key: guests.key }], {
        now: after(HOUR),
        wait: false,
      });
      expect(found).toMatchObject({
        codes: ['busy', null, 'session_expired'],
        replies: ['null', 'null', 'null'],
        replays: [false, false, false],
        fresh: [2],
      });
      expect([await lastSeen(ann), await lastSeen(ben)]).toEqual([0, HOUR]);
    });
    expect((await begun([held], { wait: false })).codes).toEqual(['ok']);
  });

  test('keys are locked in their order, so that two batches cannot wait for each other', async () => {
    const [low, high] = [
      call(ann, { key: '00000000-0000-4000-8000-000000000001' }),
      call(ben, { key: 'ffffffff-ffff-4fff-bfff-ffffffffffff' }),
    ];
    let waiting: Promise<Begun> | undefined;
    await inTransaction(db(), async (tx) => {
      await beginAll(tx, [low]);
      waiting = begun([high, low]);
      await untilItWaits(db(), waiting);
      expect((await begun([high], { wait: false })).codes).toEqual([null]);
    });
    expect((await waiting)?.codes).toEqual([null, null]);
  });

  test('a frozen account is told why, only by the calls that are refused to it, and never by what stands', async () => {
    const replayed = call(ann);
    await store(replayed, ann.id, 'ok', '"done"');
    await freeze(ann, 'asked by a court');
    await freeze(ben, 'something else');
    expect(await one(call(ann))).toEqual(['account_frozen', '{"reason": "asked by a court"}', false]);
    expect(await one(call(ann, { name: 'POST /api/user/limits' }))).toEqual([null, 'null', false]);
    expect(await one(replayed)).toEqual(['ok', '"done"', true]);
  });

  test('a device that may only claim is refused all other calls, and one that may do everything is not', async () => {
    const device = async (session: Session, scope: 'full' | 'claim') => {
      const id = randomUUID();
      await db()
        .insertInto('devices')
        .values({
          ...{ id, user_id: session.id, public_key: Buffer.alloc(64), name: 'phone', scope },
          ...{ created_at: START, last_used_at: START },
        })
        .execute();
      await change(session, { device_id: id });
    };
    await device(ann, 'claim');
    await device(ben, 'full');
    const stored = call(ann);
    await store(stored, ann.id, 'forbidden', '{"stored": true}');
    expect(await one(call(ann))).toEqual(['forbidden', '{"reason": "claim_only"}', false]);
    expect(await one(call(ann, { name: 'POST /api/mining/claim' }))).toEqual([null, 'null', false]);
    expect(await one(call(ben))).toEqual([null, 'null', false]);
    expect(await one(stored)).toEqual(['forbidden', '{"stored": true}', true]);
  });

  test('what is booked in the transaction of a call carries its trace, and nothing after it does', async () => {
    const trace = randomUUID();
    await db()
      .connection()
      .execute(async (connection) => {
        const traceOfNext = async (tx: Db) => {
          const entry = await post(tx, {
            ...{ kind: 'test', at: START },
            lines: [
              { system: 'revenue', coin: 'ADIT', amount: 1n },
              { system: 'issuance', coin: 'ADIT', amount: -1n },
            ],
          });
          return traceOf(tx, entry);
        };
        await inTransaction(connection, async (tx) => {
          expect(await begin(tx, call(ann, { trace }))).toMatchObject({
            caller: { id: ann.id },
            standing: null,
          });
          expect(await traceOfNext(tx)).toBe(trace.replaceAll('-', ''));
          await begin(tx, call(ann));
          expect(await traceOfNext(tx)).toBe(undefined);
          await begin(tx, call(ann, { trace }));
        });
        expect(await inTransaction(connection, traceOfNext)).toBe(undefined);
      });
  });

  test('refusals of the last day count towards the 1,000 that are stored, of one account and nothing else', async () => {
    const fill = (scope: bigint, count: number, code: string, at: Date) =>
      sql`insert into idempotency (scope, key, call, request, code, reply, created_at)
        select ${scope}, gen_random_uuid(), 'x', '', ${code}, 'null', ${at} from generate_series(1, ${count}::int)`.execute(
        db(),
      );
    const isFull = async () =>
      (
        await sql<{ full: boolean }>`
          select ${fn('refusals_full')}(${ann.id}, ${START}::timestamptz) as full`.execute(db())
      ).rows[0]?.full;
    await fill(ann.id, 999, 'conflict', after(1 - DAY));
    await fill(ann.id, 1, 'conflict', after(-DAY));
    await fill(ann.id, 1, 'ok', START);
    await fill(ben.id, 1, 'conflict', START);
    expect(await isFull()).toBe(false);
    await fill(ann.id, 1, 'conflict', START);
    expect(await isFull()).toBe(true);
    const [refused, done] = [call(ann), call(ann)];
    await store(refused, ann.id, 'conflict', 'null');
    await store(done, ann.id, 'ok', '"done"');
    expect(await one(refused)).toEqual([null, 'null', false]);
    expect(await one(done)).toEqual(['ok', '"done"', true]);
    await store(refused, ben.id, 'conflict', '"told"');
    expect(await one({ ...refused, token: hashToken(ben.token) })).toEqual(['conflict', '"told"', true]);
  });

  test('one call stores its own reply', async () => {
    const mine = call(ann);
    await sql`select ${fn('call_end')}(${asCall(mine)}, ${ann.id}::bigint, 'ok', '"done"')`.execute(db());
    expect(await one(mine)).toEqual(['ok', '"done"', true]);
    const row = await db()
      .selectFrom('idempotency')
      .selectAll()
      .where('key', '=', mine.key)
      .executeTakeFirst();
    expect(row).toMatchObject({ scope: ann.id, call: mine.name, created_at: START });
  });

  test('a token finds its caller, and the use of the session is recorded', async () => {
    const found = await findCaller(db(), hashToken(ann.token), false, after(HOUR));
    expect(found).toMatchObject({ id: ann.id, endsAt: after(7 * DAY) });
    expect([await lastSeen(ann), await lastSeen(ben)]).toEqual([HOUR, 0]);
  });
});
