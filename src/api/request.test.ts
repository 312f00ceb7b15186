// The signature is the HMAC that anyone can compute over the canonical text; and what a reply says about the server's
// time.
import { createHmac } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { canonical, DEVELOPMENT_SIGN_KEY } from '#contract/signing.ts';
import { learnServerTime, serverNow } from '#lib/time.ts';
import { request, signed } from './request.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  learnServerTime(Date.now());
});

test('adds a timestamp and the HMAC-SHA256 of the sorted parameters', async () => {
  const sent = await signed({ b: 'ü&', a: ['1'], empty: '', none: null });
  const { sign, ...rest } = sent;
  expect(sign).toBe(createHmac('sha256', DEVELOPMENT_SIGN_KEY).update(canonical(rest)).digest('hex'));
  expect(canonical(rest)).toBe(`a=%5B%221%22%5D&b=%C3%BC%26&timestamp=${sent.timestamp}`);
  expect(Math.abs(Number(sent.timestamp) - serverNow())).toBeLessThan(5000);
});

test('learns the exact time only from a GET, since the reply of a POST may be a replay from days ago', async () => {
  const hour = 3_600_000;
  const body = { code: 0, message: '', data: { serverTime: new Date(Date.now() - hour).toISOString() } };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body)));
  const hoursAhead = () => (serverNow() - Date.now()) / hour;
  await request('POST /api/mining/claim', {}, {});
  expect(hoursAhead()).toBeCloseTo(0);
  await request('GET /api/mining/index', {}, {});
  expect(hoursAhead()).toBeCloseTo(-1);
});

test('learns no time from a reply that the browser may have kept', async () => {
  const headers = {
    Date: new Date(Date.now() - 50_000).toUTCString(),
    'Cache-Control': 'public, max-age=60',
  };
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ code: 0, message: '', data: {} }, { headers })),
  );
  await request('GET /api/assets/prices', {}, {});
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(1000);
});

test.each([
  ['99999999999', 3_600_000],
  ['-5', 0],
  ['soon', 0],
])('a server that asks for a wait of %s s is believed for %i ms', async (asked, ms) => {
  const headers = { 'Retry-After': asked };
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ code: 503, message: '', data: null }, { headers })),
  );
  expect(await request('GET /api/links', {}, {})).toMatchObject({ retryAfterMs: ms });
});
