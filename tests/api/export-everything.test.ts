/**
 * The file with all data of an account that has done everything, from a running server: complete, and without anybody
 * else's data.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as bank from '#tests/support/bank.ts';
import * as games from '#tests/support/games.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { VERIFIED_AT_ONCE, type Person, ask, kycFields, newcomer, submit } from '#tests/support/person.ts';
import { remember } from '#tests/support/remembered.ts';
import { newBrowser } from '#tests/support/push.ts';

type Rows = readonly Record<string, unknown>[];

let app: LocalApp;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  app = await openApp(VERIFIED_AT_ONCE);
  [ann, bob] = await bank.richPeople(app.url, app.chain, [{ ADIT: '1000', USDT: '100' }, { ADIT: '50' }]);
});
afterAll(() => app?.stop());

async function fileOf({ token }: Person) {
  const answer = await fetch(`${app.url}/api/user/export`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  const text = await answer.text();
  const { sections } = JSON.parse(text) as { sections: Record<string, { about: string; rows: Rows }> };
  const rows = (name: string): Rows => sections[name]?.rows ?? [];
  return { text, sections, rows };
}

test('an account that did everything finds all of it, and nothing of others', async () => {
  const { inviteCode } = await ask(ann.api, 'GET /api/user/info', {});
  const member = await newcomer(app.url, { inviteCode });
  const { exchangeUid } = kycFields();
  expect(await submit(member.api, { exchangeUid })).toMatchObject({ code: 0 });

  await bank.makePermanent(app.url, ann);
  await ask(ann.api, 'POST /api/mining/claim1', {});
  await ask(ann.api, 'POST /api/mining/power/buy', { hashrate: '100' });
  await ask(ann.api, 'POST /api/stake/stake', { amount: '20' });
  await ask(ann.api, 'POST /api/user/limits', { dailyBetLimit: '500' });
  const round = await games.nextRace(app.url);
  expect(await games.placed(ann, round, [2, '7'])).toMatchObject({ code: 0 });
  expect(await games.guessed(ann, 4, 0, 4)).toMatchObject({ code: 0 });
  const receiver = bank.newAddress();
  expect((await bank.withdraw(ann, { coin: 'USDT', amount: '12', address: receiver })).code).toBe(0);
  await remember(ann.api);
  const { subscription } = await newBrowser('https://push.example/a-secret-place');
  await ask(ann.api, 'POST /api/push/subscription', { subscription });

  const { text, sections, rows } = await fileOf(ann);
  const empty = Object.keys(sections).filter((name) => rows(name).length === 0);
  expect(empty.toSorted()).toEqual(['coupons', 'repurchaseShares', 'teamEarnings']);
  expect(rows('account')).toMatchObject([
    { address: ann.wallet.address, inviteCode, verification: 'approved' },
  ]);
  expect(rows('verification')[0]).toMatchObject({
    state: 'approved',
    documents: [{ name: 'addressDocument', type: 'image/png' }, { name: 'idDocument' }],
  });
  expect(rows('deposits').map(({ coin }) => coin)).toContain('USDT');
  expect(rows('deposits')[0]?.['txHash']).toMatch(/^0x[0-9a-f]{64}$/);
  expect(rows('withdrawals')).toMatchObject([{ coin: 'USDT', amount: '12', address: receiver }]);
  expect(rows('stakes')).toMatchObject([{ amount: '20', dailyOutput: '0.02', redeemedAt: null }]);
  expect(rows('raceBets')).toMatchObject([{ round: String(round), lanes: ['0', '7', '0', '0', '0', '0'] }]);
  expect(rows('lotteryGuesses')).toMatchObject([{ numbers: '404', paid: '0' }]);
  expect(rows('limits')).toMatchObject([{ dailyLimit: '500', spentThatDay: '7' }]);
  expect(rows('reminders')).toMatchObject([{ service: 'push.example', quietFrom: null }]);
  expect(rows('hashrate').map(({ kind }) => kind)).toEqual(['hashrate_purchase', 'miner_purchase']);
  expect(rows('team')).toMatchObject([{ level: 1, members: 1 }]);

  // Every row of fund history; they add up to the balances.
  const history = await bank.history(ann.api);
  expect(rows('movements').map(({ entry, amount }) => [entry, amount])).toEqual(
    history.map(({ entry, amount }) => [entry, amount]),
  );
  const held = Object.entries(await bank.balances(ann.api)).filter(([, amount]) => amount !== '0');
  expect(Object.fromEntries(rows('balances').map(({ coin, amount }) => [coin, amount]))).toMatchObject(
    Object.fromEntries(held),
  );

  // Secrets, and other people's data.
  for (const secret of [ann.token, subscription.endpoint, subscription.keys.auth])
    expect(text).not.toContain(secret);
  for (const stranger of [bob.wallet.address, member.wallet.address, exchangeUid])
    expect(text.toLowerCase()).not.toContain(stranger.toLowerCase());
  const other = await fileOf(bob);
  for (const own of [ann.wallet.address, receiver, inviteCode, exchangeUid])
    expect(other.text.toLowerCase()).not.toContain(own.toLowerCase());
});
