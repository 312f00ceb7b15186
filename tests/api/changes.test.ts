/**
 * Every POST changes exactly the reads that the contract says it changes. Each test requests all reads before and after a POST and compares
 * them. Nobody else acts in between, so every difference comes from the POST.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { callNames, callOf, changes, type Input, type PostName } from '#contract';
import * as bank from '#tests/support/bank.ts';
import { singaporeDay, skipToNoon, timeAt } from '#tests/support/clock.ts';
import { operate } from '#tests/support/command.ts';
import * as games from '#tests/support/games.ts';
import { type Client, client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { DAY, VERIFIED_AT_ONCE, type Person, ask, newcomer, skip, submit } from '#tests/support/person.ts';
import { newKey } from '#tests/support/remembered.ts';
import { inputOf } from '#tests/support/samples.ts';

/** These differ between any two requests. */
const RESTLESS: readonly string[] = ['GET /api/health', 'GET /api/auth/nonce', 'GET /api/user/deletion'];
/** Totals over all accounts, which the server recomputes every few seconds. */
const EVERYBODYS: readonly string[] = ['GET /api/transparency', 'GET /api/transparency/roots'];
const reads = callNames.filter(
  (name) => name.startsWith('GET ') && !callOf(name).form && ![...RESTLESS, ...EVERYBODYS].includes(name),
);

/** Fields to ignore: times of the request, values that grow with the clock, prices, and totals over all miners. */
const CLOCKS = new Set([
  ...['serverTime', 'asOf', 'lastSeenAt', 'progress', 'priceAt', 'price', 'valueUsdt', 'miners', 'produced'],
]);
const still = (text: string): string =>
  JSON.stringify(JSON.parse(text, (key, value: unknown) => (CLOCKS.has(key) ? undefined : value)));

async function answers(api: Client): Promise<Map<string, string>> {
  const all = await Promise.all(
    reads.map(async (name) => [name, still((await api.send(name, inputOf(name))).text)] as const),
  );
  return new Map(all);
}

/** Names of the reads whose answers `act` changes. */
async function changedBy(api: Client, act: () => Promise<unknown>): Promise<string[]> {
  const before = await answers(api);
  await act();
  const after = await answers(api);
  return reads.filter((name) => before.get(name) !== after.get(name)).toSorted();
}

let app: LocalApp;
let ann: Person;
const shown = new Set<PostName>();

async function expectTrue(name: PostName, act: () => Promise<unknown>, { api } = ann) {
  expect([name, await changedBy(api, act)]).toEqual([name, [...changes[name]].toSorted()]);
  shown.add(name);
}
const doing = <K extends PostName>(name: K, input: Input<K>) =>
  expectTrue(name, () => ask(ann.api, name, input));

/** Waits until the tree of today is published: it changes a read. The job of each midnight only asks for it. */
const todaysTree = () =>
  vi.waitFor(async () => {
    const { tree } = await ask(ann.api, 'GET /api/transparency', {});
    expect(singaporeDay(Date.parse(tree?.asOf ?? ''))).toBe(singaporeDay(await timeAt(app.url)));
  });

async function nextDay(): Promise<void> {
  await skip(app.url, DAY);
  await todaysTree();
}

beforeAll(async () => {
  app = await openApp(VERIFIED_AT_ONCE);
  await skipToNoon(app.url);
  [ann] = await bank.richPeople(app.url, app.chain, [{ ADIT: '1000', USDT: '1000' }]);
  await operate(app.dataDir, ...'coupon add BOTH-2026 --coin ADIT --amount 5 --hashrate 100'.split(' '));
  await todaysTree();
});
afterAll(() => app?.stop());

test('no read changes by itself or when a swap is only quoted', async () => {
  expect(await changedBy(ann.api, async () => undefined)).toEqual([]);
  const quote = { from: 'ADIT', to: 'USDT', amount: '10', quoteOnly: true } as const;
  expect(await changedBy(ann.api, () => ask(ann.api, 'POST /api/assets/swap', quote))).toEqual([]);
});

test('a coupon, a swap and a new limit change exactly the reads in the contract', async () => {
  await doing('POST /api/assets/redeem', { code: 'BOTH-2026' });
  await doing('POST /api/assets/swap', { from: 'ADIT', to: 'USDT', amount: '100' });
  await doing('POST /api/user/limits', { dailyBetLimit: '500' });
});

test('starting, claiming, upgrading the miner and trading hashrate change exactly the reads in the contract', async () => {
  await doing('POST /api/mining/power/buy', { hashrate: '100' });
  await doing('POST /api/mining/power/buyback', { hashrate: '50' });
  await doing('POST /api/mining/claim1', {});
  await nextDay();
  await doing('POST /api/mining/claim', {});
  await doing('POST /api/mining/buy', { method: 'usdt' });
});

test('a paid lottery guess and a race bet change exactly the reads in the contract', async () => {
  // The first guess of a day is free.
  await ask(ann.api, 'POST /api/mining/bet', { numbers: [7, 0, 7] });
  await doing('POST /api/mining/bet', { numbers: [7, 0, 8] });
  const round = await games.nextRace(app.url);
  await doing('POST /api/game/coining', { round, bets: [{ lane: 1, amount: '5' }] });
});

test('staking and unstaking change exactly the reads in the contract', async () => {
  await doing('POST /api/stake/stake', { amount: '100' });
  await nextDay();
  const { items } = await ask(ann.api, 'GET /api/stake/list', {});
  await doing('POST /api/stake/unstake', { id: items[0]?.id ?? '' });
});

test('submitting a verification and erasing its documents change exactly the reads in the contract', async () => {
  const ben = await newcomer(app.url);
  await expectTrue('POST /api/user/kyc', () => submit(ben.api), ben);
  await skip(app.url, 1);
  await expectTrue('POST /api/user/kyc/erase', () => ask(ben.api, 'POST /api/user/kyc/erase', {}), ben);
});

test('keeping a device signed in and pairing another change exactly the reads in the contract', async () => {
  const keyOf = async () => (await newKey()).publicKey;
  await doing('POST /api/auth/device', { publicKey: await keyOf(), name: 'Firefox' });
  await doing('POST /api/auth/pair', {});
  const { code } = await ask(ann.api, 'POST /api/auth/pair', {});
  const input = { code, publicKey: await keyOf(), name: 'Safari' };
  const { pairing } = await ask(client(app.url), 'POST /api/auth/pair/join', input);
  await doing('POST /api/auth/pair/confirm', { pairing });
});

test('removing a push subscription and using the faucet change no read', async () => {
  await doing('POST /api/push/subscription', { subscription: null });
  await doing('POST /api/demo/faucet', { address: bank.newAddress() });
});

/** Last, because the payout continues in the background. */
test('a withdrawal changes exactly the reads in the contract', () =>
  doing('POST /api/assets/withdraw', { coin: 'USDT', amount: '20' }));

test('every POST is tested here except those that change all reads and the test notification, which needs a device', () => {
  const left = (Object.keys(changes) as PostName[]).filter(
    (name) => !shown.has(name) && changes[name] !== 'all',
  );
  // Entering a code shows on the device that waits for it and polls.
  expect(left).toEqual(['POST /api/auth/pair/join', 'POST /api/push/test']);
});
