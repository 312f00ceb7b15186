/** Payouts over time and in the operator's hands: the daily limit, approval, a halt, and one that fails on chain. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { type App, startApp } from '#tests/support/app.ts';
import * as bank from '#tests/support/bank.ts';
import { operate } from '#tests/support/command.ts';
import { client } from '#tests/support/http.ts';
import { type Devnet, devnetOf } from '#tests/support/money.ts';
import { UNLIMITED, type Person, ask, skip } from '#tests/support/person.ts';

let app: App;
let devnet: Devnet;
let ann: Person;
let ben: Person;
/** Where withdrawals would have gone that the operator refused. */
const refusedTo: string[] = [];

beforeAll(async () => {
  app = await startApp({
    withoutPage: true,
    env: {
      ...UNLIMITED,
      KYC_AUTO_APPROVE_SECONDS: '0',
      WITHDRAW_DAILY_LIMITS: 'ETH=10,BNB=1000,USDT=1000000',
      WITHDRAW_APPROVAL: 'BNB=5',
    },
  });
  devnet = await devnetOf(app);
  const coins = { USDT: '1000', ETH: '100', BNB: '100' };
  [ann, ben] = (await bank.richPeople(app.url, devnet, [coins, coins])) as [Person, Person];
});
afterAll(async () => {
  devnet?.close();
  await app?.stop();
});

const withdraw = ({ api }: Person, coin: string, amount: string, address: string) =>
  ask(api, 'POST /api/assets/withdraw', { coin, amount, address });
const payouts = (...args: string[]) => operate(app.dataDir, 'payouts', ...args);
const health = () => ask(client(app.url), 'GET /api/health', {});
const reported = (expected: { ok: boolean; open: number }) =>
  vi.waitFor(async () => expect((await health()).payouts).toEqual(expected));
const feeOf = async (coin: string) => toUnits((await bank.assetOf(ann.api, coin)).withdrawFee);
const stateOf = async ({ api }: Person, address: string) => (await bank.withdrawalTo(api, address))?.state;
/** Long enough for whatever is going to be sent: three more blocks. */
async function blocksPass() {
  const from = await devnet.provider.getBlockNumber();
  const passed = async () => expect(await devnet.provider.getBlockNumber()).toBeGreaterThan(from + 2);
  await vi.waitFor(passed, { timeout: 15_000, interval: 200 });
}
/** A command that was refused: one line that says why, exit code 1. */
async function refused(...args: string[]) {
  const ended = await payouts(...args);
  expect([args, ended.code, ended.stdout]).toEqual([args, 1, '']);
  expect(ended.stderr.split('\n').filter(Boolean)).toHaveLength(1);
}

describe('approval', () => {
  test('is waited for from its amount on, and not below', async () => {
    const [waits, goes] = [bank.newAddress(), bank.newAddress()];
    const { id, state } = await withdraw(ann, 'BNB', '5', waits);
    expect(state).toBe('requested');
    await withdraw(ann, 'BNB', '4.999999999999999999', goes);
    await bank.paid(devnet, ann.api, goes);
    expect(await stateOf(ann, waits)).toBe('requested');
    const listed = await payouts('list');
    expect(listed.code).toBe(0);
    const line =
      listed.stdout.split('\n').find((each) => each.toLowerCase().includes(waits.toLowerCase())) ?? '';
    expect(line).toMatch(new RegExp(`\\b${id}\\b`));
    expect(line).toContain('BNB');

    expect((await payouts('approve', id)).code).toBe(0);
    await bank.paid(devnet, ann.api, waits);
    expect(await bank.held(devnet, 'BNB', waits)).toBe(toUnits('5') - (await feeOf('BNB')));
    await refused('approve', id);
    await refused('reject', id, 'too late');
    expect(await stateOf(ann, waits)).toBe('confirmed');
  });

  test('that is refused gives everything back by an entry of its own', async () => {
    const to = bank.newAddress();
    const before = await bank.balances(ben.api);
    const { id } = await withdraw(ben, 'BNB', '7.000000000000000001', to);
    expect((await bank.balances(ben.api))['BNB']).toBe('92.999999999999999999');
    expect((await payouts('reject', id, 'not the owner of the wallet')).code).toBe(0);
    const { row } = await bank.reaches(ben.api, to, 'failed');
    expect(await bank.balances(ben.api)).toEqual(before);
    const [refund, ...more] = await bank.history(ben.api, { category: 'refund' });
    expect(more).toEqual([]);
    expect(refund).toMatchObject({
      coin: 'BNB',
      amount: '7.000000000000000001',
      balanceAfter: '100',
      state: 'confirmed',
    });
    expect(refund?.entry).not.toBe(row.entry);
    await refused('approve', id);
    await refused('reject', id, 'again');
    refusedTo.push(to);
  });

  test('and a refusal at the same moment end in one of the two, never both', async () => {
    const to = bank.newAddress();
    const before = (await bank.balances(ann.api))['BNB'] ?? '';
    const { id } = await withdraw(ann, 'BNB', '6', to);
    const both = await Promise.all([payouts('approve', id), payouts('reject', id, 'a second look')]);
    // Approved and not signed yet, it may still be refused; what was refused is never paid.
    const refusedOne = both[1].code === 0;
    expect(both.map(({ code }) => code)).toContain(0);
    if (refusedOne) {
      refusedTo.push(to);
      await bank.reaches(ann.api, to, 'failed');
    } else await bank.paid(devnet, ann.api, to);
    const left = toUnits(before) - (refusedOne ? 0n : toUnits('6'));
    expect(toUnits((await bank.balances(ann.api))['BNB'] ?? '')).toBe(left);
    expect(await bank.held(devnet, 'BNB', to)).toBe(refusedOne ? 0n : toUnits('6') - (await feeOf('BNB')));
  });

  test.each([['0'], ['999999'], ['seven']])('knows no number %j', async (id) => {
    await Promise.all([refused('approve', id), refused('reject', id, 'reason')]);
  });
});

describe('a halt', () => {
  test('keeps withdrawals waiting and pays them after it', async () => {
    const to = bank.newAddress();
    expect((await payouts('halt')).code).toBe(0);
    expect((await health()).payouts.ok).toBe(false);
    await withdraw(ann, 'USDT', '40', to);
    await blocksPass();
    expect(await stateOf(ann, to)).toBe('requested');
    // One that was paid before may have its last confirmation still to come.
    await reported({ ok: false, open: 1 });
    expect((await payouts('resume')).code).toBe(0);
    await bank.paid(devnet, ann.api, to);
    await reported({ ok: true, open: 0 });
    for (const address of refusedTo) expect(await bank.held(devnet, 'BNB', address)).toBe(0n);
    expect(await bank.held(devnet, 'USDT', to)).toBe(toUnits('40') - (await feeOf('USDT')));
  });
});

describe('a payout that fails on chain', () => {
  test('is told so and given back, once, and the next one is paid', async () => {
    const [lost, next] = [bank.newAddress(), bank.newAddress()];
    const before = await bank.balances(ben.api);
    const { contract } = await bank.assetOf(ben.api, 'USDT');
    const code = await devnet.provider.getCode(contract ?? '');
    await bank.setMining(devnet, false);
    let failed: Awaited<ReturnType<typeof bank.reaches>>;
    try {
      await withdraw(ben, 'USDT', '30', lost);
      await bank.reaches(ben.api, lost, 'broadcast');
      // From here on the token reverts whatever is asked of it.
      await devnet.provider.send('anvil_setCode', [contract, '0x5f5ffd']);
      await bank.mine(devnet);
      await bank.setMining(devnet, true);
      failed = await bank.reaches(ben.api, lost, 'failed');
    } finally {
      await devnet.provider.send('anvil_setCode', [contract, code]);
      await bank.setMining(devnet, true);
    }
    expect((await devnet.provider.getTransactionReceipt(failed.row.txHash ?? ''))?.status).toBe(0);
    expect(await bank.balances(ben.api)).toEqual(before);
    expect(await bank.history(ben.api, { category: 'refund', coin: 'USDT' })).toMatchObject([
      { amount: '30', balanceAfter: '1000', state: 'confirmed' },
    ]);
    await withdraw(ben, 'USDT', '30', next);
    await bank.paid(devnet, ben.api, next);
    expect(await bank.held(devnet, 'USDT', lost)).toBe(0n);
    expect(await bank.held(devnet, 'USDT', next)).toBe(toUnits('30') - (await feeOf('USDT')));
    await bank.expectAddsUp(ben.api);
    expect((await operate(app.dataDir, 'ledger', 'check')).code).toBe(0);
  });
});

// Last in the file: it moves the clock.
describe('the daily limit', () => {
  test('is told, counts down, and is whole again at midnight in Singapore', async () => {
    const left = async ({ api }: Person) => (await bank.assetOf(api, 'ETH')).withdrawLeft;
    expect(await left(ann)).toBe('10');
    expect((await bank.assetOf(client(app.url), 'ETH')).withdrawLeft).toBeNull();
    await withdraw(ann, 'ETH', '7.5', bank.newAddress());
    expect(await left(ann)).toBe('2.5');
    expect(await left(ben)).toBe('10');
    const input = { coin: 'ETH', amount: '2.500000000000000001', address: bank.newAddress() };
    const over = await ann.api.call('POST /api/assets/withdraw', input);
    expect(over).toMatchObject({ status: 400, code: 1302, data: { coin: 'ETH', limit: '10', left: '2.5' } });
    await withdraw(ann, 'ETH', '2.5', bank.newAddress());
    expect(await left(ann)).toBe('0');

    const { resetsAt } = over.data as unknown as { resetsAt: string };
    const now = async () => Date.parse((await ask(ann.api, 'GET /api/mining/index', {})).serverTime);
    const seconds = Math.floor((Date.parse(resetsAt) - (await now())) / 1000);
    const minute = 60;
    if (seconds > minute) {
      await skip(app.url, seconds - minute);
      expect(await left(ann)).toBe('0');
    }
    await skip(app.url, Math.min(seconds, minute) + 1);
    expect(await left(ann)).toBe('10');
    await withdraw(ann, 'ETH', '10', bank.newAddress());
    expect(await left(ann)).toBe('0');
    expect((await bank.balances(ann.api))['ETH']).toBe('80');
  });
});
