/**
 * Withdrawals over HTTP: what is refused and in which order, parallel requests, and the daily limit. What arrives:
 * tests/chain/withdrawals.test.ts.
 */
import { randomUUID } from 'node:crypto';
import { getIcapAddress } from 'ethers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Input } from '#contract';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { CONSENT_MINUTES } from '#rules/figures.ts';
import { expectReplayed } from '#tests/support/answers.ts';
import * as bank from '#tests/support/bank.ts';
import { skipToNoon, timeAt } from '#tests/support/clock.ts';
import { expectSound } from '#tests/support/command.ts';
import { client } from '#tests/support/http.ts';
import { remember, resumed } from '#tests/support/remembered.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import {
  VERIFIED_AT_ONCE,
  type Person,
  expectOnce,
  issuePaths,
  newcomer,
  skip,
} from '#tests/support/person.ts';

let app: LocalApp;
let ann: Person;
let ben: Person;
let cat: Person;
/** Verified, without a coin. */
let poor: Person;
let min = '';

beforeAll(async () => {
  app = await openApp({ ...VERIFIED_AT_ONCE, WITHDRAW_DAILY_LIMITS: 'ETH=10' });
  await skipToNoon(app.url);
  [ann, ben, cat, poor] = await bank.richPeople(app.url, app.chain, [
    { USDT: '5000', ETH: '100' },
    { ETH: '100' },
    { USDT: '100' },
    {},
  ]);
  ({ minWithdraw: min } = await bank.assetOf(ann.api, 'USDT'));
});
afterAll(() => app?.stop());

const withdraw = (person: Person, coin: string, amount: string, address?: string) =>
  bank.withdraw(person, { coin, amount, ...(address !== undefined && { address }) });
const plus = (amount: string, units: bigint) => fromUnits(toUnits(amount) + units);

describe('a withdrawal is refused', () => {
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
    ['amount', { coin: 'USDT', amount: '١٢' }],
    ['address', { coin: 'USDT', amount: '20', address: null }],
    ['address', { coin: 'USDT', amount: '20', address: `0x${'a'.repeat(199)}` }],
  ])('for a malformed %s: %j', async (path, input) => {
    const answer = await ann.api.send('POST /api/assets/withdraw', input);
    expect(answer).toMatchObject({ status: 400, code: 400 });
    expect(issuePaths(answer)).toEqual([path]);
  });

  test('with an unknown field, such as the fee', async () => {
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

  test('for an amount that is zero, below the minimum or too fine, whatever the address and the balance', async () => {
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

  test('for more than the daily limit, with what is left of it, whatever the address and the balance', async () => {
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

  test('to an invalid address, or one that nobody owns, whatever the balance', async () => {
    const { items, treasury } = await bank.assetsOf(ann.api);
    const own = ann.wallet.address;
    const bad = [
      '0x',
      'me',
      own.slice(2),
      own.slice(0, -1),
      `${own}0`,
      ` ${own}`,
      own.replace('0x', '0X'),
      getIcapAddress(own),
      // The first example of EIP-55 with one letter in the opposite case.
      '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
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

  test('for more than the balance, which is returned', async () => {
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

  test('without any change', async () => {
    expect(await bank.balances(ann.api)).toEqual(before);
    expect(await bank.history(ann.api, { category: 'withdraw' })).toEqual([]);
  });
});

describe('in parallel', () => {
  test('several withdrawals of one balance pay only what is there', async () => {
    const to = Array.from({ length: 8 }, bank.newAddress);
    const answers = await Promise.all(to.map((address) => withdraw(cat, 'USDT', '60', address)));
    expectOnce(answers, 1301);
    for (const { data } of answers.filter(({ code }) => code !== 0))
      expect(data).toEqual({ coin: 'USDT', balance: '40', amount: '60' });
    expect((await bank.balances(cat.api))['USDT']).toBe('40');
  });

  test('requests with one key are one withdrawal', async () => {
    const [key, to] = [randomUUID(), bank.newAddress()];
    const before = toUnits((await bank.balances(ann.api))['USDT'] ?? '');
    const input = await bank.consented(ann, { coin: 'USDT', amount: '50', address: to });
    const send = (more = {}) => ann.api.call('POST /api/assets/withdraw', { ...input, ...more }, { key });
    expectReplayed(await Promise.all(Array.from({ length: 6 }, () => send())));
    expect(await send({ amount: '51' })).toMatchObject({ status: 409, code: 409 });
    expect(toUnits((await bank.balances(ann.api))['USDT'] ?? '')).toBe(before - toUnits('50'));
  });
});

describe('to another address', () => {
  const CONSENT = { status: 403, code: 1307 };
  const send = ({ api }: Person, input: Input<'POST /api/assets/withdraw'>, key: string = randomUUID()) =>
    api.call('POST /api/assets/withdraw', input, { key });
  const input = (address = bank.newAddress()) => ({ coin: 'USDT', amount: '20', address });

  test('a session alone moves nothing: the wallet signs coin, amount, fee, recipient and time', async () => {
    const before = await bank.balances(ann.api);
    const to = bank.newAddress();
    const answer = await send(ann, input(to.toLowerCase()));
    expect(answer).toMatchObject(CONSENT);
    const { message } = answer.data as unknown as { message: string };
    const { withdrawFee } = await bank.assetOf(ann.api, 'USDT');
    for (const part of [
      `20 USDT`,
      `${withdrawFee} USDT`,
      to,
      ann.wallet.address,
      new URL(app.url).host,
      'Time: ',
      'Nonce: ',
    ])
      expect(message).toContain(part);
    expect(await bank.balances(ann.api)).toEqual(before);
    // One's own wallet needs none, however its address is written.
    const own = ann.wallet.address;
    for (const address of [own, own.toLowerCase()]) expect((await send(ann, input(address))).code).toBe(0);
  });

  test('a consent is good once, for exactly what was signed, by this wallet, for five minutes', async () => {
    const key = randomUUID();
    const asked = await bank.consented(ann, input());
    const { consent = { message: '', signature: '' } } = asked;
    for (const other of [
      { ...asked, amount: '20.000000000000000001' },
      { ...asked, coin: 'ETH', amount: '1' },
      { ...asked, address: bank.newAddress() },
    ])
      expect(await send(ann, other)).toMatchObject(CONSENT);
    expect((await send(ann, asked, key)).code).toBe(0);
    expect((await send(ann, asked, key)).headers.get('idempotent-replay')).toBe('true');
    expect(await send(ann, asked)).toMatchObject(CONSENT);
    expect(await send(ben, { ...asked, coin: 'ETH', amount: '1' })).toMatchObject(CONSENT);
    for (const change of [
      { message: consent.message.replace('20 USDT', '2 USDT') },
      { signature: await ben.wallet.signMessage(consent.message) },
    ])
      expect(await send(ann, { ...asked, consent: { ...consent, ...change } })).toMatchObject(CONSENT);
    const late = await bank.consented(ann, input());
    await skip(app.url, CONSENT_MINUTES * 60 + 1);
    expect(await send(ann, late)).toMatchObject(CONSENT);
  });

  test('a signature that only a contract could have made is asked about once, then the consent is used up', async () => {
    const asked = await bank.consented(ann, input());
    const consent = {
      message: asked.consent?.message ?? '',
      signature: await ben.wallet.signMessage(asked.consent?.message ?? ''),
    };
    // The request to the node about a signature names no contract.
    let checks = 0;
    app.chain.memory.contracts.set('', () => {
      checks += 1;
      return '0x';
    });
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(ann, { ...asked, consent })));
    for (const answer of answers) expect(answer).toMatchObject(CONSENT);
    expect(await send(ann, asked)).toMatchObject(CONSENT);
    expect(checks).toBe(1);
    // A contract wallet.
    app.chain.memory.contracts.set('', () => '0x01');
    const good = await bank.consented(ann, input());
    const forged = { message: good.consent?.message ?? '', signature: '0x1234' };
    const all = await Promise.all(Array.from({ length: 5 }, () => send(ann, { ...good, consent: forged })));
    expect(all.filter(({ code }) => code === 0)).toHaveLength(1);
    for (const other of all.filter(({ code }) => code !== 0)) expect(other).toMatchObject(CONSENT);
    app.chain.memory.contracts.delete('');
  });

  test('a session that a device has resumed asks too', async () => {
    const device = await remember((await newcomer(app.url, { wallet: ann.wallet })).api);
    const { token } = await resumed(app.url, device);
    expect(await client(app.url).as(token).call('POST /api/assets/withdraw', input())).toMatchObject(CONSENT);
  });
});

describe('the daily limit', () => {
  const left = async ({ api }: Person) => (await bank.assetOf(api, 'ETH')).withdrawLeft;

  test('can be used to its last unit, separately for each account', async () => {
    expect([await left(ann), (await bank.assetOf(client(app.url), 'ETH')).withdrawLeft]).toEqual([
      '10',
      null,
    ]);
    expect(await withdraw(ann, 'ETH', '7.5', bank.newAddress())).toMatchObject({ code: 0 });
    expect([await left(ann), await left(ben)]).toEqual(['2.5', '10']);
    const over = await withdraw(ann, 'ETH', '2.500000000000000001', bank.newAddress());
    expect(over).toMatchObject({ status: 400, code: 1302, data: { coin: 'ETH', limit: '10', left: '2.5' } });
    expect(over.message).toMatch(/^You can withdraw 2.5 ETH more today\./);
    expect(await withdraw(ann, 'ETH', '2.5', bank.newAddress())).toMatchObject({ code: 0 });
    expect(await left(ann)).toBe('0');
  });

  test('holds for parallel withdrawals', async () => {
    const to = Array.from({ length: 6 }, bank.newAddress);
    const answers = await Promise.all(to.map((address) => withdraw(ben, 'ETH', '4', address)));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 0, 1302, 1302, 1302, 1302]);
    expect([await left(ben), (await bank.balances(ben.api))['ETH']]).toEqual(['2', '92']);
  });

  test('is renewed at midnight in Singapore', async () => {
    const { data } = await withdraw(ann, 'ETH', '1', bank.newAddress());
    const { resetsAt } = data as unknown as { resetsAt: string };
    const seconds = Math.floor((Date.parse(resetsAt) - (await timeAt(app.url))) / 1000);
    await skip(app.url, Math.max(1, seconds - 60));
    expect(await left(ann)).toBe('0');
    await skip(app.url, 61);
    expect(await left(ann)).toBe('10');
    expect(await withdraw(ann, 'ETH', '10', bank.newAddress())).toMatchObject({ code: 0 });
    expect((await bank.balances(ann.api))['ETH']).toBe('80');
  });
});

test('every balance agrees with its history and the ledger', async () => {
  for (const { api } of [ann, ben, cat]) await bank.expectAddsUp(api);
  await expectSound(app.dataDir);
});
