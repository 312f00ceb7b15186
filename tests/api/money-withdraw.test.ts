/** Withdrawals over HTTP and on the devnet: what is refused and in which order, what arrives, and that it arrives once. */
import { randomUUID } from 'node:crypto';
import { Wallet, getIcapAddress, zeroPadValue } from 'ethers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { type App, startApp } from '#tests/support/app.ts';
import * as bank from '#tests/support/bank.ts';
import { operate } from '#tests/support/command.ts';
import { client } from '#tests/support/http.ts';
import { type Devnet, devnetOf } from '#tests/support/money.ts';
import { UNLIMITED, type Person, ask, expectOnce, issuePaths, newcomer } from '#tests/support/person.ts';

const STATES = ['requested', 'signed', 'broadcast', 'confirmed'];

let app: App;
let devnet: Devnet;
let ann: Person;
let ben: Person;
let cat: Person;
/** Verified, without a coin. */
let poor: Person;
let min = '';
let fee = '';

beforeAll(async () => {
  app = await startApp({
    withoutPage: true,
    env: { ...UNLIMITED, KYC_AUTO_APPROVE_SECONDS: '0', WITHDRAW_DAILY_LIMITS: 'ETH=10' },
  });
  devnet = await devnetOf(app);
  [ann, ben, cat, poor] = (await bank.richPeople(app.url, devnet, [
    { USDT: '5000', ETH: '100' },
    { USDT: '33.000000000000000003' },
    { USDT: '100' },
    {},
  ])) as [Person, Person, Person, Person];
  ({ minWithdraw: min, withdrawFee: fee } = await bank.assetOf(ann.api, 'USDT'));
});
afterAll(async () => {
  devnet?.close();
  await app?.stop();
});

const withdraw = ({ api }: Person, coin: string, amount: string, address?: string, key?: string) =>
  api.call(
    'POST /api/assets/withdraw',
    { coin, amount, ...(address !== undefined && { address }) },
    key ? { key } : {},
  );
const plus = (amount: string, units: bigint) => fromUnits(toUnits(amount) + units);
const net = (amount: string) => toUnits(amount) - toUnits(fee);

describe('is refused', () => {
  const nowhere = bank.newAddress();
  let before: Record<string, string>;

  beforeAll(async () => {
    before = await bank.balances(ann.api);
  });

  test('to a guest', async () => {
    const answer = await client(app.url).call('POST /api/assets/withdraw', { coin: 'USDT', amount: '20' });
    expect(answer).toMatchObject({ status: 401, code: 401 });
  });

  test.each([
    ['coin', { amount: '20' }],
    ['coin', { coin: 'usdt', amount: '20' }],
    ['coin', { coin: 'DOGE', amount: '20' }],
    ['coin', { coin: 'DOGE', amount: '0', address: '0x' }],
    ['amount', { coin: 'USDT' }],
    ['amount', { coin: 'USDT', amount: 20 }],
    ['amount', { coin: 'USDT', amount: '-20' }],
    ['amount', { coin: 'USDT', amount: '+20' }],
    ['amount', { coin: 'USDT', amount: '2e1' }],
    ['amount', { coin: 'USDT', amount: '20.' }],
    ['amount', { coin: 'USDT', amount: '١٢' }],
    ['address', { coin: 'USDT', amount: '20', address: null }],
    ['address', { coin: 'USDT', amount: '20', address: `0x${'a'.repeat(63)}` }],
  ])('for a malformed %s: %j', async (path, input) => {
    const answer = await ann.api.send('POST /api/assets/withdraw', input);
    expect(answer).toMatchObject({ status: 400, code: 400 });
    expect(issuePaths(answer)).toEqual([path]);
  });

  test('with a field that it does not know, the fee for one', async () => {
    const answer = await ann.api.send('POST /api/assets/withdraw', { coin: 'USDT', amount: '20', fee: '0' });
    expect(answer).toMatchObject({ status: 400, code: 400 });
  });

  test('for a coin that cannot be withdrawn, before anything else', async () => {
    const { items } = await bank.assetsOf(ann.api);
    const stranger = await newcomer(app.url);
    for (const { coin } of items.filter(({ withdrawable }) => !withdrawable)) {
      const answer = await withdraw(stranger, coin, '0', '0x');
      expect(answer).toMatchObject({ status: 400, code: 400 });
      expect(issuePaths(answer)).toEqual(['coin']);
    }
  });

  test('without a verification, whatever the amount and the address', async () => {
    const stranger = await newcomer(app.url);
    for (const [amount, address] of [['20'], ['0'], ['20', '0x']] as const)
      expect(await withdraw(stranger, 'USDT', amount, address)).toMatchObject({ status: 403, code: 1101 });
  });

  test('for an amount of nothing, below the minimum or too fine, whatever the address and the balance', async () => {
    for (const amount of [
      '0',
      '0.000',
      plus(min, -1n),
      `${min}.0000000000000000001`,
      '0.1234567890123456789',
    ])
      for (const person of [ann, poor])
        for (const address of [undefined, '0x'])
          expect(await withdraw(person, 'USDT', amount, address)).toMatchObject({ status: 400, code: 1302 });
  });

  test('for more than a day allows, with what is left of it, whatever the address and the balance', async () => {
    const { data: miner } = await ann.api.call('GET /api/mining/index', {});
    for (const [person, address] of [[ann], [ann, '0x'], [poor]] as const) {
      const answer = await withdraw(person, 'ETH', '10.000000000000000001', address);
      expect(answer).toMatchObject({
        status: 400,
        code: 1302,
        data: { coin: 'ETH', limit: '10', left: '10' },
      });
      const { resetsAt } = answer.data as unknown as { resetsAt: string };
      const ahead = Date.parse(resetsAt) - Date.parse(miner.serverTime);
      expect(new Date(resetsAt).toISOString()).toMatch(/T16:00:00\.000Z$/);
      expect(ahead).toBeGreaterThan(0);
      expect(ahead).toBeLessThanOrEqual(86_400_000);
    }
  });

  test('to what is no address, or one that nobody owns, whatever the balance', async () => {
    const { items, treasury } = await bank.assetsOf(ann.api);
    const own = ann.wallet.address;
    const at = [...own].findIndex((letter, i) => i > 1 && /[a-f]/i.test(letter));
    const letter = own[at] ?? '';
    const flipped = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
    const bad = [
      '0x',
      'me',
      own.slice(2),
      own.slice(0, -1),
      `${own}0`,
      ` ${own}`,
      own.replace('0x', '0X'),
      getIcapAddress(own),
      own.slice(0, at) + flipped + own.slice(at + 1),
      `0x${'0'.repeat(40)}`,
      treasury ?? '',
      (treasury ?? '').toLowerCase(),
      ...items.flatMap(({ contract }) => (contract ? [contract, contract.toLowerCase()] : [])),
    ];
    for (const person of [ann, poor])
      for (const address of bad)
        expect([address, await withdraw(person, 'USDT', min, address)]).toMatchObject([
          address,
          { status: 400, code: 1306 },
        ]);
  });

  test('for more than the balance, which it tells', async () => {
    const amount = plus(before['USDT'] ?? '', 1n);
    expect(await withdraw(ann, 'USDT', amount, nowhere)).toMatchObject({
      status: 409,
      code: 1301,
      data: { coin: 'USDT', balance: before['USDT'], amount },
    });
    expect(await withdraw(poor, 'USDT', min)).toMatchObject({
      code: 1301,
      data: { coin: 'USDT', balance: '0', amount: min },
    });
  });

  test('and nothing has changed then', async () => {
    expect(await bank.balances(ann.api)).toEqual(before);
    expect(await bank.history(ann.api, { category: 'withdraw' })).toEqual([]);
    expect(await ask(client(app.url), 'GET /api/health', {})).toMatchObject({
      payouts: { ok: true, open: 0 },
    });
  });
});

describe('pays out', () => {
  test('the amount less the fee to another address in lower case, state after state', async () => {
    const to = bank.newAddress();
    const amount = '123.456789012345678901';
    const before = (await bank.balances(ann.api))['USDT'] ?? '';
    const answer = await withdraw(ann, 'USDT', amount, to.toLowerCase());
    expect(answer).toMatchObject({
      code: 0,
      data: { state: 'requested', fee },
    });
    const after = fromUnits(toUnits(before) - toUnits(amount));
    expect((await bank.balances(ann.api))['USDT']).toBe(after);
    const { row, seen } = await bank.reaches(ann.api, to, 'confirmed');
    expect(seen).toEqual(STATES.filter((state) => seen.includes(state)));
    expect(seen.length).toBeGreaterThan(1);
    expect(row).toMatchObject({ coin: 'USDT', amount: `-${amount}`, balanceAfter: after, fee });
    expect(row.address?.toLowerCase()).toBe(to.toLowerCase());
    expect(await bank.held(devnet, 'USDT', to)).toBe(net(amount));

    const receipt = await devnet.provider.getTransactionReceipt(row.txHash ?? '');
    expect(receipt?.status).toBe(1);
    const { contract } = await bank.assetOf(ann.api, 'USDT');
    expect(receipt?.to?.toLowerCase()).toBe(contract?.toLowerCase());
    expect(receipt?.logs).toHaveLength(1);
    expect(receipt?.logs[0]?.topics[2]).toBe(zeroPadValue(to, 32).toLowerCase());
    expect(BigInt(receipt?.logs[0]?.data ?? 0)).toBe(net(amount));

    const hot = receipt?.from ?? '';
    for (const address of [hot, hot.toLowerCase()])
      expect(await withdraw(ann, 'USDT', min, address)).toMatchObject({ status: 400, code: 1306 });
    // What its own wallet sends on is no deposit of anybody.
    expect(await bank.history(ann.api, { category: 'deposit', coin: 'USDT' })).toHaveLength(1);
  });

  test('to the own wallet unless told, and the smallest amount', async () => {
    const before = await bank.held(devnet, 'USDT', ann.wallet.address);
    expect(await withdraw(ann, 'USDT', min)).toMatchObject({ code: 0 });
    await bank.paid(devnet, ann.api, ann.wallet.address);
    expect(await bank.held(devnet, 'USDT', ann.wallet.address)).toBe(before + net(min));
  });

  test('all that is there, to the last unit, in capital letters', async () => {
    const to = bank.newAddress();
    const shouted = `0x${to.slice(2).toUpperCase()}`;
    expect(await withdraw(ben, 'USDT', '33.000000000000000003', shouted)).toMatchObject({
      code: 0,
    });
    expect((await bank.balances(ben.api))['USDT']).toBe('0');
    await bank.paid(devnet, ben.api, to);
    expect(await bank.held(devnet, 'USDT', to)).toBe(net('33.000000000000000003'));
    await bank.expectAddsUp(ben.api);
  });
});

describe('at the same time', () => {
  test('several withdrawals of one balance pay only what is there', async () => {
    const to = Array.from({ length: 8 }, bank.newAddress);
    const answers = await Promise.all(to.map((address) => withdraw(cat, 'USDT', '60', address)));
    expectOnce(answers, 1301);
    for (const { data } of answers.filter(({ code }) => code !== 0))
      expect(data).toEqual({ coin: 'USDT', balance: '40', amount: '60' });
    const winner = to[answers.findIndex(({ code }) => code === 0)] ?? '';
    await bank.paid(devnet, cat.api, winner);
    const sums = await Promise.all(to.map((address) => bank.held(devnet, 'USDT', address)));
    expect(sums.filter((sum) => sum > 0n)).toEqual([net('60')]);
    expect((await bank.balances(cat.api))['USDT']).toBe('40');
  });

  test('several withdrawals of one day’s limit keep it', async () => {
    const to = Array.from({ length: 6 }, bank.newAddress);
    const answers = await Promise.all(to.map((address) => withdraw(ann, 'ETH', '4', address)));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 0, 1302, 1302, 1302, 1302]);
    expect((await bank.assetOf(ann.api, 'ETH')).withdrawLeft).toBe('2');
    expect((await bank.balances(ann.api))['ETH']).toBe('92');
  });

  test('one key is one withdrawal, in parallel and again after it was paid', async () => {
    const key = randomUUID();
    const to = Wallet.createRandom().address;
    const before = toUnits((await bank.balances(ann.api))['USDT'] ?? '');
    const same = await Promise.all(Array.from({ length: 6 }, () => withdraw(ann, 'USDT', '50', to, key)));
    expect(new Set(same.map(({ text }) => text)).size).toBe(1);
    expect(same[0]).toMatchObject({ code: 0, data: { state: 'requested' } });
    expect(same.filter(({ headers }) => !headers.has('idempotent-replay'))).toHaveLength(1);
    expect(await withdraw(ann, 'USDT', '51', to, key)).toMatchObject({ status: 409, code: 409 });
    await bank.paid(devnet, ann.api, to);
    const late = await withdraw(ann, 'USDT', '50', to, key);
    expect(late.text).toBe(same[0]?.text);
    expect(late.headers.get('idempotent-replay')).toBe('true');
    expect(await withdraw(ann, 'USDT', '51', to, key)).toMatchObject({ status: 409, code: 409 });
    // One wallet pays in order: what was asked for later is paid later.
    const last = bank.newAddress();
    expect(await withdraw(ann, 'USDT', min, last)).toMatchObject({ code: 0 });
    await bank.paid(devnet, ann.api, last);
    expect(await bank.held(devnet, 'USDT', to)).toBe(net('50'));
    expect(toUnits((await bank.balances(ann.api))['USDT'] ?? '')).toBe(before - toUnits('50') - toUnits(min));
  });

  test('and every balance agrees with its history and the ledger', async () => {
    await bank.expectAddsUp(ann.api);
    expect((await operate(app.dataDir, 'ledger', 'check')).code).toBe(0);
  });
});
