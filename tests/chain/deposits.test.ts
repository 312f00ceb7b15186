/** Deposits in the running server: seen without asking again, straight from the wallet, before the first sign-in, over crashes. */
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Wallet } from 'ethers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type App, newDataDir, startApp } from '#tests/support/app.ts';
import { operate } from '#tests/support/command.ts';
import { client } from '#tests/support/http.ts';
import { type Devnet, deposit, devnetOf, fill, sendToTreasury } from '#tests/support/money.ts';
import { UNLIMITED, ask, balance, newcomer } from '#tests/support/person.ts';

let dataDir = '';
let app: App;
let devnet: Devnet;
const start = async () => {
  app = await startApp({ withoutPage: true, dataDir, env: UNLIMITED });
  devnet = await devnetOf(app);
};
beforeAll(async () => {
  dataDir = await newDataDir();
  await start();
});
afterAll(async () => {
  devnet.close();
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const health = async () => (await client(app.url).call('GET /api/health', {})).data;

test('a transfer straight from the wallet is told to the open page and is there when it asks', async () => {
  const { api, wallet, token } = await newcomer(app.url);
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
  await fill(app.url, devnet, wallet.address, 'USDT', '20');
  await sendToTreasury(devnet, wallet, 'USDT', '12.5');
  expect(await heard).toBe('12.5');
  stop.abort();
  await deposit(app.url, devnet, { api, wallet }, 'BTC', '0.25');
  expect(await health()).toMatchObject({ ok: true, chain: { ok: true, alerts: 0 } });
});

test('what was sent before the first sign-in is there when it happens', async () => {
  const wallet = Wallet.createRandom();
  await fill(app.url, devnet, wallet.address, 'ADIT', '7');
  await sendToTreasury(devnet, wallet, 'ADIT', '7');
  const sent = await devnet.provider.getBlockNumber();
  await vi.waitFor(async () => expect((await health()).chain.finalized).toBeGreaterThanOrEqual(sent + 1), {
    timeout: 15_000,
  });
  await vi.waitFor(async () => expect((await health()).chain.lag).toBe(0), { timeout: 10_000 });
  const { api } = await newcomer(app.url, { wallet });
  expect(await balance(api, 'ADIT')).toBe('7');
  expect(await balance((await newcomer(app.url, { wallet })).api, 'ADIT')).toBe('7');
});

test('a node that dies and comes back, and a server that dies and comes back, lose and double nothing', async () => {
  const person = await newcomer(app.url);
  const node = Number(/\d+/.exec(readFileSync(join(dataDir, 'chain/anvil.pid'), 'utf8'))?.[0]);
  process.kill(node, 'SIGKILL');
  await vi.waitFor(async () => expect((await health()).chain.ok).toBe(false), {
    timeout: 20_000,
    interval: 20,
  });
  await vi.waitFor(async () => expect((await health()).chain.ok).toBe(true), { timeout: 30_000 });
  await deposit(app.url, devnet, person, 'USDT', '6');
  await fill(app.url, devnet, person.wallet.address, 'USDT', '7');
  await sendToTreasury(devnet, person.wallet, 'USDT', '7');
  await app.kill();
  devnet.close();
  await start();
  const { api } = await newcomer(app.url, { wallet: person.wallet });
  await vi.waitFor(async () => expect(await balance(api, 'USDT')).toBe('13'), {
    timeout: 20_000,
    interval: 200,
  });
  expect((await ask(client(app.url), 'GET /api/health', {})).chain.alerts).toBe(0);
  expect(await operate(dataDir, 'chain', 'alerts')).toMatchObject({ code: 0, stdout: 'no open alerts\n' });
  expect((await operate(dataDir, 'ledger', 'check')).code).toBe(0);
}, 120_000);
