/**
 * One server that is killed again and again, on its own embedded database and devnet: after each restart everything
 * acknowledged is there once. The moment of a kill is random, and the expectations hold for any moment. Longer runs:
 * `npm run chaos`.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { id, zeroPadValue } from 'ethers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { type App, newDataDir, startApp } from '#tests/support/app.ts';
import * as bank from '#tests/support/bank.ts';
import { reportChaos, shortOrLong } from '#tests/support/chaos.ts';
import * as clock from '#tests/support/clock.ts';
import { expectSound, operate } from '#tests/support/command.ts';
import { client } from '#tests/support/http.ts';
import { type Devnet, devnetOf } from '#tests/support/money.ts';
import { DAY, VERIFIED_AT_ONCE, type Person, ask, balance, newcomer, verify } from '#tests/support/person.ts';
import { freePort } from '#tests/support/ports.ts';
import * as sums from '#tests/support/sums.ts';

const ENV = { ...VERIFIED_AT_ONCE, WITHDRAW_DAILY_LIMITS: 'off' };
/** Kills while withdrawals are in progress, two at each kill. */
const KILLS = shortOrLong(2, 15);
/** Longer than a withdrawal takes from its request to its broadcast. */
const WINDOW_MS = 1500;
/** USDT: more than all withdrawals of a long run. */
const RICH = '2000';

/** How often it was killed, and what was acknowledged. */
const done = { rounds: 0, acknowledged: 0 };
afterAll(() => reportChaos(done));

let dataDir = '';
let port = 0;
let app: App;
let devnet: Devnet;
let ann: Person;
/** Invited by ann. */
let ben: Person;

async function launch() {
  app = await startApp({ withoutPage: true, dataDir, port, env: ENV });
  devnet?.close();
  devnet = await devnetOf(app);
}
async function killed() {
  done.rounds += 1;
  await app.kill();
}
async function killAndLaunch() {
  await killed();
  await launch();
}

beforeAll(async () => {
  dataDir = await newDataDir();
  port = await freePort();
  await launch();
  [ann] = await bank.richPeople(app.url, devnet, [{ USDT: RICH }]);
  ben = await newcomer(app.url, { inviteCode: ann.user.inviteCode });
  await bank.fund(devnet, [[ben, { ADIT: '1000' }]]);
});
afterAll(async () => {
  devnet?.close();
  await app?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('each withdrawal is paid once', async () => {
  const all = await Promise.all(
    Array.from({ length: 2 * KILLS }, async (_, i) => {
      const input = { coin: 'USDT', address: bank.newAddress(), amount: `${20 + i}.0${i + 1}1` };
      return { ...input, input: await bank.consented(ann, input), key: randomUUID() };
    }),
  );
  const ask1 = ({ key, input }: (typeof all)[number]) =>
    ann.api.call('POST /api/assets/withdraw', input, { key });
  const moments: number[] = [];
  for (let i = 0; i < KILLS; i += 1) {
    const these = all.slice(i * 2, i * 2 + 2);
    // The results of those that were in progress are unknown.
    const asked = these.map((each) => ask1(each).catch(() => undefined));
    moments.push(randomInt(WINDOW_MS));
    await sleep(moments.at(-1));
    await killed();
    await Promise.all(asked);
    await launch();
    for (const each of these)
      expect([moments, await ask1(each)]).toMatchObject([moments, { code: 0, data: { state: 'requested' } }]);
  }
  await Promise.all(all.map(({ address }) => bank.paid(devnet, ann.api, address)));

  const { contract, withdrawFee } = await bank.assetOf(ann.api, 'USDT');
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
  expect(hashes.size).toBe(all.length);
  done.acknowledged += all.length;
  expect(await bank.history(ann.api, { category: 'refund' })).toEqual([]);
  const sum = all.reduce((total, { amount }) => total + toUnits(amount), 0n);
  expect((await bank.balances(ann.api))['USDT']).toBe(fromUnits(toUnits(RICH) - sum));
  await expect
    .poll(async () => (await ask(client(app.url), 'GET /api/health', {})).payouts)
    .toEqual({ ok: true, open: 0 });
});

test('a halt of payouts survives a kill, and so do the payouts that wait for its end', async () => {
  const to = bank.newAddress();
  expect((await operate(dataDir, 'payouts', 'halt')).code).toBe(0);
  expect((await bank.withdraw(ann, { coin: 'USDT', amount: '30', address: to })).code).toBe(0);
  await killAndLaunch();
  const halted = async () =>
    expect((await ask(client(app.url), 'GET /api/health', {})).payouts).toEqual({ ok: false, open: 1 });
  await vi.waitFor(halted);
  expect((await bank.withdrawalTo(ann.api, to))?.state).toBe('requested');
  expect((await operate(dataDir, 'payouts', 'resume')).code).toBe(0);
  await bank.paid(devnet, ann.api, to);
});

test('a claim is credited once', async () => {
  await bank.makePermanent(app.url, ann);
  expect(await balance(ann.api)).toBe('12');
  await verify(ben.api);
  const bonus = async () => (await ask(ann.api, 'GET /api/mining/index', {})).hashrateBonus;
  await expect.poll(bonus).toBe('120');
  await ask(ann.api, 'POST /api/mining/claim1', {});
  let sum = toUnits('12');
  for (const delayMs of shortOrLong([5], [0, 2, 5, 10, 15, 20, 40, 80])) {
    await clock.pass(app.url, DAY + 3600, ann, ben);
    const key = randomUUID();
    // The response may be lost on its way; then a client sends the same claim again.
    const sent = ann.api.call('POST /api/mining/claim', {}, { key }).catch(() => undefined);
    await sleep(delayMs);
    await killed();
    await sent;
    await launch();
    const { data, code } = await ann.api.call('POST /api/mining/claim', {}, { key });
    // A hundredth of the trial's 1,200 plus a tenth of ben's.
    expect([code, data.claimed, data.state]).toEqual([0, '13.2', 'running']);
    sum += toUnits('13.2');
    done.acknowledged += 1;
    expect((await ann.api.call('POST /api/mining/claim', {})).code).toBe(1203);
    expect(await balance(ann.api)).toBe(fromUnits(sum));
  }
  expect((await ask(ann.api, 'GET /api/mining/index', {})).totalOutput).toBe(fromUnits(sum));
});

test('outputs of stakes are paid once, to their owner and to the team', async () => {
  const amounts = Array.from({ length: 15 }, (_, i) => `${20 + i}.00000000000000${1000 + i * 77}`);
  const orders = await Promise.all(
    amounts.map((amount) => ask(ben.api, 'POST /api/stake/stake', { amount })),
  );
  const skipping = client(app.url)
    .call('POST /api/demo/skip', { seconds: 100 * DAY })
    .catch(() => undefined);
  await sleep(120);
  await killed();
  await skipping;
  await launch();
  await clock.pass(app.url, 30 * DAY, ann, ben);
  const now = await clock.timeAt(app.url);
  const teamYields: string[] = [];
  for (const [i, { id: order }] of orders.entries()) {
    const [row] = (await ask(ben.api, 'GET /api/stake/list', { id: order })).items;
    const periods = Math.floor((now - Date.parse(row?.stakedAt ?? '')) / (DAY * 1000));
    const periodOutput = sums.part(amounts[i] ?? '', 1n, 1000n);
    expect(periods).toBeGreaterThanOrEqual(30);
    expect(row).toMatchObject({ periodOutput, output: sums.fold(periodOutput, periods) });
    teamYields.push(sums.fold(sums.part(periodOutput, 15n, 100n), periods));
  }
  done.acknowledged += orders.length;
  expect((await ask(ann.api, 'GET /api/stake/index', {})).teamOutput).toBe(sums.sum(teamYields));
  for (const { api } of [ann, ben]) await bank.expectAddsUp(api);
  await expectSound(dataDir);
});
