/**
 * Every call of the contract keeps its promises: signature, time, key, session, strict input, one effect per key, an
 * envelope for everything. The list of calls is the contract's own, so a new call is tested without being added here.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callNames, callOf } from '#contract';
import type { CallName } from '#contract';
import { codeName } from '#contract/codes.ts';
import { BODY_LIMIT } from '#server/http/body.ts';
import { onPostgres } from '#tests/support/databases.ts';
import { fakeApp, newSession } from '#tests/support/fake-app.ts';
import { client } from '#tests/support/http.ts';
import { openApp } from '#tests/support/local-app.ts';
import { VERIFIED_AT_ONCE, documents, newcomer } from '#tests/support/person.ts';
import type { Answer, Client, SendOptions } from '#tests/support/http.ts';
import { amountPaths, inputOf, withAt } from '#tests/support/samples.ts';

const posts = callNames.filter((name) => name.startsWith('POST'));
const gets = callNames.filter((name) => name.startsWith('GET') && !callOf(name).form);
const jsonPosts = posts.filter((name) => !callOf(name).files);
const required = callNames.filter((name) => callOf(name).session === 'required');
const optional = callNames.filter((name) => callOf(name).session === 'optional' && !callOf(name).form);
const withAmounts = posts.flatMap((name) =>
  amountPaths(callOf(name).body).map((path) => [name, path] as const),
);

const MINUTE = 60_000;
const ago = (ms: number) => new Date(Date.now() - ms);
const other = (name: CallName): CallName =>
  name === 'POST /api/auth/logout' ? 'POST /api/mining/buy' : 'POST /api/auth/logout';

/** An envelope with a known code and matching status, and a message exactly if it failed. */
function expectEnvelope(answer: Answer, name: CallName) {
  expect(Object.keys(JSON.parse(answer.text) as object)).toEqual(['code', 'message', 'data']);
  expect(codeName(answer.code)).toBeDefined();
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const { cacheSeconds } = callOf(name);
  expect(answer.headers.get('cache-control')).toBe(
    cacheSeconds && answer.code === 0 ? `public, max-age=${cacheSeconds}` : 'no-store',
  );
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
  expect(answer.message === '').toBe(answer.code === 0);
  expect(answer.code === 0).toBe(answer.status === 200);
  if (answer.code === 0) expect(callOf(name).output.safeParse(answer.data).success).toBe(true);
}

onPostgres((open) => {
  let fake: ReturnType<typeof fakeApp>;
  let guest: Client;
  let token = '';

  beforeAll(async () => {
    fake = fakeApp(open());
    guest = client(fake.app);
    token = (await newSession(open())).token;
  });
  afterAll(async () => {
    await fake.app.close();
  });

  /** The sign-out of a fake feature ends no session, so one session is enough for all. */
  const send = (name: CallName, options: SendOptions = {}, input = inputOf(name)) =>
    guest.send(name, input, { token, ...options });

  /** Sends a request that must be refused, and checks that it did not reach the feature. */
  async function refused(
    name: CallName,
    code: number,
    options: SendOptions,
    input?: Record<string, unknown>,
  ) {
    const before = fake.reached(name);
    const answer = await send(name, options, input);
    expect(answer.code).toBe(code);
    expectEnvelope(answer, name);
    expect(fake.reached(name)).toBe(before);
    return answer;
  }

  const issuesOf = ({ data }: Answer) => (data as { issues: { path: string; reason: string }[] }).issues;

  describe.each(posts)('%s', (name) => {
    test('answers a well-formed request with its output', async () => {
      const answer = await send(name);
      expect(answer).toMatchObject({ status: 200, code: 0, message: '' });
      expectEnvelope(answer, name);
    });

    test('refuses a missing or wrong sign', async () => {
      await refused(name, 1001, { sign: null });
      await refused(name, 1001, { sign: 'f'.repeat(64) });
      await refused(name, 1001, { sign: 'nonsense' });
    });

    test('refuses a missing, malformed, stale or future timestamp', async () => {
      await refused(name, 1002, { timestamp: null });
      await refused(name, 1002, { timestamp: 'now' });
      await refused(name, 1002, { at: ago(5 * MINUTE + 2000) });
      await refused(name, 1002, { at: ago(-5 * MINUTE - 60_000) });
      expect((await send(name, { at: ago(5 * MINUTE - 10_000) })).code).toBe(0);
      expect((await send(name, { at: ago(-5 * MINUTE + 10_000) })).code).toBe(0);
    });

    test('refuses a missing or malformed key', async () => {
      for (const key of [null, '', 'abc', `${randomUUID()}0`, 'g'.repeat(36)]) {
        const answer = await refused(name, 400, { key });
        expect(issuesOf(answer)[0]?.path).toBe('Idempotency-Key');
      }
    });

    test('answers a retry, signed anew, like the first request, with one effect', async () => {
      const key = randomUUID();
      const before = fake.reached(name);
      const first = await send(name, { key, at: ago(2000) });
      const again = await send(name, { key: key.toUpperCase() });
      expect(first.headers.has('idempotent-replay')).toBe(false);
      expect(again.headers.get('idempotent-replay')).toBe('true');
      expect(again.text).toBe(first.text);
      expect(again.status).toBe(first.status);
      expect(fake.reached(name)).toBe(before + 1);
    });

    test('refuses a used key with another body or for another call, and keeps the first reply', async () => {
      const key = randomUUID();
      const first = await send(name, { key });
      await refused(name, 409, { key }, { ...inputOf(name), extra: 'x' });
      if (callOf(name).session === 'required') await refused(other(name), 409, { key });
      expect((await send(name, { key })).text).toBe(first.text);
    });

    test('refuses unknown fields by name', async () => {
      const answer = await refused(name, 400, {}, { ...inputOf(name), surprise: '1' });
      expect(issuesOf(answer)).toContainEqual({ path: 'surprise', reason: 'unknown field' });
    });

    test('refuses text that cannot be stored', async () => {
      await refused(name, 400, {}, { ...inputOf(name), note: 'a\0b' });
    });
  });

  describe.each(jsonPosts)('%s', (name) => {
    test.each([
      '',
      '{',
      '{"a":1',
      'null',
      '[]',
      '"text"',
      '7',
      'a=b',
      '{"__proto__":{"x":1}}',
      '['.repeat(9000),
    ])('refuses the body %j', async (rawBody) => {
      const answer = await refused(name, 400, { rawBody });
      expect(issuesOf(answer).length).toBeGreaterThan(0);
    });

    test('refuses a body that is too large, even if it is still being sent then', async () => {
      await refused(name, 413, { rawBody: JSON.stringify({ note: 'x'.repeat(BODY_LIMIT) }) });
      await refused(name, 413, { rawBody: JSON.stringify({ note: 'x'.repeat(64 * BODY_LIMIT) }) });
    });

    test('refuses another content type', async () => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ]) {
        await refused(name, 400, { headers: { 'content-type': type } });
      }
    });
  });

  test.each(required)('%s refuses a caller without a session', async (name) => {
    const none = await refused(name, 401, { token: undefined });
    expect(none.message).toBe('Please log in');
    const bad = await refused(name, 401, { token: 'made-up' });
    expect(bad.message).toMatch(/expired/);
    await refused(name, 401, { headers: { authorization: 'Basic abc' } });
  });

  test.each(optional)('%s serves guests, and refuses an invalid token', async (name) => {
    expect((await send(name, { token: undefined })).code).toBe(0);
    expect((await send(name)).code).toBe(0);
    await refused(name, 401, { token: 'made-up' });
  });

  test.each(callNames.filter((name) => callOf(name).session === 'none' && !callOf(name).form))(
    '%s ignores tokens',
    async (name) => expect((await send(name, { token: 'made-up' })).code).toBe(0),
  );

  test.each(gets)('%s answers with its output and refuses an unknown query', async (name) => {
    const answer = await send(name);
    expect(answer.code).toBe(0);
    expectEnvelope(answer, name);
    await refused(name, 400, {}, { ...inputOf(name), surprise: '1' });
  });

  test.each(gets.filter((name) => 'limit' in Object(callOf(name).query && queryFields(name))))(
    '%s accepts 1 to 100 rows, or nothing for the usual number',
    async (name) => {
      for (const limit of ['1', '20', '100', ''])
        expect((await send(name, {}, { ...inputOf(name), limit })).code).toBe(0);
      for (const limit of ['0', '101', '-1', '1e1', 'all'])
        await refused(name, 400, {}, { ...inputOf(name), limit });
    },
  );

  test.each(withAmounts)('%s refuses a malformed amount at %s', async (name, path) => {
    for (const bad of [
      '1e3',
      '-1',
      '+1',
      'NaN',
      'Infinity',
      '0x10',
      '1,5',
      '1.',
      '.5',
      ' 1',
      '',
      '1'.repeat(40),
      12,
      null,
    ]) {
      if (bad === null && name === 'POST /api/user/limits') continue;
      const answer = await refused(
        name,
        400,
        {},
        withAt(inputOf(name), path, bad) as Record<string, unknown>,
      );
      expect(issuesOf(answer)[0]?.path).toBe(path.join('.'));
    }
  });

  test('calls of demo mode do not exist outside it', async () => {
    const { app, reached } = fakeApp(open(), { config: { demo: false } });
    for (const name of callNames.filter((each) => callOf(each).demoOnly)) {
      const answer = await client(app).send(name, inputOf(name));
      expect(answer).toMatchObject({ status: 404, code: 404 });
      expectEnvelope(answer, name);
      expect(reached(name)).toBe(0);
    }
    await app.close();
  });
});

/** The fields of a call's query. */
function queryFields(name: CallName): Record<string, unknown> {
  const { query } = callOf(name);
  return (
    (query as unknown as { _zod: { def: { shape?: Record<string, unknown> } } } | undefined)?._zod.def
      .shape ?? {}
  );
}

test('no call of the real features fails for the input of its example', async () => {
  const app = await openApp(VERIFIED_AT_ONCE);
  try {
    const { api, token } = await newcomer(app.url);
    // Calls that end the session come last. The push service in the example does not exist, so it cannot be asked.
    const last = ['POST /api/demo/skip', 'POST /api/auth/logout'] as const;
    const left: readonly CallName[] = [...last, 'POST /api/push/test'];
    const others = callNames.filter((name) => !callOf(name).form && !left.includes(name));
    for (const name of [...others, ...last]) {
      const files = callOf(name).files && documents();
      const answer = await api.send(name, inputOf(name), files && { files });
      // There is no such device.
      const known = !/challenge|resume/.test(name);
      expect([name, answer.status < 500, answer.status === 401]).toEqual([name, true, !known]);
    }
    for (const name of callNames.filter((one) =>
      ['csv', 'json', 'document'].includes(callOf(one).form ?? ''),
    )) {
      const headers = { authorization: `Bearer ${token}` };
      const reply = await fetch(app.url + name.split(' ')[1], { headers });
      await reply.text();
      expect([name, reply.status < 500]).toEqual([name, true]);
    }
    expect(app.logs()).not.toContain('"level":50');
  } finally {
    await app.stop();
  }
});
