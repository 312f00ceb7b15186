// A connection that is lost and comes back: noticed by one question at a time, after which everything that failed is asked again.
import { i18n } from '@lingui/core';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isOnline } from '#lib/online.ts';
import { comeBack, FIRST_WAIT_MS, LONGEST_WAIT_MS } from './back.ts';
import { call } from './client.ts';
import { kept, queryClient } from './queries.ts';

const page = Object.assign(new EventTarget(), { hidden: false });
const net = { onLine: true };
let up = true;
let asked: string[] = [];
/** Answers differently from the rest, by path. */
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
  const observer = new QueryObserver(queryClient, kept(name) as never);
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
  leave = [comeBack()];
});
afterEach(() => {
  for (const end of leave.toReversed()) end();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a stopped server is noticed, and what failed comes by itself once it is back', async () => {
  up = false;
  const limits = watch();
  await pass(100);
  expect(isOnline()).toBe(false);
  expect(limits.getCurrentResult().status).toBe('pending');
  await pass(5000);
  expect(limits.getCurrentResult().status).toBe('error');
  up = true;
  await pass(8000);
  expect(limits.getCurrentResult().data).toMatchObject({ used: '1' });
  expect(isOnline()).toBe(true);
});

test('while it is away only one cheap question is asked, at waits that double to half a minute', async () => {
  up = false;
  watch();
  watch('GET /api/links');
  await pass(3000);
  const failing = asked.length;
  asked = [];
  await pass(10 * 60_000);
  expect(new Set(asked)).toEqual(new Set(['/api/health']));
  expect(asked.length).toBeLessThan(10 * 2 + 5);
  expect(asked.length).toBeGreaterThan((10 * 60_000) / LONGEST_WAIT_MS - 2);
  expect(failing).toBeLessThan(10);
  up = true;
  asked = [];
  await pass(LONGEST_WAIT_MS);
  expect([count('/api/health'), count(LIMITS), count('/api/links')]).toEqual([1, 1, 1]);
});

test('any call that succeeds is the sign that the server is back', async () => {
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
  ['the page is looked at again', () => page.dispatchEvent(new Event('visibilitychange'))],
])('it is asked at once when %s', async (_what, happens) => {
  up = false;
  const limits = watch();
  await pass(60_000);
  up = true;
  happens();
  await pass(10);
  expect(limits.getCurrentResult().data).toMatchObject({ used: '1' });
});

test('a hidden page and one without a network ask nobody', async () => {
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

test('a call that is lost alone does not make the server away, and is asked again ever more seldom', async () => {
  special[LIMITS] = () => Promise.reject(new TypeError('network'));
  const limits = watch();
  await pass(60_000);
  expect(isOnline()).toBe(true);
  expect(count(LIMITS)).toBeLessThan(20);
  delete special[LIMITS];
  await pass(2 * LONGEST_WAIT_MS);
  expect(limits.getCurrentResult().data).toMatchObject({ used: '1' });
});

test('a refusal is an answer and is not asked again', async () => {
  special[LIMITS] = () => says(null, 403);
  watch();
  await pass(60_000);
  expect(asked).toEqual([LIMITS]);
});

test('a database that is away counts as a server that is', async () => {
  special[LIMITS] = () => says(null, 503);
  special['/api/health'] = () => says({ database: { ok: false } });
  const limits = watch();
  await pass(FIRST_WAIT_MS);
  expect(isOnline()).toBe(false);
  special = {};
  await pass(4 * FIRST_WAIT_MS);
  expect(limits.getCurrentResult().data).toMatchObject({ used: '1' });
});
