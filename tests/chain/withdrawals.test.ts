/**
 * Withdrawals of the whole server on a devnet: what arrives and when, announced to the account's open pages only, and
 * the operator's part: approval, a rejection, a halt, and somebody else using the hot wallet.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Wallet, zeroPadValue } from 'ethers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { type App, startApp } from '#tests/support/app.ts';
import * as bank from '#tests/support/bank.ts';
import { skipToNoon } from '#tests/support/clock.ts';
import { expectSound, operate } from '#tests/support/command.ts';
import { hear } from '#tests/support/event-stream.ts';
import { client } from '#tests/support/http.ts';
import { type Devnet, devnetOf } from '#tests/support/money.ts';
import { VERIFIED_AT_ONCE, type Person, ask } from '#tests/support/person.ts';
import { typedAt } from '#tests/support/typed.ts';

const STATES = ['requested', 'signed', 'broadcast', 'confirmed'];

let app: App;
let devnet: Devnet;
let ann: Person;
let ben: Person;
let min = '';
let fee = '';

const { done, refused } = typedAt(() => app);

beforeAll(async () => {
  const env = { ...VERIFIED_AT_ONCE, WITHDRAW_APPROVAL: 'BNB=5', WITHDRAW_DAILY_LIMITS: 'off' };
  app = await startApp({ withoutPage: true, env });
  devnet = await devnetOf(app);
  await skipToNoon(app.url);
  [ann, ben] = await bank.richPeople(app.url, devnet, [
    { USDT: '1000', BNB: '100' },
    { USDT: '33.000000000000000003', BNB: '100' },
  ]);
  ({ minWithdraw: min, withdrawFee: fee } = await bank.assetOf(ann.api, 'USDT'));
});
afterAll(async () => {
  devnet?.close();
  await app?.stop();
});

const withdraw = async (person: Person, coin: string, amount: string, address?: string) => {
  const input = { coin, amount, ...(address !== undefined && { address }) };
  const { code, data } = await bank.withdraw(person, input);
  expect(code).toBe(0);
  return data;
};
const net = (amount: string) => toUnits(amount) - toUnits(fee);
const health = () => ask(client(app.url), 'GET /api/health', {});
const payoutsAre = (expected: { ok: boolean; open: number }) =>
  vi.waitFor(async () => expect((await health()).payouts).toEqual(expected), { timeout: 20_000 });
const stateOf = async ({ api }: Person, address: string) => (await bank.withdrawalTo(api, address))?.state;
const times = (text: string) => text.split('event: balance\n').length - 1;

describe('a withdrawal', () => {
  test('sends the amount less the fee to another address, and announces each state to the account only', async () => {
    const leaving = new AbortController();
    const listen = (token?: string) => hear(app.url, leaving.signal, token);
    const [own, second, other, guest] = await Promise.all([
      listen(ann.token),
      listen(ann.token),
      listen(ben.token),
      listen(),
    ]);
    const to = bank.newAddress();
    const amount = '123.456789012345678901';
    const after = fromUnits(toUnits('1000') - toUnits(amount));
    await bank.setMining(devnet, false);
    try {
      expect(await withdraw(ann, 'USDT', amount, to.toLowerCase())).toMatchObject({
        state: 'requested',
        fee,
      });
      expect((await bank.balances(ann.api))['USDT']).toBe(after);
      await bank.reaches(ann.api, to, 'broadcast');
      // The debit and the broadcast may be announced together.
      await vi.waitFor(() => expect(times(own())).toBeGreaterThan(0));
    } finally {
      await bank.setMining(devnet, true);
    }
    // The event of Ben's deposit may come after the deposit itself was seen.
    const [told, others] = [times(own()), [times(other()), times(guest())]];
    const { row, seen } = await bank.reaches(ann.api, to, 'confirmed');
    await vi.waitFor(() => expect(times(own())).toBeGreaterThan(told));
    await vi.waitFor(() => expect(times(second())).toBe(times(own())));
    expect([times(other()), times(guest())]).toEqual(others);
    leaving.abort();
    expect(seen).toEqual(STATES.filter((state) => seen.includes(state)));
    expect(row).toMatchObject({ coin: 'USDT', amount: `-${amount}`, balanceAfter: after, fee });
    expect(row.address?.toLowerCase()).toBe(to.toLowerCase());
    expect(await bank.held(devnet, 'USDT', to)).toBe(net(amount));

    const receipt = await devnet.provider.getTransactionReceipt(row.txHash ?? '');
    const { contract } = await bank.assetOf(ann.api, 'USDT');
    expect([receipt?.status, receipt?.to?.toLowerCase()]).toEqual([1, contract?.toLowerCase()]);
    expect(receipt?.logs).toHaveLength(1);
    expect(receipt?.logs[0]?.topics[2]).toBe(zeroPadValue(to, 32).toLowerCase());
    expect(BigInt(receipt?.logs[0]?.data ?? 0)).toBe(net(amount));
    const hot = receipt?.from ?? '';
    for (const address of [hot, hot.toLowerCase()]) {
      const input = { coin: 'USDT', amount: min, address };
      expect(await ann.api.call('POST /api/assets/withdraw', input)).toMatchObject({
        status: 400,
        code: 1306,
      });
    }
    // Coins that the hot wallet forwards are nobody's deposit.
    expect(await bank.history(ann.api, { category: 'deposit', coin: 'USDT' })).toHaveLength(1);
  });

  test('goes to the user’s own wallet by default, and may be the smallest amount', async () => {
    const before = await bank.held(devnet, 'USDT', ann.wallet.address);
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01` };
    const { data } = await ann.api.call(
      'POST /api/assets/withdraw',
      { coin: 'USDT', amount: min },
      { headers },
    );
    await bank.paid(devnet, ann.api, ann.wallet.address);
    expect(await bank.held(devnet, 'USDT', ann.wallet.address)).toBe(before + net(min));
    // One id leads through the log from the request to the payment.
    const traced = (words: string) =>
      app
        .logs()
        .split('\n')
        .filter((line) => line.includes(`"trace":"${trace}"`) && line.includes(words));
    expect(traced('"route":"/api/assets/withdraw"')).toHaveLength(1);
    for (const words of ['payout sent', 'payout confirmed'])
      await vi.waitFor(() =>
        expect(traced(words)).toEqual([expect.stringContaining(`"payout":"${data.id}"`)]),
      );
  });

  test('may be the whole balance, to the last unit', async () => {
    const to = bank.newAddress();
    await withdraw(ben, 'USDT', '33.000000000000000003', `0x${to.slice(2).toUpperCase()}`);
    expect((await bank.balances(ben.api))['USDT']).toBe('0');
    await bank.paid(devnet, ben.api, to);
    expect(await bank.held(devnet, 'USDT', to)).toBe(net('33.000000000000000003'));
  });

  test('gets the same answer when its key is repeated after the payment, and is not paid again', async () => {
    const [key, to, last] = [randomUUID(), bank.newAddress(), bank.newAddress()];
    const input = await bank.consented(ann, { coin: 'USDT', amount: '50', address: to });
    const send = (amount: string) => ann.api.call('POST /api/assets/withdraw', { ...input, amount }, { key });
    const first = await send('50');
    await bank.paid(devnet, ann.api, to);
    const again = await send('50');
    expect([again.text, again.headers.get('idempotent-replay')]).toEqual([first.text, 'true']);
    expect(await send('51')).toMatchObject({ status: 409, code: 409 });
    // One wallet pays in order: later requests are paid later.
    await withdraw(ann, 'USDT', min, last);
    await bank.paid(devnet, ann.api, last);
    expect(await bank.held(devnet, 'USDT', to)).toBe(net('50'));
  });
});

describe('approval', () => {
  test('is required once the day’s sum reaches its amount, and not before', async () => {
    const [waits, goes] = [bank.newAddress(), bank.newAddress()];
    const bnbFee = toUnits((await bank.assetOf(ann.api, 'BNB')).withdrawFee);
    await withdraw(ann, 'BNB', '4', goes);
    const { id, state } = await withdraw(ann, 'BNB', '1', waits);
    expect(state).toBe('requested');
    await bank.paid(devnet, ann.api, goes);
    expect(await stateOf(ann, waits)).toBe('requested');
    const lines = (await done('payouts', 'list')).split('\n');
    const line = lines.find((each) => each.toLowerCase().includes(waits.toLowerCase())) ?? '';
    expect(line).toMatch(new RegExp(`\\b${id}\\b.*BNB`));

    await done('payouts', 'approve', id);
    await bank.paid(devnet, ann.api, waits);
    expect(await bank.held(devnet, 'BNB', waits)).toBe(toUnits('1') - bnbFee);
    await refused('payouts', 'approve', id);
    await refused('payouts', 'reject', id, 'too late');
    expect(await stateOf(ann, waits)).toBe('confirmed');
  });

  test('that is refused refunds everything with a separate entry', async () => {
    const to = bank.newAddress();
    const before = await bank.balances(ben.api);
    const { id } = await withdraw(ben, 'BNB', '7.000000000000000001', to);
    expect((await bank.balances(ben.api))['BNB']).toBe('92.999999999999999999');
    await done('payouts', 'reject', id, 'not the owner of the wallet');
    const { row } = await bank.reaches(ben.api, to, 'failed');
    expect(await bank.balances(ben.api)).toEqual(before);
    const [refund, ...more] = await bank.history(ben.api, { category: 'refund' });
    expect(more).toEqual([]);
    expect(refund).toMatchObject({
      ...{ coin: 'BNB', amount: '7.000000000000000001', balanceAfter: '100', state: 'confirmed' },
    });
    expect(refund?.entry).not.toBe(row.entry);
    await refused('payouts', 'approve', id);
    await refused('payouts', 'reject', id, 'again');
    expect(await bank.held(devnet, 'BNB', to)).toBe(0n);
  });

  test.each([['0'], ['999999'], ['seven']])('refuses the unknown number %j', async (id) => {
    await Promise.all([refused('payouts', 'approve', id), refused('payouts', 'reject', id, 'reason')]);
  });
});

test('an approval and a rejection at the same moment end in one of the two', async () => {
  const [to, last] = [bank.newAddress(), bank.newAddress()];
  const { withdrawFee, balance: before } = await bank.assetOf(ann.api, 'BNB');
  const { id } = await withdraw(ann, 'BNB', '6', to);
  const [approved, rejected] = await Promise.all([
    operate(app.dataDir, 'payouts', 'approve', id),
    operate(app.dataDir, 'payouts', 'reject', id, 'a second look'),
  ]);
  expect([approved.code, rejected.code]).toContain(0);
  // What is approved may be rejected until it is signed; what was rejected is never paid.
  const lost = rejected.code === 0;
  if (lost) await bank.reaches(ann.api, to, 'failed');
  else await bank.paid(devnet, ann.api, to);
  // One wallet pays in order: later requests are paid later.
  await withdraw(ann, 'USDT', min, last);
  await bank.paid(devnet, ann.api, last);
  const [taken, arrived] = lost ? [0n, 0n] : [toUnits('6'), toUnits('6') - toUnits(withdrawFee)];
  expect(toUnits((await bank.balances(ann.api))['BNB'] ?? '')).toBe(toUnits(before ?? '') - taken);
  expect(await bank.held(devnet, 'BNB', to)).toBe(arrived);
});

describe('a halt', () => {
  test('keeps withdrawals waiting and pays them afterwards', async () => {
    const to = bank.newAddress();
    await done('payouts', 'halt');
    expect((await health()).payouts.ok).toBe(false);
    await withdraw(ann, 'USDT', '40', to);
    // More blocks than a payout takes from its request to its broadcast.
    const from = await devnet.provider.getBlockNumber();
    const passed = async () => expect(await devnet.provider.getBlockNumber()).toBeGreaterThan(from + 2);
    await vi.waitFor(passed, { timeout: 20_000, interval: 200 });
    expect(await stateOf(ann, to)).toBe('requested');
    // One that was paid before may still lack its last confirmation.
    await payoutsAre({ ok: false, open: 1 });
    await done('payouts', 'resume');
    await bank.paid(devnet, ann.api, to);
    await payoutsAre({ ok: true, open: 0 });
    expect(await bank.held(devnet, 'USDT', to)).toBe(net('40'));
  });

  test('starts by itself if somebody else uses the hot wallet; health reports it, and the operator ends it', async () => {
    const passport = JSON.parse(readFileSync(join(app.dataDir, 'chain/devnet.json'), 'utf8')) as {
      keys: { treasury: string };
    };
    const thief = new Wallet(passport.keys.treasury, devnet.provider);
    const sent = await thief.sendTransaction({ to: bank.newAddress(), value: 1n, ...bank.FREE });
    await sent.wait();
    const to = bank.newAddress();
    await withdraw(ann, 'USDT', '20', to);
    await payoutsAre({ ok: false, open: 1 });
    await vi.waitFor(async () => expect((await health()).chain.alerts).toBe(1));
    expect((await health()).ok).toBe(false);
    expect(await done('payouts', 'list')).toMatch(/^halted\t.*somebody else/);
    const nonce = /`payouts resume (\d+)`/.exec(await refused('payouts', 'resume'))?.[1] ?? '';
    await done('payouts', 'resume', nonce);
    await bank.paid(devnet, ann.api, to);
    expect(await bank.held(devnet, 'USDT', to)).toBe(net('20'));
    await payoutsAre({ ok: true, open: 0 });
    expect((await health()).ok).toBe(true);
  });
});

test('every balance agrees with its history and the ledger', async () => {
  for (const { api } of [ann, ben]) await bank.expectAddsUp(api);
  await expectSound(app.dataDir);
});
