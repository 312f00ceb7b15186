/** Which token opens which call, and for how long. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { callNames, callOf } from '#contract';
import { opensWithOutbox } from '#contract/call.ts';
import { hashToken } from '#server/http/session.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { onPostgres } from '#tests/support/databases.ts';
import { fakeApp, newSession } from '#tests/support/fake-app.ts';
import { client } from '#tests/support/http.ts';
import type { Client } from '#tests/support/http.ts';
import { inputOf } from '#tests/support/samples.ts';

const HOUR = 3_600_000;
const START = new Date('2030-05-01T00:00:00Z');

onPostgres((open) => {
  let now = START;
  const clock: Clock = { now: () => now, wall: () => new Date(), near: () => true };
  let guest: Client;
  let session: Awaited<ReturnType<typeof newSession>>;

  beforeAll(() => {
    guest = client(fakeApp(open(), { clock }).app);
  });
  beforeEach(async () => {
    now = START;
    session = await newSession(open(), START);
  });

  const at = (ms: number) => (now = new Date(START.getTime() + ms));
  const info = async () => (await guest.as(session.token).call('GET /api/user/info', {})).code;
  const lastSeen = async () => {
    const query = open()
      .kysely.selectFrom('sessions')
      .select('last_seen_at')
      .where('token_hash', '=', hashToken(session.token));
    return (await query.executeTakeFirstOrThrow()).last_seen_at.getTime() - START.getTime();
  };

  test('a session ends after 24 h without use', async () => {
    at(24 * HOUR - 1);
    expect(await info()).toBe(0);
    at(48 * HOUR - 2);
    expect(await info()).toBe(0);
    at(72 * HOUR);
    expect(await info()).toBe(401);
  });

  test('a session ends after 7 days even in daily use', async () => {
    for (let hours = 0; hours < 7 * 24; hours += 12) {
      at(hours * HOUR);
      expect(await info()).toBe(0);
    }
    at(7 * 24 * HOUR);
    expect(await info()).toBe(401);
  });

  test('its last use is stored at most once a minute', async () => {
    at(60_000);
    await info();
    expect(await lastSeen()).toBe(0);
    at(60_001);
    await info();
    expect(await lastSeen()).toBe(60_001);
  });

  test('the outbox token opens the calls marked for it and nothing else, for 72 h', async () => {
    const outbox = guest.as(session.outboxToken);
    for (const name of callNames.filter((each) => callOf(each).session === 'required')) {
      const expected = opensWithOutbox(callOf(name)) ? 0 : 401;
      expect([name, (await outbox.send(name, inputOf(name))).code]).toEqual([name, expected]);
    }
    expect(await lastSeen()).toBe(0);
    at(72 * HOUR - 1);
    expect((await outbox.call('POST /api/stake/unstake', { id: '1' })).code).toBe(0);
    at(72 * HOUR);
    expect((await outbox.call('POST /api/stake/unstake', { id: '1' })).code).toBe(401);
  });

  test('deleting a session deletes its outbox token', async () => {
    await open().kysely.deleteFrom('sessions').where('user_id', '=', session.id).execute();
    expect(await info()).toBe(401);
    expect((await guest.as(session.outboxToken).call('POST /api/stake/unstake', { id: '1' })).code).toBe(401);
  });
});
