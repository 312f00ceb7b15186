/**
 * Deposits of the whole server on a devnet: what is credited, when, to whom and how often, even if server or node die.
 */
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Contract, NonceManager, Wallet, id, zeroPadValue } from 'ethers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { type App, newDataDir, startApp } from '#tests/support/app.ts';
import * as bank from '#tests/support/bank.ts';
import { expectSound, operate } from '#tests/support/command.ts';
import { client } from '#tests/support/http.ts';
import { type Devnet, devnetOf } from '#tests/support/money.ts';
import { UNLIMITED, type Person, ask, balance, newcomer } from '#tests/support/person.ts';
import { freePort } from '#tests/support/ports.ts';

const CONFIRMATIONS = 5;

let dataDir = '';
let port = 0;
let app: App;
let devnet: Devnet;
/** Reads everything, so that a test can check that nothing was credited to anybody. */
let watcher: Person;

async function launch() {
  app = await startApp({
    withoutPage: true,
    dataDir,
    port,
    env: { ...UNLIMITED, CONFIRMATIONS: String(CONFIRMATIONS) },
  });
  devnet?.close();
  devnet = await devnetOf(app);
}

beforeAll(async () => {
  dataDir = await newDataDir();
  port = await freePort();
  await launch();
  watcher = await newcomer(app.url);
});
afterAll(async () => {
  devnet?.close();
  await app?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const balanceOf = async ({ api }: Person, coin: string) => (await bank.balances(api))[coin];
const credited = (person: Person, coin: string, amount: string) =>
  vi.waitFor(async () => expect(await balanceOf(person, coin)).toBe(amount), {
    timeout: 20_000,
    interval: 50,
  });

/** Mines until everything on the chain has its confirmations and the server has read them. */
async function confirm() {
  await bank.mine(devnet, CONFIRMATIONS + 1);
  await bank.readByServer(app.url, devnet);
}

/** A user with an account and a wallet that holds coins. */
async function holder(...coins: [coin: string, amount: string][]): Promise<Person> {
  const person = await newcomer(app.url);
  await bank.mint(
    devnet,
    coins.map(([coin, amount]) => [person.wallet.address, coin, amount] as const),
  );
  return person;
}

describe('a transfer to the treasury', () => {
  test('is credited exactly, once confirmed and not a block before', async () => {
    const person = await holder(['USDT', '50']);
    await bank.setMining(devnet, false);
    try {
      const sent = bank.transfers(devnet, person.wallet, [['USDT', '12.345678901234567891']]);
      // The devnet has transactions of its own in the pool.
      const { address } = person.wallet;
      await vi.waitFor(async () =>
        expect(await devnet.provider.getTransactionCount(address, 'pending')).toBe(1),
      );
      await bank.mine(devnet);
      const [hash = ''] = await sent;
      await bank.mine(devnet, CONFIRMATIONS - 2);
      await bank.readByServer(app.url, devnet);
      expect(await balanceOf(person, 'USDT')).toBe('0');
      expect(await bank.history(person.api)).toEqual([]);
      await bank.mine(devnet, 2);
      await credited(person, 'USDT', '12.345678901234567891');
      const rows = await bank.history(person.api);
      const { id: number, entry, time } = rows[0] ?? {};
      expect([number, entry]).toEqual([number, entry].map((each) => String(BigInt(each ?? ''))));
      expect(rows).toEqual([
        {
          id: number,
          entry,
          time,
          category: 'deposit',
          coin: 'USDT',
          amount: '12.345678901234567891',
          balanceAfter: '12.345678901234567891',
          state: 'confirmed',
          txHash: hash,
          address: null,
          fee: null,
          swapFee: null,
          detail: null,
        },
      ]);
    } finally {
      await bank.setMining(devnet, true);
    }
  });

  test('credits every listed coin, in the largest and smallest amounts', async () => {
    const { items } = await bank.assetsOf(watcher.api);
    const coins = items.filter(({ depositable }) => depositable).map(({ coin }) => coin);
    expect(coins).toEqual(expect.arrayContaining(['ADIT', 'USDT', 'BTC', 'ETH', 'BNB', 'SHIB']));
    const all = coins.flatMap((coin) => [
      [coin, '98765432109876.123456789012345678'] as [string, string],
      [coin, '0.000000000000000001'] as [string, string],
    ]);
    const person = await holder(...all);
    await bank.transfers(devnet, person.wallet, all);
    await confirm();
    for (const coin of coins) await credited(person, coin, '98765432109876.123456789012345679');
    expect(await bank.history(person.api, { category: 'deposit' })).toHaveLength(all.length);
    await bank.expectAddsUp(person.api);
  });

  test('is credited separately if a block contains two equal ones', async () => {
    const person = await holder(['USDT', '20']);
    const hashes = await bank.transfers(devnet, person.wallet, [
      ['USDT', '7.5'],
      ['USDT', '7.5'],
    ]);
    await confirm();
    await credited(person, 'USDT', '15');
    const rows = await bank.history(person.api, { coin: 'USDT' });
    expect(new Set(rows.map(({ txHash }) => txHash))).toEqual(new Set(hashes));
    expect(rows.map(({ balanceAfter }) => balanceAfter)).toEqual(['15', '7.5']);
    expect(new Set(rows.map(({ entry }) => entry)).size).toBe(2);
  });

  test('is found by its coin and category, and by nobody else', async () => {
    const person = await holder(['USDT', '3'], ['ETH', '2']);
    await bank.transfers(devnet, person.wallet, [
      ['USDT', '3'],
      ['ETH', '2'],
    ]);
    await confirm();
    await credited(person, 'ETH', '2');
    const ether = await bank.history(person.api, { coin: 'ETH', category: 'deposit' });
    expect(ether).toMatchObject([{ coin: 'ETH', amount: '2' }]);
    expect(await bank.history(person.api, { coin: 'ETH', category: 'withdraw' })).toEqual([]);
    expect(await bank.history(watcher.api)).toEqual([]);
  });
});

test('a transfer is announced to the open page, and is there when it asks', async () => {
  const { api, wallet, token } = await holder(['USDT', '20']);
  const stop = new AbortController();
  const events = await fetch(`${app.url}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  const heard = (async () => {
    let text = '';
    for await (const part of events.body ?? []) {
      text += Buffer.from(part).toString();
      if (text.includes('event: balance')) return balance(api, 'USDT');
    }
    return 'nothing was told';
  })();
  await bank.transfers(devnet, wallet, [['USDT', '12.5']]);
  await confirm();
  expect(await heard).toBe('12.5');
  stop.abort();
});

test('the treasury’s coins match the ledger’s custody', async () => {
  const usdt = async () => {
    const { assets } = await ask(client(app.url), 'GET /api/transparency', {});
    return assets.find(({ coin }) => coin === 'USDT');
  };
  await vi.waitFor(async () => {
    const { custody, accounts } = (await usdt()) ?? expect.fail('no USDT');
    expect(`-${custody}`).toBe(accounts['custody']);
  });
});

describe('a transfer from a wallet without an account', () => {
  test('waits for it, and is there once at its first sign-in', async () => {
    const wallet = Wallet.createRandom();
    await bank.mint(devnet, [[wallet.address, 'USDT', '40']]);
    const hashes = await bank.transfers(devnet, wallet, [
      ['USDT', '15'],
      ['USDT', '25'],
    ]);
    await confirm();
    const person = await newcomer(app.url, { wallet });
    await credited(person, 'USDT', '40');
    const rows = await bank.history(person.api);
    // The order of two transfers in one block is not guaranteed.
    expect(rows.map(({ category, state }) => `${category} ${state}`)).toEqual(
      hashes.map(() => 'deposit confirmed'),
    );
    expect(new Map(rows.map(({ txHash, amount }) => [txHash, amount]))).toEqual(
      new Map([
        [hashes[0], '15'],
        [hashes[1], '25'],
      ]),
    );
    await bank.expectAddsUp(person.api);
    const again = await newcomer(app.url, { wallet });
    expect(await balanceOf(again, 'USDT')).toBe('40');
    expect(await bank.history(again.api)).toEqual(rows);
  });

  test('is credited once if it signs in from two places at once, before the last confirmation', async () => {
    const wallet = Wallet.createRandom();
    await bank.mint(devnet, [[wallet.address, 'USDT', '9']]);
    await bank.transfers(devnet, wallet, [['USDT', '9']]);
    const [person] = await Promise.all([
      newcomer(app.url, { wallet }),
      newcomer(app.url, { wallet }),
      confirm(),
    ]);
    await credited(person, 'USDT', '9');
    expect(await bank.history(person.api)).toHaveLength(1);
  });
});

describe('a transfer that is not a deposit', () => {
  test('credits nobody: coins minted straight into the treasury, transfers of zero, and other tokens', async () => {
    const person = await holder(['USDT', '1']);
    const signer = person.wallet.connect(devnet.provider);
    // Emits `Transfer(from, to, amount)` with the three words that it is called with.
    const forger = bank.newAddress();
    await devnet.provider.send('anvil_setCode', [
      forger,
      `0x6040356000526020356000357f${id('Transfer(address,address,uint256)').slice(2)}60206000a300`,
    ]);
    const word = (address: string) => zeroPadValue(address, 32).slice(2);
    const forged = await signer.sendTransaction({
      to: forger,
      data: `0x${word(person.wallet.address)}${word(devnet.treasury)}${toUnits('77').toString(16).padStart(64, '0')}`,
      ...bank.FREE,
    });
    await bank.mine(devnet);
    const receipt = await forged.wait();
    expect(receipt?.logs[0]?.topics[2]).toBe(zeroPadValue(devnet.treasury, 32).toLowerCase());
    await bank.mint(devnet, [[devnet.treasury, 'USDT', '1000']]);
    await bank.transfers(devnet, person.wallet, [['USDT', '0']]);
    // Anybody may transfer zero from anybody's wallet.
    const abi = ['function transferFrom(address from, address to, uint256 amount)'];
    const token = new Contract(
      await devnet.token('USDT').getAddress(),
      abi,
      Wallet.createRandom().connect(devnet.provider),
    );
    await bank.together(devnet, [[token, 'transferFrom', person.wallet.address, devnet.treasury, 0n]]);
    await confirm();
    expect(await balanceOf(person, 'USDT')).toBe('0');
    expect(await bank.history(person.api)).toEqual([]);
    await expectSound(dataDir);
  });

  test('credits nobody if it went to somebody else, or failed', async () => {
    const person = await holder(['USDT', '5']);
    const token = devnet.token('USDT', person.wallet);
    await bank.together(devnet, [[token, 'transfer', watcher.wallet.address, toUnits('2')]]);
    const failed = bank.together(devnet, [[token, 'transfer', devnet.treasury, toUnits('4')]]);
    await expect(failed).rejects.toThrow('reverted');
    await confirm();
    expect(await balanceOf(person, 'USDT')).toBe('0');
    expect(await balanceOf(watcher, 'USDT')).toBe('0');
  });
});

describe('a server that comes back', () => {
  test.each([
    ['was asked to end', () => app.stop()],
    ['was killed', () => app.kill()],
  ])('credits once what arrived before and during its downtime: it %s', async (_, end) => {
    const person = await holder(['USDT', '30']);
    await bank.transfers(devnet, person.wallet, [['USDT', '10']]);
    await confirm();
    await credited(person, 'USDT', '10');
    // In a block, but not confirmed yet.
    await bank.transfers(devnet, person.wallet, [['USDT', '20']]);
    await end();
    await launch();
    await confirm();
    await credited(person, 'USDT', '30');
    const rows = await bank.history(person.api);
    expect(rows.map(({ amount }) => amount)).toEqual(['20', '10']);
    await expectSound(dataDir);
  });
});

test('a node that dies and comes back loses and duplicates nothing', async () => {
  const person = await holder(['USDT', '6']);
  await bank.transfers(devnet, person.wallet, [['USDT', '2']]);
  await confirm();
  await credited(person, 'USDT', '2');
  const chain = async () => (await ask(client(app.url), 'GET /api/health', {})).chain;
  const node = () => Number(/\d+/.exec(readFileSync(join(dataDir, 'chain/anvil.pid'), 'utf8'))?.[0]);
  const killed = node();
  process.kill(killed, 'SIGKILL');
  await vi.waitFor(() => expect(node()).not.toBe(killed), { timeout: 30_000 });
  await vi.waitFor(async () => expect((await chain()).ok).toBe(true), { timeout: 30_000 });
  await bank.transfers(devnet, person.wallet, [['USDT', '4']]);
  await confirm();
  await credited(person, 'USDT', '6');
  expect((await chain()).alerts).toBe(0);
  expect(await operate(dataDir, 'chain', 'alerts')).toMatchObject({ code: 0, stdout: 'no open alerts\n' });
  await expectSound(dataDir);
});

// Last in the file: if this fails, nothing is credited any more.
test('amounts too large for a balance do not block other deposits', async () => {
  const [giant, person] = [await newcomer(app.url), await holder(['USDT', '8'])];
  const owner = devnet.token('SHIB').connect(bank.ownerOf(devnet)) as Contract;
  const token = devnet
    .token('SHIB')
    .connect(new NonceManager(giant.wallet.connect(devnet.provider))) as Contract;
  // Money has 38 digits: the first amount exceeds them, and so does the sum of the other two.
  const amounts = [10n ** 45n, 6n * 10n ** 37n, 6n * 10n ** 37n];
  await bank.together(
    devnet,
    amounts.map((amount) => [owner, 'mint', giant.wallet.address, amount]),
  );
  for (const amount of amounts) await bank.together(devnet, [[token, 'transfer', devnet.treasury, amount]]);
  await bank.transfers(devnet, person.wallet, [['USDT', '8']]);
  await bank.mine(devnet, CONFIRMATIONS + 1);
  await credited(person, 'USDT', '8');
  await bank.expectAddsUp(giant.api);
  await expectSound(dataDir);
});
