/** Responsible use over HTTP on a running server: limits and pauses over a moved clock, and what bets are refused with. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Input } from '#contract';
import { fund } from '#tests/support/bank.ts';
import { client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import {
  DAY,
  type Person,
  UNLIMITED,
  ask,
  balance,
  issuePaths,
  newcomer,
  skip,
} from '#tests/support/person.ts';

const [GET, POST] = ['GET /api/user/limits', 'POST /api/user/limits'] as const;
/** Nothing set, nothing spent. */
const FREE = {
  dailyBetLimit: null,
  pendingLimit: null,
  pendingAt: null,
  pausedUntil: null,
  spentToday: '0',
};

let app: LocalApp;
let player: Person;
beforeAll(async () => {
  app = await openApp(UNLIMITED);
  player = await newcomer(app.url);
  const devnet = app.chain;
  await fund(devnet, [[player, { ADIT: '100' }]]);
});
afterAll(() => app.stop());

const set = (body: Input<typeof POST>, who = player) => ask(who.api, POST, body);
const serverTime = async () => (await ask(player.api, 'GET /api/game/opening', {})).serverTime;

/** Bets on the round that is open, moving on to the next one where less than a minute is left. */
async function bet(amount: string) {
  const { round, bettingEndsAt, serverTime: now } = await ask(player.api, 'GET /api/game/opening', {});
  if (Date.parse(bettingEndsAt) - Date.parse(now) > 60_000)
    return player.api.send('POST /api/game/coining', { round, bets: [{ lane: 1, amount }] });
  await skip(app.url, 100);
  return bet(amount);
}

test('guests and malformed values are refused', async () => {
  expect(await client(app.url).send(GET, {})).toMatchObject({ code: 401 });
  expect(await client(app.url).send(POST, { pauseDays: 1 })).toMatchObject({ code: 401 });
  expect(await player.api.send(POST, { dailyBetLimit: '0.0000000000000000001' })).toMatchObject({
    code: 1302,
  });
  for (const [body, path] of [
    [{ dailyBetLimit: '-1' }, 'dailyBetLimit'],
    [{ dailyBetLimit: 5 }, 'dailyBetLimit'],
    [{ pauseDays: 2 }, 'pauseDays'],
  ] as const) {
    const answer = await player.api.send(POST, body);
    expect([answer.code, issuePaths(answer)]).toEqual([400, [path]]);
  }
  expect(await ask(player.api, GET, {})).toEqual(FREE);
});

test('a first limit holds at once, a higher one after 24 hours, a lower one takes the raise back', async () => {
  const other = await newcomer(app.url);
  expect(await set({ dailyBetLimit: '50' }, other)).toEqual({ ...FREE, dailyBetLimit: '50' });
  const raised = await set({ dailyBetLimit: '80' }, other);
  expect(raised).toMatchObject({ dailyBetLimit: '50', pendingLimit: '80' });
  const ahead = Date.parse(raised.pendingAt ?? '') - Date.parse(await serverTime());
  expect(Math.abs(ahead - DAY * 1000)).toBeLessThan(20_000);
  expect(await set({}, other)).toEqual(raised);
  expect(await set({ dailyBetLimit: '50' }, other)).toEqual({ ...FREE, dailyBetLimit: '50' });
  await set({ dailyBetLimit: null }, other);
  await skip(app.url, DAY - 30);
  expect(await ask(other.api, GET, {})).toMatchObject({ dailyBetLimit: '50', pendingLimit: null });
  await skip(app.url, 31);
  expect(await ask(other.api, GET, {})).toEqual(FREE);
});

test('bets count up to the limit and not beyond; a pause refuses them and is never shortened', async () => {
  // Away from midnight in Singapore, so that all of it is one day.
  const now = new Date(await serverTime());
  const noon = (28 - now.getUTCHours()) % 24;
  if (noon > 0) await skip(app.url, noon * 3600);
  await set({ dailyBetLimit: '10' });
  expect(await bet('6')).toMatchObject({ code: 0 });
  expect(await bet('4.000000000000000001')).toMatchObject({
    code: 1504,
    data: { reason: 'limit', dailyBetLimit: '10', spentToday: '6' },
  });
  expect(await bet('4')).toMatchObject({ code: 0 });
  expect(await ask(player.api, GET, {})).toEqual({ ...FREE, dailyBetLimit: '10', spentToday: '10' });
  // What is refused for another reason is not counted.
  await set({ dailyBetLimit: '5000' });
  await skip(app.url, DAY);
  expect(await bet('3000')).toMatchObject({ code: 1301 });
  expect(await ask(player.api, GET, {})).toEqual({ ...FREE, dailyBetLimit: '5000' });

  const { pausedUntil } = await set({ pauseDays: 7 });
  expect(await set({ pauseDays: 1 })).toMatchObject({ pausedUntil });
  const before = await balance(player.api);
  expect(await bet('1')).toMatchObject({ code: 1504, data: { reason: 'paused', pausedUntil } });
  expect(await player.api.send('POST /api/mining/bet', { numbers: [1, 2, 3] })).not.toMatchObject({
    code: 0,
  });
  expect(await balance(player.api)).toBe(before);
  await skip(app.url, 7 * DAY);
  // A session lives for 7 days.
  player = await newcomer(app.url, { wallet: player.wallet });
  expect(await ask(player.api, GET, {})).toMatchObject({ pausedUntil: null });
  expect(await bet('1')).toMatchObject({ code: 0 });
});
