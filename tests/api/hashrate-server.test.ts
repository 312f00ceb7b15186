/** Hashrate and repurchases on a running server with the first two team levels switched on: cycles, bonuses, the fund, a crash. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as bank from '#tests/support/bank.ts';
import { operate } from '#tests/support/command.ts';
import { type Client, client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { DAY, type Person, UNLIMITED, ask, balance, newcomer, skip, verify } from '#tests/support/person.ts';

const [INDEX, HASHRATE, BUY, SELL, LIST] = [
  'GET /api/mining/index',
  'GET /api/mining/power',
  'POST /api/mining/power/buy',
  'POST /api/mining/power/buyback',
  'GET /api/mining/buyback/list',
] as const;

let app: LocalApp;
/** Each invited by the one before. */
const people: Person[] = [];
let last: Client;

const list = (query = {}) => ask(client(app.url), LIST, query);
const bonuses = () =>
  Promise.all(people.slice(0, 3).map(async ({ api }) => (await ask(api, HASHRATE, {})).bonus));
const none = { direct: '0', indirect: '0', third: '0' };

beforeAll(async () => {
  app = await openApp({ ...UNLIMITED, KYC_AUTO_APPROVE_SECONDS: '0', TEAM_LEVELS: '2' });
  for (let n = 0; n < 4; n += 1) {
    const inviteCode = people.at(-1)?.user.inviteCode;
    people.push(await newcomer(app.url, inviteCode === undefined ? {} : { inviteCode }));
  }
  const kid = people[3] as Person;
  last = kid.api;
  await bank.fund(app.chain, [[kid, { USDT: '40' }]]);
});
afterAll(() => app?.stop());

test('the rules show the levels that are on', async () => {
  expect((await ask(client(app.url), 'GET /api/mining/config', {})).referralBonus).toEqual([
    '0.1',
    '0.05',
    '0',
  ]);
});

test('hashrate of a member counts for the levels that are on once the member is verified', async () => {
  expect(await ask(last, BUY, { hashrate: '1000' })).toMatchObject({ power: '2200', purchased: '1000' });
  expect(await bonuses()).toEqual([none, none, none]);
  await verify(last);
  const expected = [none, { ...none, indirect: '110' }, { ...none, direct: '220' }];
  await vi.waitFor(async () => expect(await bonuses()).toEqual(expected), 10_000);
  expect(await ask(people[2]?.api as Client, INDEX, {})).toMatchObject({
    hashrate: '1420',
    hashrateBonus: '220',
  });
});

test('a running cycle keeps its hashrate, and the next one has what was bought', async () => {
  expect(await ask(last, 'POST /api/mining/claim1', {})).toMatchObject({ hashrate: '2200' });
  await ask(last, BUY, { hashrate: '500' });
  expect(await ask(last, INDEX, {})).toMatchObject({ state: 'running', hashrate: '2200' });
  expect(await ask(last, HASHRATE, {})).toMatchObject({ power: '2700' });
  await skip(app.url, DAY);
  expect(await ask(last, 'POST /api/mining/claim', {})).toMatchObject({ claimed: '22', state: 'expired' });
  await ask(last, 'POST /api/mining/buy', { method: 'usdt' });
  expect(await ask(last, 'POST /api/mining/claim1', {})).toMatchObject({
    state: 'running',
    hashrate: '2700',
  });
  expect(await ask(last, SELL, { hashrate: '700' })).toMatchObject({ power: '2000', received: '5.6' });
  await skip(app.url, DAY);
  expect(await ask(last, 'POST /api/mining/claim', {})).toMatchObject({ claimed: '27', hashrate: '2000' });
  const expected = [none, { ...none, indirect: '100' }, { ...none, direct: '200' }];
  await vi.waitFor(async () => expect(await bonuses()).toEqual(expected), 10_000);
});

test('the fund has what was paid to it less what it bought, and everybody may read what that was', async () => {
  const { received } = await ask(last, 'POST /api/assets/swap', { from: 'ADIT', to: 'USDT', amount: '49' });
  expect(received).toBe('0.48853');
  const { fund, items, nextCursor } = await list();
  expect(fund).toEqual({ balance: '1018.91', bought: '49', institution: '24.5', stakers: '24.5' });
  expect(items).toMatchObject([
    { kind: 'token', amount: '49', paid: '0.49' },
    { kind: 'hashrate', amount: '700', paid: '5.6' },
  ]);
  expect(nextCursor).toBeNull();
  const first = await list({ limit: '1' });
  expect(first.items).toEqual(items.slice(0, 1));
  const second = await list({ limit: '1', cursor: first.nextCursor });
  expect(second).toMatchObject({ items: items.slice(1), nextCursor: null, fund });
  expect(await client(app.url).send(LIST, { cursor: 'elsewhere' })).toMatchObject({ status: 400, code: 400 });
});

test('the fund history says what hashrate cost and brought', async () => {
  const bought = await bank.history(last, { category: 'purchase' });
  expect(bought.map(({ amount }) => amount)).toEqual(['-10', '-5', '-10']);
  expect((await bank.history(last, { category: 'buyback' })).map(({ amount }) => amount)).toEqual(['5.6']);
  expect(await balance(last, 'USDT')).toBe('21.08853');
  await bank.expectAddsUp(last);
});

test('a restart loses none of it, and the books are sound', async () => {
  const before = [await ask(last, HASHRATE, {}), await list(), await bonuses()];
  await app.restart();
  expect([await ask(last, HASHRATE, {}), await list(), await bonuses()]).toEqual(before);
  expect((await operate(app.dataDir, 'ledger', 'check')).code).toBe(0);
});
