// Answers as pages get them: with their time, from the device while there is no connection, and never from another
// session.
import { i18n } from '@lingui/core';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '#lib/session.ts';
import { askedOrLast, cached, cachedPages, queryClient, remember } from './queries.ts';

const device = vi.hoisted(() => new Map<string, unknown>());
vi.mock('#lib/kv.ts', () => ({
  kvGet: async (key: string) => structuredClone(device.get(key)),
  kvSet: async (key: string, value: unknown) => void device.set(key, structuredClone(value)),
  kvEntries: async () => [...device.entries()],
  kvDeleteMany: async (keys: string[]) => keys.forEach((key) => device.delete(key)),
  kvDeletePrefix: async (prefix: string) =>
    [...device.keys()].filter((key) => key.startsWith(prefix)).forEach((key) => device.delete(key)),
}));

const ALICE = '0xAbCdEf0000000000000000000000000000000001';
const BOB = '0x0000000000000000000000000000000000000002';
const NAME = 'GET /api/user/limits';
const arrive = (address: string) => startSession(`token of ${address}`, { address });
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const says = (data: unknown) => Promise.resolve(Response.json({ code: 0, message: '', data }));
const lost = () => Promise.reject(new TypeError('network'));
const ask = () => queryClient.query({ ...cached(NAME), retry: false, staleTime: 0 });

/** The states of a query that a page sees, newest last. */
function look(options: { queryKey: readonly unknown[] }) {
  const seen: unknown[] = [];
  const observer = new QueryObserver(queryClient, { ...options, retry: false });
  const leave = observer.subscribe(({ data }) => seen.push(data));
  return { seen, leave, now: () => observer.getCurrentResult() };
}

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', fetched.mockReset());
});
afterEach(() => {
  endSession();
  queryClient.clear();
  device.clear();
  vi.unstubAllGlobals();
});

test('gives every answer a time: the server’s, if the answer contains one', async () => {
  fetched.mockImplementationOnce(() => says({ used: '1' }));
  const before = Date.now();
  expect(Date.parse((await ask()).asOf)).toBeGreaterThanOrEqual(before);
  fetched.mockImplementationOnce(() => says({ items: [], asOf: '2026-11-21T10:00:00Z' }));
  const list = await queryClient.query(cached('GET /api/assets/list'));
  expect(list.asOf).toBe('2026-11-21T10:00:00Z');
});

test('shows the cached answer, as old as possible, without a connection, and reports the loss', async () => {
  arrive(ALICE);
  fetched.mockImplementationOnce(() => says({ used: '1' }));
  const { asOf } = await ask();
  queryClient.clear();
  fetched.mockImplementation(lost);
  const page = look(cached(NAME));
  await vi.waitFor(() => expect(page.now()).toMatchObject({ status: 'error', data: { used: '1', asOf } }));
  expect(page.now().dataUpdatedAt).toBe(0);
  page.leave();
});

test('shows a list’s cached first page', async () => {
  arrive(ALICE);
  const list = cachedPages('GET /api/user/earnings', { limit: '20' });
  fetched.mockImplementationOnce(() => says({ items: [1, 2], nextCursor: 'next' }));
  await queryClient.infiniteQuery(list);
  queryClient.clear();
  fetched.mockImplementation(lost);
  const page = look(list);
  await vi.waitFor(() =>
    expect(page.now().data).toMatchObject({ pages: [{ items: [1, 2] }], pageParams: [null] }),
  );
  page.leave();
});

test('also caches data included in another call’s answer', async () => {
  arrive(ALICE);
  remember(NAME, { used: '7' } as never);
  queryClient.clear();
  fetched.mockImplementation(lost);
  await vi.waitFor(async () =>
    expect(await askedOrLast(NAME, {}, new AbortController().signal)).toMatchObject({ used: '7' }),
  );
});

test('caches texts once per language, for guests and members alike', async () => {
  arrive(ALICE);
  fetched.mockImplementation(() => says({ links: ['in English'] }));
  await queryClient.query(cached('GET /api/links'));
  endSession();
  fetched.mockImplementation(lost);
  const links = () => askedOrLast('GET /api/links', {}, new AbortController().signal);
  expect(await links()).toMatchObject({ links: ['in English'] });
  i18n.loadAndActivate({ locale: 'th', messages: {} });
  await expect(links()).rejects.toThrow();
});

test('asks for texts again, and for nothing else, as soon as the language changes', async () => {
  fetched.mockImplementation(() => says({ banners: [], items: [] }));
  const pages = [look(cached('GET /api/index')), look(cached('GET /api/assets/list'))];
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  i18n.loadAndActivate({ locale: 'th', messages: {} });
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(3));
  expect(String(fetched.mock.calls[2]?.[0])).toContain('/api/index');
  for (const { leave } of pages) leave();
});

test('removes a session’s figures from the page as soon as it ends', async () => {
  arrive(ALICE);
  fetched.mockImplementationOnce(() => says({ used: '1' }));
  const page = look(cached(NAME));
  await vi.waitFor(() => expect(page.now().data).toMatchObject({ used: '1' }));
  endSession();
  expect(page.now().data).toBeUndefined();
  page.leave();
});

test('discards an answer that was in flight when the session ended', async () => {
  arrive(ALICE);
  const answer = Promise.withResolvers<Response>();
  fetched.mockImplementationOnce(() => answer.promise);
  const page = look(cached(NAME));
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
  endSession();
  arrive(BOB);
  answer.resolve(await says({ used: 'of Alice' }));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(page.seen.filter((data) => data !== undefined)).toEqual([]);
  expect(JSON.stringify([...device, queryClient.getQueriesData({})])).not.toContain('Alice');
  page.leave();
});

test('does not show one account’s cached answer to another account on the device', async () => {
  arrive(ALICE);
  fetched.mockImplementationOnce(() => says({ used: 'of Alice' }));
  await ask();
  // As in a separate tab: the first session continues elsewhere.
  queryClient.clear();
  arrive(BOB);
  fetched.mockImplementation(lost);
  await expect(ask()).rejects.toThrow();
  expect(queryClient.getQueryData([NAME, {}])).toBeUndefined();
});
