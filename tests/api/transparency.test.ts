/**
 * Transparency over HTTP: the books match what users see, and each night's tree proves everybody's balances, to their
 * owner only.
 */
import { Wallet } from 'ethers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { checkProof, proves } from '#proofs/proof.ts';
import { expectInEveryLanguage, walk } from '#tests/support/answers.ts';
import * as bank from '#tests/support/bank.ts';
import * as clock from '#tests/support/clock.ts';
import { expectSound } from '#tests/support/command.ts';
import { type Client, client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { DAY, VERIFIED_AT_ONCE, type Person, ask, newcomer } from '#tests/support/person.ts';
import { liesAbout, stands } from '#tests/support/sum-tree.ts';
import * as sums from '#tests/support/sums.ts';
import { typedAt } from '#tests/support/typed.ts';

const PROOF = 'GET /api/transparency/proof';
const SWAP = 'POST /api/assets/swap';
const WITHDRAW = 'POST /api/assets/withdraw';
const SUBJECT = 'GET /api/transparency';

let app: LocalApp;
let guest: Client;
let ann: Person;
let bob: Person;

const { done } = typedAt(() => app);
const report = () => ask(guest, SUBJECT, {});
const assetOf = async (coin: string) => {
  const found = (await report()).assets.find((asset) => asset.coin === coin);
  if (!found) throw new Error(`no ${coin}`);
  return found;
};
/** Balances above zero. */
const held = async (person: Person) =>
  Object.fromEntries(Object.entries(await bank.balances(person.api)).filter(([, amount]) => amount !== '0'));
const openBets = async ({ api }: Person) =>
  sums.sum((await ask(api, 'GET /api/game/opening', {})).myBets.map(({ amount }) => amount));
const race = async ({ api }: Person, amount: string) => {
  const { round } = await ask(api, 'GET /api/game/opening', {});
  return api.send('POST /api/game/coining', { round, bets: [{ lane: 1, amount }] });
};
/** To the start of the race's next round, so that none ends during a test. */
const freshRound = async () => {
  const { round, serverTime } = await ask(guest, 'GET /api/game/opening', {});
  await clock.pass(app.url, Math.ceil((round + 1) * 300 - Date.parse(serverTime) / 1000) + 1);
};

beforeAll(async () => {
  app = await openApp(VERIFIED_AT_ONCE);
  guest = client(app.url);
  await clock.skipToNoon(app.url);
  [ann, bob] = await bank.richPeople(app.url, app.chain, [
    { ADIT: '1000.000000000000000001', USDT: '300', BTC: '0.5' },
    { ADIT: '500', USDT: '50' },
  ]);
});
afterAll(() => app?.stop());

describe('transparency', () => {
  test('shows as debts what its users see: balances, stakes, bets, pending withdrawals, unclaimed deposits', async () => {
    await done('setting', 'set', 'WITHDRAW_APPROVAL', 'USDT=10');
    await freshRound();
    await ask(ann.api, 'POST /api/stake/stake', { amount: '100' });
    await ask(bob.api, 'POST /api/stake/stake', { amount: '20' });
    expect(await race(ann, '7')).toMatchObject({ code: 0 });
    await ask(ann.api, WITHDRAW, { coin: 'USDT', amount: '20' });
    await ask(bob.api, SWAP, { from: 'ADIT', to: 'USDT', amount: '50' });
    await ask(bob.api, 'POST /api/assets/redeem', { code: 'WELCOME-ADIT' });
    await app.chain.credit([[Wallet.createRandom().address, { USDT: '11' }]]);
    const seenOf = async (coin: string, what: 'balance' | 'staked') =>
      sums.sum(await Promise.all([ann, bob].map(async ({ api }) => (await bank.assetOf(api, coin))[what])));
    await vi.waitFor(async () => {
      const { assets, ledgerBalanced } = await report();
      expect(ledgerBalanced).toBe(true);
      for (const { coin, liabilities, users, issued, accounts } of assets) {
        const [own, staked] = [await seenOf(coin, 'balance'), await seenOf(coin, 'staked')];
        const other = { ADIT: await openBets(ann), USDT: sums.plus('19', '11') }[coin] ?? '0';
        expect([coin, users]).toEqual([coin, own]);
        expect([coin, liabilities]).toEqual([coin, sums.sum([own, staked, other])]);
        expect([coin, issued]).toEqual([coin, (accounts['issuance'] ?? '-0').slice(1)]);
        const booked = Object.values(accounts).map((amount) =>
          amount.startsWith('-') ? -toUnits(amount.slice(1)) : toUnits(amount),
        );
        expect([coin, booked.reduce((sum, units) => sum + units, toUnits(users))]).toEqual([coin, 0n]);
      }
    }, 60_000);
    const [adit, usdt] = [await assetOf('ADIT'), await assetOf('USDT')];
    // The fee of a withdrawal is no longer owed: 19 of 20.
    expect(adit.accounts).toMatchObject({ staked: '120', race_stakes: '7' });
    expect(usdt.accounts).toMatchObject({ payouts: '19', unclaimed: '11' });
  });

  test('publishes a tree each midnight in Singapore, in which users find their own balances', async () => {
    await clock.pass(app.url, DAY / 2 - 3600, ann, bob);
    const before = [await held(ann), await held(bob)] as const;
    await clock.pass(app.url, 3600, ann, bob);
    const { tree, root, nextTreeAt, asOf } = await vi.waitFor(async () => {
      const now = await report();
      expect(now.tree?.leaves).toBe(2);
      return now;
    });
    if (!tree) throw new Error('no tree');
    expect([root, nextTreeAt.slice(11)]).toEqual([tree.root, '16:00:00.000Z']);
    expect(Date.parse(nextTreeAt) - Date.parse(tree.asOf)).toBeGreaterThan(DAY * 1000 - 3_600_000);
    expect(Date.parse(nextTreeAt)).toBeGreaterThan(Date.parse(asOf));
    for (const [i, person] of [ann, bob].entries()) {
      const proof = await ask(person.api, PROOF, {});
      const own = { address: person.wallet.address, balances: before[i] ?? {} };
      expect([proof.root, proof.asOf, proof.leaf.balances]).toEqual([tree.root, tree.asOf, own.balances]);
      expect(proof.leaf.address.toLowerCase()).toBe(own.address.toLowerCase());
      const claim: Parameters<typeof stands> = [proof, own, tree];
      expect(stands(...claim)).toBe(true);
      expect(proves(checkProof(proof, tree, own.address))).toBe(true);
      const other = person === ann ? bob : ann;
      expect(proves(checkProof(proof, tree, other.wallet.address))).toBe(false);
      for (const [j, lie] of liesAbout(claim, other.wallet.address).entries())
        expect([j, stands(...lie)]).toEqual([j, false]);
    }
    const all = await walk(1, (query) => ask(guest, 'GET /api/transparency/roots', query));
    expect(all[0]).toEqual(tree);
    const times = all.map((each) => each.asOf);
    expect(times).toEqual([...new Set(times)].toSorted().toReversed());
  });

  test('shows a proof to its owner only, and none to an account newer than the tree', async () => {
    const newest = await newcomer(app.url);
    await expectInEveryLanguage(newest.api, PROOF, {}, 404);
    for (const api of [guest, guest.as('nonsense'), guest.as(ann.outboxToken)])
      expect(await api.send(PROOF, {})).toMatchObject({ status: 401, code: 401 });
    expect((await ann.api.send(PROOF, { address: bob.wallet.address })).code).toBe(400);
    const roots = await ask(guest, 'GET /api/transparency/roots', {});
    const text = JSON.stringify([await report(), roots]).toLowerCase();
    for (const { wallet } of [ann, bob]) expect(text).not.toContain(wallet.address.toLowerCase());
    expect((await ask(ann.api, PROOF, {})).leaf.nonce).not.toBe((await ask(bob.api, PROOF, {})).leaf.nonce);
  });

  test('keeps the roots of earlier nights, and builds one tree for several skipped nights', async () => {
    const late = await newcomer(app.url);
    const roots = () => walk(1, (query) => ask(guest, 'GET /api/transparency/roots', query));
    const before = await roots();
    await clock.pass(app.url, 3 * DAY, ann, bob, late);
    const after = await vi.waitFor(async () => {
      const now = await roots();
      expect(now.length).toBeGreaterThan(before.length);
      return now;
    });
    expect(after.slice(1)).toEqual(before);
    const [newest] = after;
    if (!newest) throw new Error('no tree');
    expect(proves(checkProof(await ask(late.api, PROOF, {}), newest, late.wallet.address))).toBe(true);
  });
});

test('the operator’s checks find sound books', () => expectSound(app.dataDir));
