/** The lottery over HTTP on a running server with a devnet: a whole round with its proof, refusals, days without guesses, switched off. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Output } from '#contract';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { drawHash, seedHash } from '#draws/hash.ts';
import { lotteryDigits } from '#draws/lottery.ts';
import { lotteryId } from '#draws/rounds.ts';
import { type App, newDataDir, startApp } from '#tests/support/app.ts';
import { richPeople } from '#tests/support/bank.ts';
import { operate } from '#tests/support/command.ts';
import {
  expectInEveryLanguage,
  expectMalformed,
  minus,
  pass,
  plus,
  skipToNoon,
  walk,
} from '#tests/support/growing.ts';
import { client } from '#tests/support/http.ts';
import { devnetOf } from '#tests/support/money.ts';
import { type Person, UNLIMITED, ask, balance, newcomer, skip } from '#tests/support/person.ts';
import { freePort } from '#tests/support/ports.ts';

const [INDEX, LIST, BET] = [
  'GET /api/mining/bet/index',
  'GET /api/mining/bet/list',
  'POST /api/mining/bet',
] as const;
const DAY = 86_400;

let dataDir = '';
let port = 0;
let app: App;
/** Two permanent miners, the second with less than a guess costs, and one on trial. */
let [ann, ben, eve]: Person[] = [];
/** Rounds that were over before anybody could guess. */
let rounds: Output<typeof LIST>['items'] = [];
const launch = (env: Record<string, string> = {}) =>
  startApp({ withoutPage: true, dataDir, port, env: { ...UNLIMITED, ...env } });

beforeAll(async () => {
  dataDir = await newDataDir();
  port = await freePort();
  app = await launch();
  const devnet = await devnetOf(app);
  [ann, ben, eve] = await richPeople(app.url, devnet, [
    { USDT: '10', ADIT: '28' },
    { USDT: '10', ADIT: '1.5' },
    { USDT: '10' },
  ]);
  devnet.close();
  const two = [the(ann), the(ben)];
  await Promise.all(two.map(({ api }) => ask(api, 'POST /api/mining/claim1', {})));
  await skip(app.url, DAY);
  // Noon in Singapore: no round closes while a test looks.
  await skipToNoon(app.url);
  await pass(app.url, 1, ...two, the(eve));
  rounds = (await ask(guest(), LIST, {})).items;
  for (const { api } of two) {
    await ask(api, 'POST /api/mining/claim', {});
    await ask(api, 'POST /api/mining/buy', { method: 'usdt' });
  }
  await ask(the(ben).api, 'POST /api/stake/stake', { amount: '12' });
});
afterAll(async () => {
  await app?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const the = (person: Person | undefined): Person => person ?? expect.fail('nobody came');
const guest = () => client(app.url);
const guess = ({ api }: Person, ...numbers: [number, number, number]) => ask(api, BET, { numbers });
const index = (person?: Person) => ask(person?.api ?? guest(), INDEX, {});
const toClose = ({ closesAt, serverTime }: Output<typeof INDEX>) =>
  Math.ceil((Date.parse(closesAt) - Date.parse(serverTime)) / 1000) + 1;

/** A guest's page that is open; what it returns waits until the page has heard of something. */
async function listen(): Promise<(event: string) => Promise<void>> {
  const ended = new AbortController();
  const stream = await fetch(`${app.url}/api/events`, { signal: ended.signal });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  const listening = (async () => {
    for (;;) heard += (await reader?.read())?.value ?? '';
  })().catch(() => undefined);
  return async (event) => {
    await vi.waitFor(() => expect(heard).toContain(event), 10_000);
    ended.abort();
    await listening;
  };
}

test('a guest sees the open round and its terms', async () => {
  const open = await index();
  expect(open).toMatchObject({
    ...{ pool: '4', rolledOver: '0', miners: 2, guessPrice: '2', freeGuesses: 1, maxGuesses: 10 },
    ...{ myGuesses: [], participationAmount: '0', eligible: false, drawBlock: null, previous: null },
    ...{ closesAt: `${open.round}T12:00:00.000Z`, rule: 'validator' },
  });
  expect(open.seedHash).toMatch(/^0x[0-9a-f]{64}$/);
  const earlier = await ask(guest(), LIST, {});
  // One or two, as the hour was when the day and the way to noon were skipped.
  expect(earlier.items.length).toBeGreaterThan(0);
  for (const round of earlier.items)
    expect(round).toMatchObject({ state: 'settled', pool: '0', drawn: null });
  expect((await guest().call(BET, { numbers: [1, 2, 3] })).code).toBe(401);
});

test('what is no guess, and who may not guess, changes nothing', async () => {
  await expectMalformed(
    the(ann).api,
    BET,
    [[], [1, 2], [1, 2, 3, 4], [1, 2, 10], [1, -1, 2], [1, 2, '3'], [1, 2, null], 123].map((numbers) => ({
      numbers,
    })),
  );
  await expectInEveryLanguage(the(eve).api, BET, { numbers: [1, 2, 3] }, 1502);
  expect(await index(the(eve))).toMatchObject({ eligible: false, myGuesses: [] });
});

test('the first guess is free, the next one costs 2 ADIT, once however often it is sent', async () => {
  const hears = await listen();
  expect(await guess(the(ann), 0, 0, 7)).toMatchObject({
    myGuesses: [[0, 0, 7]],
    participationAmount: '0',
    pool: '4',
  });
  const key = randomUUID();
  const twice = await Promise.all([1, 2].map(() => the(ann).api.call(BET, { numbers: [0, 0, 7] }, { key })));
  expect(twice.map(({ text }) => text)).toEqual([twice[0]?.text, twice[0]?.text]);
  expect(twice[0]?.data).toMatchObject({
    myGuesses: [
      [0, 0, 7],
      [0, 0, 7],
    ],
    participationAmount: '2',
    pool: '6',
  });
  expect((await the(ann).api.call(BET, { numbers: [1, 0, 7] }, { key })).code).toBe(409);
  await hears('event: lottery');
  expect(await balance(the(ann).api)).toBe('38');
  const [row] = (await ask(the(ann).api, 'GET /api/assets/records', { category: 'lottery' })).items;
  expect(row).toMatchObject({ coin: 'ADIT', amount: '-2', balanceAfter: '38' });
  expect([row?.detail?.what, row?.detail?.round]).toEqual(['guess', (await index(the(ann))).round]);
  await guess(the(ben), 9, 9, 9);
  expect(await the(ben).api.call(BET, { numbers: [9, 9, 9] })).toMatchObject({
    ...{ status: 409, code: 1301, data: { coin: 'ADIT', balance: '1.5', amount: '2' } },
  });
  expect(await index(the(ben))).toMatchObject({
    myGuesses: [[9, 9, 9]],
    participationAmount: '0',
    pool: '6',
  });
});

test('an account’s own limits hold, and ten guesses are all', async () => {
  const { api } = the(ann);
  await ask(api, 'POST /api/user/limits', { dailyBetLimit: '3' });
  expect(await api.call(BET, { numbers: [1, 1, 1] })).toMatchObject({
    ...{ status: 403, code: 1504, data: { reason: 'limit', dailyBetLimit: '3', spentToday: '2' } },
  });
  await ask(the(ben).api, 'POST /api/user/limits', { pauseDays: 1 });
  const paused = await the(ben).api.call(BET, { numbers: [1, 1, 1] });
  expect(paused).toMatchObject({ code: 1504, data: { reason: 'paused' } });
  expect(await balance(api)).toBe('38');
});

test('at 20:00 it is drawn by the chain, with all that proves it, and what is not won rolls over', async () => {
  // A limit is raised after 24 hours, and then it stays.
  await ask(the(ann).api, 'POST /api/user/limits', { dailyBetLimit: null });
  const hears = await listen();
  await pass(app.url, toClose(await index()), the(ann), the(ben));
  await hears('event: lottery');
  const [done] = (await ask(the(ann).api, LIST, {})).items;
  if (!done) throw new Error('no round is over');
  const { hash, txHash, blockNumber, blockHash, seed, drawn } = done;
  expect(done).toMatchObject({
    ...{ state: 'settled', pool: '6', carried: '0', issued: '4', paid: '2', guesses: 3, rule: 'validator' },
    ...{
      myGuesses: [
        [0, 0, 7],
        [0, 0, 7],
      ],
    },
  });
  if (!hash || !txHash || !seed || !drawn || blockNumber === null) throw new Error('nothing was drawn');
  expect(seedHash(seed)).toBe(done.seedHash);
  expect(drawHash('validator', { txHash, seed, round: lotteryId(done.round) })).toBe(hash);
  expect(lotteryDigits(hash)).toEqual(drawn);
  const devnet = await devnetOf(app);
  const block = await devnet.provider.getBlock(blockNumber);
  const last = await devnet.provider.getTransaction(block?.transactions.at(-1) ?? '');
  devnet.close();
  expect([block?.hash, last?.hash, last?.from]).toEqual([blockHash, txHash, block?.miner]);
  expect((block?.timestamp ?? 0) * 1000).toBeGreaterThanOrEqual(Date.parse(done.closesAt));

  const text = drawn.join('');
  const won = { ann: text === '007' ? 2 : 0, ben: text === '999' ? 1 : 0 };
  expect(done.winners).toBe(won.ann + won.ben);
  const share = done.winners > 0 ? toUnits('6') / BigInt(done.winners) : 0n;
  expect(done).toMatchObject({
    ...{ share: fromUnits(share), rolledOver: fromUnits(toUnits('6') - share * BigInt(done.winners)) },
    myReward: fromUnits(share * BigInt(won.ann)),
  });
  expect(await balance(the(ann).api)).toBe(plus('38', done.myReward));
  const open = await index(the(ann));
  expect(open).toMatchObject({
    rolledOver: done.rolledOver,
    pool: plus(done.rolledOver, '4'),
    myGuesses: [],
  });
  expect(open.previous).toEqual({
    ...{ round: done.round, state: 'settled', drawn, winners: done.winners, share: done.share },
    ...{
      myGuesses: [
        [0, 0, 7],
        [0, 0, 7],
      ],
      myReward: done.myReward,
    },
  });
  expect((await index()).previous).toMatchObject({ drawn, myGuesses: [], myReward: '0' });
});

test('days without a guess are not drawn; their pool rolls over, and the list goes by pages', async () => {
  await skip(app.url, 3 * DAY);
  const all = await walk(2, (query) => ask(guest(), LIST, query));
  expect(all).toHaveLength(4 + rounds.length);
  for (const [i, one] of all.slice(0, 3).entries()) {
    expect(one).toMatchObject({
      state: 'settled',
      drawn: null,
      hash: null,
      seed: null,
      winners: 0,
      issued: '4',
    });
    expect([one.carried, one.rolledOver]).toEqual([all[i + 1]?.rolledOver, one.pool]);
  }
  const { round } = all[2] ?? expect.fail('three days are over');
  expect((await ask(guest(), LIST, { round })).items).toEqual([all[2]]);
  expect((await ask(guest(), LIST, { round: '2020-01-01' })).items).toEqual([]);
  for (const query of [{ cursor: 'nowhere' }, { round: '2026-02-30' }])
    expect((await guest().call(LIST, query)).code).toBe(400);
  expect(await index()).toMatchObject({ rolledOver: all[0]?.rolledOver, previous: { round: all[3]?.round } });
});

test('switched off it takes no guesses, and draws what was guessed before', async () => {
  await pass(app.url, 1, the(ann));
  await Promise.all(Array.from({ length: 10 }, (_, i) => guess(the(ann), 5, 5, i as 0)));
  expect(await the(ann).api.call(BET, { numbers: [1, 1, 1] })).toMatchObject({
    ...{ code: 1504, data: { reason: 'guesses', maxGuesses: 10 } },
  });
  const before = await index(the(ann));
  expect(before).toMatchObject({ participationAmount: '18', pool: plus(plus(before.rolledOver, '4'), '18') });
  await app.kill();
  app = await launch({ LOTTERY: 'off' });
  expect((await the(ann).api.call(BET, { numbers: [1, 1, 1] })).code).toBe(403);
  expect((await index(the(ann))).pool).toBe(before.pool);
  await skip(app.url, toClose(await index()) + DAY);
  const [off, last] = (await ask(guest(), LIST, {})).items;
  expect(last).toMatchObject({
    round: before.round,
    state: 'settled',
    pool: before.pool,
    paid: '18',
    guesses: 10,
  });
  expect(last?.drawn).not.toBeNull();
  expect(off).toMatchObject({
    state: 'settled',
    issued: '0',
    carried: last?.rolledOver,
    rolledOver: last?.rolledOver,
  });
  const { api } = await newcomer(app.url, { wallet: the(ann).wallet });
  const rewards = (await ask(api, LIST, {})).items.map(({ myReward }) => myReward).reduce(plus);
  expect(minus((await balance(api)) ?? '', rewards)).toBe('20');
});

test('the operator’s own checks find books that are sound', async () => {
  for (const area of ['ledger', 'lottery', 'team']) {
    const { code, stdout, stderr } = await operate(dataDir, area, 'check');
    expect([area, code, stderr]).toEqual([area, 0, '']);
    expect(stdout).not.toContain('NOT SOUND');
  }
});
