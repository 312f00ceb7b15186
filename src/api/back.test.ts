// Losing and regaining the connection: detected by one probe at a time, after which everything that failed is retried.
import { i18n } from '@lingui/core';
import { notifyManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askNow, FIRST_WAIT_MS, forgetFailures, LONGEST_WAIT_MS, waitAfter } from '#lib/back-off.ts';
import { isOnline } from '#lib/online.ts';
import { SLOW_MS } from './away.ts';
import { startRecovery } from './back.ts';
import { call } from './client.ts';
import { cached, queryClient } from './queries.ts';

const page = Object.assign(new EventTarget(), { hidden: false });
const net = { onLine: true };
let up = true;
let asked: string[] = [];
/** Special answers, by path. */
let special: Record<string, () => Promise<Response>> = {};
let leave: (() => void)[] = [];

const says = (data: unknown, code = 0) => Promise.resolve(Response.json({ code, message: '', data }));
const serve = (url: string): Promise<Response> => {
  asked.push(url);
  if (!up) return Promise.reject(new TypeError('network'));
  const own = special[url];
  if (own) return own();
  return says(url === '/api/health' ? { database: { ok: true } } : { used: '1' });
};
const count = (url: string): number => asked.filter((each) => each === url).length;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const LIMITS = '/api/user/limits';
const watch = (name: 'GET /api/user/limits' | 'GET /api/links' = 'GET /api/user/limits') => {
  const observer = new QueryObserver(queryClient, cached(name) as never);
  leave.push(observer.subscribe(() => undefined));
  return observer;
};

vi.mock('#lib/kv.ts', () => {
  const nothing = () => Promise.resolve(undefined);
  return {
    kvGet: nothing,
    kvSet: nothing,
    kvDeleteMany: nothing,
    kvDeletePrefix: nothing,
    kvEntries: () => [],
  };
});

beforeEach(() => {
  vi.useFakeTimers();
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', net);
  vi.stubGlobal('fetch', serve);
  page.hidden = false;
  net.onLine = true;
  up = true;
  asked = [];
  special = {};
  leave = [startRecovery()];
});
afterEach(() => {
  for (const end of leave.toReversed()) end();
  queryClient.clear();
  forgetFailures();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('notices a stopped server and retries what failed once it is back', async () => {
  up = false;
  const limits = watch();
  await pass(100);
  expect(isOnline()).toBe(false);
  expect(limits.getCurrentResult().status).toBe('error');
  up = true;
  await pass(8000);
  expect(limits.getCurrentResult().data).toMatchObject({ used: '1' });
  expect(isOnline()).toBe(true);
});

test('sends only one cheap probe while the server is down, at intervals that double up to a minute', async () => {
  up = false;
  watch();
  watch('GET /api/links');
  await pass(3000);
  const failing = asked.length;
  asked = [];
  await pass(10 * 60_000);
  expect(new Set(asked)).toEqual(new Set(['/api/health']));
  expect(asked.length).toBeLessThan(10 + 6);
  expect(asked.length).toBeGreaterThan((10 * 60_000) / LONGEST_WAIT_MS - 2);
  expect(failing).toBeLessThan(10);
  up = true;
  asked = [];
  await pass(LONGEST_WAIT_MS);
  expect([count('/api/health'), count(LIMITS), count('/api/links')]).toEqual([1, 1, 1]);
});

test('takes any successful call as a sign that the server is back', async () => {
  up = false;
  const limits = watch();
  await pass(60_000);
  up = true;
  asked = [];
  await call('GET /api/links');
  await pass(10);
  expect(limits.getCurrentResult().data).toMatchObject({ used: '1' });
  expect(count(LIMITS)).toBe(1);
});

test.each([
  ['the network comes back', () => window.dispatchEvent(new Event('online'))],
  ['the page becomes visible again', () => page.dispatchEvent(new Event('visibilitychange'))],
])('probes at once when %s', async (_what, happens) => {
  up = false;
  const limits = watch();
  await pass(60_000);
  up = true;
  happens();
  await pass(10);
  expect(limits.getCurrentResult().data).toMatchObject({ used: '1' });
});

test('sends nothing from a hidden page or without a network', async () => {
  up = false;
  watch();
  await pass(3000);
  asked = [];
  page.hidden = true;
  await pass(120_000);
  page.hidden = false;
  net.onLine = false;
  page.dispatchEvent(new Event('visibilitychange'));
  await pass(120_000);
  expect(asked).toEqual([]);
});

const FAULTS: [string, () => Promise<Response>][] = [
  ['is lost', () => Promise.reject(new TypeError('network'))],
  ['gets a server error', () => says(null, 500)],
  ['gets no JSON', () => Promise.resolve(new Response('<html>', { status: 502 }))],
  ['exceeds the rate limit', () => says(null, 429)],
];

test.each(FAULTS)(
  'a single call that %s is retried after 2, 4, 8 … 60 s until it succeeds',
  async (_what, fault) => {
    const moments: number[] = [];
    special[LIMITS] = () => {
      moments.push(Math.round(performance.now() / 1000));
      return fault();
    };
    const limits = watch();
    await pass(200_000);
    expect(isOnline()).toBe(true);
    expect(moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0))).toEqual([
      2, 4, 8, 16, 32, 60, 60,
    ]);
    expect(limits.getCurrentResult().status).toBe('error');
    delete special[LIMITS];
    await pass(LONGEST_WAIT_MS);
    expect(limits.getCurrentResult().data).toMatchObject({ used: '1' });
  },
);

test('keeps the failure on screen while the call is retried', async () => {
  special[LIMITS] = () => says(null, 500);
  const limits = watch();
  const seen = new Set<string>();
  await pass(100);
  // Batches notifications as React does.
  const look = notifyManager.batchCalls(() => void seen.add(limits.getCurrentResult().status));
  leave.push(limits.subscribe(look));
  await pass(20_000);
  expect([...seen]).toEqual(['error']);
});

test('does not retry more often when a component with a failing call mounts and unmounts', async () => {
  special[LIMITS] = () => says(null, 500);
  watch();
  for (let times = 0; times < 200; times += 1) {
    const part = new QueryObserver(queryClient, cached('GET /api/user/limits') as never);
    const end = part.subscribe(() => undefined);
    await pass(50);
    end();
  }
  expect(count(LIMITS)).toBe(3);
});

test('waits as long as the server asks for with Retry-After', async () => {
  special[LIMITS] = () =>
    Promise.resolve(
      Response.json({ code: 429, message: '', data: null }, { headers: { 'Retry-After': '45' } }),
    );
  watch();
  await pass(44_000);
  expect(count(LIMITS)).toBe(1);
  await pass(2000);
  expect(count(LIMITS)).toBe(2);
});

test('reports a silent call as slow, still accepts its answer, and does not delay a user’s own retry', async () => {
  const waiting: ((response: Response) => void)[] = [];
  special[LIMITS] = () => new Promise((resolve) => waiting.push(resolve));
  const limits = watch();
  await pass(SLOW_MS + 1);
  expect(limits.getCurrentResult()).toMatchObject({ status: 'error', fetchStatus: 'fetching' });
  askNow();
  void limits.refetch();
  await pass(10);
  expect(waiting).toHaveLength(2);
  waiting[1]?.(await says({ used: '1' }));
  await pass(10);
  expect(limits.getCurrentResult().data).toMatchObject({ used: '1' });
});

test('retrying one part by hand does not affect the other parts that failed', async () => {
  special[LIMITS] = special['/api/links'] = () => new Promise(() => undefined);
  const [limits, links] = [watch(), watch('GET /api/links')];
  await pass(SLOW_MS + 1);
  expect([limits.getCurrentResult().status, links.getCurrentResult().status]).toEqual(['error', 'error']);
  special = {};
  askNow();
  void limits.refetch();
  await pass(FIRST_WAIT_MS);
  expect(limits.getCurrentResult().data).toMatchObject({ used: '1' });
  expect(links.getCurrentResult().data).toMatchObject({ used: '1' });
});

test('treats a refusal as an answer and does not retry it', async () => {
  special[LIMITS] = () => says(null, 403);
  watch();
  await pass(60_000);
  expect(asked).toEqual([LIMITS]);
});

test('treats a database that is down like a server that is down', async () => {
  special[LIMITS] = () => says(null, 503);
  special['/api/health'] = () => says({ database: { ok: false } });
  const limits = watch();
  await pass(FIRST_WAIT_MS);
  expect(isOnline()).toBe(false);
  special = {};
  await pass(4 * FIRST_WAIT_MS);
  expect(limits.getCurrentResult().data).toMatchObject({ used: '1' });
});

test('waits grow to a minute and are never shorter than the server asked for', () => {
  expect([1, 2, 3, 9].map((failures) => waitAfter(failures))).toEqual([2000, 4000, 8000, 60_000]);
  expect(waitAfter(1, 90_000)).toBe(90_000);
});
