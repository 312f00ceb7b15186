// What is prefetched is what pages request without a network, under exactly the same query keys.
import { i18n } from '@lingui/core';
import { hashKey, type QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stale } from '#api/changes.ts';
import { cached, cachedLong, queryClient } from '#api/queries.ts';
import { forgetFailures } from '#lib/back-off.ts';
import * as assets from '#features/assets/assets.queries.ts';
import { withdrawalsQuery } from '#features/assets/withdraw/withdraw.queries.ts';
import * as buyback from '#features/buyback/buyback.queries.ts';
import * as home from '#features/home/home.queries.ts';
import * as kyc from '#features/kyc/kyc.queries.ts';
import * as lottery from '#features/lottery/lottery.queries.ts';
import * as mining from '#features/mining/mining.queries.ts';
import * as race from '#features/race/race.queries.ts';
import * as staking from '#features/staking/staking.queries.ts';
import * as transparency from '#features/transparency/transparency.queries.ts';
import { askAhead } from './ahead.ts';

vi.mock('#lib/kv.ts', () => ({
  kvGet: async () => undefined,
  kvSet: async () => undefined,
  kvEntries: async () => [],
  kvDeleteMany: async () => undefined,
}));

const PUBLIC = [
  assets.assetsQuery(),
  buyback.historyQuery(),
  cached('GET /api/index'),
  home.newsQuery(),
  cachedLong('GET /api/kyc'),
  lottery.lotteryQuery(),
  cachedLong('GET /api/mining/config'),
  cachedLong('GET /api/game/config'),
  race.openingQuery(),
  staking.stakingQuery(),
  transparency.booksQuery(),
  transparency.rootsQuery(),
];
const OWN = [
  assets.movementsQuery(),
  home.userQuery(),
  kyc.kycQuery(),
  mining.claimsQuery(),
  cached('GET /api/mining/index'),
  cached('GET /api/mining/power'),
  staking.ordersQuery(),
  cached('GET /api/stake/outputs'),
  withdrawalsQuery(),
];

const fetched = vi.fn<(url: string) => Promise<Response>>();
const EMPTY = { code: 0, message: '', data: { items: [], nextCursor: null } };
const REFUSED = { code: 1001, message: 'no', data: null };
const pathsIn = (url: string) => new URL(url, 'http://adit').searchParams.get('calls')?.split(' ');
/** A server that answers each read, individually or in a batch. */
const answers = async (url: string) => {
  const replies = pathsIn(url)?.map(() => EMPTY);
  return Response.json(replies ? { ...EMPTY, data: { replies } } : EMPTY);
};
const urls = () => fetched.mock.calls.map(([url]) => url);
const names = (options: { queryKey: QueryKey }[]) => options.map(({ queryKey }) => hashKey(queryKey));
const here = () =>
  queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryHash }) => queryHash);

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', fetched.mockReset());
  fetched.mockImplementation(answers);
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('prefetches public data for a guest, and pages opened later refetch it', async () => {
  await askAhead(false, () => true);
  expect(here()).toEqual(expect.arrayContaining(names(PUBLIC)));
  expect(here()).toContain(hashKey(['GET /api/links', {}]));
  for (const own of names(OWN)) expect(here()).not.toContain(own);
  for (const asked of queryClient.getQueryCache().getAll()) expect(asked.isStale()).toBe(true);
});

test('prefetches a member’s own data as well', async () => {
  await askAhead(true, () => true);
  expect(here()).toEqual(expect.arrayContaining(names([...PUBLIC, ...OWN])));
});

test('asks for everything in one request, and for nothing that is here', async () => {
  await askAhead(true, () => true);
  expect(urls()).toHaveLength(1);
  fetched.mockClear();
  await queryClient.query(cached('GET /api/index'));
  fetched.mockClear();
  await askAhead(true, () => true);
  expect(urls()).toHaveLength(1);
  expect(pathsIn(urls()[0] ?? '')).not.toContain('/api/index');
});

test('continues after a refused read, and asks alone if the server refuses the batch', async () => {
  fetched.mockImplementationOnce(async (url) => {
    const replies = pathsIn(url)?.map((_, at) => (at === 0 ? REFUSED : EMPTY));
    return Response.json({ ...EMPTY, data: { replies } });
  });
  expect(await askAhead(false, () => true)).toBe(true);
  expect(urls()).toHaveLength(2);
  queryClient.clear();
  fetched.mockClear();
  forgetFailures();
  fetched.mockImplementationOnce(async () => Response.json(REFUSED, { status: 400 }));
  expect(await askAhead(false, () => true)).toBe(true);
  expect(here()).toEqual(expect.arrayContaining(names(PUBLIC)));
  expect(urls()).toHaveLength(1 + here().length);
});

test.each(['before the batch is answered', 'after it'])(
  'an answer from before a change is not shown once that change is known %s',
  async (when) => {
    const orders = () => urls().filter((url) => url.startsWith('/api/stake/list')).length;
    const batch = Promise.withResolvers<undefined>();
    const miner = Promise.withResolvers<undefined>();
    fetched.mockImplementation(async (url) => {
      const paths = pathsIn(url);
      if (paths) await batch.promise;
      // A read that the batch refuses is requested alone: that holds up the others, whose answers are here.
      if (url === '/api/mining/index') await miner.promise;
      const replies = paths?.map((path) => (path === '/api/mining/index' ? REFUSED : EMPTY));
      return Response.json(replies ? { ...EMPTY, data: { replies } } : EMPTY);
    });
    const asked = askAhead(true, () => true);
    if (when === 'after it') {
      batch.resolve(undefined);
      await vi.waitFor(() => expect(urls()).toContain('/api/mining/index'));
    }
    void stale('GET /api/stake/list');
    expect(orders()).toBe(0);
    batch.resolve(undefined);
    miner.resolve(undefined);
    expect(await asked).toBe(true);
    expect(orders()).toBe(1);
  },
);

test('a run that is replaced before its batch is answered leaves the next one its answers', async () => {
  const batches = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const [first, second] = batches;
  fetched.mockImplementation(async (url) => {
    await batches.shift()?.promise;
    return answers(url);
  });
  let isWanted = true;
  const replaced = askAhead(true, () => isWanted);
  isWanted = false;
  const asked = askAhead(true, () => true);
  first?.resolve(undefined);
  expect(await replaced).toBe(false);
  second?.resolve(undefined);
  expect(await asked).toBe(true);
  expect(urls()).toHaveLength(2);
});

test('stops when the batch is lost', async () => {
  fetched.mockImplementation(() => Promise.reject(new TypeError('network')));
  expect(await askAhead(false, () => true)).toBe(false);
  expect(urls()).toHaveLength(1);
});

test('stops when it is no longer wanted', async () => {
  expect(await askAhead(true, () => false)).toBe(false);
  expect(fetched).not.toHaveBeenCalled();
});
