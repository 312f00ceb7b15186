// The client parses the contract's envelope, reports transport faults with the specification's codes, and keeps one key
// per intent.
import { i18n } from '@lingui/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '#lib/session.ts';
import { learnServerTime, serverNow } from '#lib/time.ts';
import { call, intent } from './client.ts';
import { type ApiError, isRefusal, whenSessionExpires } from './errors.ts';

type Fetch = (url: string, init: RequestInit & { headers: Record<string, string> }) => Promise<Response>;

const fetched = vi.fn<Fetch>();
const reply =
  (code: number, data: unknown = null, message = '') =>
  () =>
    Promise.resolve(new Response(JSON.stringify({ code, message, data })));
const requests = () => fetched.mock.calls.map(([url, init]) => ({ url, ...init }));
const bodyOf = (index: number) => JSON.parse(requests()[index]?.body as string) as Record<string, unknown>;
const fault = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as ApiError,
  );

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'zh-Hans', messages: {} });
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

test('a GET carries language, token and query, and returns the data', async () => {
  startSession('secret', {});
  fetched.mockImplementation(reply(0, { links: [] }));
  await expect(call('GET /api/links')).resolves.toEqual({ links: [] });
  await call('GET /api/article/list', { limit: '5' }).catch(() => undefined);
  expect(requests()[0]?.headers).toMatchObject({
    Authorization: 'Bearer secret',
    'Accept-Language': 'zh_CN',
  });
  expect(requests()[1]?.url).toBe('/api/article/list?limit=5');
});

test('a POST is signed and carries an idempotency key', async () => {
  fetched.mockImplementation(reply(0, {}));
  await call('POST /api/mining/buy', { method: 'usdt' });
  expect(bodyOf(0)).toMatchObject({
    method: 'usdt',
    sign: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  });
  expect(requests()[0]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f-]{36}$/);
});

test('a call that is refused for its time is sent again once, under its key, for the same session', async () => {
  const here = serverNow();
  const there = here + 5 * 3_600_000;
  fetched.mockImplementation((_url, { body }) => {
    const { timestamp } = JSON.parse(body as string) as { timestamp: string };
    const code = Math.abs(Number(timestamp) - there) > 300_000 ? 1002 : 0;
    // Meanwhile, somebody else signs in.
    if (code !== 0) startSession('new', { address: '0xb' });
    const headers = { Date: new Date(there).toUTCString() };
    return Promise.resolve(new Response(JSON.stringify({ code, message: '', data: {} }), { headers }));
  });
  startSession('old', { address: '0xa' });
  const bought = await fault(call('POST /api/mining/buy', { method: 'usdt' }, { key: 'mine' }));
  expect(bought, 'the answer to a session that has ended').toMatchObject({ name: 'aborted' });
  const sent = requests().map(({ headers }) => [headers['Idempotency-Key'], headers['Authorization']]);
  expect(sent).toEqual([
    ['mine', 'Bearer old'],
    ['mine', 'Bearer old'],
  ]);
  endSession();
  fetched.mockReset();
  fetched.mockImplementation(reply(1002));
  expect(await fault(call('POST /api/mining/buy', { method: 'usdt' }))).toMatchObject({ code: 1002 });
  expect(requests()).toHaveLength(2);
  learnServerTime(Date.now());
});

test('throws a refusal by its name, with the server’s message', async () => {
  fetched.mockImplementation(reply(1101, null, 'Please verify first'));
  const error = await fault(call('POST /api/mining/claim1'));
  expect(error).toMatchObject({ code: 1101, name: 'kyc_required', message: 'Please verify first' });
  expect(isRefusal(error, 'kyc_required')).toBe(true);
  expect(error?.transport).toBe(false);
});

test('reports the end of the current session, but not that of an earlier one', async () => {
  const expired = vi.fn<(error: ApiError) => void>();
  whenSessionExpires(expired);
  fetched.mockImplementation(reply(401));
  await fault(call('GET /api/user/info'));
  expect(expired, 'a guest has no session to lose').not.toHaveBeenCalled();
  startSession('old', {});
  fetched.mockImplementation(() => {
    startSession('new', {});
    return reply(401)();
  });
  await fault(call('GET /api/user/info'));
  expect(expired).not.toHaveBeenCalled();
  fetched.mockImplementation(reply(401));
  await fault(call('GET /api/user/info'));
  expect(expired).toHaveBeenCalledOnce();
});

test('hands an answer to the account that asked, even if its session was resumed meanwhile, and to nobody else', async () => {
  const answerAfter = (meanwhile: () => void) => {
    startSession('old', { address: '0xa' });
    fetched.mockImplementation(() => {
      meanwhile();
      return reply(0, { kyc: 'none' })();
    });
    return call('GET /api/user/info').catch((error: unknown) => error);
  };
  expect(await answerAfter(() => startSession('new', { address: '0xa' }))).toEqual({ kyc: 'none' });
  for (const meanwhile of [() => startSession('new', { address: '0xb' }), endSession])
    expect(await answerAfter(meanwhile)).toMatchObject({ name: 'aborted' });
});

test('transport faults have the specification’s codes', async () => {
  const hang: Fetch = (_, { signal }) =>
    new Promise((__, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
  fetched.mockImplementation(hang);
  expect(await fault(call('GET /api/links', {}, { timeoutMs: 20 }))).toMatchObject({
    code: 5,
    transport: true,
  });
  const stop = new AbortController();
  const stopped = fault(call('GET /api/links', {}, { signal: stop.signal }));
  stop.abort();
  expect(await stopped).toMatchObject({ code: 600003 });
  fetched.mockRejectedValue(new TypeError('network'));
  expect(await fault(call('GET /api/links'))).toMatchObject({ name: 'offline' });
  fetched.mockImplementation(() => Promise.resolve(new Response('<html>captive portal</html>')));
  expect(await fault(call('GET /api/links'))).toMatchObject({ name: 'server', transport: true });
});

test('an intent outlives the form that began it, and a server failure leaves its outcome unknown', async () => {
  const keys = () => requests().map(({ headers }) => headers['Idempotency-Key']);
  fetched.mockImplementationOnce(reply(503));
  await fault(intent('POST /api/mining/buy')({ method: 'usdt' }));
  fetched.mockImplementation(reply(0, {}));
  await intent('POST /api/mining/buy')({ method: 'usdt' });
  await intent('POST /api/mining/buy')({ method: 'usdt' });
  expect(keys()[1]).toBe(keys()[0]);
  expect(keys()[2]).not.toBe(keys()[0]);
});

test('what an earlier sheet has done after all is no success of a later one, whose next try is a new intent', async () => {
  const keys = () => requests().map(({ headers }) => headers['Idempotency-Key']);
  const replay = () =>
    Promise.resolve(
      new Response(JSON.stringify({ code: 0, message: '', data: {} }), {
        headers: { 'Idempotent-Replay': 'true' },
      }),
    );
  const [first, second] = [{}, {}];
  const buy = (sheet: object) => intent('POST /api/mining/buy', sheet)({ method: 'usdt' });
  fetched.mockRejectedValueOnce(new TypeError('network'));
  await fault(buy(first));
  fetched.mockImplementationOnce(replay);
  expect(await buy(first), 'a retry').toEqual({});
  fetched.mockRejectedValueOnce(new TypeError('network'));
  await fault(buy(first));
  fetched.mockImplementationOnce(replay);
  expect(await fault(buy(second))).toMatchObject({ name: 'repeated', transport: false });
  fetched.mockImplementation(reply(0, {}));
  expect(await buy(second)).toEqual({});
  expect(keys().map((key) => keys().indexOf(key))).toEqual([0, 0, 2, 2, 4]);
  // It had not gone through: the later sheet did it.
  fetched.mockRejectedValueOnce(new TypeError('network'));
  await fault(buy(first));
  expect(await buy(second)).toEqual({});
  expect(keys()[6]).toBe(keys()[5]);
});

test('an earlier try that was refused, or that was not quite the same, is not said to have gone through', async () => {
  const buy = (sheet: object) => intent('POST /api/mining/buy', sheet)({ method: 'usdt' });
  const answered = (code: number) => () =>
    Promise.resolve(
      new Response(JSON.stringify({ code, message: 'why', data: {} }), {
        headers: { 'Idempotent-Replay': 'true' },
      }),
    );
  fetched.mockRejectedValueOnce(new TypeError('network'));
  await fault(buy({}));
  fetched.mockImplementationOnce(answered(1301));
  expect(await fault(buy({}))).toMatchObject({ name: 'insufficient_balance', message: 'why' });
  fetched.mockRejectedValueOnce(new TypeError('network'));
  await fault(buy({}));
  fetched.mockImplementationOnce(answered(409));
  expect(await fault(buy({}))).toMatchObject({
    name: 'repeated',
    message: expect.stringMatching(/^Your earlier try was already processed/) as unknown,
  });
});

test('an intent keeps its key while the answer is unknown, and gets a new one afterwards', async () => {
  const buy = intent('POST /api/mining/buy');
  const keys = () => requests().map(({ headers }) => headers['Idempotency-Key']);
  fetched.mockRejectedValueOnce(new TypeError('network'));
  await fault(buy({ method: 'usdt' }));
  fetched.mockImplementation(reply(0, {}));
  await buy({ method: 'usdt' });
  expect(keys()[1]).toBe(keys()[0]);
  await buy({ method: 'usdt' });
  expect(keys()[2]).not.toBe(keys()[1]);
  fetched.mockRejectedValueOnce(new TypeError('network'));
  await fault(buy({ method: 'usdt' }));
  fetched.mockImplementation(reply(1301));
  await fault(buy({ method: 'invite' }));
  expect(keys()[4], 'another input is another intent').not.toBe(keys()[3]);
  await fault(buy({ method: 'invite' }));
  expect(keys()[5], 'a refusal is an answer').not.toBe(keys()[4]);
});

test('a refusal that does not know the key leaves an earlier try open', async () => {
  const keys = () => requests().map(({ headers }) => headers['Idempotency-Key']);
  const buy = () => fault(intent('POST /api/mining/buy')({ method: 'invite' }));
  fetched.mockRejectedValueOnce(new TypeError('network'));
  for (const code of [401, 429, 1001, 1002, 0]) {
    await buy();
    fetched.mockImplementation(reply(code, {}));
  }
  await buy();
  expect(new Set(keys()).size).toBe(1);
});
