/** Withdrawals while the server is killed again and again: each is paid once, and the ledger agrees with the chain. */
import { randomInt, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { id, zeroPadValue } from 'ethers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { type App, newDataDir, startApp } from '#tests/support/app.ts';
import * as bank from '#tests/support/bank.ts';
import { operate } from '#tests/support/command.ts';
import { client } from '#tests/support/http.ts';
import { type Devnet, devnetOf } from '#tests/support/money.ts';
import { UNLIMITED, type Person, ask } from '#tests/support/person.ts';
import { freePort } from '#tests/support/ports.ts';

const WITHDRAWALS = 10;
const KILLS = 5;
/** Longer than a withdrawal takes from the request to its broadcast, so that a kill falls on any step of it. */
const WINDOW_MS = 1500;

let dataDir = '';
let port = 0;
let app: App;
let devnet: Devnet;
let ann: Person;

async function launch() {
  app = await startApp({
    withoutPage: true,
    dataDir,
    port,
    env: { ...UNLIMITED, KYC_AUTO_APPROVE_SECONDS: '0', WITHDRAW_DAILY_LIMITS: 'off' },
  });
  devnet?.close();
  devnet = await devnetOf(app);
}

beforeAll(async () => {
  dataDir = await newDataDir();
  port = await freePort();
  await launch();
  [ann] = (await bank.richPeople(app.url, devnet, [{ USDT: '1000' }])) as [Person];
});
afterAll(async () => {
  devnet?.close();
  await app?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('ten withdrawals through five kills are each paid once', { timeout: 120_000 }, async () => {
  const all = Array.from({ length: WITHDRAWALS }, (_, i) => ({
    address: bank.newAddress(),
    amount: `${20 + i}.0${i + 1}1`,
    key: randomUUID(),
  }));
  const ask1 = ({ key, ...input }: (typeof all)[number]) =>
    ann.api.call('POST /api/assets/withdraw', { coin: 'USDT', ...input }, { key });
  const moments: number[] = [];
  for (let i = 0; i < KILLS; i += 1) {
    // Those of this time are on their way when the server dies; nobody knows what became of them.
    const asked = all.slice(i * 2, i * 2 + 2).map((each) => ask1(each).catch(() => undefined));
    moments.push(randomInt(WINDOW_MS));
    await sleep(moments.at(-1));
    await app.kill();
    await Promise.all(asked);
    await launch();
    for (const each of all.slice(i * 2, i * 2 + 2))
      expect([moments, await ask1(each)]).toMatchObject([moments, { code: 0, data: { state: 'requested' } }]);
  }
  await Promise.all(all.map(({ address }) => bank.paid(devnet, ann.api, address)));

  const { withdrawFee } = await bank.assetOf(ann.api, 'USDT');
  const { contract } = await bank.assetOf(ann.api, 'USDT');
  const hashes = new Set<string>();
  for (const { address, amount } of all) {
    const paid = toUnits(amount) - toUnits(withdrawFee);
    const topics = [id('Transfer(address,address,uint256)'), null, zeroPadValue(address, 32)];
    const logs = await devnet.provider.getLogs({ address: contract ?? '', topics, fromBlock: 0 });
    expect([moments, logs.map(({ data }) => BigInt(data))]).toEqual([moments, [paid]]);
    const row = await bank.withdrawalTo(ann.api, address);
    expect(row).toMatchObject({ state: 'confirmed', amount: `-${amount}`, txHash: logs[0]?.transactionHash });
    hashes.add(row?.txHash ?? '');
  }
  expect(hashes.size).toBe(WITHDRAWALS);
  expect(await bank.history(ann.api, { category: 'refund' })).toEqual([]);
  const sum = all.reduce((total, { amount }) => total + toUnits(amount), 0n);
  expect((await bank.balances(ann.api))['USDT']).toBe(fromUnits(toUnits('1000') - sum));
  await bank.expectAddsUp(ann.api);
  expect((await ask(client(app.url), 'GET /api/health', {})).payouts).toEqual({ ok: true, open: 0 });
  expect((await operate(dataDir, 'ledger', 'check')).code).toBe(0);
});

test('a halt outlives a kill, and so does what waits for its end', { timeout: 90_000 }, async () => {
  const to = bank.newAddress();
  expect((await operate(dataDir, 'payouts', 'halt')).code).toBe(0);
  const input = { coin: 'USDT', amount: '30', address: to };
  expect(await ann.api.call('POST /api/assets/withdraw', input)).toMatchObject({ code: 0 });
  await app.kill();
  await launch();
  const halted = async () =>
    expect((await ask(client(app.url), 'GET /api/health', {})).payouts).toEqual({ ok: false, open: 1 });
  await vi.waitFor(halted, 5000);
  expect((await bank.withdrawalTo(ann.api, to))?.state).toBe('requested');
  expect((await operate(dataDir, 'payouts', 'resume')).code).toBe(0);
  await bank.paid(devnet, ann.api, to);
  expect((await operate(dataDir, 'ledger', 'check')).code).toBe(0);
});
