// The hint popup over its whole life: shown once per cycle, not over another popup, and forgotten when closed.
import { i18n } from '@lingui/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient, remember } from '#api/queries.ts';
import { forgetFailures } from '#lib/back-off.ts';
import { closePopup, openPopup, popupAtom } from '#lib/popups.ts';
import { claimReminder } from '#lib/reminded.ts';
import { read, write } from '#lib/store.ts';
import { IDLE_TIMER, timerAtom } from '#lib/timer.ts';
import type { Surroundings } from './timer.ts';
import { check, forget, learn, watchClosing } from './timer-watch.ts';

/** Every test has its own cycle, because those shown are remembered permanently. */
let end = 1_900_000_000_000;
let cycle = { endsAt: end, earning: '12' };
let stop = () => {};

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  forgetFailures();
  end += 86_400_000;
  cycle = { endsAt: end, earning: '12' };
  stop = watchClosing();
  learn(cycle);
});
afterEach(() => {
  stop();
  forget();
  closePopup();
});

test('shows when the cycle ends and says what it produced', async () => {
  await check(end - 1);
  expect(read(popupAtom)).toBeNull();
  await check(end);
  expect(read(popupAtom)).toEqual({ name: 'hint', input: { earning: '12' } });
  expect(read(timerAtom)).toMatchObject({ showPopup: true, isTriggered: true });
});

test('clears the stored timer when closed, and does not return for this cycle, not even after the next answer', async () => {
  await check(end);
  closePopup();
  expect(read(timerAtom)).toEqual(IDLE_TIMER);
  learn(cycle);
  await check(end + 1000);
  expect(read(popupAtom)).toBeNull();
});

test('is the same hint again when a reload finds it open', async () => {
  await check(end);
  const stored = read(timerAtom);
  stop();
  write(popupAtom, null);
  write(timerAtom, stored);
  stop = watchClosing();
  learn(cycle);
  await check(end + 1000);
  expect(read(popupAtom)?.name).toBe('hint');
});

test('waits until another popup has closed', async () => {
  openPopup('connect', {});
  await check(end);
  expect(read(popupAtom)?.name).toBe('connect');
  expect(read(timerAtom).isTriggered).toBe(false);
  closePopup();
  await check(end + 1000);
  expect(read(popupAtom)?.name).toBe('hint');
});

test('waits until a sheet that belongs to the page has closed', async () => {
  const sheets = ['a sheet'];
  vi.stubGlobal('document', { hidden: false, querySelector: () => sheets[0] ?? null });
  await check(end);
  expect([read(popupAtom), read(timerAtom).isTriggered]).toEqual([null, false]);
  sheets.pop();
  await check(end + 1000);
  expect(read(popupAtom)?.name).toBe('hint');
  vi.unstubAllGlobals();
});

test('closes when the cycle was claimed elsewhere, and shows for the next one', async () => {
  await check(end);
  const next = { endsAt: end + 43_200_000, earning: '13' };
  learn(next);
  expect(read(popupAtom)).toBeNull();
  await check(next.endsAt);
  expect(read(popupAtom)).toEqual({ name: 'hint', input: { earning: '13' } });
});

const hidden: Surroundings = { visible: false, notify: true, quiet: null, timeZone: 'UTC' };

test('waits while the page is hidden, and is there when the user returns', async () => {
  await check(end, hidden);
  expect(read(popupAtom)).toBeNull();
  await check(end + 1000, { ...hidden, visible: true });
  expect(read(popupAtom)?.name).toBe('hint');
});

test('lets the worker remind only while the server says that the cycle is unclaimed', async () => {
  const postMessage = vi.fn();
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve({ active: { postMessage } }) } });
  const miner = (nextMiningTime: number, serverTime = end) => ({
    state: 'pending_claim',
    nextMiningTime: new Date(nextMiningTime).toISOString(),
    serverTime: new Date(serverTime).toISOString(),
  });
  const answers = [undefined, miner(end, end - 1), miner(end + 43_200_000), miner(end)];
  const fetched = vi.fn(async () => {
    const data = answers.shift();
    if (!data) throw new TypeError('network');
    return new Response(JSON.stringify({ code: 0, message: '', data }));
  });
  vi.stubGlobal('fetch', fetched);
  await check(end, hidden);
  await check(end + 1000, hidden);
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(1));
  // First no answer, then a server whose clock is slightly behind, then one that knows of a claim.
  for (const [seconds, times] of [
    [60, 2],
    [65, 3],
    [1000, 4],
  ] as const) {
    expect(postMessage).not.toHaveBeenCalled();
    await new Promise((resolve) => setTimeout(resolve));
    forgetFailures();
    await check(end + seconds * 1000, hidden);
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(times));
  }
  await vi.waitFor(() => expect(postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'REMIND', sure: end }));
  vi.unstubAllGlobals();
});

test('what it asks for while hidden never replaces the answer to a claim made meanwhile', async () => {
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal(
    'fetch',
    vi.fn(() => answer.promise),
  );
  await check(end, hidden);
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
  remember('GET /api/mining/index', { state: 'running' } as never);
  answer.resolve(Response.json({ code: 0, message: '', data: { state: 'pending_claim' } }));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(queryClient.getQueryData(['GET /api/mining/index', {}])).toMatchObject({ state: 'running' });
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('stays away when a notification has already announced this cycle, and shows for the next one', async () => {
  await claimReminder(end);
  await check(end);
  expect(read(popupAtom)).toBeNull();
  expect(read(timerAtom)).toMatchObject({ showPopup: false, isTriggered: true });
  learn({ endsAt: end + 43_200_000, earning: '13' });
  await check(end + 43_200_000);
  expect(read(popupAtom)?.name).toBe('hint');
});

test('a claim that arrives while it was about to show wins', async () => {
  const showing = check(end);
  learn(null);
  await showing;
  expect(read(popupAtom)).toBeNull();
});

test('shows nothing while its button is busy', async () => {
  write(timerAtom, { ...read(timerAtom), isProcessing: true });
  await check(end);
  expect(read(popupAtom)).toBeNull();
});

test('does not cover a page that has the claim on it, and shows on the next one', async () => {
  vi.stubGlobal('location', { hash: '#/pages/mining/index' });
  try {
    await check(end);
    expect(read(popupAtom)).toBeNull();
    vi.stubGlobal('location', { hash: '#/pages/asset/index' });
    await check(end + 1000);
    expect(read(popupAtom)?.name).toBe('hint');
  } finally {
    vi.unstubAllGlobals();
  }
});
