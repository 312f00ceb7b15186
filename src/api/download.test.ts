// Downloading a file of the contract: its bytes, or why there are none.
import { i18n } from '@lingui/core';
import { afterEach, expect, test, vi } from 'vitest';
import { startSession } from '#lib/session.ts';
import { download } from './download.ts';

i18n.loadAndActivate({ locale: 'en', messages: {} });
afterEach(() => vi.unstubAllGlobals());

const NAME = 'GET /api/assets/export';
const csv = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="some.csv"',
};
const answers = (response: Response | Error) => {
  const fetched = vi.fn(() =>
    response instanceof Error ? Promise.reject(response) : Promise.resolve(response),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
};
const signal = new AbortController().signal;

test('sends the token and returns the bytes unchanged', async () => {
  startSession('secret', { address: '0xabc' });
  const fetched = answers(new Response('a,b\r\n', { headers: csv }));
  expect(await new Response(await download(NAME, { coin: 'BTC' }, signal)).text()).toBe('a,b\r\n');
  const [url, { headers }] = fetched.mock.calls[0] as unknown as [
    string,
    { headers: Record<string, string> },
  ];
  expect(url).toBe('/api/assets/export?coin=BTC');
  expect(headers['Authorization']).toBe('Bearer secret');
});

test('does not take a JSON file for an envelope', async () => {
  const headers = { 'content-disposition': 'attachment; filename="some.json"' };
  answers(Response.json({ code: 7 }, { headers }));
  expect(await new Response(await download('GET /api/user/export', {}, signal)).json()).toEqual({ code: 7 });
});

test('reports a refusal by its code', async () => {
  answers(Response.json({ code: 429, message: 'Too many requests', data: null }, { status: 429 }));
  await expect(download(NAME, {}, signal)).rejects.toMatchObject({ name: 'too_many_requests' });
});

test('does not take a response from something between us and the server for a file', async () => {
  answers(new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } }));
  await expect(download(NAME, {}, signal)).rejects.toMatchObject({ name: 'server' });
  answers(new Response('<html>please log in to the network', { headers: { 'content-type': 'text/html' } }));
  await expect(download(NAME, {}, signal)).rejects.toMatchObject({ name: 'server' });
  answers(new TypeError('failed'));
  await expect(download(NAME, {}, signal)).rejects.toMatchObject({ name: 'offline' });
});

test('reports a connection lost half-way as an error of the stream', async () => {
  const body = new ReadableStream({
    pull: (stream) => stream.error(new TypeError('reset')),
  });
  answers(new Response(body, { headers: csv }));
  const stream = await download(NAME, {}, signal);
  await expect(stream.getReader().read()).rejects.toMatchObject({ name: 'offline' });
});

test('tells an aborted download from a lost one', async () => {
  const stop = new AbortController();
  answers(new DOMException('stopped', 'AbortError'));
  stop.abort();
  await expect(download(NAME, {}, stop.signal)).rejects.toMatchObject({ name: 'aborted' });
});
