/**
 * All unsuccessful responses: unknown paths, bugs, lost databases, too many requests, and what the log says about them.
 */
import type { Clock } from '#server/jobs/clock.ts';
import { connect } from 'node:net';
import pino from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/db/client.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { messageText } from '#server/http/language.ts';
import { hashToken } from '#server/http/session.ts';
import { refuse } from '#server/lib/refusal.ts';
import { onPostgres } from '#tests/support/databases.ts';
import { fakeApp, newSession } from '#tests/support/fake-app.ts';
import { client } from '#tests/support/http.ts';
import { outputOf } from '#tests/support/samples.ts';

/** Requests are counted per minute: with a stopped clock no new minute begins in the middle of a test. */
const THEN = new Date();
const stopped: Clock = { now: () => THEN, wall: () => THEN, near: () => true };

const INFO = 'GET /api/user/info';
const LINKS = 'GET /api/links';
const STAKE = 'POST /api/stake/stake';

/** Sufficient for calls that need no session and have no effect. */
const noDatabase = { kind: 'pglite', listen: async () => async () => undefined } as unknown as Database;

function logLines() {
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'info' },
    { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  return { log, lines };
}

describe('paths and methods', () => {
  const { app } = fakeApp(noDatabase);
  afterAll(() => app.close());
  const ask = (method: string, url: string, headers: Record<string, string> = {}) =>
    app.inject({ method: method as 'GET', url, headers: { 'accept-language': 'en', ...headers } });

  test.each([
    ['GET', '/api'],
    ['GET', '/api/nothing'],
    ['GET', '/api/links/'],
    ['GET', '/api/LINKS'],
    ['POST', '/api/links'],
    ['GET', '/api/auth/login'],
    ['DELETE', '/api/user/kyc'],
    ['PUT', '/api/links'],
    ['GET', '/nothing.js'],
    ['GET', '/'],
    ['GET', '/api/../etc/passwd'],
  ] as const)('%s %s is not found, with an envelope, even for browsers', async (method, url) => {
    for (const accept of ['application/json', 'text/html']) {
      const reply = await ask(method, url, { accept });
      expect(reply.statusCode).toBe(404);
      expect(reply.json()).toEqual({ code: 404, message: messageText('not_found', 'en'), data: null });
      expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });

  test.each([
    ['DELETE', '/api/links'],
    ['POST', '/api/nothing'],
  ] as const)('%s %s is not found whatever its body', async (method, url) => {
    for (const headers of [{ 'content-type': 'application/json' }, { 'content-type': 'text/plain' }])
      for (const payload of ['', '{', 'x'.repeat(100_000)])
        expect((await app.inject({ method, url, headers, payload })).statusCode).toBe(404);
  });

  test('a body that is not UTF-8 is refused, not repaired', async () => {
    const payload = Buffer.from('{"name":"a\xff"}', 'latin1');
    const headers = { 'content-type': 'application/json' };
    const reply = await app.inject({ method: 'POST', url: '/api/auth/login', headers, payload });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ data: { issues: [{ path: '', reason: 'not UTF-8' }] } });
  });

  test('calls of demo mode do not exist in production', async () => {
    const other = fakeApp(noDatabase, { config: { demo: false, production: true } }).app;
    const reply = await other.inject({ method: 'POST', url: '/api/demo/skip', payload: {} });
    expect(reply.statusCode).toBe(404);
    await other.close();
  });

  test('OPTIONS names the methods and allows no other origin', async () => {
    const reply = await ask('OPTIONS', '/api/user/kyc', { origin: 'https://evil.example' });
    expect(reply.statusCode).toBe(204);
    expect(reply.headers['allow']).toBe('GET, POST, HEAD, OPTIONS');
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('HEAD answers like GET without a body', async () => {
    const reply = await ask('HEAD', '/api/links');
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toBe('');
  });

  test.each(['/api/%ff', '/%', '/api/links%00'])(
    'the unreadable path %s is refused with an envelope',
    async (url) => {
      const reply = await ask('GET', url);
      expect([400, 404]).toContain(reply.statusCode);
      expect(Object.keys(reply.json())).toEqual(['code', 'message', 'data']);
    },
  );

  test('invalid HTTP is refused with an envelope', async () => {
    const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
      let received = '';
      socket.on('data', (part) => (received += part.toString()));
      socket.on('end', () => resolve(received));
      socket.on('error', reject);
    });
    expect(text).toMatch(/^HTTP\/1.1 400 /);
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 400 });
  });

  test('security headers are on every reply', async () => {
    for (const url of ['/api/links', '/api/nothing', '/', '/api/openapi.json']) {
      const { headers } = await ask('GET', url);
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    }
  });
});

describe('failures', () => {
  const fail = (error: unknown) => {
    const { log, lines } = logLines();
    const handlers: Partial<Handlers> = {
      [LINKS]: async () => {
        throw error;
      },
    };
    return { api: client(fakeApp(noDatabase, { handlers, log }).app), lines };
  };

  test('a bug gives the caller only a request id, and the log the details', async () => {
    const { api, lines } = fail(new TypeError('the secret detail'));
    const answer = await api.call(LINKS, {});
    expect(answer).toMatchObject({ status: 500, code: 500, message: messageText('internal', 'en') });
    expect(answer.data).toEqual({ requestId: answer.headers.get('x-request-id') });
    expect(answer.text).not.toContain('secret');
    const line = lines.find((each) => each['level'] === 50);
    expect(line).toMatchObject({
      trace: answer.headers.get('x-request-id'),
      error: { message: 'the secret detail' },
    });
  });

  test('a lost database is 503 with a request id', async () => {
    const { api } = fail(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    const answer = await api.call(LINKS, {});
    expect(answer).toMatchObject({ status: 503, code: 503 });
    expect(answer.data).toEqual({ requestId: answer.headers.get('x-request-id') });
  });

  test.each(LANGUAGES)('messages are in %s', async (language) => {
    const handlers: Partial<Handlers> = { [LINKS]: async () => refuse('price_unavailable') };
    const answer = await client(fakeApp(noDatabase, { handlers }).app).call(LINKS, {}, { language });
    expect(answer).toMatchObject({
      status: 503,
      code: 1304,
      message: messageText('price_unavailable', language),
      data: null,
    });
  });
});

describe('too many requests', () => {
  test('are refused with the time to wait, before any other check', async () => {
    const { app, reached } = fakeApp(noDatabase, {
      clock: stopped,
      config: { rateLimit: { account: 0, guest: 3, signIn: 1 } },
    });
    const api = client(app);
    for (let i = 0; i < 3; i += 1) expect((await api.call(LINKS, {})).code).toBe(0);
    const answer = await api.call(LINKS, {});
    expect(answer).toMatchObject({
      status: 429,
      code: 429,
      message: 'Too many requests, please try again later',
      data: null,
    });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await api.send(STAKE, {}, { rawBody: '{' })).code).toBe(429);
    expect(reached(LINKS)).toBe(3);
  });

  test('to sign in have a limit of their own, which nonce and login share', async () => {
    const rateLimit = { account: 0, guest: 0, signIn: 2 };
    const { app, reached } = fakeApp(noDatabase, { clock: stopped, config: { rateLimit } });
    const api = client(app);
    const nonce = () => api.call('GET /api/auth/nonce', {});
    const login = () => api.send('POST /api/auth/login', {}, { rawBody: '{' });
    expect([(await nonce()).code, (await login()).code]).toEqual([0, 400]);
    expect([(await nonce()).code, (await login()).code]).toEqual([429, 429]);
    expect(reached('GET /api/auth/nonce')).toBe(1);
    expect((await api.call(LINKS, {})).code).toBe(0);
  });

  test('for pictures of announcements are refused before the database is queried', async () => {
    let asked = 0;
    const { app } = fakeApp(noDatabase, {
      clock: stopped,
      config: { rateLimit: { account: 0, guest: 2, signIn: 0 } },
      pictures: async () => {
        asked += 1;
        return { mime: 'image/png', bytes: new Uint8Array([1]) };
      },
    });
    const get = async () => (await app.inject({ url: `/pictures/${'0'.repeat(32)}.png` })).statusCode;
    expect([await get(), await get(), await get(), asked]).toEqual([200, 200, 429, 2]);
  });

  test('are counted by the forwarded address behind a proxy, and otherwise by the connection’s', async () => {
    for (const trustProxy of [true, false]) {
      const { app } = fakeApp(noDatabase, {
        clock: stopped,
        config: { trustProxy, rateLimit: { account: 0, guest: 1, signIn: 0 } },
      });
      const from = async (ip: string) =>
        (await client(app).send(LINKS, {}, { headers: { 'x-forwarded-for': ip } })).code;
      expect([await from('192.0.2.1'), await from('192.0.2.2')]).toEqual([0, trustProxy ? 0 : 429]);
      // Anything to the left of the proxy's own entry was made up by the client.
      expect(await from('203.0.113.9, 192.0.2.1')).toBe(429);
    }
  });
});

onPostgres((open, kind) => {
  test('requests are limited per account: its sessions share one allowance, and floods from its address leave it alone', async () => {
    const ann = await newSession(open());
    const [again, ben] = [await newSession(open(), undefined, ann.id), await newSession(open())];
    const { app } = fakeApp(open(), {
      clock: stopped,
      config: { rateLimit: { account: 4, guest: 2, signIn: 1 } },
    });
    const ask = async (token?: string, name: typeof INFO | typeof LINKS = INFO) =>
      (await client(app, undefined, token).call(name, {})).code;
    for (let i = 0; i < 4; i += 1) await ask(undefined, LINKS);
    expect(await ask(undefined, LINKS)).toBe(429);
    // Tokens are known from their first use on.
    const first = [await ask(ann.token), await ask(again.token), await ask(ben.token)];
    expect(first).toEqual([0, 0, 0]);
    for (let i = 0; i < 4; i += 1) await ask(`made-up-${i}`);
    expect(await ask('made-up')).toBe(429);
    const codes = [];
    for (const token of [ann.token, again.token, ann.token, again.token, ann.token, again.outboxToken])
      codes.push(await ask(token));
    expect(codes).toEqual([0, 0, 0, 0, 429, 429]);
    // Public calls count towards the account's limit too.
    expect([await ask(ben.token, LINKS), await ask(ann.token, LINKS)]).toEqual([0, 429]);
    await app.close();
  });

  test('an ended session uses up nothing of what its account may ask', async () => {
    const ann = await newSession(open());
    const again = await newSession(open(), undefined, ann.id);
    const { app } = fakeApp(open(), {
      clock: stopped,
      config: { rateLimit: { account: 4, guest: 2, signIn: 1 } },
    });
    const ask = async (token: string) => (await client(app, undefined, token).call(INFO, {})).code;
    expect([await ask(ann.token), await ask(again.token)]).toEqual([0, 0]);
    await open().kysely.deleteFrom('sessions').where('token_hash', '=', hashToken(again.token)).execute();
    const codes = [];
    for (let i = 0; i < 6; i += 1) codes.push(await ask(again.token));
    expect([codes[0], codes.at(-1)]).toEqual([401, 429]);
    expect([await ask(ann.token), await ask(ann.token)]).toEqual([0, 0]);
    await app.close();
  });

  test.runIf(kind === 'postgres')('are counted across processes that share a database', async () => {
    const config = { rateLimit: { account: 0, guest: 40, signIn: 0 } };
    const [a, b] = [fakeApp(open(), { clock: stopped, config }), fakeApp(open(), { clock: stopped, config })];
    const codes = async (target: typeof a, n: number) => {
      const answers = [];
      for (let i = 0; i < n; i += 1) answers.push((await client(target.app).call(LINKS, {})).code);
      return answers;
    };
    await codes(a, 39);
    await codes(b, 2);
    // On its own, the second one would admit 38 more; the first one's count reaches it within a second or two.
    const seen = [];
    while (seen.at(-1) !== 429 && seen.length < 30) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      seen.push(...(await codes(b, 1)));
    }
    expect(seen.at(-1)).toBe(429);
    const rows = await open().kysely.selectFrom('rate_counts').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('127.0.0.1');
    await a.app.close();
    await b.app.close();
  });

  test('the log has one line per request and nothing that identifies users or grants access', async () => {
    const { token, address, id } = await newSession(open());
    const { log, lines } = logLines();
    const handlers: Partial<Handlers> = { [STAKE]: async () => outputOf(STAKE) as never };
    const { app } = fakeApp(open(), { log, handlers });
    const sign = 'c'.repeat(64);
    await client(app, undefined, token).call(STAKE, { amount: '987.125' });
    await client(app, undefined, token).call(STAKE, { amount: '987.125' }, { sign });
    await app.inject({ method: 'GET', url: `/api/links?token=${token}`, headers: { 'user-agent': 'agent' } });
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatchObject({ method: 'POST', route: '/api/stake/stake', status: 200, code: 0 });
    expect(lines[0]?.['account']).toMatch(/^[0-9a-f]{12}$/);
    expect(lines[0]?.['trace']).toMatch(/^[0-9a-f]{32}$/);
    expect(lines[0]?.['ms']).toBeGreaterThan(0);
    expect(lines[1]).toMatchObject({ status: 400, code: 1001, account: lines[0]?.['account'] });
    expect(lines[2]).toMatchObject({ method: 'GET', route: '/api/links', status: 400, code: 400 });
    const text = JSON.stringify(lines);
    for (const secret of [token, address, sign, '987.125', '127.0.0.1', 'agent', `"account":"${id}"`])
      expect(text).not.toContain(secret);
    await app.close();
  });
});
