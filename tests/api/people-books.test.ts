/** What the server owes, as its people see it: liabilities, the daily tree checked by the contract's words, and settings changed while it runs. */
import { Wallet } from 'ethers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CallName } from '#contract';
import { type App, startApp } from '#tests/support/app.ts';
import * as bank from '#tests/support/bank.ts';
import * as growing from '#tests/support/growing.ts';
import { type Client, client } from '#tests/support/http.ts';
import { type Devnet, devnetOf } from '#tests/support/money.ts';
import { DAY, type Person, UNLIMITED, ask, newcomer } from '#tests/support/person.ts';
import { liesAbout, stands } from '#tests/support/sum-tree.ts';
import { typedAt } from '#tests/support/typed.ts';

const PROOF = 'GET /api/transparency/proof';
const SWAP = 'POST /api/assets/swap';
const WITHDRAW = 'POST /api/assets/withdraw';
const SUBJECT = 'GET /api/transparency';

let app: App;
let devnet: Devnet;
let guest: Client;
let ann: Person;
let bob: Person;

const { done, refused } = typedAt(() => app);
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
  growing.sum((await ask(api, 'GET /api/game/opening', {})).myBets.map(({ amount }) => amount));
const race = async ({ api }: Person, amount: string) => {
  const { round } = await ask(api, 'GET /api/game/opening', {});
  return api.send('POST /api/game/coining', { round, bets: [{ lane: 1, amount }] });
};
/** To the start of the next round of the race, so that it does not end while a test looks. */
const freshRound = async () => {
  const { round, serverTime } = await ask(guest, 'GET /api/game/opening', {});
  await growing.pass(app.url, Math.ceil((round + 1) * 300 - Date.parse(serverTime) / 1000) + 1);
};

beforeAll(async () => {
  app = await startApp({ withoutPage: true, env: { ...UNLIMITED, KYC_AUTO_APPROVE_SECONDS: '0' } });
  guest = client(app.url);
  devnet = await devnetOf(app);
  await growing.skipToNoon(app.url);
  [ann, bob] = await growing.rich(app.url, devnet, [
    { ADIT: '1000.000000000000000001', USDT: '300', BTC: '0.5' },
    { ADIT: '500', USDT: '50' },
  ]);
});
afterAll(async () => {
  devnet?.close();
  await app?.stop();
});

describe('transparency', () => {
  test('owes what its people see: balances, stakes, bets, withdrawals under way, deposits of nobody yet', async () => {
    await done('setting', 'set', 'WITHDRAW_APPROVAL', 'USDT=10');
    await freshRound();
    await ask(ann.api, 'POST /api/stake/stake', { amount: '100' });
    await ask(bob.api, 'POST /api/stake/stake', { amount: '20' });
    expect(await race(ann, '7')).toMatchObject({ code: 0 });
    await ask(ann.api, WITHDRAW, { coin: 'USDT', amount: '20' });
    await ask(bob.api, SWAP, { from: 'ADIT', to: 'USDT', amount: '50' });
    await ask(bob.api, 'POST /api/assets/redeem', { code: 'WELCOME-ADIT' });
    const stranger = Wallet.createRandom();
    await bank.mint(devnet, [[stranger.address, 'USDT', '11']]);
    await bank.transfers(devnet, stranger, [['USDT', '11']]);
    await bank.mine(devnet, (await bank.assetsOf(guest)).confirmations + 1);
    await bank.readByServer(app.url, devnet);
    const seenOf = async (coin: string, what: 'balance' | 'staked') =>
      growing.sum(
        await Promise.all([ann, bob].map(async ({ api }) => (await bank.assetOf(api, coin))[what])),
      );
    await vi.waitFor(async () => {
      const { assets, ledgerBalanced } = await report();
      expect(ledgerBalanced).toBe(true);
      for (const { coin, liabilities, users, issued, accounts } of assets) {
        const [own, staked] = [await seenOf(coin, 'balance'), await seenOf(coin, 'staked')];
        const other = { ADIT: await openBets(ann), USDT: growing.plus('19', '11') }[coin] ?? '0';
        expect([coin, users]).toEqual([coin, own]);
        expect([coin, liabilities]).toEqual([coin, growing.sum([own, staked, other])]);
        expect([coin, issued]).toEqual([coin, (accounts['issuance'] ?? '-0').slice(1)]);
      }
    }, 8000);
    const [adit, usdt] = [await assetOf('ADIT'), await assetOf('USDT')];
    // Of what was withdrawn the fee is no longer owed: 19 of 20.
    expect(adit.accounts).toMatchObject({ staked: '120', race_stakes: '7' });
    expect(usdt.accounts).toMatchObject({ payouts: '19', unclaimed: '11' });
    // The chain holds what the ledger has booked into custody, and nothing is owed beyond it.
    expect(`-${usdt.custody}`).toBe(usdt.accounts['custody']);
  });

  test('publishes a tree each midnight of Singapore, under which everybody finds the own balances', async () => {
    await growing.pass(app.url, DAY / 2 - 3600, ann, bob);
    const before = [await held(ann), await held(bob)] as const;
    await growing.pass(app.url, 3600, ann, bob);
    const { tree, root, nextTreeAt, asOf } = await vi.waitFor(async () => {
      const now = await report();
      expect(now.tree?.leaves).toBe(2);
      return now;
    }, 8000);
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
      const other = person === ann ? bob : ann;
      for (const [j, lie] of liesAbout(claim, other.wallet.address).entries())
        expect([j, stands(...lie)]).toEqual([j, false]);
    }
    const all = await growing.walk(1, (query) => ask(guest, 'GET /api/transparency/roots', query));
    expect(all[0]).toEqual(tree);
    const times = all.map((each) => each.asOf);
    expect(times).toEqual([...new Set(times)].toSorted().toReversed());
  });

  test('shows a proof to nobody but its owner, and none to an account newer than the tree', async () => {
    const newest = await newcomer(app.url);
    await growing.expectInEveryLanguage(newest.api, PROOF, {}, 404);
    for (const api of [guest, guest.as('nonsense'), guest.as(ann.outboxToken)])
      expect(await api.send(PROOF, {})).toMatchObject({ status: 401, code: 401 });
    expect((await ann.api.send(PROOF, { address: bob.wallet.address })).code).toBe(400);
    const roots = await ask(guest, 'GET /api/transparency/roots', {});
    const text = JSON.stringify([await report(), roots]).toLowerCase();
    for (const { wallet } of [ann, bob]) expect(text).not.toContain(wallet.address.toLowerCase());
    expect((await ask(ann.api, PROOF, {})).leaf.nonce).not.toBe((await ask(bob.api, PROOF, {})).leaf.nonce);
  });
});

describe('a setting', () => {
  const features = async () => (await ask(guest, 'GET /api/index', {})).features;
  const every = (on: boolean, teamLevels: number) => ({
    ...{ exchange: on, staking: on, lottery: on, race: on },
    teamLevels,
  });
  const closed = (api: Client, name: CallName, input: Record<string, unknown>) =>
    growing.expectInEveryLanguage(api, name, input, 403);

  test('closes what it says at once and opens it again; standing claims go on', async () => {
    await freshRound();
    await growing.pass(app.url, 1, ann, bob);
    expect(await race(bob, '3')).toMatchObject({ code: 0 });
    const { round } = await ask(guest, 'GET /api/game/opening', {});
    for (const name of ['RACE', 'STAKING', 'EXCHANGE', 'LOTTERY']) await done('setting', 'set', name, 'off');
    await done('setting', 'set', 'TEAM_LEVELS', '1');
    expect(await features()).toEqual(every(false, 1));
    await closed(bob.api, 'POST /api/game/coining', { round, bets: [{ lane: 1, amount: '3' }] });
    await closed(bob.api, 'POST /api/stake/stake', { amount: '10' });
    await closed(bob.api, SWAP, { from: 'ADIT', to: 'USDT', amount: '10' });
    await closed(bob.api, 'POST /api/mining/bet', { numbers: [1, 2, 3] });
    expect((await ask(guest, 'GET /api/assets/list', {})).exchangeOpen).toBe(false);

    await growing.pass(app.url, 330, ann, bob);
    const mine = async () =>
      (await ask(bob.api, 'GET /api/game/record', {})).items.find((each) => each.round === round);
    await vi.waitFor(async () => expect((await mine())?.state).toBe('settled'), 15_000);
    const [order] = (await ask(bob.api, 'GET /api/stake/list', {})).items;
    await growing.pass(app.url, DAY, ann, bob);
    const redeemed = await ask(bob.api, 'POST /api/stake/unstake', { id: order?.id ?? '' });
    expect(redeemed.amount).toBe('20');

    for (const name of ['RACE', 'STAKING', 'EXCHANGE', 'LOTTERY', 'TEAM_LEVELS'])
      await done('setting', 'reset', name);
    expect(await features()).toEqual(every(true, 3));
    expect((await bob.api.send(SWAP, { from: 'ADIT', to: 'USDT', amount: '10' })).code).toBe(0);
  });

  test('of a coin, and a fund, are changed by commands that tell what they have done', async () => {
    await done('coin', 'set', 'BTC', '--withdrawals', 'off', '--exchange', 'off', '--withdraw-fee', '0.0001');
    const { withdrawable, exchangeable, withdrawFee } = await bank.assetOf(guest, 'BTC');
    expect([withdrawable, exchangeable, withdrawFee]).toEqual([false, false, '0.0001']);
    expect((await ann.api.send(SWAP, { from: 'BTC', to: 'USDT', amount: '0.1' })).status).toBe(403);
    expect((await ann.api.send(WITHDRAW, { coin: 'BTC', amount: '0.1' })).status).toBe(403);
    await done('coin', 'reset', 'BTC');
    expect((await bank.assetOf(guest, 'BTC')).withdrawable).toBe(true);
    await done('fund', 'issue', 'race_bank', 'ADIT', '250', 'for', 'a test');
    await vi.waitFor(async () => expect((await report()).ledgerBalanced).toBe(true), 5000);
    expect(await done('audit', '--command', 'fund')).toContain('fund issue race_bank ADIT 250 for a test');
    const payout = /\d+/.exec(await done('payouts', 'list'))?.[0] ?? '';
    const usdt = growing.plus((await bank.balances(ann.api))['USDT'] ?? '', '20');
    await done('payouts', 'reject', payout, 'not now');
    expect((await bank.balances(ann.api))['USDT']).toBe(usdt);
    await refused('fund', 'take', 'race_bank', 'ADIT', '99999999', 'too much');
    await growing.expectSound(app.dataDir);
  });
});
